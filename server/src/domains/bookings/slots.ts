import { holidaysOf, weekdayOf } from '#server/platform/calendar/holidays.ts';
import { type Range, union, without } from './ranges.ts';
import { clockOf, DAY_MS, dayNumber, dayText, minutesOf, onTheClock, type SiteClock } from './site-clock.ts';

/**
 * The interval between possible starts in milliseconds: a quarter of an hour on the clock of the site. Since 1972 the
 * offset of every time zone from UTC is a whole number of quarters, so these starts are also quarters in UTC.
 */
export const STEP_MS = 15 * 60_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface SlotService {
  readonly minutes: number;
  /** Minutes before the visit that must be free. `buffer_after` is the same after it. */
  readonly buffer_before: number;
  readonly buffer_after: number;
  readonly lead_hours: number;
  readonly days_ahead: number;
}

export interface SlotRoom {
  readonly id: string;
  /** The taken ranges of the room, including their buffers. */
  readonly taken: readonly Range[];
}

export interface SlotSite {
  readonly id: string;
  readonly timezone: string;
  readonly country: string;
  /** Days on which the site differs from its country: closed on a usual day, or open on a holiday. */
  readonly days: readonly { readonly day: string; readonly is_open: boolean }[];
  /** The rooms of the service at this site, of which a visit needs one. Null if it needs none. */
  readonly rooms: readonly SlotRoom[] | null;
}

export interface WeeklyHours {
  readonly site_id: string;
  /** The ISO number of the weekday; Monday is 1. */
  readonly weekday: number;
  readonly starts: string;
  readonly ends: string;
  readonly valid_from: string;
  readonly valid_to: string | null;
}

export interface HoursException {
  /** Null if the exception is valid at every site. */
  readonly site_id: string | null;
  readonly day: string;
  readonly kind: 'off' | 'extra';
  /** Null if the exception is valid for the whole day. */
  readonly starts: string | null;
  readonly ends: string | null;
}

export interface SlotPractitioner {
  readonly id: string;
  readonly hours: readonly WeeklyHours[];
  readonly exceptions: readonly HoursException[];
  /** Booked ranges including their buffers, and busy times of external calendars. */
  readonly taken: readonly Range[];
}

export interface SlotQuestion {
  readonly service: SlotService;
  readonly sites: readonly SlotSite[];
  readonly practitioners: readonly SlotPractitioner[];
  readonly now: number;
  /** Slots begin at or after `from`, and before `to`. */
  readonly from: number;
  readonly to: number;
}

export interface Slot {
  readonly starts_at: number;
  readonly practitioner_id: string;
  readonly site_id: string;
  readonly room_id: string | null;
}

/**
 * Computes every time at which a service could begin, sorted by practitioner, site and time. The function reads neither
 * the clock nor the database.
 */
export function computeSlots({ service, sites, practitioners, now, from, to }: SlotQuestion): Slot[] {
  const window = {
    from: Math.max(from, now + service.lead_hours * HOUR_MS),
    to: Math.min(to, now + service.days_ahead * DAY_MS),
  };
  if (window.from >= window.to) return [];
  const open = sites.map((site) => openSite(site, service, window));
  const slots: Slot[] = [];
  for (const practitioner of practitioners) {
    const taken = startsThatMeet(practitioner.taken, service);
    for (const site of open) addSlots(slots, practitioner, taken, site, service, window);
  }
  return slots;
}

interface OpenSite {
  readonly id: string;
  readonly clock: SiteClock;
  /**
   * The indexes of both lists are days since the first day of the clock. `isUsual` says whether the weekly hours apply,
   * and `isClosed` whether the site is closed.
   */
  readonly isUsual: readonly boolean[];
  readonly isClosed: readonly boolean[];
  /** The possible starts of a visit in each room. Null if the service needs no room. */
  readonly rooms: readonly { readonly id: string; readonly starts: readonly Range[] }[] | null;
}

