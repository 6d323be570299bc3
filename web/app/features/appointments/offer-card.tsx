import { ExternalLink } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { freeCancelHours, freeCancelUntil } from '#contract/cancellation.ts';
import { useFormat } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './cards.module.css';
import { Facts } from './facts.tsx';
import { type Hold, QuoteStep } from './quote-step.tsx';
import { type PayIn, usePayment } from './use-payment.ts';
import { isToChoose, useMomentOf, useTitleOf } from './words.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { timeLeft } from './countdown.ts';

/** Few offers have several times, and the dashboard is drawn without it. */
const TimeChoice = lazy(async () => ({ default: (await import('./time-choice.tsx')).TimeChoice }));

interface Props {
  appointment: MyAppointment;
  payIn?: PayIn;
  onDetails?: () => void;
}

export function OfferCard({ appointment, payIn = 'tab', onDetails }: Props) {
  const { t } = useTranslation('appointments');
  const { money } = useFormat();
  const titleOf = useTitleOf();
  const moment = useMomentOf()(appointment);
  const payment = usePayment(appointment, payIn);
  const now = useNow();
  const { payment_expires_at, final_amount_cents, final_currency } = appointment;
  const said = appointment.offer?.public_note || appointment.shared_details;
  const isOver = payment_expires_at !== null && Date.parse(payment_expires_at) <= now;
  const hold = holdOf(appointment.offer, now);
  const isOpen = appointment.offer !== null && isToChoose(appointment.offer);
  const price = final_amount_cents === null ? undefined : money(final_amount_cents, final_currency ?? undefined);

  return (
    <Card raised className={styles.offer}>
      <StatusBadge tone="awaiting">{t('status.awaiting_payment')}</StatusBadge>
      <div className={styles.lead}>
        <div>
          <h3 className="h3">{titleOf(appointment)}</h3>
          {isOpen && <p className="muted">{t('offer.keptTimes', { number: appointment.offer?.times.length ?? 0 })}</p>}
          {!isOpen && moment && <p className="muted">{moment.there}</p>}
          {!isOpen && moment?.here && <p className="small muted">{moment.here}</p>}
        </div>
        {payment_expires_at && <OfferCountdown appointment={appointment} until={payment_expires_at} now={now} />}
      </div>
      <Facts
        wide
        facts={[
          [t('fact.with'), appointment.provider_name],
          [t('fact.price'), price && <strong>{price}</strong>],
          [t('fact.where'), appointment.is_video ? t('byVideo') : appointment.provider_address],
          [t('fact.phone'), appointment.provider_phone && <bdi dir="ltr">{appointment.provider_phone}</bdi>],
        ]}
      />
      {said && (
        <div className={styles.said}>
          <strong>{t('fromTeam')}</strong>
          <p dir="auto">{said}</p>
        </div>
      )}
      {!isOver && appointment.offer && appointment.offer.times.length > 1 && (
        <Suspense fallback={<SkeletonRows rows={appointment.offer.times.length} />}>
          <TimeChoice
            id={appointment.id}
            times={appointment.offer.times}
            onChosen={() => payment.setHasAgreed(false)}
          />
        </Suspense>
      )}
      {!isOver && !isOpen && <CancellationTerms scheduledAt={appointment.scheduled_at} now={now} />}
      {!isOver && <QuoteStep appointment={appointment} payment={payment} hold={hold} />}
      <div className={styles.actions}>
        {isOver ? (
          <span className="small">{t('offer.over')}</span>
        ) : hold ? null : (
          <>
            <Button variant="primary" busy={payment.isPending} onClick={payment.pay}>
              {t('offer.pay')}
              <Icon as={ExternalLink} size="s" />
            </Button>
            <span className="small muted">{t(payIn === 'tab' ? 'offer.newTab' : 'offer.sameTab')}</span>
          </>
        )}
        {onDetails && (
          <Button variant="quiet" size="s" className={styles.end} onClick={onDetails}>
            {t('details')}
          </Button>
        )}
      </div>
      {payment.problem && (
        <p className={styles.problem} role="alert">
          {payment.problem}
        </p>
      )}
    </Card>
  );
}

/** Why the offer cannot be paid yet. */
function holdOf(offer: MyAppointment['offer'], now: number): Hold | undefined {
  if (!offer) return undefined;
  if (offer.missing.length > 0) return { kind: 'incomplete' };
  if (isToChoose(offer)) return { kind: 'choice' };
  const from = offer.payable_from;
  return from !== null && Date.parse(from) > now ? { kind: 'reflection', until: from } : undefined;
}

/** Our terms of cancellation, before the payment. The quote says them in full. */
function CancellationTerms({ scheduledAt, now }: { scheduledAt: string | null; now: number }) {
  const { t } = useTranslation('appointments');
  const { dateTime } = useFormat();
  if (!scheduledAt) return null;
  const until = freeCancelUntil(new Date(scheduledAt));
  return (
    <p className="small">
      {until.getTime() > now
        ? t('offer.cancelFree', { moment: dateTime(until.toISOString()) })
        : t('offer.cancelLate', { hours: freeCancelHours })}
    </p>
  );
}

interface OfferCountdownProps {
  appointment: MyAppointment;
  until: string;
  /** Twice a minute. */
  now: number;
}

/** Not announced to screen readers: a speaking clock disturbs. */
function OfferCountdown({ appointment: { offer, created_at }, until, now }: OfferCountdownProps) {
  const { t } = useTranslation('appointments');
  const { short } = useZoned();
  const { isOver, share } = timeLeft(offer?.created_at ?? created_at, until, now);
  return (
    <>
      <p className={styles.count}>
        {isOver ? <time dateTime={until}>{t('offer.expired')}</time> : <Countdown until={until} />}
        <small>{t(isOver ? 'offer.since' : 'offer.until', { moment: short(until, ownZone()) })}</small>
      </p>
      <svg className={styles.bar} viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="3" />
        <rect width={share} height="3" className={styles.rest} />
      </svg>
    </>
  );
}
