import { readWallClock } from './wall-clock.ts';
import { compactWallTime, wallTime } from './zone-time.ts';

export interface CalendarEvent {
  /**
   * The id of the event, which never changes. A later file with the same uid and a higher sequence replaces the event.
   */
  readonly uid: string;
  readonly sequence: number;
  readonly isCancelled: boolean;
  /** The time at which this version of the event was made. */
  readonly changedAt: Date;
  readonly start: Date;
  readonly minutes: number;
  /** IANA zone of the place of the event. */
  readonly zone: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  /** The organizer: an email address, or a name followed by the address in angle brackets. */
  readonly organizer: string;
  /** Reminders of the calendar program, in minutes before the start. */
  readonly alarms?: readonly number[];
}

/**
 * An event of a subscribed calendar. It has no organizer, so calendar programs do not offer to accept or decline the
 * event.
 */
export type FeedEvent = Omit<CalendarEvent, 'organizer' | 'alarms' | 'zone' | 'isCancelled'> & {
  /** True while the event is tentative, which means that it may still be cancelled. */
  readonly isTentative: boolean;
};

/**
 * Returns a calendar file with one event (RFC 5545, with a method of RFC 5546). Lines end with CRLF and have at most 75
 * octets. The file defines the zone, with the clock changes before and after the event.
 */
export function calendarFile(event: CalendarEvent): string {
  const end = new Date(event.start.getTime() + event.minutes * 60_000);
  const { name, address } = mailbox(event.organizer);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Flaira//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${event.isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    ...zoneLines(event.zone, event.start),
    'BEGIN:VEVENT',
    ...versionLines(event),
    ...timeLines(event.start, end, event.zone),
    ...wordLines(event),
    `ORGANIZER;CN=${quoted(name)}:mailto:${address}`,
    'CLASS:PRIVATE',
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${event.isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    ...(event.isCancelled ? [] : (event.alarms ?? [])).flatMap((minutes) => alarmLines(event.title, minutes)),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return written(lines);
}

/**
 * Returns the file of a subscribed calendar (RFC 7986). Its times are in UTC. The text is always the same for the same
 * events.
 */
export function calendarFeed(name: string, events: readonly FeedEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Flaira//Calendars//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT30M',
    'X-PUBLISHED-TTL:PT30M',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      ...versionLines(event),
      `DTSTART:${utc(event.start)}`,
      `DTEND:${utc(new Date(event.start.getTime() + event.minutes * 60_000))}`,
      ...wordLines(event),
      'CLASS:PRIVATE',
      `STATUS:${event.isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
      'TRANSP:OPAQUE',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return written(lines);
}

const written = (lines: readonly string[]): string => lines.map((line) => `${foldLine(line)}\r\n`).join('');

const MAX_OCTETS = 75;
const encoder = new TextEncoder();

/**
 * Folds a content line of a calendar file (RFC 5545, 3.1). Each part has at most 75 octets and never ends inside a
 * character. A continuation begins with a space.
 */
export function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

const versionLines = ({
  uid,
  changedAt,
  sequence,
}: Pick<CalendarEvent, 'uid' | 'changedAt' | 'sequence'>): string[] => [
  `UID:${escapeText(uid)}`,
  `DTSTAMP:${utc(changedAt)}`,
  `LAST-MODIFIED:${utc(changedAt)}`,
  `SEQUENCE:${sequence}`,
];

const wordLines = (event: Pick<CalendarEvent, 'title' | 'description' | 'location' | 'url'>): string[] => [
  `SUMMARY:${escapeText(event.title)}`,
  ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
  ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
  `URL:${event.url}`,
];

const alarmLines = (title: string, minutes: number): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeText(title)}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
];

/**
 * Returns start and end as local times of the zone. When the clocks go back, one hour occurs twice, and calendar
 * programs would assume the first occurrence. Times in that hour are therefore written in UTC.
 */
function timeLines(start: Date, end: Date, zone: string): string[] {
  const isUnique = [start, end].every((at) => readWallClock(wallTime(at, zone), zone).kind === 'instant');
  if (!isUnique) return [`DTSTART:${utc(start)}`, `DTEND:${utc(end)}`];
  return [`DTSTART;TZID=${zone}:${compactWallTime(start, zone)}`, `DTEND;TZID=${zone}:${compactWallTime(end, zone)}`];
}

/** Escapes a text value (RFC 5545, 3.3.11). */
const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n');

/**
 * Quotes a parameter value. Quotation marks and control characters are replaced with spaces, because a parameter value
 * must not contain them.
 */
const quoted = (text: string): string => `"${text.replace(/["\p{Cc}]/gu, ' ')}"`;

function mailbox(organizer: string): { name: string; address: string } {
  const [, name, address] = /^(.*?)\s*<(.+)>$/.exec(organizer) ?? [];
  return { name: name || 'Flaira', address: address ?? organizer };
}

const utc = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/**
 * Returns the VTIMEZONE of a zone for a moment. It contains the last clock change before the moment and the first one
 * after it, each with its date. It contains no rules, because governments change them.
 */
function zoneLines(zone: string, around: Date): string[] {
  const at = Temporal.Instant.fromEpochMilliseconds(around.getTime()).toZonedDateTimeISO(zone);
  const before = at.getTimeZoneTransition('previous');
  const after = at.getTimeZoneTransition('next');
  const observances = [...(before ? observance(before) : steady(at)), ...(after ? observance(after) : [])];
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE'];
}

/**
 * Returns the VTIMEZONE of a zone with every clock change between two moments. It is added to a file that uses the zone
 * without defining it.
 */
export function zoneDefinition(zone: string, from: Date, to: Date): string {
  const observances: string[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(
    zone,
  );
  observances.push(...steady(at));
  while ((at = at.getTimeZoneTransition('next')) && at.epochMilliseconds <= to.getTime())
    observances.push(...observance(at));
  return written(['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE']);
}

/**
 * Returns the part of a VTIMEZONE that starts with this clock change. The start is a local time with the offset before
 * the change.
 */
function observance(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 });
  const onset = change.toPlainDateTime().subtract({ nanoseconds: change.offsetNanoseconds - before.offsetNanoseconds });
  const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
  return block(kind, onset.toString({ smallestUnit: 'second' }).replace(/[-:]/g, ''), before.offset, change.offset);
}

/**
 * Returns the part of a VTIMEZONE for all times from 1970 until the next part. Its offset is the offset of the zone at
 * the moment `at`.
 */
const steady = (at: Temporal.ZonedDateTime): string[] =>
  block('STANDARD', compactWallTime(new Date(0), at.timeZoneId), at.offset, at.offset);

const block = (kind: string, onset: string, from: string, to: string): string[] => [
  `BEGIN:${kind}`,
  `DTSTART:${onset}`,
  `TZOFFSETFROM:${offset(from)}`,
  `TZOFFSETTO:${offset(to)}`,
  `END:${kind}`,
];

/** Turns +01:00 into +0100. Keeps the seconds of a historical offset. */
const offset = (text: string): string => text.replaceAll(':', '');
