import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { VatOfService } from '#contract/ledger.ts';
import { type Api, api } from '#web/lib/api.ts';
import { useTreatmentName } from '#web/lib/appointment-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import '#web/ui/field.css';
import { Screen, States } from '../screen.tsx';
import screen from '../screen.module.css';
import { BalancesView } from './balances-view.tsx';
import { DifferencesView } from './differences-view.tsx';
import { useFigures } from './figures.ts';
import { JournalView } from './journal-view.tsx';
import styles from './ledger.module.css';
import { LedgerTools } from './ledger-tools.tsx';

/**
 * The view of practitioners' shares and its dialogs are loaded on demand, because only a few administrators pay out
 * shares.
 */
const SharesView = lazy(() => import('./shares-view.tsx'));

type Ledger = Awaited<ReturnType<Api['ledger']['adminGetLedger']>>;

const Views = ['balances', 'journal', 'vat', 'shares', 'differences'] as const;
type View = (typeof Views)[number];

/**
 * Shows the ledger: balances by month, the journal, tax, practitioners' shares, the comparison with the payment
 * provider, and the exports. View and year are in the address.
 */
export function LedgerScreen() {
  const { t } = useTranslation('ledger');
  const [params, put] = useQueryParams();
  const view = Views.find((one) => one === params.get('show')) ?? 'balances';
  const thisYear = new Date(useNow()).getFullYear();
  const asked = Number(params.get('year'));
  const year = asked >= 2000 && asked <= 2100 ? asked : thisYear;
  const query = useQuery({
    ...api.ledger.adminGetLedger.queryOptions({ input: { year } }),
    placeholderData: keepPreviousData,
  });
  const years = [...new Set([thisYear, year, ...(query.data?.years ?? [])])].sort((one, other) => other - one);
  return (
    <Screen
      title={t('title')}
      lead={query.data && <State ledger={query.data} />}
      tools={
        view !== 'shares' && (
          <LedgerTools
            year={year}
            years={years}
            onYear={(next) => put({ year: next === thisYear ? '' : String(next) })}
          />
        )
      }
    >
      <div className={styles.views}>
        <SegmentedControl<View>
          label={t('views')}
          size="s"
          wraps
          value={view}
          options={Views.map((value) => ({ value, label: t(`view.${value}`) }))}
          onChange={(next) =>
            put({ show: next === 'balances' ? '' : next, provider: null, month: null, currency: null })
          }
        />
      </div>
      {view === 'shares' && (
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <SharesView />
        </Suspense>
      )}
      {view === 'journal' && <JournalView year={year} />}
      {view !== 'shares' && view !== 'journal' && (
        <States query={query} isEmpty={() => false} empty={{ title: t('none'), text: t('noneText') }}>
          {(ledger) => <Shown view={view} ledger={ledger} />}
        </States>
      )}
      {view !== 'shares' && <p className={`small muted ${screen.own}`}>{t('exportHint')}</p>}
    </Screen>
  );
}

/** Shows whether the ledger agreed with the payment provider in the latest comparison. */
function State({ ledger: { last_reconciliation: last, differences_count: count } }: { ledger: Ledger }) {
  const { t } = useTranslation('ledger');
  const { dateTime } = useFormat();
  if (!last) return t('neverChecked');
  const moment = dateTime(last.at);
  if (count === 0) return t('agrees', { moment });
  return <span className={screen.late}>{t('differs', { count, moment })}</span>;
}

function Shown({ view, ledger }: { view: Exclude<View, 'journal' | 'shares'>; ledger: Ledger }) {
  const { t } = useTranslation('ledger');
  if (view === 'differences') return <Differences ledger={ledger} />;
  if (view === 'vat')
    return ledger.vat.length === 0 ? (
      <EmptyState title={t('noVat')} text={t('noVatText')} />
    ) : (
      <VatView vat={ledger.vat} />
    );
  return ledger.accounts.length === 0 ? (
    <EmptyState title={t('none')} text={t('noneText')} />
  ) : (
    <BalancesView accounts={ledger.accounts} />
  );
}

const vatColumns = ['service', 'rate', 'net', 'vat'] as const;

/** Shows the sales of each service at each tax rate, minus refunds. */
function VatView({ vat }: { vat: readonly VatOfService[] }) {
  const { t } = useTranslation('ledger');
  const treatment = useTreatmentName();
  const { exactMoney, rate } = useFigures();
  return (
    <Table caption={t('view.vat')} className={screen.table}>
      <ColumnHeads names={vatColumns.map((column) => t(`column.${column}`))} />
      <tbody>
        {vat.map(({ service, vat_permille, currency, net_cents, vat_cents }) => (
          <tr key={`${service} ${vat_permille} ${currency}`}>
            <td data-label={t('column.service')}>
              {service === 'subscription' ? t('subscription') : treatment(service)}
            </td>
            <td data-label={t('column.rate')}>{vat_permille === 0 ? t('exempt') : rate(vat_permille)}</td>
            <td data-label={t('column.net')}>{exactMoney(net_cents, currency)}</td>
            <td data-label={t('column.vat')}>{exactMoney(vat_cents, currency)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Differences({ ledger }: { ledger: Ledger }) {
  const { t } = useTranslation('ledger');
  const { number } = useFormat();
  const { differences, differences_count: count, last_reconciliation: last } = ledger;
  if (differences.length > 0)
    return (
      <>
        <DifferencesView differences={differences} />
        {count > differences.length && (
          <p className="small muted">{t('differencesCut', { number: number(differences.length) })}</p>
        )}
      </>
    );
  if (!last) return <EmptyState title={t('neverChecked')} text={t('neverCheckedText')} />;
  return <EmptyState title={t('noDifferences')} text={t('noDifferencesText')} />;
}
