import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '#contract/dates.ts';
import { cityOfZone } from '#contract/zone.ts';
import { toneOf, useTreatmentName } from '#web/lib/appointment-words.ts';
import type { Day } from '#web/lib/calendar.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { useZoned } from '#web/lib/zoned.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './calendar.module.css';
import type { Scheduled } from './hours-view.tsx';

interface DayProps {
  day: Day;
  isOther: boolean;
  isToday: boolean;
  zone: string;
  rows: readonly Scheduled[];
}

/** Lists the appointments of a day, one below the other. */
export function DayCell({ day, isOther, isToday, zone, rows }: DayProps) {
  const locale = useLocale();
  const name = dateFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(day));
  return (
    <Stack
      as="li"
      gap={6}
      className={styles.day}
      data-other={isOther || undefined}
      data-empty={rows.length === 0 || undefined}
    >
      <h2 aria-current={isToday ? 'date' : undefined}>{name}</h2>
      {rows.map((row) => (
        <Entry key={row.appointment_id} row={row} zone={zone} />
      ))}
    </Stack>
  );
}

function Entry({ row, zone }: { row: Scheduled; zone: string }) {
  const { t } = useTranslation(['admin', 'appointments']);
  const { time, isSame } = useZoned();
  const treatment = useTreatmentName();
  const there = isSame(row.scheduled_at, zone, row.timezone)
    ? undefined
    : t('calendar.there', { time: time(row.scheduled_at, row.timezone), city: cityOfZone(row.timezone) });
  return (
    <LocalisedLink to={`/admin?a=${row.appointment_id}`} className={styles.entry} data-tone={toneOf[row.status]}>
      <strong className="num">{time(row.scheduled_at, zone)}</strong> {row.patient_full_name}
      <small>
        {treatment(row.requested_treatment)}, {row.city_target}
      </small>
      <small>{[row.provider_name, t(`appointments:status.${row.status}`), there].filter(Boolean).join(' · ')}</small>
      {row.is_double_booked && (
        <small className={styles.double}>
          <Icon as={TriangleAlert} size="s" />
          {t('calendar.doubleBooked')}
        </small>
      )}
    </LocalisedLink>
  );
}
