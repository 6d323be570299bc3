import { ReviewLimits } from '#contract/reviews.ts';
import { startOfDay } from '#server/platform/calendar/wall-clock.ts';
import { wallTime } from '#server/platform/calendar/zone-time.ts';

/**
 * Returns the period from `first` to `last` days after the day of a visit, both days included, in the time zone of the
 * site.
 */
export function daysAfter(visitedAt: Date, zone: string, first: number, last: number): { from: Date; to: Date } {
  const day = wallTime(visitedAt, zone).slice(0, 10);
  return { from: startOfDay(day, zone, first), to: startOfDay(day, zone, last + 1) };
}

/** Returns the minutes since midnight of a wall-clock time. */
const minuteOf = (wall: string): number => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));

/**
 * Chooses the time of a review visit: a free time near the hour of the visit, on the first day that has one. If no day
 * has one, the first day with any free time is used. On that day, the time nearest to the hour of the visit is chosen.
 * If two times are equally near, the earlier one is chosen.
 */
export function chooseReviewTime<T extends { readonly starts_at: number }>(
  free: readonly T[],
  visitedAt: Date,
  zone: string,
): T | undefined {
  const wanted = minuteOf(wallTime(visitedAt, zone));
  const known = free
    .map((slot) => ({ slot, wall: wallTime(new Date(slot.starts_at), zone) }))
    .map(({ slot, wall }) => ({ slot, day: wall.slice(0, 10), far: Math.abs(minuteOf(wall) - wanted) }))
    .sort((a, b) => a.day.localeCompare(b.day) || a.far - b.far || a.slot.starts_at - b.slot.starts_at);
  return (known.find(({ far }) => far <= ReviewLimits.near_minutes) ?? known[0])?.slot;
}
