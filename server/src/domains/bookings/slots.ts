import { holidaysOf, weekdayOf } from '#server/platform/calendar/holidays.ts';
import { type Range, union, common, without } from './ranges.ts';
import { clockOf, DAY_MS, dayNumber, dayText, minutesOf, onTheClock, type SiteClock } from './site-clock.ts';

/**
 * The interval between possible starts in minutes. Slots start at :00, :15, :30 or :45 in local time. Since 1972 the
 * offset of every time zone from UTC has been a multiple of 15 minutes. In UTC, slots therefore start at these minutes,
 * too.
 */
const STEP_MINUTES = 15;
const MINUTE_MS = 60_000;
const STEP_MS = STEP_MINUTES * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

export interface SlotService {
  readonly minutes: number;
  /** Minutes before the visit that must be free. `buffer_after` is the number of minutes after the visit. */
  readonly buffer_before: number;
  readonly buffer_after: number;
  readonly lead_hours: number;
  readonly days_ahead: number;
}

export interface SlotRoom {
  readonly id: string;
  /** The taken ranges of the room, including their buffers, in minutes since 1970. */
  readonly taken: readonly Range[];
}

export interface SlotSite {
  readonly id: string;
  readonly timezone: string;
  readonly country: string;
  /**
   * Days on which the site does not follow the holidays of its country: it is closed on a working day, or open on a
   * holiday.
   */
  readonly days: readonly { readonly day: string; readonly is_open: boolean }[];
  /** The rooms for the service at this site. A visit needs one of these rooms. Null if the service needs no room. */
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
  /** The site where the exception applies. Null if it applies at every site. */
  readonly site_id: string | null;
  readonly day: string;
  readonly kind: 'off' | 'extra';
  /** The time at which the exception begins. Null if it applies to the whole day. */
  readonly starts: string | null;
  readonly ends: string | null;
}

export interface SlotPractitioner {
  readonly id: string;
  readonly hours: readonly WeeklyHours[];
  readonly exceptions: readonly HoursException[];
  /** Booked ranges including their buffers, and busy times of external calendars, in minutes since 1970. */
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

interface SlotPlace {
  readonly practitioner_id: string;
  readonly site_id: string;
}

export interface Slot extends SlotPlace {
  readonly starts_at: number;
}

/**
 * The slots of a practitioner at a site. A step is a quarter of an hour, counted since 1970. `starts` contains sorted
 * ranges that do not overlap. A slot begins at every step in them. A large clinic has 73,000 slots in a month, and
 * creating an object for each would take more time than computing them.
 */
export interface FreeStarts extends SlotPlace {
  readonly starts: readonly Range[];
}

/**
 * Computes every time at which an appointment for the service could begin, sorted by practitioner, site and time. The
 * function reads neither the clock nor the database.
 */
export function computeSlots({ service, sites, practitioners, now, from, to }: SlotQuestion): FreeStarts[] {
  const window = {
    from: Math.max(from, now + service.lead_hours * HOUR_MS),
    to: Math.min(to, now + service.days_ahead * DAY_MS),
  };
  if (window.from >= window.to) return [];
  const open = sites.map((site) => openSite(site, service, window));
  return practitioners.flatMap((practitioner) => {
    const taken = startsThatMeet(practitioner.taken, service);
    return open.map((site) => {
      const starts = without(startsWithin(openHours(practitioner, site), service), site.shut);
      return { practitioner_id: practitioner.id, site_id: site.id, starts: without(starts, taken) };
    });
  });
}

/** Returns the individual slots, in the order of `free`. Leaves out slots at the step `end` and later. */
export function slotsOf(free: readonly FreeStarts[], end = Number.POSITIVE_INFINITY): Slot[] {
  const slots: Slot[] = [];
  for (const { practitioner_id, site_id, starts } of free)
    for (const { from, to } of starts)
      for (let step = from; step < to && step < end; step++)
        slots.push({ starts_at: step * STEP_MS, practitioner_id, site_id });
  return slots;
}

/**
 * Returns the earliest slots. A start is included with all its practitioners or not at all, so that the next list can
 * begin at `more_from`. The first start is always included, even if it alone has more than `most` slots.
 */
export function earliest(free: readonly FreeStarts[], most: number): { shown: Slot[]; more_from: number | null } {
  const end = firstLeftOut(free, most);
  const shown = slotsOf(free, end).sort((a, b) => a.starts_at - b.starts_at);
  return { shown, more_from: end === undefined ? null : end * STEP_MS };
}

/** Returns the first step that a list of at most `most` slots leaves out, or undefined if the list has every slot. */
function firstLeftOut(free: readonly FreeStarts[], most: number): number | undefined {
  const filled = free.filter(({ starts }) => starts.length > 0);
  const begin = Math.min(...filled.map(({ starts }) => starts[0]?.from ?? 0));
  const last = Math.max(...filled.map(({ starts }) => starts.at(-1)?.to ?? 0));
  // For each step, the number of ranges that begin there minus the number of ranges that end there.
  const changes = new Int32Array(filled.length === 0 ? 0 : last - begin + 1);
  const add = (step: number, by: number) => {
    changes[step - begin] = (changes[step - begin] ?? 0) + by;
  };
  for (const { starts } of filled)
    for (const { from, to } of starts) {
      add(from, 1);
      add(to, -1);
    }
  let listed = 0;
  let atOnce = 0;
  for (const [index, change] of changes.entries()) {
    atOnce += change;
    if (listed > 0 && atOnce > 0 && listed + atOnce > most) return begin + index;
    listed += atOnce;
  }
  return undefined;
}

interface OpenSite {
  readonly id: string;
  readonly clock: SiteClock;
  /**
   * The index of both lists is the number of days since the first day of the clock. `isUsual` is true if the weekly
   * hours apply on the day, and `isClosed` if the site is closed.
   */
  readonly isUsual: readonly boolean[];
  readonly isClosed: readonly boolean[];
  /**
   * The starts, as steps, that are impossible for every practitioner. They are outside the window, have no free room,
   * or are at a time that the clock shows for the second time.
   */
  readonly shut: readonly Range[];
  /**
   * The ranges of each weekly rule. They are computed only once, because most practitioners of a clinic have the same
   * hours.
   */
  readonly weekly: Map<string, readonly Range[]>;
}

/** A range of all steps that can occur. It begins in 1970 and is longer than ten thousand years. */
const ALWAYS: Range = { from: 0, to: 2 ** 30 };

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
  const asked = [{ from: stepAt(window.from), to: stepAt(window.to) }];
  const repeats = clock.repeats.map(({ from, to }) => ({ from: stepAt(from), to: stepAt(to) }));
  const possible = without(without(asked, startsWithoutRoom(asked, rooms, service)), repeats);
  return { id, clock, isUsual, isClosed, shut: without([ALWAYS], possible), weekly: new Map() };
}

