import ICAL from 'ical.js';
import { zoneDefinition } from './calendar-file.ts';
import { assertZone } from './wall-clock.ts';
import { windowsZones } from './windows-zones.ts';

export interface BusyRange {
  readonly start: Date;
  readonly end: Date;
}

export interface BusyQuestion {
  /** The text of a calendar file. */
  readonly text: string;
  readonly from: Date;
  readonly to: Date;
  /** IANA zone for whole days and for times without a zone. It is used only if the calendar itself names no zone. */
  readonly zone: string;
}

/** The parser computes at most this many repetitions of an event. For a daily event they cover 27 years. */
const MOST_REPETITIONS = 10_000;
const STEP_MS = 5 * 60_000;
/** The name that the parser gives to the zone if the file names none for a time. */
const FLOATING = 'floating';
/** The length of a day in the form YYYY-MM-DD. */
const DAY_LENGTH = 10;

/**
 * Returns the busy times of a calendar, merged and in order. Ignores cancelled events and events marked as free. A
 * moved repetition makes only its new time busy. Returns null if the text is not a calendar.
 */
export function busyTimes({ text, from, to, zone }: BusyQuestion): BusyRange[] | null {
  const calendars = calendarsIn(text);
  if (!calendars) return null;
  const window = { from: from.getTime(), to: to.getTime(), zone };
  return merge(
    calendars.flatMap((root) => rangesIn(root, { from, to, zone })),
    window,
  );
}

/** Returns the busy ranges of one calendar of a file. */
function rangesIn(root: ICAL.Component, { from, to, zone }: Omit<BusyQuestion, 'text'>): Range[] {
  defineZones(root, from, to);
  const named = root.getFirstPropertyValue('x-wr-timezone');
  const window = { from: from.getTime(), to: to.getTime(), zone: knownZone(named) ?? zone };
  const events = root.getAllSubcomponents('vevent').filter((event) => event.hasProperty('dtstart'));
  const [moved, series] = [events.filter(isRepetition), events.filter((event) => !isRepetition(event))];
  const byUid = Map.groupBy(moved, uidOf);
  const ranges = series.flatMap((event) => rangesOf(event, byUid.get(uidOf(event)) ?? [], window));
  // A moved repetition makes its new time busy in any case. Its series may be missing in the file, or may not repeat at
  // the original time.
  return [...ranges, ...moved.flatMap((event) => rangesOf(event, [], window))];
}

interface Window {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
}
type Range = readonly [start: number, end: number];

/** Returns the calendars of a file, which usually has one. Returns null if the text is not a calendar. */
function calendarsIn(text: string): ICAL.Component[] | null {
  try {
    const parsed = ICAL.parse(text) as unknown[];
    // The parser returns a file with several calendars as a list.
    const all = Array.isArray(parsed[0]) ? parsed : [parsed];
    const roots = all.map((one) => new ICAL.Component(one as ConstructorParameters<typeof ICAL.Component>[0]));
    const calendars = roots.filter(({ name }) => name === 'vcalendar');
    return calendars.length > 0 ? calendars : null;
  } catch {
    return null;
  }
}

const YEAR_MS = 366 * 86_400_000;

/**
 * Adds definitions for zones that a file names but does not define. Without a definition, the parser would ignore the
 * zone. Outlook can name a Windows zone without defining it.
 */
function defineZones(root: ICAL.Component, from: Date, to: Date): void {
  const defined = new Set(
    root.getAllSubcomponents('vtimezone').map((zone) => String(zone.getFirstPropertyValue('tzid'))),
  );
  const properties = root.getAllSubcomponents('vevent').flatMap((event) => event.getAllProperties());
  const named = new Set(properties.map((property) => property.getParameter('tzid')));
  for (const name of named) {
    const zone = knownZone(name);
    if (!zone || typeof name !== 'string' || defined.has(name)) continue;
    const text = zoneDefinition(zone, new Date(from.getTime() - 10 * YEAR_MS), to).replace(
      `TZID:${zone}`,
      `TZID:${name}`,
    );
    root.addSubcomponent(new ICAL.Component(ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0]));
  }
}

