import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharePayment, ShareStatement } from '#contract/shares.ts';
import { Languages, regions } from '#contract/languages.ts';
import { api, call } from '#web/lib/api.ts';
import { useTreatmentName } from '#web/lib/appointment-words.ts';
import { download } from '#web/lib/download.ts';
import { useFormat } from '#web/lib/format.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Grid } from '#web/ui/layout.tsx';
import { Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.ts';
import { States } from '../screen.tsx';
import screen from '../screen.module.css';
import styles from './ledger.module.css';
import { FigureHeads } from './figure-heads.tsx';
import { useFigures } from './figures.ts';
import { PayShareDialog } from './pay-share-dialog.tsx';
import { useShareChange, useShareProblem } from './use-share-change.ts';

interface Asked {
  provider_id: string;
  month: string;
  currency: string;
}

/**
 * Shows a practitioner's monthly statement: opening balance, each appointment, each payment, closing balance, and the
 * files of the statement.
 */
export function StatementView(asked: Asked) {
  const { t } = useTranslation('shares');
  const [, put] = useQueryParams();
  const query = useQuery({
    ...api.shares.adminGetShareStatement.queryOptions({ input: asked }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Button
        size="xs"
        variant="quiet"
        className={styles.back}
        onClick={() => put({ provider: null, month: null, currency: null }, { replace: false })}
      >
        <Icon as={ArrowLeft} size="s" />
        {t('back')}
      </Button>
      <States query={query} isEmpty={() => false} empty={{ title: t('none'), text: t('noneText') }}>
        {(statement) => <Statement statement={statement} />}
      </States>
    </>
  );
}

function Statement({ statement }: { statement: ShareStatement }) {
  const { t } = useTranslation('shares');
  const { exactMoney } = useFigures();
  const { name, currency, open_cents, is_over, payments } = statement;
  const [isPaying, setPaying] = useState(false);
  const sums = ['opening', 'earned', 'paid', 'closing'] as const;
  return (
    <>
      <div className={screen.line}>
        <div>
          <h2 className="h4">
            <bdi>{name}</bdi>
          </h2>
          <p className="small muted">{t('openNow', { amount: exactMoney(open_cents, currency) })}</p>
        </div>
        <div className={screen.buttons}>
          <MonthChoice statement={statement} />
          {open_cents > 0 && (
            <Button size="xs" variant="ink" onClick={() => setPaying(true)}>
              {t('pay')}
            </Button>
          )}
          <Exports statement={statement} />
        </div>
      </div>
      <Grid as="dl" gap={1} min={140} className={screen.sum}>
        {sums.map((sum) => (
          <div key={sum}>
            <dt>{t(sum)}</dt>
            <dd>{exactMoney(statement[`${sum}_cents`], currency)}</dd>
          </div>
        ))}
      </Grid>
      <Bookings statement={statement} />
      {payments.length > 0 && <Payments payments={payments} currency={currency} />}
      <p className="small muted">{t(is_over ? 'numbered' : 'notOver')}</p>
      {isPaying && <PayShareDialog statement={statement} onClose={() => setPaying(false)} />}
    </>
  );
}

function MonthChoice({ statement: { month, months } }: { statement: ShareStatement }) {
  const { t } = useTranslation('shares');
  const [, put] = useQueryParams();
  const format = new Intl.DateTimeFormat(regions[useReadingLanguage()], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const shown = [...new Set([month, ...months])].sort().reverse();
  return (
    <select
      className={screen.select}
      aria-label={t('month')}
      value={month}
      onChange={(event) => put({ month: event.target.value })}
    >
      {shown.map((one) => (
        <option key={one} value={one}>
          {format.format(new Date(`${one}-01T12:00:00Z`))}
        </option>
      ))}
    </select>
  );
}

function Exports({ statement: { provider_id, month, currency, is_over } }: { statement: ShareStatement }) {
  const { t } = useTranslation('shares');
  const problemText = useShareProblem();
  const reading = useReadingLanguage();
  const language = Languages.find((one) => one === reading) ?? 'en';
  const file = useMutation({
    mutationFn: (format: 'csv' | 'pdf') =>
      call.shares.adminExportShareStatement({ provider_id, month, currency, format, language }),
    onSuccess: (made) => download(made, made.name),
    onError: (error) => toast({ kind: 'error', title: problemText(error) }),
  });
  return (['pdf', 'csv'] as const)
    .filter((format) => format === 'csv' || is_over)
    .map((format) => (
      <Button
        key={format}
        size="xs"
        variant="quiet"
        busy={file.isPending && file.variables === format}
        onClick={() => file.mutate(format)}
      >
        <Icon as={Download} size="s" />
        {t(format)}
      </Button>
    ));
}

function Bookings({ statement: { bookings, currency } }: { statement: ShareStatement }) {
  const { t } = useTranslation('shares');
  const { exactMoney } = useFigures();
  const { date } = useFormat();
  const treatmentName = useTreatmentName();
  if (bookings.length === 0) return <p className="muted">{t('noBookings')}</p>;
  return (
    <Table caption={t('bookings')} className={screen.table}>
      <FigureHeads
        names={[t('column.number'), t('column.day'), t('column.treatment')]}
        figures={[t('column.price'), t('column.share'), t('column.refunded')]}
      />
      <tbody>
        {bookings.map(({ number, day, treatment, price_cents, share_cents, refunded_cents }) => (
          <tr key={`${number} ${day}`}>
            <td data-label={t('column.number')}>{number}</td>
            <td data-label={t('column.day')}>{date(day)}</td>
            <td data-label={t('column.treatment')}>{treatmentName(treatment)}</td>
            <td data-label={t('column.price')} className={screen.end}>
              {exactMoney(price_cents, currency)}
            </td>
            <td data-label={t('column.share')} className={screen.end}>
              {exactMoney(share_cents, currency)}
            </td>
            <td data-label={t('column.refunded')} className={screen.end}>
              {exactMoney(refunded_cents, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Payments({ payments, currency }: { payments: readonly SharePayment[]; currency: string }) {
  const { t } = useTranslation('shares');
  const { exactMoney } = useFigures();
  const { date } = useFormat();
  const [chosen, setChosen] = useState<SharePayment | null>(null);
  return (
    <>
      <h3 className="h4">{t('payments')}</h3>
      <Table caption={t('payments')} className={screen.table}>
        <FigureHeads names={[t('column.date'), t('column.reference')]} figures={[t('column.amount'), t('undo')]} />
        <tbody>
          {payments.map((payment) => (
            <tr key={payment.entry_id}>
              <td data-label={t('column.date')}>{date(payment.day)}</td>
              <td data-label={t('column.reference')}>
                <bdi>{payment.reference}</bdi>
              </td>
              <td data-label={t('column.amount')} className={screen.end}>
                {exactMoney(payment.amount_cents, currency)}
              </td>
              <td className={screen.end}>
                {payment.is_undone && <span className="muted">{t('undone')}</span>}
                {payment.amount_cents < 0 && <span className="muted">{t('reversal')}</span>}
                {!payment.is_undone && payment.amount_cents > 0 && (
                  <Button size="xs" variant="quiet" onClick={() => setChosen(payment)}>
                    {t('undo')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {chosen && <UndoShareDialog payment={chosen} currency={currency} onClose={() => setChosen(null)} />}
    </>
  );
}

interface UndoShareDialogProps {
  payment: SharePayment;
  currency: string;
  onClose: () => void;
}

/** Reverses a payment of a share, for example if it was recorded by mistake. */
function UndoShareDialog({ payment: { entry_id, reference, amount_cents }, currency, onClose }: UndoShareDialogProps) {
  const { t } = useTranslation('shares');
  const { exactMoney } = useFigures();
  const undo = useMutation(
    api.shares.adminUndoSharePayment.mutationOptions({
      ...useShareChange(),
      onSuccess() {
        onClose();
        toast({ kind: 'success', title: t('undo.done') });
      },
    }),
  );
  return (
    <FormDialog
      onClose={onClose}
      title={t('undo.title')}
      action={t('undo.do')}
      look={{ variant: 'danger', size: 's' }}
      busy={undo.isPending}
      onSubmit={() => undo.mutate({ entry_id })}
    >
      <p>{t('undo.lead', { amount: exactMoney(amount_cents, currency), reference })}</p>
    </FormDialog>
  );
}
