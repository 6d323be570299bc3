import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPayment } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { isAlreadySent, useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { exactCentsOf } from '../amount.ts';

interface Props {
  payment: AdminPayment;
  onClose: () => void;
}

/** Refunds a payment. The initial amount is the whole remaining amount. */
export function RefundDialog({ payment, onClose }: Props) {
  const { t } = useTranslation('billing');
  const { date, money } = useFormat();
  const { left_cents } = payment;
  const [amount, setAmount] = useState((left_cents / 100).toFixed(2));
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const refund = useRefund(payment, onClose);
  const cents = exactCentsOf(amount);
  const isAmount = cents !== null && cents >= 1 && cents <= left_cents;
  const left = money(left_cents, payment.currency);
  const submit = () => {
    setAsked(true);
    if (isAmount && reason.trim()) refund.begin(cents, reason.trim());
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('adminPay.refundTitle')}
      lead={t('adminPay.refundLead', {
        name: payment.name ?? t('adminPay.gone'),
        amount: money(payment.amount_cents, payment.currency),
        day: date(payment.paid_at),
        left,
      })}
      action={t('adminPay.refundDo', { amount: money(isAmount ? cents : 0, payment.currency) })}
      look={{ variant: 'danger', size: 's' }}
      busy={refund.isPending}
      onSubmit={submit}
    >
      <TextField
        label={t('adminPay.refundAmount', { currency: payment.currency.toUpperCase() })}
        inputMode="decimal"
        value={amount}
        error={isAsked && !isAmount ? t('adminPay.refundWrong', { left }) : undefined}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextField
        label={t('adminPay.refundReason')}
        hint={t('adminPay.refundReasonHint')}
        maxLength={500}
        value={reason}
        error={isAsked && !reason.trim() ? t('adminPay.refundNoReason') : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

/**
 * Sends the refund. All attempts of one dialog share one idempotency key. If an earlier attempt with another amount or
 * reason reached the service, the dialog closes, so that the administrator sees the refund before ordering another. The
 * ledger records the refund a moment after it was ordered, so the payments are loaded again after 1.5 seconds.
 */
function useRefund(payment: AdminPayment, onClose: () => void) {
  const { t } = useTranslation('billing');
  const { money } = useFormat();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [idempotency_key] = useState(() => crypto.randomUUID());
  const reload = () => void queries.invalidateQueries({ queryKey: api.billing.adminListPayments.key() });
  const { mutate, isPending } = useMutation(
    api.billing.adminRefundPayment.mutationOptions({
      onSuccess(_payment, { amount_cents }) {
        onClose();
        toast({ kind: 'success', title: t('adminPay.refundDone', { amount: money(amount_cents, payment.currency) }) });
        setTimeout(reload, 1500);
      },
      onError(error) {
        if (!isAlreadySent(error)) return void toast({ kind: 'error', title: errorText(error) });
        onClose();
        toast({ kind: 'error', title: t('adminPay.refundAlready') });
        reload();
      },
    }),
  );
  const begin = (amount_cents: number, reason: string) =>
    mutate({ payment_id: payment.id, amount_cents, reason, idempotency_key });
  return { begin, isPending };
}
