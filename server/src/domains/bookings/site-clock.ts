import { assertZone } from '#server/platform/calendar/wall-clock.ts';
import type { Range } from './ranges.ts';

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The local time of a site in a period. In each of the `pieces` the offset from UTC, in milliseconds, is constant. The
 * offset changes between two pieces, for instance when summer time begins.
 */
export interface SiteClock {
  readonly pieces: readonly (Range & { readonly offset: number })[];
  /** Ranges in which the clock shows times that it has shown before, because the clock was set back. */
  readonly repeats: readonly Range[];
  /** The first and last day of the local calendar in this period, as days since 1970. */
  readonly first_day: number;
  readonly last_day: number;
}

/** Returns the local time of a zone in a period. @throws UnknownZone */
export function clockOf(zone: string, { from, to }: Range): SiteClock {
  assertZone(zone);
  const pieces: (Range & { offset: number })[] = [];
  const repeats: Range[] = [];
  // The result covers one day before and one day after the period. Without the day before, `repeats` would lack a
  // change of the clock just before the period.
  let at = Temporal.Instant.fromEpochMilliseconds(from - DAY_MS).toZonedDateTimeISO(zone);
  const end = to + DAY_MS;
  const dayAt = (instant: number, offset: number) => Math.floor((instant + offset) / DAY_MS);
  const first_day = dayAt(at.epochMilliseconds, at.offsetNanoseconds / 1e6);
  for (;;) {
    const offset = at.offsetNanoseconds / 1e6;
    const before = pieces.at(-1);
    const begin = at.epochMilliseconds;
    if (before && before.offset > offset) repeats.push({ from: begin, to: begin + before.offset - offset });
    const next = at.getTimeZoneTransition('next');
    const ends = Math.min(end, next?.epochMilliseconds ?? end);
    pieces.push({ from: begin, to: ends, offset });
    if (!next || ends === end) return { pieces, repeats, first_day, last_day: dayAt(end - 1, offset) };
    at = next;
  }
}

/**
 * Returns the ranges of a day in which the clock of the site shows a time from `starts` to `ends`. A time that the
 * clock skips has no range, and a time that it shows twice has two.
 *
 * @param day days since 1970
 * @param starts minutes since midnight; `ends` has the same unit and may be 1440
 */
export function onTheClock({ pieces }: SiteClock, day: number, starts: number, ends: number): Range[] {
  const found: Range[] = [];
  for (const piece of pieces) {
    const from = Math.max(day * DAY_MS + starts * MINUTE_MS - piece.offset, piece.from);
    const to = Math.min(day * DAY_MS + ends * MINUTE_MS - piece.offset, piece.to);
    if (from < to) found.push({ from, to });
  }
  return found;
}

/** Converts a time to minutes since midnight: '09:30:00' gives 570 and '24:00:00' gives 1440. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Converts a day such as '2027-03-28' to days since 1970. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Converts days since 1970 to a day such as '2027-03-28'. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