function openSite({ id, timezone, country, days, rooms }: SlotSite, service: SlotService, window: Range): OpenSite {
  const clock = clockOf(timezone, { from: window.from, to: window.to + service.minutes * MINUTE_MS });
  const own = new Map(days.map(({ day, is_open }) => [day, is_open]));
  const isUsual: boolean[] = [];
  const isClosed: boolean[] = [];
  for (let day = clock.first_day; day <= clock.last_day; day++) {
    const text = dayText(day);
    const said = own.get(text);
    isUsual.push(said ?? !holidaysOf(country, Number(text.slice(0, 4))).has(text));
    isClosed.push(said === false);
  }
  const starts = rooms?.map((room) => ({
    id: room.id,
    starts: without([window], startsThatMeet(room.taken, service)),
  }));
  return { id, clock, isUsual, isClosed, rooms: starts ?? null };
}

/** Returns the starts at which a visit with its buffers would overlap a taken range. */
const startsThatMeet = (taken: readonly Range[], service: SlotService): Range[] =>
  union(
    taken.map(({ from, to }) => ({
      from: from - (service.minutes + service.buffer_after) * MINUTE_MS + 1,
      to: to + service.buffer_before * MINUTE_MS,
    })),
  );

function addSlots(
  slots: Slot[],
  practitioner: SlotPractitioner,
  taken: readonly Range[],
  site: OpenSite,
  service: SlotService,
  window: Range,
): void {
  const length = service.minutes * MINUTE_MS;
  const starts = openHours(practitioner, site).map(({ from, to }) => ({
    from: Math.max(from, window.from),
    to: Math.min(to - length + 1, window.to),
  }));
  // A time that the clock shows twice is offered only at its first occurrence.
  const free = without(without(union(starts), taken), site.clock.repeats);
  const roomAt = site.rooms && roomFinder(site.rooms);
  for (const { from, to } of free)
    for (let at = Math.ceil(from / STEP_MS) * STEP_MS; at < to; at += STEP_MS) {
      const room_id = roomAt ? roomAt(at) : null;
      if (room_id !== undefined)
        slots.push({ starts_at: at, practitioner_id: practitioner.id, site_id: site.id, room_id });
    }
}

/**
 * Returns a function that finds the first free room at a start, or undefined. The starts of successive calls must
 * increase.
 */
function roomFinder(rooms: NonNullable<OpenSite['rooms']>): (start: number) => string | undefined {
  const next = rooms.map(() => 0);
  return (start) => {
    for (const [index, room] of rooms.entries()) {
      let at = next[index] ?? 0;
      while ((room.starts[at]?.to ?? Number.POSITIVE_INFINITY) <= start) at++;
      next[index] = at;
      const free = room.starts[at];
      if (free && free.from <= start) return room.id;
    }
    return undefined;
  };
}

/**
 * Returns the ranges in which a practitioner works at a site. Hours that end at midnight are joined with hours that
 * begin there.
 */
function openHours({ hours, exceptions }: SlotPractitioner, { id, clock, isUsual, isClosed }: OpenSite): Range[] {
  const open: Range[] = [];
  for (const rule of hours) {
    if (rule.site_id !== id) continue;
    const [starts, ends] = [minutesOf(rule.starts), minutesOf(rule.ends)];
    const first = Math.max(clock.first_day, dayNumber(rule.valid_from));
    const last = Math.min(clock.last_day, rule.valid_to === null ? clock.last_day : dayNumber(rule.valid_to));
    for (let day = first + ((rule.weekday - weekdayOf(first) + 7) % 7); day <= last; day += 7)
      if (isUsual[day - clock.first_day]) open.push(...onTheClock(clock, day, starts, ends));
  }
  const off: Range[] = [];
  for (const { site_id, kind, starts, ends, ...rest } of exceptions) {
    if (site_id !== null && site_id !== id) continue;
    const day = dayNumber(rest.day);
    const isHere = day >= clock.first_day && day <= clock.last_day;
    if (!isHere || (kind === 'extra' && isClosed[day - clock.first_day])) continue;
    const range = onTheClock(
      clock,
      day,
      starts === null ? 0 : minutesOf(starts),
      ends === null ? 1440 : minutesOf(ends),
    );
    (kind === 'extra' ? open : off).push(...range);
  }
  return without(union(open), union(off));
}
