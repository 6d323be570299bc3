import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPayment, PaymentFilter } from '#contract/billing.ts';
import { api, call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.ts';
import table from '../practitioners.module.css';
import { useRefundReason } from './use-refund-reason.ts';
import styles from './payments.module.css';
import { RefundDialog } from './refund-dialog.tsx';

const PAGE = 50;

export function PaymentsView({ filter }: { filter: PaymentFilter }) {
  const { t } = useTranslation(['billing', 'disputes']);
  const [chosen, setChosen] = useState<AdminPayment>();
  const query = useInfiniteQuery({
    ...api.billing.adminListPayments.infiniteOptions({
      input: (after: string | null) => ({ ...filter, limit: PAGE, after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
    }),
    placeholderData: keepPreviousData,
  });
  if (!query.data && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  const [first] = query.data?.pages ?? [];
  if (!query.data || !first) return <SkeletonRows rows={6} />;
  const { total, sums, open_disputes } = first;
  if (total === 0) {
    const key = filter.search || filter.from || filter.to ? 'adminPay.noMatch' : 'adminPay.none';
    return <EmptyState title={t(key)} text={t(`${key}Text`)} />;
  }
  return (
    <>
      {open_disputes > 0 && (
        <LocalisedLink to="/admin/payments?show=disputes" className={styles.alert}>
          {t('disputes:lead', { count: open_disputes })}
        </LocalisedLink>
      )}
      <Summary total={total} sums={sums} filter={filter} />
      <PaymentsTable pages={query.data.pages.map(({ payments }) => payments)} onRefund={setChosen} />
      <LoadMore query={query}>{t('adminPay.more')}</LoadMore>
      {chosen && <RefundDialog payment={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

interface SummaryProps {
  total: number;
  sums: readonly {
    currency: string;
    paid_cents: number;
    refunded_cents: number;
    disputed_cents: number;
    lost_cents: number;
  }[];
  filter: PaymentFilter;
}

/** Shows the total paid and refunded amounts in each currency, over all pages, and downloads the payments as a file. */
function Summary({ total, sums, filter }: SummaryProps) {
  const { t } = useTranslation('billing');
  const { money } = useFormat();
  const errorText = useErrorText();
  const csv = useMutation({
    mutationFn: () => call.billing.adminExportPayments(filter),
    onSuccess: (file) => download(file, file.name),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <div className={styles.summary}>
      <p className="small muted" aria-live="polite">
        {t('adminPay.lead', { count: total })}
      </p>
      <Row as="ul" gap={24} rowGap={8} wrap>
        {sums.map(({ currency, paid_cents, refunded_cents, disputed_cents, lost_cents }) => (
          <li key={currency} className="small">
            {[
              t('adminPay.sum', {
                paid: money(paid_cents, currency),
                refunded: money(refunded_cents, currency),
                kept: money(paid_cents - refunded_cents - lost_cents, currency),
              }),
              disputed_cents > 0 && t('adminPay.sumDisputed', { amount: money(disputed_cents, currency) }),
              lost_cents > 0 && t('adminPay.sumLost', { amount: money(lost_cents, currency) }),
            ]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </Row>
      {(filter.from || filter.to) && <p className="small muted">{t('adminPay.sumOfPeriod')}</p>}
      <Button size="xs" variant="quiet" busy={csv.isPending} onClick={() => csv.mutate()}>
        <Icon as={Download} size="s" />
        {t('adminPay.export')}
      </Button>
    </div>
  );
}

const columns = ['date', 'payer', 'for', 'amount', 'refunded', 'actions'] as const;

interface TableProps {
  pages: readonly (readonly AdminPayment[])[];
  onRefund: (payment: AdminPayment) => void;
}

function PaymentsTable({ pages, onRefund }: TableProps) {
  const { t } = useTranslation('billing');
  return (
    <Table caption={t('adminPay.title')} className={table.table}>
      <ColumnHeads names={columns.map((column) => t(`adminPay.${column}`))} />
      <tbody>
        {pages.map((payments, page) => (
          // A page has no id, but its index never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <PaymentRows key={page} payments={payments} onRefund={onRefund} />
        ))}
      </tbody>
    </Table>
  );
}

/** The rows of one page. Each page loads the appointments of its own payments. */
function PaymentRows({ payments, onRefund }: Pick<TableProps, 'onRefund'> & { payments: readonly AdminPayment[] }) {
  const appointments = useAppointments(payments);
  return payments.map((payment) => (
    <PaymentRow key={payment.id} payment={payment} appointment={appointments.get(payment.id)} onRefund={onRefund} />
  ));
}

interface Appointment {
  appointment_id: string;
  number: string;
}

/** Returns the appointments of the payments, by the id of the payment. */
function useAppointments(payments: readonly AdminPayment[]): ReadonlyMap<string, Appointment> {
  const ids = payments.filter(({ reference_kind }) => kindOf(reference_kind) === 'appointment').map(({ id }) => id);
  const { data } = useQuery({
    ...api.appointmentsAdmin.adminListAppointmentPayments.queryOptions({ input: { payment_ids: ids } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map(data?.rows.map((row) => [row.id, row]));
}

const kindOf = (reference: string) =>
  reference === 'subscription' ? 'subscription' : reference === 'appointment_offer' ? 'appointment' : 'other';

interface RowProps extends Pick<TableProps, 'onRefund'> {
  payment: AdminPayment;
  appointment: Appointment | undefined;
}

function PaymentRow({ payment, appointment, onRefund }: RowProps) {
  const { t } = useTranslation('billing');
  const reasonOf = useRefundReason();
  const { dateTime, money } = useFormat();
  const {
    reference_kind: kind,
    amount_cents,
    refunded_cents,
    currency,
    name,
    email,
    dispute,
    lost_cents,
    left_cents,
    refund_failure,
  } = payment;
  const isOpen = dispute?.status === 'needs_response' || dispute?.status === 'under_review';
  const isOrdered = refunded_cents + lost_cents + left_cents < amount_cents;
  return (
    <tr>
      <th scope="row">{dateTime(payment.paid_at)}</th>
      <td data-label={t('adminPay.payer')}>
        <span>
          {name ?? t('adminPay.gone')}
          <span className={table.second}>{email}</span>
        </span>
      </td>
      <td data-label={t('adminPay.for')}>
        <span>
          {t(`adminPay.kind.${kindOf(kind)}`)}
          {appointment && (
            <LocalisedLink to={`/admin?a=${appointment.appointment_id}`} className={table.second}>
              {appointment.number}
            </LocalisedLink>
          )}
        </span>
      </td>
      <td data-label={t('adminPay.amount')}>
        <span>
          {money(amount_cents, currency)}
          {dispute && (
            <LocalisedLink to={`/admin/payments/disputes/${dispute.id}`} className={table.second}>
              {t(`adminPay.dispute.${dispute.status}`)}
            </LocalisedLink>
          )}
        </span>
      </td>
      <td data-label={t('adminPay.refunded')}>
        <span>
          {refunded_cents > 0 ? money(refunded_cents, currency) : '–'}
          {refund_failure && (
            <span className={`${table.second} ${styles.failed}`}>
              {t('adminPay.refundFailed', { reason: reasonOf(refund_failure) })}
            </span>
          )}
        </span>
      </td>
      <td>
        {isOpen ? null : left_cents > 0 ? (
          <Button
            size="xs"
            onClick={() => onRefund(payment)}
            aria-label={`${t('adminPay.refund')}: ${name ?? payment.id}`}
          >
            {t('adminPay.refund')}
          </Button>
        ) : (
          <span className="small muted">
            {t(isOrdered ? 'adminPay.ordered' : lost_cents > 0 ? 'adminPay.dispute.lost' : 'adminPay.full')}
          </span>
        )}
      </td>
    </tr>
  );
}
