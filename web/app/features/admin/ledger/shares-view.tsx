import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MissingShare, MISSING_SHOWN, type OwedToProvider } from '#contract/shares.ts';
import { api } from '#web/lib/api.ts';
import { useTreatmentName } from '#web/lib/appointment-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Table } from '#web/ui/table.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { exactCentsOf } from '../amount.ts';
import { States } from '../screen.tsx';
import screen from '../screen.module.css';
import { useFigures } from './figures.ts';
import { FigureHeads } from './figure-heads.tsx';
import { StatementView } from './statement-view.tsx';
import { useShareChange } from './use-share-change.ts';

/**
 * Shows the balances of all practitioners. If the address contains a practitioner's id, a month and a currency, shows
 * the statement of this practitioner.
 */
export default function SharesView() {
  const [params] = useQueryParams();
  const provider_id = params.get('provider');
  const month = params.get('month');
  const currency = params.get('currency');
  return provider_id && month && currency ? (
    <StatementView provider_id={provider_id} month={month} currency={currency} />
  ) : (
    <Owed />
  );
}

function Owed() {
  const { t } = useTranslation('shares');
  const query = useQuery(api.shares.adminListShares.queryOptions());
  return (
    <States
      query={query}
      isEmpty={({ providers, missing }) => providers.length + missing.length === 0}
      empty={{ title: t('none'), text: t('noneText') }}
    >
      {({ providers, missing }) => (
        <>
          {providers.length > 0 && <Providers providers={providers} />}
          {missing.length > 0 && <Missing missing={missing} />}
        </>
      )}
    </States>
  );
}

function Providers({ providers }: { providers: readonly OwedToProvider[] }) {
  const { t } = useTranslation('shares');
  const { exactMoney } = useFigures();
  const [, put] = useQueryParams();
  return (
    <Table caption={t('owed')} className={screen.table}>
      <FigureHeads names={[t('column.name')]} figures={[t('column.earned'), t('column.paid'), t('column.open')]} />
      <tbody>
        {providers.map(({ provider_id, name, currency, earned_cents, paid_cents, open_cents, last_month }) => (
          <tr key={`${provider_id} ${currency}`}>
            <td>
              <button
                type="button"
                dir="auto"
                className={screen.open}
                onClick={() => put({ provider: provider_id, currency, month: last_month }, { replace: false })}
              >
                {name}
              </button>
            </td>
            <td data-label={t('column.earned')} className={screen.end}>
              {exactMoney(earned_cents, currency)}
            </td>
            <td data-label={t('column.paid')} className={screen.end}>
              {exactMoney(paid_cents, currency)}
            </td>
            <td data-label={t('column.open')} className={screen.end}>
              <span className={open_cents < 0 ? screen.late : undefined}>
                {exactMoney(open_cents, currency)}
                {open_cents < 0 && <small>{t('owesUs')}</small>}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Missing({ missing }: { missing: readonly MissingShare[] }) {
  const { t } = useTranslation('shares');
  const { exactMoney } = useFigures();
  const { date, number } = useFormat();
  const treatmentName = useTreatmentName();
  const [chosen, setChosen] = useState<MissingShare | null>(null);
  return (
    <>
      <h2 className="h4">{t('missing')}</h2>
      <p className="small muted">{t('missingLead')}</p>
      <Table caption={t('missing')} className={screen.table}>
        <FigureHeads
          names={[t('column.number'), t('column.name'), t('column.day'), t('column.treatment')]}
          figures={[t('column.price'), t('column.share')]}
        />
        <tbody>
          {missing.slice(0, MISSING_SHOWN).map((row) => (
            <tr key={row.payment_id}>
              <td data-label={t('column.number')}>{row.number}</td>
              <td data-label={t('column.name')}>
                <bdi>{row.provider_name}</bdi>
              </td>
              <td data-label={t('column.day')}>{date(row.day)}</td>
              <td data-label={t('column.treatment')}>{treatmentName(row.treatment)}</td>
              <td data-label={t('column.price')} className={screen.end}>
                {exactMoney(row.price_cents, row.currency)}
              </td>
              <td className={screen.end}>
                <Button size="xs" onClick={() => setChosen(row)}>
                  {t('set')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {missing.length > MISSING_SHOWN && (
        <p className="small muted">{t('missingCut', { number: number(MISSING_SHOWN) })}</p>
      )}
      {chosen && <SetShareDialog booking={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/**
 * Sets the practitioner's share of the price of an appointment. The dialog is only for appointments whose offer
 * contained no share.
 */
function SetShareDialog({ booking, onClose }: { booking: MissingShare; onClose: () => void }) {
  const { t } = useTranslation('shares');
  const { exactMoney } = useFigures();
  const { payment_id, number, provider_name: name, price_cents, currency } = booking;
  const [amount, setAmount] = useState('');
  const [isAsked, setAsked] = useState(false);
  const cents = exactCentsOf(amount);
  const isAmount = cents !== null && cents >= 1 && cents <= price_cents;
  const set = useMutation(
    api.shares.adminSetShare.mutationOptions({
      ...useShareChange(),
      onSuccess() {
        onClose();
        toast({ kind: 'success', title: t('set.done') });
      },
    }),
  );
  const submit = () => {
    setAsked(true);
    if (isAmount) set.mutate({ payment_id, share_cents: cents });
  };
  const price = exactMoney(price_cents, currency);
  return (
    <FormDialog
      onClose={onClose}
      title={t('set.title')}
      lead={t('set.lead', { number, name, amount: price })}
      action={t('set.do', { amount: exactMoney(isAmount ? cents : 0, currency) })}
      look={{ variant: 'ink', size: 's' }}
      busy={set.isPending}
      onSubmit={submit}
    >
      <TextField
        label={t('set.amount', { currency: currency.toUpperCase() })}
        inputMode="decimal"
        value={amount}
        error={isAsked && !isAmount ? t('set.wrong', { amount: price }) : undefined}
        onChange={(event) => setAmount(event.target.value)}
      />
    </FormDialog>
  );
}
