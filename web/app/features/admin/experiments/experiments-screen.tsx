import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { VariantCount } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import { Select } from '#web/ui/text-field.tsx';
import screen from '../practitioners.module.css';
import styles from './experiments.module.css';

/** Shows the results of the three versions of the plans page, for the region in the address. */
export function ExperimentsScreen() {
  const { t } = useTranslation('billing');
  const [params, setParams] = useSearchParams();
  const region = params.get('region') ?? '';
  const query = useQuery({
    ...api.billing.adminGetExperiment.queryOptions({ input: region ? { region } : {} }),
    placeholderData: keepPreviousData,
  });
  return (
    <main className={screen.screen} id="content">
      <header className={screen.head}>
        <div>
          <h1 className="h3">{t('exp.title')}</h1>
          <p className="small muted">{t('exp.lead')}</p>
        </div>
        {query.data && query.data.regions.length > 0 && (
          <Select
            label={t('exp.region')}
            value={region}
            onChange={(event) => setParams(event.target.value ? { region: event.target.value } : {}, { replace: true })}
          >
            <option value="">{t('exp.all')}</option>
            {query.data.regions.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </header>
      <div className={screen.body}>
        {query.isPending && <SkeletonRows rows={3} />}
        {query.isError && (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
        )}
        {query.data && <Variants variants={query.data.variants} />}
      </div>
    </main>
  );
}

const columns = ['variant', 'exposures', 'conversions', 'rate', 'against'] as const;

function Variants({ variants }: { variants: readonly VariantCount[] }) {
  const { t } = useTranslation('billing');
  if (variants.every(({ exposures }) => exposures === 0))
    return <EmptyState title={t('exp.none')} text={t('exp.noneText')} />;
  return (
    <>
      <Table caption={t('exp.title')} className={screen.table}>
        <ColumnHeads names={columns.map((column) => t(`exp.${column}`))} />
        <tbody>
          {variants.map((variant) => (
            <VariantRow key={variant.variant} row={variant} />
          ))}
        </tbody>
      </Table>
      <p className={`small muted ${styles.note}`}>{t('exp.note')}</p>
    </>
  );
}

function VariantRow({ row }: { row: VariantCount }) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  const percent = usePercent();
  return (
    <tr>
      <th scope="row">
        {row.variant}
        <span className={screen.second}>{t(`plans.lead.${row.variant}`)}</span>
      </th>
      <td data-label={t('exp.exposures')}>{number(row.exposures)}</td>
      <td data-label={t('exp.conversions')}>{number(row.conversions)}</td>
      <td data-label={t('exp.rate')}>{percent(row.rate)} %</td>
      <td data-label={t('exp.against')}>
        <Comparison row={row} />
      </td>
    </tr>
  );
}

function Comparison({ row }: { row: VariantCount }) {
  const { t } = useTranslation('billing');
  const percent = usePercent();
  const locale = useLocale();
  if (row.variant === 'A') return t('exp.base');
  if (!row.against_a) return <span className="muted">{t('exp.few')}</span>;
  const { difference, low, high, p } = row.against_a;
  const shown = p.toLocaleString(locale, { maximumSignificantDigits: 2 });
  return (
    <span>
      {t('exp.difference', { points: percent(difference), low: percent(low), high: percent(high) })}
      <span className={screen.second}>{t(p < 0.05 ? 'exp.sure' : 'exp.unsure', { p: shown })}</span>
    </span>
  );
}

/** Returns a function that formats a share in percent with one decimal. */
function usePercent(): (share: number) => string {
  const locale = useLocale();
  return (share) => (share * 100).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