const uidOf = (event: ICAL.Component): string => String(event.getFirstPropertyValue('uid') ?? '');
const isRepetition = (event: ICAL.Component): boolean => event.hasProperty('recurrence-id');

/**
 * Returns whether an event makes its time busy. Google and Apple use the property TRANSP. Outlook uses its own property
 * with more values.
 */
function isTaken(event: ICAL.Component): boolean {
  const word = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();
  return (
    word('status') !== 'CANCELLED' &&
    word('transp') !== 'TRANSPARENT' &&
    !['FREE', 'WORKINGELSEWHERE'].includes(word('x-microsoft-cdo-busystatus'))
  );
}

/**
 * Returns the busy ranges of an event, without the repetitions that `moved` replaces. An event that cannot be parsed has
 * no busy ranges and does not affect other events.
 */
function rangesOf(component: ICAL.Component, moved: readonly ICAL.Component[], window: Window): Range[] {
  try {
    const periods = takePeriods(component);
    const event = new ICAL.Event(component, { exceptions: moved.filter(movesLater), strictExceptions: true });
    const isReplaced = replacedBy(moved, window.zone);
    const listed = (isTaken(component) ? periods : [])
      .filter(({ start }) => !isReplaced(start))
      .map((period) => rangeOf({ startDate: period.start, endDate: period.getEnd() }, window.zone));
    if (event.isRecurring()) return [...listed, ...repeated(event, isReplaced, window)];
    return isTaken(component) && !isReplaced(event.startDate) ? [...listed, rangeOf(event, window.zone)] : listed;
  } catch {
    return [];
  }
}

/**
 * Removes the listed periods (RDATE with VALUE=PERIOD) from an event and returns them. Each of them has its own length.
 * The parser cannot expand repetitions that are listed as periods.
 */
function takePeriods(component: ICAL.Component): ICAL.Period[] {
  const properties = component.getAllProperties('rdate').filter(({ type }) => type === 'period');
  for (const property of properties) component.removeProperty(property);
  return properties.flatMap((property) => property.getValues() as unknown[] as ICAL.Period[]);
}

/** Returns whether a moved repetition moves all later repetitions too. */
const movesLater = (moved: ICAL.Component): boolean =>
  moved.getFirstProperty('recurrence-id')?.getParameter('range') === ICAL.Event.THISANDFUTURE;

/**
 * Returns a function that tells whether a moved event replaces the repetition that begins at a time. The moved event
 * names this time as an instant in any zone, as a time without a zone, or as a day.
 */
function replacedBy(moved: readonly ICAL.Component[], zone: string): (start: ICAL.Time) => boolean {
  const replaced = new Set<number | string>();
  for (const event of moved) {
    const original = event.getFirstPropertyValue('recurrence-id');
    if (!(original instanceof ICAL.Time)) continue;
    replaced.add(isOwnZone(original) ? original.toString() : instantOf(original, zone));
  }
  if (replaced.size === 0) return () => false;
  return (start) => {
    const local = start.toString();
    return [instantOf(start, zone), local, local.slice(0, DAY_LENGTH)].some((name) => replaced.has(name));
  };
}

function repeated(event: ICAL.Event, isReplaced: (start: ICAL.Time) => boolean, window: Window): Range[] {
  // If an event repeats only on listed dates (RDATE without RRULE), the parser's repetitions do not include the date of
  // the event itself. This date is added here.
  const isFirstMissing =
    !event.component.hasProperty('rrule') && isTaken(event.component) && !isReplaced(event.startDate);
  const ranges: Range[] = isFirstMissing ? [rangeOf(event, window.zone)] : [];
  completeLastDays(event);
  const iterator = event.iterator();
  for (let n = 0; n < MOST_REPETITIONS; n++) {
    const next = iterator.next() as ICAL.Time | undefined;
    if (!next || instantOf(next, window.zone) > window.to) break;
    if (isReplaced(next)) continue;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    if (isTaken(item.component)) ranges.push(rangeOf({ startDate, endDate }, window.zone));
  }
  return ranges.filter(([start, end]) => end > window.from && start < window.to);
}

