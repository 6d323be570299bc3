import { dateFormat } from '#contract/dates.ts';
import type { ClinicTime } from '#contract/agenda.ts';
import { useFormat } from '#web/lib/format.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { toneOfVisit, useVisitWords, visitsOn } from '#web/lib/visit-words.ts';
import type { WallTime } from '#web/lib/wall-clock.ts';
import { type HourEntry, HourGrid } from '#web/ui/hour-grid/hour-grid.tsx';
import { Stack } from '#web/ui/layout.tsx';
import type { Desk } from './use-desk.ts';

interface Props {
  desk: Desk;
  onOpen: (id: string) => void;
  onDrop: (id: string, to: WallTime) => void;
}

/**
 * Draws the reception's calendar of a day or a week as a grid with a line for each hour. A day has a column for each
 * practitioner, and a week has a column for each day. In the view of a day, a phone shows the practitioners one below
 * the other.
 */
export function DeskHours({ desk, onOpen, onDrop }: Props) {
  const { view, days, zone, now, hasRoom, query } = desk;
  const name = useDayName();
  const times = query.data?.times ?? [];
  const people = view === 'day' ? practitionersOf(desk) : [];
  const entries = times.map((time) => entryOf(time, zone, view === 'week'));
  const shared = { days, zone, now, onOpen, onDrop };
  if (view === 'week' || people.length === 0) return <HourGrid {...shared} head={name} entries={entries} />;
  if (hasRoom)
    return (
      <HourGrid
        {...shared}
        head={name}
        entries={entries}
        columns={people.map(({ id, name: person }) => ({ key: id, head: <bdi>{person}</bdi> }))}
      />
    );
  return (
    <Stack gap={32}>
      {people.map(({ id, name: person }) => (
        <HourGrid
          key={id}
          {...shared}
          head={name}
          entries={entries.filter(({ column }) => column === id)}
          columns={[{ key: id, head: <bdi>{person}</bdi> }]}
        />
      ))}
    </Stack>
  );
}

/**
 * Returns the practitioners that match the filter. On a phone, practitioners without visits on that day are left out,
 * because empty columns would make a long page.
 */
function practitionersOf({ query, filters, hasRoom, zone, days }: Desk) {
  const { practitioners = [], times = [] } = query.data ?? {};
  const coming = new Set(visitsOn(times, zone, days).map(({ practitioner }) => practitioner.id));
  // Practitioners who have left the clinic are still shown if they have visits on these days.
  const gone = visitsOn(times, zone, days)
    .map(({ practitioner }) => practitioner)
    .filter(
      ({ id }, at, all) => !practitioners.some((one) => one.id === id) && all.findIndex((one) => one.id === id) === at,
    );
  return [...practitioners, ...gone].filter(
    ({ id }) => (filters.practitioner ? id === filters.practitioner : true) && (hasRoom || coming.has(id)),
  );
}

function useDayName() {
  const locale = useLocale();
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const format = dateFormat(locale, options);
  return (day: string) => format.format(new Date(day));
}

const entryOf = (time: ClinicTime, zone: string, namesPractitioner: boolean): HourEntry => ({
  id: time.id,
  from: time.starts_at,
  to: time.ends_at,
  tone: toneOfVisit[time.state],
  isOpen: time.state === 'held',
  isMovable: time.state === 'booked',
  column: time.practitioner.id,
  content: <Lines time={time} zone={zone} namesPractitioner={namesPractitioner} />,
});

function Lines({ time, zone, namesPractitioner }: { time: ClinicTime; zone: string; namesPractitioner: boolean }) {
  const words = useVisitWords();
  const { commas } = useFormat();
  const about = [words.what(time), namesPractitioner ? time.practitioner.name : '', words.where(time)];
  return (
    <>
      <strong className="num">{words.time(time.starts_at, zone)}</strong> <bdi>{words.who(time)}</bdi>
      <br />
      <span>{commas(about.filter(Boolean))}</span>
      <br />
      <span>{words.state(time)}</span>
    </>
  );
}
