import { useTranslation } from 'react-i18next';
import type { AdminAppointment, AdminTime } from '#contract/appointments-admin.ts';
import { cityOfZone } from '#contract/zone.ts';
import { toneOfVisit } from '#web/lib/visit-words.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { Stack } from '#web/ui/layout.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { PaneSection } from './pane-section.tsx';
import styles from './pane.module.css';

/** Lists the times that an open offer reserves, or the booked time after the payment. */
export function PaneTimes({ appointment: { times, alternatives } }: { appointment: AdminAppointment }) {
  const { t } = useTranslation('admin');
  const { short, moment } = useZoned();
  const until = times.find(({ held_until }) => held_until)?.held_until;
  if (times.length === 0 && !alternatives) return null;
  return (
    <PaneSection
      title={t('times.title')}
      aside={until && <small className="muted">{t('times.until', { moment: short(until, ownZone()) })}</small>}
    >
      {alternatives && (
        <p className="small">
          <strong>
            {t(alternatives.is_over ? 'alternatives.isOver' : 'alternatives.runs', {
              moment: short(alternatives.until, ownZone()),
            })}
          </strong>
          {'. '}
          {t('alternatives.was', { moment: moment(alternatives.was_at, alternatives.timezone) })}
        </p>
      )}
      <Stack as="ul" gap={8} className={styles.times}>
        {times.map((time) => (
          <Time key={time.id} time={time} />
        ))}
      </Stack>
    </PaneSection>
  );
}

function Time({ time }: { time: AdminTime }) {
  const { t } = useTranslation(['admin', 'appointments']);
  const { moment } = useZoned();
  const where = [time.practitioner_name, time.site_name, time.room_name].filter(Boolean).join(', ');
  const city = cityOfZone(time.timezone);
  return (
    <li>
      <span>
        {t('appointments:placeTime', { moment: moment(time.starts_at, time.timezone), city })}
        <small className="muted" dir="auto">
          {where}
        </small>
      </span>
      <StatusBadge tone={toneOfVisit[time.state]}>
        {time.state === 'held' && time.is_chosen ? t('times.chosen') : t(`times.state.${time.state}`)}
      </StatusBadge>
    </li>
  );
}