/**
 * Completes the end of a rule (UNTIL) that the file gives only as a local time or as a day. The end is then a time in
 * the zone of the event, and a day ends with its last second. The parser would read the end as a time in UTC, and a day
 * as the midnight at its beginning.
 */
function completeLastDays({ component, startDate }: ICAL.Event): void {
  if (startDate.isDate) return;
  for (const rule of component.getAllProperties('rrule').map((property) => property.getFirstValue())) {
    const until = rule instanceof ICAL.Recur ? rule.until : null;
    if (!until || !isOwnZone(until)) continue;
    const { year, month, day, isDate } = until;
    const [hour, minute, second] = isDate ? [23, 59, 59] : [until.hour, until.minute, until.second];
    until.resetTo(year, month, day, hour, minute, second, startDate.zone);
  }
}

/**
 * Returns the range of an event. Some programs end a whole-day event on the day of its start. Such an event covers that
 * day.
 */
function rangeOf({ startDate, endDate }: Pick<ICAL.Event, 'startDate' | 'endDate'>, zone: string): Range {
  const start = instantOf(startDate, zone);
  if (!startDate.isDate || startDate.compare(endDate) < 0) return [start, instantOf(endDate, zone)];
  const next = startDate.clone();
  next.adjust(1, 0, 0, 0);
  return [start, instantOf(next, zone)];
}

/**
 * Returns the instant of a calendar time in milliseconds since 1970. For a zone of the IANA database, the IANA rules
 * apply, because the rules in a file are often shortened. For another zone, such as Outlook's, the rules in the file
 * apply. Whole days and times without a zone use the zone `zone` of the calendar.
 */
function instantOf(time: ICAL.Time, zone: string): number {
  const { year, month, day, hour, minute, second } = time;
  const tzid = zoneNameOf(time);
  if (!time.isDate && tzid === 'UTC') return time.toUnixTime() * 1000;
  const isOwn = isOwnZone(time);
  if (!isOwn && !isZone(tzid)) return time.toUnixTime() * 1000;
  const plain = new Temporal.PlainDateTime(year, month, day, hour, minute, Math.min(second, 59));
  return plain.toZonedDateTime(isOwn ? zone : tzid).epochMilliseconds;
}

const zoneNameOf = (time: ICAL.Time): string => time.zone?.tzid ?? FLOATING;

/** Returns whether a time is a whole day or has no zone, so that the zone of the calendar applies. */
const isOwnZone = (time: ICAL.Time): boolean => time.isDate || zoneNameOf(time) === FLOATING;

/** Returns the IANA zone for an IANA or Windows name. Returns undefined for other names. */
function knownZone(name: unknown): string | undefined {
  if (isZone(name)) return name;
  return typeof name === 'string' ? windowsZones.get(name) : undefined;
}

function isZone(name: unknown): name is string {
  if (typeof name !== 'string') return false;
  try {
    assertZone(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Widens ranges to whole steps of five minutes, and then merges overlapping ranges. The steps limit the number of
 * ranges even in a calendar of very short events.
 */
function merge(ranges: readonly Range[], { from, to }: Window): BusyRange[] {
  const merged: [number, number][] = [];
  const whole = ranges.map(
    ([start, end]): Range => [
      Math.floor(start / STEP_MS) * STEP_MS,
      start < end ? Math.ceil(end / STEP_MS) * STEP_MS : start,
    ],
  );
  for (const [start, end] of whole.toSorted(([one], [other]) => one - other)) {
    const [begins, ends] = [Math.max(start, from), Math.min(end, to)];
    const last = merged.at(-1);
    if (!(begins < ends)) continue;
    if (last && begins <= last[1]) last[1] = Math.max(last[1], ends);
    else merged.push([begins, ends]);
  }
  return merged.map(([start, end]) => ({ start: new Date(start), end: new Date(end) }));
}
