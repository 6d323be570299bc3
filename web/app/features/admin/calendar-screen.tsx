import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toneOf, useTreatmentName } from '#web/lib/appointment-words.ts';
import { type Api, api } from '#web/lib/api.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { cityOfZone } from '#contract/zone.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { dayIn } from '#web/lib/day.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { type CalendarView, type Day, daysOf, spanOf, step } from '#web/lib/calendar.ts';
import styles from './calendar.module.css';
import { Screen, States } from './screen.tsx';

type Scheduled = Awaited<ReturnType<Api['appointmentsAdmin']['adminListScheduled']>>[number];

/** Offered, confirmed and done appointments. Days and times follow the chosen zone; the zone of each place stands beside it where it differs. */
export function CalendarScreen() {
  const { t } = useTranslation(['admin', 'appointments']);
  const calendar = useCalendar();
  const { days, zone } = calendar;
  const query = useQuery(api.appointmentsAdmin.adminListScheduled.queryOptions({ input: spanOf(days) }));
  return (
    <Screen title={t('place.calendar')} lead={<Period calendar={calendar} />} tools={<Tools calendar={calendar} />}>
      <States query={query} isEmpty={() => false} empty={{ title: '', text: '' }}>
        {(rows) => (
          <ol className={styles.grid} data-view={calendar.view}>
            {days.map((day) => (
              <DayCell
                key={day}
                day={day}
                isOther={calendar.view === 'month' && day.slice(0, 7) !== calendar.day.slice(0, 7)}
                isToday={day === calendar.today}
                zone={zone}
                rows={rows.filter((row) => dayIn(zone, row.scheduled_at) === day)}
              />
            ))}
          </ol>
        )}
      </States>
    </Screen>
  );
}

/** View, day and zone stand in the address. */
function useCalendar() {
  const [params, put] = useQueryParams();
  const view: CalendarView = params.get('view') === 'month' ? 'month' : 'week';
  const zone = params.get('zone') === 'local' ? ownZone() : 'Europe/Paris';
  const today = dayIn(zone, useNow());
  const asked = params.get('day');
  const day = asked && /^\d{4}-\d\d-\d\d$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today;
  return { view, zone, today, day, days: daysOf(view, day), put };
}
type Calendar = ReturnType<typeof useCalendar>;

function Period({ calendar: { view, day, days } }: { calendar: Calendar }) {
  const locale = useLocale();
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'en-GB', { ...options, timeZone: 'UTC' });
  if (view === 'month') return format({ month: 'long', year: 'numeric' }).format(new Date(day));
  const [first = day, last = day] = [days[0], days.at(-1)];
  return format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(new Date(first), new Date(last));
}

function Tools({ calendar: { view, zone, today, day, put } }: { calendar: Calendar }) {
  const { t } = useTranslation('admin');
  const mine = ownZone();
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        size="s"
        label={t('calendar.before')}
        onClick={() => put({ day: step(view, day, -1) }, { replace: false })}
      />
      <Button size="xs" onClick={() => put({ day: today }, { replace: false })}>
        {t('calendar.today')}
      </Button>
      <IconButton
        icon={ChevronRight}
        size="s"
        label={t('calendar.after')}
        onClick={() => put({ day: step(view, day, 1) }, { replace: false })}
      />
      <SegmentedControl
        label={t('calendar.view')}
        size="s"
        value={view}
        options={[
          { value: 'week', label: t('calendar.week') },
          { value: 'month', label: t('calendar.month') },
        ]}
        onChange={(next) => put({ view: next }, { replace: false })}
      />
      {mine !== 'Europe/Paris' && (
        <SegmentedControl
          label={t('calendar.zone')}
          size="s"
          value={zone === mine ? 'local' : 'paris'}
          options={[
            { value: 'paris', label: 'Paris' },
            { value: 'local', label: cityOfZone(mine) },
          ]}
          onChange={(next) => put({ zone: next }, { replace: false })}
        />
      )}
    </>
  );
}

interface DayProps {
  day: Day;
  isOther: boolean;
  isToday: boolean;
  zone: string;
  rows: readonly Scheduled[];
}

function DayCell({ day, isOther, isToday, zone, rows }: DayProps) {
  const locale = useLocale();
  const name = new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(day));
  return (
    <li className={styles.day} data-other={isOther || undefined} data-empty={rows.length === 0 || undefined}>
      <h2 aria-current={isToday ? 'date' : undefined}>{name}</h2>
      {rows.map((row) => (
        <Entry key={row.appointment_id} row={row} zone={zone} />
      ))}
    </li>
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
