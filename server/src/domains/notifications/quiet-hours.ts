import type { QuietHours } from '#contract/choices.ts';

/**
 * The end of the quiet hours that contain `now`, or null if none do. They are wall clock times in the person's zone, so
 * on the days the clocks change they still end when the person gets up. If the end is skipped, quiet hours end as soon
 * as the clocks have gone forward; if it happens twice, they end at the first. The same time for start and end means no
 * quiet hours.
 *
 * @param quiet `from` inclusive, `to` exclusive, HH:MM; over midnight when `from` is later
 */
export function quietUntil(now: Date, quiet: QuietHours | null): Date | null {
  if (!quiet || quiet.from === quiet.to) return null;
  const { from, to, zone } = quiet;
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const isOverMidnight = from > to;
  const isEvening = clock >= from;
  const isMorning = clock < to;
  if (isOverMidnight ? !isEvening && !isMorning : !isEvening || !isMorning) return null;
  const day = local.toPlainDate().add({ days: isOverMidnight && isEvening ? 1 : 0 });
  return endOn(day, to, zone, now);
}

/** In the hour that happens twice, the first end may already be over. */
function endOn(day: Temporal.PlainDate, time: string, zone: string, now: Date): Date | null {
  const plain = day.toPlainDateTime(Temporal.PlainTime.from(time));
  const ends = (['earlier', 'later'] as const).map((disambiguation) => plain.toZonedDateTime(zone, { disambiguation }));
  const isSkipped = !ends[0]?.toPlainDateTime().equals(plain);
  const moments = isSkipped ? [startAfterGap(plain, zone)] : ends.map(({ epochMilliseconds }) => epochMilliseconds);
  const end = moments.find((moment) => moment > now.getTime());
  return end === undefined ? null : new Date(end);
}

/** The first instant after the clocks went forward over `plain`. */
function startAfterGap(plain: Temporal.PlainDateTime, zone: string): number {
  const before = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const change = before.getTimeZoneTransition('next');
  return (change ?? before).epochMilliseconds;
}