/** Returns the starts at which every room is taken. */
function startsWithoutRoom(starts: Range[], rooms: readonly SlotRoom[] | null, service: SlotService): Range[] {
  if (!rooms) return [];
  let full = starts;
  for (const { taken } of rooms) {
    if (full.length === 0) break;
    full = common(full, startsThatMeet(taken, service));
  }
  return full;
}

/**
 * Returns the first step at an instant or after it. `| 0` makes the number a small integer, which V8 stores without an
 * object.
 */
const stepAt = (instant: number): number => Math.ceil(instant / STEP_MS) | 0;

/** Returns the starts, as steps, at which a visit with its buffers would overlap a taken range. */
const startsThatMeet = (taken: readonly Range[], { minutes, buffer_before, buffer_after }: SlotService): Range[] =>
  union(
    taken.map(({ from, to }) => ({
      from: Math.ceil((from - minutes - buffer_after + 1) / STEP_MINUTES) | 0,
      to: Math.ceil((to + buffer_before) / STEP_MINUTES) | 0,
    })),
  );

/**
 * Returns the starts, as steps, at which a visit without its buffers lies within one of the ranges. Some of the
 * returned ranges may be empty.
 */
const startsWithin = (open: readonly Range[], { minutes }: SlotService): Range[] =>
  open.map(({ from, to }) => ({ from: stepAt(from), to: stepAt(to - minutes * MINUTE_MS + 1) }));

/**
 * Returns the ranges in which a practitioner works at a site. Hours that end at midnight are joined with hours that
 * begin at that midnight.
 */
function openHours({ hours, exceptions }: SlotPractitioner, site: OpenSite): Range[] {
  const { id, clock, isClosed } = site;
  const open = hours.filter(({ site_id }) => site_id === id).flatMap((rule) => weeklyRanges(rule, site));
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

function weeklyRanges(rule: WeeklyHours, { clock, isUsual, weekly }: OpenSite): readonly Range[] {
  const key = [rule.weekday, rule.starts, rule.ends, rule.valid_from, rule.valid_to].join();
  const known = weekly.get(key);
  if (known) return known;
  const [starts, ends] = [minutesOf(rule.starts), minutesOf(rule.ends)];
  const first = Math.max(clock.first_day, dayNumber(rule.valid_from));
  const last = Math.min(clock.last_day, rule.valid_to === null ? clock.last_day : dayNumber(rule.valid_to));
  const ranges: Range[] = [];
  for (let day = first + ((rule.weekday - weekdayOf(first) + 7) % 7); day <= last; day += 7)
    if (isUsual[day - clock.first_day]) ranges.push(...onTheClock(clock, day, starts, ends));
  weekly.set(key, ranges);
  return ranges;
}
