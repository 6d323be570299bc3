import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { isAlreadySent, useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { centsOf, unitsOf } from '../amount.ts';
import { refreshAdmin } from './refresh.ts';

interface Props {
  appointmentId: string;
  payment: { id: string; currency: string };
  left_cents: number;
  onClose: () => void;
}

/**
 * Sends the refund. All attempts of one dialog share one idempotency key, so a second click has no effect. If an
 * earlier attempt with another amount or reason succeeded, the dialog closes. The coordinator then sees that refund
 * before ordering another.
 */
function useRefund({ appointmentId, payment, onClose }: Props) {
  const { t } = useTranslation('admin');
  const [idempotency_key] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useMutation(
    api.appointmentsAdmin.adminRefundAppointment.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('refund.done') });
        onClose();
      },
      onError(error) {
        if (!isAlreadySent(error)) return;
        toast({ kind: 'error', title: t('refund.already') });
        onClose();
      },
      onSettled: refreshAdmin,
    }),
  );
  const refund = (amount_cents: number, reason: string) =>
    mutate({ appointment_id: appointmentId, payment_id: payment.id, amount_cents, reason, idempotency_key });
  return { refund, isPending, error };
}

/** Refunds a payment in full or in part. */
export function RefundDialog(props: Props) {
  const { payment, left_cents, onClose } = props;
  const { t } = useTranslation('admin');
  const { money } = useFormat();
  const errorText = useErrorText();
  const [amount, setAmount] = useState(unitsOf(left_cents));
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { refund, isPending, error } = useRefund(props);
  const left = money(left_cents, payment.currency);
  const cents = centsOf(amount);
  const isAmountWrong = cents === null || cents < 1 || cents > left_cents;

  function send() {
    setIsTried(true);
    if (!isAmountWrong && reason.trim()) refund(cents, reason.trim());
  }

  return (
    <FormDialog
      size="s"
      onClose={onClose}
      title={t('refund.title')}
      lead={t('refund.lead', { amount: left })}
      action={t('refund.send')}
      look={{ variant: 'danger', size: 's' }}
      busy={isPending}
      onSubmit={send}
      problem={error && errorText(error)}
    >
      <TextField
        label={`${t('refund.amount')} (${payment.currency})`}
        type="number"
        step="0.01"
        min="0"
        inputMode="decimal"
        value={amount}
        error={isTried && isAmountWrong && t('refund.amountWrong', { amount: left })}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextField
        label={t('reason.label')}
        maxLength={500}
        value={reason}
        error={isTried && !reason.trim() && t('reason.missing')}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
