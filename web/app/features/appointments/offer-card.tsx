import { ExternalLink, FileText } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { takeAddress } from '#web/lib/use-direct-services.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PaperLanguages } from '#web/ui/paper-languages.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './cards.module.css';
import { Facts } from './facts.tsx';
import { Terms } from './terms.tsx';
import { useFile } from './use-file.ts';
import { type PayIn, type Payment, usePayment } from './use-payment.ts';
import { isToChoose, useMomentOf, useTitleOf, useWho } from './words.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { Row } from '#web/ui/layout.tsx';
import { timeLeft } from './countdown.ts';

/** `TimeChoice` is loaded on demand, because few offers have several times. */
const TimeChoice = lazy(async () => ({ default: (await import('./time-choice.tsx')).TimeChoice }));

const BirthDateStep = lazy(() => import('#web/lib/birth-date-step.tsx'));

interface Props {
  appointment: MyAppointment;
  payIn?: PayIn;
  onDetails?: () => void;
}

export function OfferCard({ appointment, payIn = 'tab', onDetails }: Props) {
  const { t } = useTranslation(['appointments', 'account']);
  const titleOf = useTitleOf();
  const moment = useMomentOf()(appointment);
  const payment = usePayment(appointment, payIn);
  const payButton = useRef<HTMLButtonElement>(null);
  const now = useNow();
  const { payment_expires_at, final_checkout_url } = appointment;
  const times = appointment.offer?.times ?? [];
  const said = appointment.offer?.public_note || appointment.shared_details;
  const isOver = final_checkout_url === null || (payment_expires_at !== null && Date.parse(payment_expires_at) <= now);
  const hold = holdOf(appointment.offer, now);
  const isOpen = appointment.offer !== null && isToChoose(appointment.offer);
  /** Browsers open a tab only at a click, so the patient has to press the button again. */
  const goOn = () => {
    payment.forgetProblem();
    if (payIn === 'here') return payment.pay();
    toast({ kind: 'success', title: t('account:profile.saved') });
    payButton.current?.focus();
  };

  return (
    <Card raised>
      <StatusBadge tone="awaiting">{t('status.awaiting_payment')}</StatusBadge>
      <div className={styles.lead}>
        <div>
          <h3 className="h3">{titleOf(appointment)}</h3>
          {isOpen && times.length > 1 && <p className="muted">{t('offer.keptTimes', { number: times.length })}</p>}
          {!isOpen && moment && <p className="muted">{moment.there}</p>}
          {!isOpen && moment?.here && <p className="small muted">{moment.here}</p>}
        </div>
        {payment_expires_at && <OfferCountdown appointment={appointment} until={payment_expires_at} now={now} />}
      </div>
      <OfferFacts appointment={appointment} />
      {said && (
        <div className={styles.said}>
          <strong>{t('fromTeam')}</strong>
          <p dir="auto">{said}</p>
        </div>
      )}
      {!isOver && (isOpen || times.length > 1) && (
        <Suspense fallback={<SkeletonRows rows={times.length} />}>
          <TimeChoice id={appointment.id} times={times} onChosen={() => payment.setHasAgreed(false)} />
        </Suspense>
      )}
      {!isOver && !isOpen && <OfferTerms appointment={appointment} />}
      {!isOver && <QuoteStep appointment={appointment} payment={payment} hold={hold} />}
      <Row gap={14} rowGap={8} align="center" wrap className={styles.actions}>
        {isOver ? (
          <Over isDirect={appointment.offer?.is_direct ?? false} />
        ) : hold ? null : (
          <>
            <Button ref={payButton} variant="primary" busy={payment.isPending} onClick={payment.pay}>
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
      </Row>
      {payment.problem && (
        <p className={styles.problem} role="alert">
          {payment.problem}
        </p>
      )}
      {payment.needsBirthDate && (
        <Suspense>
          <BirthDateStep onGiven={goOn} />
        </Suspense>
      )}
    </Card>
  );
}

/** Returns the reason why the offer cannot be paid yet, or undefined if it can be paid. */
function holdOf(offer: MyAppointment['offer'], now: number): Hold | undefined {
  if (!offer) return undefined;
  if (offer.missing.length > 0) return { kind: 'incomplete' };
  if (isToChoose(offer)) return { kind: 'choice' };
  const from = offer.payable_from;
  return from !== null && Date.parse(from) > now ? { kind: 'reflection', until: from } : undefined;
}

/** Shows the practitioner, price, place and phone number of an offer. */
function OfferFacts({ appointment }: Pick<Props, 'appointment'>) {
  const { offer, final_amount_cents, final_currency, ...at } = appointment;
  const who = useWho()(appointment);
  const { t } = useTranslation('appointments');
  const { money } = useFormat();
  const amount = (cents: number) => money(cents, final_currency ?? undefined);
  const isInParts = offer !== null && offer.rest_cents > 0;
  const price = final_amount_cents !== null && amount(final_amount_cents);
  return (
    <Facts
      wide
      facts={[
        [t('fact.with'), who],
        [t('fact.price'), isInParts ? price : price && <strong>{price}</strong>],
        [t('fact.dueNow'), isInParts && <strong>{amount(offer.due_cents)}</strong>],
        [t('fact.rest'), isInParts && amount(offer.rest_cents)],
        [t('fact.where'), at.is_video ? t('byVideo') : at.provider_address],
        [t('fact.phone'), at.provider_phone && <bdi dir="ltr">{at.provider_phone}</bdi>],
      ]}
    />
  );
}

/** Shows the cost of a later cancellation, so that the patient knows this cost before paying. */
function OfferTerms({ appointment: { offer, scheduled_at, timezone, final_currency } }: Pick<Props, 'appointment'>) {
  if (!offer || !scheduled_at) return null;
  return <Terms terms={offer} scheduled_at={scheduled_at} timezone={timezone} currency={final_currency} />;
}

/**
 * The notice that an offer has ended. If the patient booked the time directly, the time is free again, and the patient
 * can book it again. Otherwise the patient can ask the team for a new offer.
 */
function Over({ isDirect }: { isDirect: boolean }) {
  const { t } = useTranslation('appointments');
  return (
    <>
      <span className="small">{t(isDirect ? 'offer.directOver' : 'offer.over')}</span>
      {isDirect && (
        <LocalisedLink to={takeAddress} className={buttonClass({ size: 's' })}>
          {t('launcher.take')}
        </LocalisedLink>
      )}
    </>
  );
}

interface OfferCountdownProps {
  appointment: MyAppointment;
  until: string;
  /** The current time, updated twice a minute. */
  now: number;
}

/**
 * Shows the time left until the offer ends. Screen readers do not announce the countdown, because constant
 * announcements would disturb the patient.
 */
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

type Hold = { readonly kind: 'incomplete' | 'choice' } | { readonly kind: 'reflection'; readonly until: string };

interface QuoteStepProps {
  appointment: MyAppointment;
  payment: Payment;
  /** The reason why the patient can read the quote, but cannot accept or pay it yet. */
  hold: Hold | undefined;
}

/**
 * Shows the quote, which the patient can read before and after accepting it. The patient accepts the quote only once.
 */
function QuoteStep({ appointment, payment, hold }: QuoteStepProps) {
  const { t } = useTranslation('appointments');
  const { dateTime } = useFormat();
  const { id, number, offer } = appointment;
  const quote = useFile(() => call.appointments.getAppointmentQuote({ appointment_id: id }), `${number}.pdf`);
  if (!offer) return null;
  return (
    <Row gap={20} rowGap={12} align="center" wrap className={styles.quote}>
      <Button size="s" busy={quote.isPending} onClick={quote.get}>
        <Icon as={FileText} size="s" />
        {t('offer.quote')}
      </Button>
      {hold ? (
        <p className="small">
          {hold.kind === 'reflection'
            ? t('offer.reflection', { moment: dateTime(hold.until) })
            : t(hold.kind === 'choice' ? 'offer.chooseFirst' : 'offer.incomplete')}
        </p>
      ) : offer.accepted_at ? (
        <p className="small muted">{t('offer.accepted', { moment: dateTime(offer.accepted_at) })}</p>
      ) : (
        <Checkbox
          label={t('offer.agree')}
          checked={payment.hasAgreed}
          error={payment.agreementFault}
          onChange={(event) => payment.setHasAgreed(event.target.checked)}
        />
      )}
      <PaperLanguages />
    </Row>
  );
}
