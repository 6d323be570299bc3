import type { QuietHours } from '#contract/choices.ts';

/**
 * Returns the end of the current quiet hours. Returns null if `now` is outside quiet hours. Quiet hours are local times
 * in the person's time zone. They end at the same local time even on days on which the clocks change. If the clocks
 * skip the end, quiet hours end when the clocks go forward. If the clocks go back and the end occurs twice, quiet hours
 * first end at its first occurrence. When the clocks have gone back, it is quiet again until the second occurrence. If
 * start and end are the same time, there are no quiet hours.
 *
 * @param quiet `from` inclusive, `to` exclusive, HH:MM; if `from` is later than `to`, they include midnight
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

/**
 * Returns the next instant at which a local time occurs on this day. Returns null if the time is already past. If the
 * time occurs twice, the first occurrence may already be past.
 */
function endOn(day: Temporal.PlainDate, time: string, zone: string, now: Date): Date | null {
  const plain = day.toPlainDateTime(Temporal.PlainTime.from(time));
  const ends = (['earlier', 'later'] as const).map((disambiguation) => plain.toZonedDateTime(zone, { disambiguation }));
  const isSkipped = !ends[0]?.toPlainDateTime().equals(plain);
  const moments = isSkipped ? [startAfterGap(plain, zone)] : ends.map(({ epochMilliseconds }) => epochMilliseconds);
  const end = moments.find((moment) => moment > now.getTime());
  return end === undefined ? null : new Date(end);
}

/** Returns the instant of the clock change that skips the local time `plain`. */
function startAfterGap(plain: Temporal.PlainDateTime, zone: string): number {
  const before = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const change = before.getTimeZoneTransition('next');
  return (change ?? before).epochMilliseconds;
}
