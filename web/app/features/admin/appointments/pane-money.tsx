import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointmentDetail } from '#contract/appointments-admin.ts';
import { call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { PaneSection } from './pane-section.tsx';
import { leftOf } from './refund-rule.ts';
import styles from './pane.module.css';
import { RefundDialog } from './refund-dialog.tsx';

type Payment = AdminAppointmentDetail['payments'][number];

/** Lists all offers of the appointment, and the payments for them. */
export function PaneMoney({ detail: { appointment, offers, payments } }: { detail: AdminAppointmentDetail }) {
  const { t } = useTranslation(['admin', 'billing']);
  const { money, dateTime } = useFormat();
  const { short } = useZoned();
  const [refunding, setRefunding] = useState<Payment>();
  if (offers.length + payments.length === 0) return null;
  return (
    <PaneSection title={t('money.title')}>
      <Stack as="ul" gap={10} className={styles.lines}>
        {offers.map((offer) => (
          <li key={offer.id}>
            <span>
              <bdi>{offer.provider_name}</bdi>, {short(offer.scheduled_at, offer.timezone)}
              <small>
                {t(`offerState.${offer.state}`)}
                {offer.accepted_at && `, ${t('money.accepted')}`}
              </small>
            </span>
            <strong className="num">{money(offer.patient_price_cents, offer.currency)}</strong>
            {offer.quote && <QuoteButton appointmentId={appointment.id} quote={offer.quote} />}
          </li>
        ))}
        {payments.map((payment) => (
          <li key={payment.id}>
            <span>
              {t(`paymentStatus.${payment.status}`)}, {dateTime(payment.paid_at)}
              {payment.outcome !== 'confirmed' && <small>{t(`paymentOutcome.${payment.outcome}`)}</small>}
              {payment.refunded_cents > 0 && (
                <small>{t('money.refunded', { amount: money(payment.refunded_cents, payment.currency) })}</small>
              )}
              {payment.dispute && (
                <small>
                  <LocalisedLink to={`/admin/payments/disputes/${payment.dispute.id}`}>
                    {t(`billing:adminPay.dispute.${payment.dispute.status}`)}
                  </LocalisedLink>
                </small>
              )}
              {payment.lost_cents > 0 && (
                <small>{t('money.lost', { amount: money(payment.lost_cents, payment.currency) })}</small>
              )}
              {payment.has_failed_refund && <small className={styles.failed}>{t('money.refundFailed')}</small>}
            </span>
            <strong className="num">{money(payment.amount_cents, payment.currency)}</strong>
            {refundableOf(payment) > 0 && (
              <Button size="xs" onClick={() => setRefunding(payment)}>
                {t('refund.open')}
              </Button>
            )}
          </li>
        ))}
      </Stack>
      {refunding && (
        <RefundDialog
          appointmentId={appointment.id}
          payment={refunding}
          left_cents={refundableOf(refunding)}
          onClose={() => setRefunding(undefined)}
        />
      )}
    </PaneSection>
  );
}

interface QuoteProps {
  appointmentId: string;
  quote: NonNullable<AdminAppointmentDetail['offers'][number]['quote']>;
}

/** A button that downloads the quote of an offer, even if another offer has replaced this offer. */
function QuoteButton({ appointmentId, quote: { number, version } }: QuoteProps) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call.appointmentsAdmin.adminGetQuote({ appointment_id: appointmentId, version }),
    onSuccess: (file) => download(file, file.name),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <IconButton
      icon={FileText}
      size="s"
      label={t('money.quote', { number })}
      disabled={isPending}
      onClick={() => mutate()}
    />
  );
}

/** Returns the amount that can be refunded now. It is zero while the payment is disputed. */
const refundableOf = (payment: Payment): number => (isOpen(payment.dispute) ? 0 : leftOf(payment));

const isOpen = (dispute: Payment['dispute']): boolean =>
  dispute?.status === 'needs_response' || dispute?.status === 'under_review';
