import { useTranslation } from 'react-i18next';
import { AgendaLimits } from '#contract/agenda.ts';
import { dayIn } from '#web/lib/day.ts';
import { useFormat } from '#web/lib/format.ts';
import { NoMatch } from '#web/lib/no-match.tsx';
import { isCut, shownRows } from '#web/lib/shown-rows.ts';
import { visitsOn } from '#web/lib/visit-words.ts';
import { Screen, States } from '../screen.tsx';
import styles from './calendar.module.css';
import { Filters, Period, Tools } from './calendar-tools.tsx';
import { DayCell } from './day-cell.tsx';
import type { VisitDetails } from './desk-visit-dialog.tsx';
import { HoursView, type Scheduled } from './hours-view.tsx';
import { type Calendar, useCalendar } from './use-calendar.ts';

/**
 * The calendar of offered, confirmed and completed appointments. Days and times are in the chosen time zone. If the
 * place of an appointment is in another time zone, the appointment also shows its local time and its city.
 */
export function CalendarScreen({ details }: { details: VisitDetails }) {
  const { t } = useTranslation('admin');
  const calendar = useCalendar();
  const { hasHours, booked, scheduled } = calendar;
  const states = { isEmpty: () => false, empty: { title: '', text: '' } };
  return (
    <Screen title={t('place.calendar')} lead={<Period calendar={calendar} />} tools={<Tools calendar={calendar} />}>
      {hasHours && <Filters calendar={calendar} />}
      {hasHours && <FilterHint calendar={calendar} />}
      <CutHint calendar={calendar} />
      {hasHours ? (
        <States query={booked} {...states}>
          {({ times }) => (
            <HoursView
              calendar={calendar}
              times={shownRows(times)}
              scheduled={shownRows(scheduled.data ?? [])}
              details={details}
            />
          )}
        </States>
      ) : (
        <States query={scheduled} {...states}>
          {(rows) => <Days calendar={calendar} rows={shownRows(rows)} />}
        </States>
      )}
    </Screen>
  );
}

function FilterHint({ calendar: { booked, isFiltered, view, zone, days, clearFilters } }: { calendar: Calendar }) {
  if (!isFiltered || !booked.data || booked.isPlaceholderData) return null;
  if (visitsOn(booked.data.times, zone, days).length > 0) return null;
  return <NoMatch isDay={view === 'day'} onClear={clearFilters} />;
}

/**
 * Says that the calendar does not show the last visits of the period, because a response is limited to a number of
 * rows.
 */
function CutHint({ calendar: { hasHours, booked, scheduled } }: { calendar: Calendar }) {
  const { t } = useTranslation('admin');
  const { number } = useFormat();
  const hours = hasHours ? (booked.data?.times ?? []) : [];
  if (!isCut(scheduled.data ?? []) && !isCut(hours)) return null;
  return <p role="status">{t('calendar.cut', { number: number(AgendaLimits.rows) })}</p>;
}

function Days({
  calendar: { view, days, day, today, zone },
  rows,
}: {
  calendar: Calendar;
  rows: readonly Scheduled[];
}) {
  // The day of each row is computed once, because a month may have thousands of rows.
  const byDay = new Map<string, Scheduled[]>();
  for (const row of rows) {
    const at = dayIn(zone, row.scheduled_at);
    const others = byDay.get(at);
    if (others) others.push(row);
    else byDay.set(at, [row]);
  }
  return (
    <ol className={styles.grid} data-view={view}>
      {days.map((one) => (
        <DayCell
          key={one}
          day={one}
          isOther={view === 'month' && one.slice(0, 7) !== day.slice(0, 7)}
          isToday={one === today}
          zone={zone}
          rows={byDay.get(one) ?? []}
        />
      ))}
    </ol>
  );
}
