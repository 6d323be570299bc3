import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPayment } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import table from '../practitioners.module.css';
import styles from './payments.module.css';
import { RefundDialog } from './refund-dialog.tsx';

const PAGE = 50;

export function PaymentsView({ search }: { search: string }) {
  const { t } = useTranslation('billing');
  const [limit, setLimit] = useState(PAGE);
  const [chosen, setChosen] = useState<AdminPayment>();
  const query = useQuery({
    ...api.billing.adminListPayments.queryOptions({ input: { search, limit, offset: 0 } }),
    placeholderData: keepPreviousData,
  });
  if (!query.data && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <SkeletonRows rows={6} />;
  const { payments, total } = query.data;
  if (total === 0) {
    const key = search ? 'adminPay.noMatch' : 'adminPay.none';
    return <EmptyState title={t(key)} text={t(`${key}Text`)} />;
  }
  return (
    <>
      <p className={`small muted ${styles.count}`} aria-live="polite">
        {t('adminPay.lead', { count: total })}
      </p>
      <PaymentsTable payments={payments} onRefund={setChosen} />
      {payments.length < total && (
        <div className={styles.more}>
          <Button size="s" busy={query.isFetching} onClick={() => setLimit(limit + PAGE)}>
            {t('adminPay.more')}
          </Button>
        </div>
      )}
      {chosen && <RefundDialog payment={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

const columns = ['date', 'payer', 'for', 'amount', 'refunded', 'actions'] as const;

interface TableProps {
  payments: readonly AdminPayment[];
  onRefund: (payment: AdminPayment) => void;
}

function PaymentsTable({ payments, onRefund }: TableProps) {
  const { t } = useTranslation('billing');
  return (
    <Table caption={t('adminPay.title')} className={table.table}>
      <ColumnHeads names={columns.map((column) => t(`adminPay.${column}`))} />
      <tbody>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} onRefund={onRefund} />
        ))}
      </tbody>
    </Table>
  );
}

function PaymentRow({ payment, onRefund }: Pick<TableProps, 'onRefund'> & { payment: AdminPayment }) {
  const { t } = useTranslation('billing');
  const { dateTime, money } = useFormat();
  const { reference_kind: kind, amount_cents, refunded_cents, currency, name, email } = payment;
  const known = kind === 'subscription' || kind === 'appointment' ? kind : 'other';
  return (
    <tr>
      <th scope="row">{dateTime(payment.paid_at)}</th>
      <td data-label={t('adminPay.payer')}>
        <span>
          {name ?? t('adminPay.gone')}
          <span className={table.second}>{email}</span>
        </span>
      </td>
      <td data-label={t('adminPay.for')}>{t(`adminPay.kind.${known}`)}</td>
      <td data-label={t('adminPay.amount')}>{money(amount_cents, currency)}</td>
      <td data-label={t('adminPay.refunded')}>{refunded_cents > 0 ? money(refunded_cents, currency) : '–'}</td>
      <td className={table.action}>
        {refunded_cents < amount_cents ? (
          <Button
            size="xs"
            onClick={() => onRefund(payment)}
            aria-label={`${t('adminPay.refund')}: ${name ?? payment.id}`}
          >
            {t('adminPay.refund')}
          </Button>
        ) : (
          <span className="small muted">{t('adminPay.full')}</span>
        )}
      </td>
    </tr>
  );
}
