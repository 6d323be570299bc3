import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits } from '#contract/appointments.ts';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { CancelledBy } from '#contract/cancellation.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { serviceNow } from '#web/lib/service-clock.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { unitsOf } from '../amount.ts';
import styles from './cancel-dialog.module.css';
import { leftOf, ruleFor, typedRefund } from './refund-rule.ts';
import { refreshAdmin } from './refresh.ts';
import { needsReason } from './status-rules.ts';

interface Props {
  row: AdminAppointment;
  onUndo: (changeId: string) => void;
  onClose: () => void;
}

/**
 * Cancels one appointment. The dialog shows who cancels, the refund, and the email to the patient. Nothing is sent
 * while the change can be undone.
 */
export function CancelDialog({ row, onUndo, onClose }: Props) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [by, setBy] = useState<CancelledBy>(row.open_wish === 'cancel' ? 'patient' : 'practitioner');
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { left_cents, query } = useLeft(row.payment);
  const refund = useRefund(row, by, left_cents);
  const isNoteMissing = needsReason(row, 'cancelled') && !note.trim();
  const { mutate, isPending, error } = useMutation(
    api.appointmentsAdmin.adminCancelAppointment.mutationOptions({
      onSuccess: ({ change_id }) => {
        toast({
          kind: 'success',
          title: t('cancel.done', { seconds: AppointmentLimits.undo_s }),
          visible_ms: (AppointmentLimits.undo_s - 1) * 1000,
          action: { label: t('undo'), run: () => onUndo(change_id) },
        });
        onClose();
      },
      onSettled: refreshAdmin,
    }),
  );

  function send() {
    setIsTried(true);
    if (refund.cents === null || isNoteMissing) return;
    mutate({ appointment_id: row.id, cancelled_by: by, refund_cents: refund.cents, note: note.trim() });
  }

  return (
    <FormDialog
      size="s"
      onClose={onClose}
      title={t('cancel.title')}
      lead={t('cancel.lead', { name: row.patient_full_name || row.patient_email, seconds: AppointmentLimits.undo_s })}
      action={t('cancel.send')}
      wayOut={t('cancel.keep')}
      look={{ variant: 'danger', size: 's' }}
      busy={isPending}
      disabled={left_cents === undefined}
      onSubmit={send}
      problem={error && errorText(error)}
    >
      <Stack gap={8} align="start">
        <span className="small">{t('cancel.by')}</span>
        <SegmentedControl
          label={t('cancel.by')}
          size="s"
          value={by}
          options={CancelledBy.map((value) => ({ value, label: t(`cancel.by.${value}`) }))}
          onChange={setBy}
        />
      </Stack>
      {left_cents === undefined && <Unknown query={query} />}
      {refund.left_cents > 0 && (
        <TextField
          label={`${t('cancel.refund')} (${refund.currency})`}
          hint={refund.rule}
          inputMode="decimal"
          value={refund.amount}
          error={isTried && refund.cents === null && t('cancel.refundWrong', { left: refund.left })}
          onChange={(event) => refund.write(event.target.value)}
        />
      )}
      <TextArea
        label={t('cancel.note')}
        hint={t('cancel.noteHint')}
        rows={2}
        maxLength={AppointmentLimits.note}
        value={note}
        error={isTried && isNoteMissing && t('reason.missing')}
        onChange={(event) => setNote(event.target.value)}
      />
      <Preview note={note} refund={refund} />
    </FormDialog>
  );
}

/**
 * Computes the refund of a cancellation. The refund follows the terms of the offer until the administrator types
 * another amount. If the terms do not determine an amount, the administrator must type one.
 */
function useRefund(row: AdminAppointment, cancelledBy: CancelledBy, known_cents: number | undefined) {
  const { t } = useTranslation('admin');
  const { money } = useFormat();
  const [opened] = useState(() => new Date(serviceNow()));
  const [written, write] = useState<string>();
  const currency = row.payment?.currency ?? '';
  // If the clinic could not keep the booked slot and offered alternatives, the refund is the same as if the
  // practitioner cancelled, no matter who cancels.
  const by = row.alternatives ? 'practitioner' : cancelledBy;
  const left_cents = known_cents ?? 0;
  const { byRule, rule, hours } = ruleFor(row, { by, left_cents, now: opened });
  const left = money(left_cents, currency);
  const amount = written ?? unitsOf(byRule);
  const back_cents = byRule ?? left_cents;
  const values = { amount: money(back_cents, currency), kept: money(left_cents - back_cents, currency), hours };
  return {
    left_cents,
    left,
    currency,
    amount,
    write,
    cents: typedRefund(amount, known_cents),
    rule: t(`cancel.rule.${rule}`, values),
  };
}

/**
 * Loads the part of the payment that can still be refunded. The row cannot tell this amount, because it does not
 * include refunds that are ordered but not made yet. The result is undefined until the payment is loaded.
 */
function useLeft(payment: AdminAppointment['payment']) {
  const query = useQuery({
    ...api.appointmentsAdmin.adminListAppointmentPayments.queryOptions({
      input: { payment_ids: payment ? [payment.id] : [] },
    }),
    enabled: payment !== null,
  });
  const [known] = query.data?.rows ?? [];
  return { left_cents: payment ? known && leftOf(known) : 0, query };
}

/** Shown in place of the refund while the payment is loading, or if it could not be loaded. */
function Unknown({ query }: Pick<ReturnType<typeof useLeft>, 'query'>) {
  if (!query.isError) return <SkeletonRows rows={1} />;
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
}

/** Shows the exact text of the email, in the administrator's language. */
function Preview({ note, refund }: { note: string; refund: ReturnType<typeof useRefund> }) {
  const { t } = useTranslation('admin');
  const { money } = useFormat();
  const { left_cents, cents, currency } = refund;
  const outcome = cents ? 'refunded' : 'notRefunded';
  return (
    <Stack gap={8} className={styles.preview}>
      <span className="small muted">{t('cancel.preview')}</span>
      <p className="small">
        {t('cancel.mail')}{' '}
        {left_cents > 0 && cents !== null && t(`cancel.mail.${outcome}`, { amount: money(cents, currency) })}
      </p>
      {note.trim() && (
        <p className="small" dir="auto">
          {note.trim()}
        </p>
      )}
    </Stack>
  );
}
