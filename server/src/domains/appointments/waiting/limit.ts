const HOUR_MS = 3_600_000;
/** The length of the hold, in hours of the day. */
const KEPT_HOURS = 2;
/** The shortest hold: a time that cannot be kept this long is not offered. */
const LEAST_HOURS = 1;
/** The night on the patient's clock. */
export const NIGHT_FROM = 21;
export const NIGHT_TO = 8;

export interface Offered {
  readonly now: Date;
  readonly starts_at: Date;
  /** The lead time of the service. The time must be paid before it begins. */
  readonly lead_hours: number;
  /** The patient's clock. */
  readonly zone: string;
}

/**
 * The moment until which a freed time is kept for a person: two hours without the night, and no later than the lead time of the service allows.
 * Null: less than an hour by day is left, so the time is not offered.
 */
export function limitOf({ now, starts_at, lead_hours, zone }: Offered): Date | null {
  const latest = starts_at.getTime() - lead_hours * HOUR_MS;
  if (afterHoursByDay(now, LEAST_HOURS, zone) > latest) return null;
  return new Date(Math.min(afterHoursByDay(now, KEPT_HOURS, zone), latest));
}

function afterHoursByDay(from: Date, hours: number, zone: string): number {
  let at = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone);
  let left = hours * HOUR_MS;
  for (;;) {
    at = outOfNight(at);
    const day = at.withPlainTime({ hour: NIGHT_FROM }).epochMilliseconds - at.epochMilliseconds;
    if (left <= day) return at.epochMilliseconds + left;
    left -= day;
    at = at.withPlainTime({ hour: NIGHT_FROM });
  }
}

/** The same instant by day, and the coming morning by night. */
function outOfNight(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (at.hour < NIGHT_TO) return at.withPlainTime({ hour: NIGHT_TO });
  return at.hour >= NIGHT_FROM ? at.add({ days: 1 }).withPlainTime({ hour: NIGHT_TO }) : at;
}
