import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { toneOf } from '#web/lib/appointment-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './cards.module.css';
import { useMomentOf, useTitleOf } from './words.ts';

/** A row in the list of requests. */
export function StandardCard({ appointment, onDetails }: { appointment: MyAppointment; onDetails: () => void }) {
  const { t } = useTranslation('appointments');
  const titleOf = useTitleOf();
  const status = appointment.status_canonical;
  return (
    <article className={styles.standard} aria-label={titleOf(appointment)}>
      <h3 className={styles.name}>{titleOf(appointment)}</h3>
      <StatusBadge tone={toneOf[status]}>{t(`status.${status}`)}</StatusBadge>
      <p className="small muted">
        <Sentence appointment={appointment} />
      </p>
      <Button variant="quiet" size="s" onClick={onDetails}>
        {t('details')}
        {appointment.unread_messages > 0 && (
          <span className={styles.unread}>{t('unread', { count: appointment.unread_messages })}</span>
        )}
      </Button>
    </article>
  );
}

/** Shows the state of an appointment in one line. */
function Sentence({ appointment }: { appointment: MyAppointment }) {
  const { t } = useTranslation('appointments');
  const { date } = useFormat();
  const moment = useMomentOf()(appointment);
  const { status_canonical: status, created_at, open_wish, has_expired_offer } = appointment;
  const requested = t('requestedOn', { date: date(created_at) });
  if (open_wish) return `${requested} ${t(`wish.${open_wish}.waits`)}`;
  if (status === 'confirmed' && moment) return moment.there;
  if (has_expired_offer && (status === 'pending' || status === 'in_progress')) return `${requested} ${t('offer.over')}`;
  return `${requested} ${t(`standing.${status}`)}`;
}
