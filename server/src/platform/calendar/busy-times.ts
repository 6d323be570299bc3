import ICAL from 'ical.js';
import { zoneDefinition } from './calendar-file.ts';
import { assertZone } from './wall-clock.ts';

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

/**
 * Returns the busy times of a calendar, merged and in order. Ignores cancelled events and events marked as free. A
 * moved repetition makes only its new time busy. Returns null if the text is not a calendar.
 */
export function busyTimes({ text, from, to, zone }: BusyQuestion): BusyRange[] | null {
  const root = calendarIn(text);
  if (!root) return null;
  defineZones(root, from, to);
  const named = root.getFirstPropertyValue('x-wr-timezone');
  const window = { from: from.getTime(), to: to.getTime(), zone: isZone(named) ? named : zone };
  const events = root.getAllSubcomponents('vevent').filter((event) => event.hasProperty('dtstart'));
  const moved = Map.groupBy(events.filter(isRepetition), uidOf);
  const found = events
    .filter((event) => !isRepetition(event))
    .flatMap((event) => rangesOf(event, moved.get(uidOf(event)) ?? [], window));
  // A moved repetition whose series is not in the file is treated as a single event.
  const uids = new Set(events.filter((event) => !isRepetition(event)).map(uidOf));
  const alone = events.filter((event) => isRepetition(event) && !uids.has(uidOf(event)));
  return merge([...found, ...alone.flatMap((event) => rangesOf(event, [], window))], window);
}

interface Window {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
}
type Range = readonly [start: number, end: number];

function calendarIn(text: string): ICAL.Component | null {
  try {
    const parsed: unknown = ICAL.parse(text);
    // The parser returns a file with several calendars as a list.
    const first = Array.isArray(parsed) && Array.isArray(parsed[0]) ? (parsed[0] as unknown[]) : (parsed as unknown[]);
    const root = new ICAL.Component(first as ConstructorParameters<typeof ICAL.Component>[0]);
    return root.name === 'vcalendar' ? root : null;
  } catch {
    return null;
  }
}

const YEAR_MS = 366 * 86_400_000;

/**
 * Adds definitions for zones that a file names but does not define. Without a definition, the parser would ignore the
 * zone.
 */
function defineZones(root: ICAL.Component, from: Date, to: Date): void {
  const defined = new Set(
    root.getAllSubcomponents('vtimezone').map((zone) => String(zone.getFirstPropertyValue('tzid'))),
  );
  const properties = root.getAllSubcomponents('vevent').flatMap((event) => event.getAllProperties());
  const named = new Set(properties.map((property) => property.getParameter('tzid')));
  for (const zone of named) {
    if (!isZone(zone) || defined.has(zone)) continue;
    const text = zoneDefinition(zone, new Date(from.getTime() - 10 * YEAR_MS), to);
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
 * Returns the busy ranges of an event. An event that cannot be parsed has no busy ranges and does not affect other
 * events.
 */
function rangesOf(component: ICAL.Component, moved: readonly ICAL.Component[], window: Window): Range[] {
  try {
    const event = new ICAL.Event(component, { exceptions: [...moved], strictExceptions: true });
    return event.isRecurring() ? repeated(event, window) : isTaken(component) ? [rangeOf(event, window.zone)] : [];
  } catch {
    return [];
  }
}

function repeated(event: ICAL.Event, window: Window): Range[] {
  // If an event repeats only on listed dates (RDATE without RRULE), the parser leaves out the date of the event itself.
  const isFirstMissing = !event.component.hasProperty('rrule') && isTaken(event.component);
  const ranges: Range[] = isFirstMissing ? [rangeOf(event, window.zone)] : [];
  const iterator = event.iterator();
  for (let n = 0; n < MOST_REPETITIONS; n++) {
    const next = iterator.next() as ICAL.Time | undefined;
    if (!next) break;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    if (isTaken(item.component)) ranges.push(rangeOf({ startDate, endDate }, window.zone));
    // A repetition that was moved to an earlier date may be in the window although its original date is after the
    // window.
    if (instantOf(next, window.zone) > window.to && !hasLaterException(event, next)) break;
  }
  return ranges.filter(([start, end]) => end > window.from && start < window.to);
}

const hasLaterException = (event: ICAL.Event, at: ICAL.Time): boolean =>
  Object.keys(event.exceptions).some((id) => id > at.toString());

const rangeOf = ({ startDate, endDate }: Pick<ICAL.Event, 'startDate' | 'endDate'>, zone: string): Range => [
  instantOf(startDate, zone),
  instantOf(endDate, zone),
];

/**
 * Returns the instant of a calendar time in milliseconds since 1970. For a zone of the IANA database, the IANA rules
 * apply, because the rules in a file are often shortened. For another zone, such as Outlook's, the rules in the file
 * apply. Whole days and times without a zone use the zone `zone` of the calendar.
 */
function instantOf(time: ICAL.Time, zone: string): number {
  const { year, month, day, hour, minute, second } = time;
  const tzid = time.zone?.tzid ?? 'floating';
  if (!time.isDate && tzid === 'UTC') return time.toUnixTime() * 1000;
  const isOwn = time.isDate || tzid === 'floating';
  if (!isOwn && !isZone(tzid)) return time.toUnixTime() * 1000;
  const plain = new Temporal.PlainDateTime(year, month, day, hour, minute, Math.min(second, 59));
  return plain.toZonedDateTime(isOwn ? zone : tzid).epochMilliseconds;
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
 * Merges overlapping ranges. They are first widened to whole steps of five minutes. This limits the number of ranges
 * even in a calendar of very short events.
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
