import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import styles from './cards.module.css';
import { timeLeft } from './countdown.ts';

interface Props {
  appointment: MyAppointment;
  until: string;
  /** Twice a minute. */
  now: number;
}

/** Not announced: a clock that speaks is no help. */
export function OfferCountdown({ appointment: { offer, created_at }, until, now }: Props) {
  const { t } = useTranslation('appointments');
  const { short } = useZoned();
  const { hours, minutes, isOver, share } = timeLeft(offer?.created_at ?? created_at, until, now);
  return (
    <>
      <p className={styles.count}>
        <time dateTime={until}>{isOver ? t('offer.expired') : t('offer.left', { hours, minutes })}</time>
        <small>{t(isOver ? 'offer.since' : 'offer.until', { moment: short(until, ownZone()) })}</small>
      </p>
      <svg className={styles.bar} viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="3" />
        <rect width={share} height="3" className={styles.rest} />
      </svg>
    </>
  );
}
