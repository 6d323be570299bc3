import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { dateFormat } from '#contract/dates.ts';
import type { DeskTime } from '#contract/agenda.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import { cityOfZone } from '#contract/zone.ts';
import { toneOf, useTreatmentName } from '#web/lib/appointment-words.ts';
import type { Api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { toneOfVisit, useVisitWords } from '#web/lib/visit-words.ts';
import { instantIn, type WallTime } from '#web/lib/wall-clock.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { inLanguage } from '#web/paths.ts';
import { type HourEntry, HourGrid } from '#web/ui/hour-grid/hour-grid.tsx';
import { DeskVisitDialog, type VisitDetails } from './desk-visit-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { Calendar } from './use-calendar.ts';

export type Scheduled = Awaited<ReturnType<Api['appointmentsAdmin']['adminListScheduled']>>[number];

interface Props {
  calendar: Calendar;
  times: readonly DeskTime[];
  scheduled: readonly Scheduled[];
  details: VisitDetails;
}

/**
 * A visit that is being moved. `to` is the start on which the visit was dropped. If the person opened the dialog with a
 * button, `to` is the visit's current start.
 */
interface Moving {
  readonly visit: DeskTime;
  readonly to: number;
}

/**
 * The calendar view that shows hours. An appointment whose date and time the team typed has no slot in a practitioner's
 * agenda. If no filter is set, the view also shows such appointments, but they cannot be dragged.
 */
export function HoursView({ calendar, times, scheduled, details }: Props) {
  const { days, zone, now, isFiltered } = calendar;
  const navigate = useNavigate();
  const locale = useLocale();
  const [opened, setOpened] = useState<string | null>(null);
  const [moving, setMoving] = useState<Moving | null>(null);
  const visit = times.find(({ id }) => id === opened);
  const known = new Set(times.flatMap((time) => time.visit?.appointment_id ?? []));
  const typed = isFiltered ? [] : scheduled.filter(({ appointment_id }) => !known.has(appointment_id));
  const name = useDayName(days.length);

  const open = (id: string) =>
    times.some((time) => time.id === id) ? setOpened(id) : void navigate(inLanguage(`/admin?a=${id}`, locale));
  const drop = (id: string, to: WallTime) => {
    const dropped = times.find((time) => time.id === id);
    if (dropped) setMoving({ visit: dropped, to: instantIn(zone, to) });
  };
  return (
    <>
      <HourGrid
        days={days}
        zone={zone}
        now={now}
        head={name}
        entries={[...times.map((time) => entryOf(time, zone)), ...typed.map((row) => typedEntry(row, zone))]}
        onOpen={open}
        onDrop={drop}
      />
      {visit && !moving && (
        <DeskVisitDialog
          visit={visit}
          details={details}
          now={now}
          onMove={() => setMoving({ visit, to: Date.parse(visit.starts_at) })}
          onClose={() => setOpened(null)}
        />
      )}
      {moving && (
        <MoveDialog
          visit={moving.visit}
          to={moving.to}
          now={now}
          onClose={() => setMoving(null)}
          onMoved={() => {
            setMoving(null);
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

function useDayName(count: number) {
  const locale = useLocale();
  const length = count > 1 ? 'short' : 'long';
  const options = { weekday: length, day: 'numeric', month: length, timeZone: 'UTC' } as const;
  const format = dateFormat(locale, options);
  return (day: string) => format.format(new Date(day));
}

const entryOf = (time: DeskTime, zone: string): HourEntry => ({
  id: time.id,
  from: time.starts_at,
  to: time.ends_at,
  tone: toneOfVisit[time.state],
  isOpen: time.state === 'held',
  isMovable: time.state === 'booked',
  content: <Lines time={time} zone={zone} />,
});

const typedEntry = (row: Scheduled, zone: string): HourEntry => ({
  id: row.appointment_id,
  from: row.scheduled_at,
  to: new Date(Date.parse(row.scheduled_at) + AppointmentLimits.event_minutes * 60_000).toISOString(),
  tone: toneOf[row.status],
  isOpen: row.status === 'awaiting_payment',
  content: <TypedLines row={row} zone={zone} />,
});

function Lines({ time, zone }: { time: DeskTime; zone: string }) {
  const words = useVisitWords();
  return (
    <>
      <strong className="num">{words.time(time.starts_at, zone)}</strong> <bdi>{words.who(time)}</bdi>
      <br />
      <span>
        {[words.what(time), time.practitioner.name, words.where(time)].join(', ')}
        <There at={time.starts_at} zone={zone} there={time.site.timezone} />
      </span>
      <br />
      <span>{words.state(time)}</span>
    </>
  );
}

function TypedLines({ row, zone }: { row: Scheduled; zone: string }) {
  const { t } = useTranslation(['admin', 'appointments']);
  const { time } = useZoned();
  const treatment = useTreatmentName();
  return (
    <>
      <strong className="num">{time(row.scheduled_at, zone)}</strong> <bdi>{row.patient_full_name}</bdi>
      <br />
      <span>
        {[treatment(row.requested_treatment), row.provider_name, row.city_target].join(', ')}
        <There at={row.scheduled_at} zone={zone} there={row.timezone} />
      </span>
      <br />
      <span>
        {[t(`appointments:status.${row.status}`), row.is_double_booked && t('calendar.doubleBooked')]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
}

function There({ at, zone, there }: { at: string; zone: string; there: string }) {
  const { t } = useTranslation('agenda');
  const { time, isSame } = useZoned();
  if (isSame(at, zone, there)) return null;
  return <> · {t('there', { time: time(at, there), city: cityOfZone(there) })}</>;
}
