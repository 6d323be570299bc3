import { addDays, type Day } from './calendar.ts';

/** A day and a local time at a place. */
export interface WallTime {
  readonly day: Day;
  /** The minutes since midnight. */
  readonly minute: number;
}

const MINUTE_MS = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the date format of a zone. Formats are cached, because creating one is slow and a calendar needs one for each
 * of its entries.
 */
function formatOf(zone: string): Intl.DateTimeFormat {
  const kept =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(zone, kept);
  return kept;
}

export function wallTimeIn(zone: string, at: string | number | Date): WallTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

const asUtc = ({ day, minute }: WallTime): number => Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;

/** Returns the offset of the zone from UTC in milliseconds. It is positive if the zone is ahead of UTC. */
const offsetOf = (zone: string, at: number): number =>
  asUtc(wallTimeIn(zone, at)) - Math.floor(at / MINUTE_MS) * MINUTE_MS;

/**
 * Returns the instant of a local time in a zone. If the local time occurs twice, returns the earlier instant. If the
 * clocks skip the local time, it is moved forward by the length of the gap.
 */
export function instantIn(zone: string, wall: WallTime): number {
  const guess = asUtc(wall);
  // Near a clock change, two offsets from UTC are possible. Before the change, the offset is that of the previous day.
  // After the change, it is that of the next day.
  const [before, after] = [guess - 1440 * MINUTE_MS, guess + 1440 * MINUTE_MS].map((at) => guess - offsetOf(zone, at));
  const fits = [before, after].filter((at) => at !== undefined && asUtc(wallTimeIn(zone, at)) === guess);
  return Math.min(...(fits.length > 0 ? fits : [before]).map(Number));
}

/** Formats minutes since midnight as '14:30'. */
export const hourText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Converts a time of day into minutes since midnight. Returns null if the text is not a time of day. */
export function minuteOf(text: string): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
  const whole = Number(hour) * 60 + Number(minute);
  return Number.isNaN(whole) || whole >= 1440 || Number(minute) > 59 ? null : whole;
}

export interface Piece extends WallTime {
  /**
   * The end of this part of the time span, in minutes since the start of `day`. 1440 is the midnight at the end of the
   * day.
   */
  readonly until: number;
}

/** Splits a time span into its parts on these days. Each day has at most one part. */
export function piecesOn(days: readonly Day[], zone: string, span: { from: string; to: string }): Piece[] {
  const [from, to] = [Date.parse(span.from), Date.parse(span.to)];
  return days.flatMap((day) => {
    const begins = instantIn(zone, { day, minute: 0 });
    const ends = instantIn(zone, { day: addDays(day, 1), minute: 0 });
    if (from >= ends || to <= begins) return [];
    const minute = from <= begins ? 0 : wallTimeIn(zone, from).minute;
    const until = to >= ends ? 1440 : wallTimeIn(zone, to).minute;
    // If the clocks are set back, the local time of the end may be before the local time of the start.
    return [{ day, minute, until: until > minute ? until : Math.min(1440, minute + (to - from) / MINUTE_MS) }];
  });
}
