import { readWallClock, UnknownZone } from '#server/platform/calendar/wall-clock.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';

const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Reads the time of an offer. A text with an offset is an instant. A text without an offset is a local time of the
 * site.
 *
 * @throws Refusal TIME_DOES_NOT_EXIST, TIME_IS_AMBIGUOUS on days on which the clocks change; INVALID_INPUT for an
 * unknown zone
 */
export function readOfferTime(scheduledAt: string, timezone: string): Date {
  try {
    // The time zone is checked even if the text has an offset, because the zone is shown with the time.
    const read = readWallClock(HAS_OFFSET.test(scheduledAt) ? '2026-01-01T12:00' : scheduledAt, timezone);
    if (HAS_OFFSET.test(scheduledAt)) return new Date(scheduledAt);
    if (read.kind === 'instant') return read.at;
    throw read.kind === 'skipped'
      ? new Refusal('TIME_DOES_NOT_EXIST', { before: read.before.toISOString(), after: read.after.toISOString() })
      : new Refusal('TIME_IS_AMBIGUOUS', { earlier: read.earlier.toISOString(), later: read.later.toISOString() });
  } catch (error) {
    if (error instanceof UnknownZone) throw invalidInput({ timezone: ['unknown'] });
    throw error;
  }
}

/** Reads the time of an offer as `readOfferTime` does, and refuses a time in the past. */
export function readFutureTime(scheduledAt: string, timezone: string, now: Date): Date {
  const at = readOfferTime(scheduledAt, timezone);
  if (at <= now) throw invalidInput({ scheduled_at: ['past'] });
  return at;
}
