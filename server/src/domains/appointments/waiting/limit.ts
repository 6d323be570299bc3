const HOUR_MS = 3_600_000;
/** The length of the hold in hours. Only daytime hours count. */
const KEPT_HOURS = 2;
/** The shortest hold in hours. A freed time that cannot be held this long is not offered. */
const LEAST_HOURS = 1;
/** The hours at which the night begins and ends in the patient's time zone. */
export const NIGHT_FROM = 21;
export const NIGHT_TO = 8;

export interface Offered {
  readonly now: Date;
  readonly starts_at: Date;
  /** The lead time of the service. The time must be paid before the lead time begins. */
  readonly lead_hours: number;
  /** The time zone of the patient. */
  readonly zone: string;
}

/**
 * Returns the time until which a freed time is held for a patient. The hold lasts two hours, not counting the night. It
 * ends earlier if the lead time of the service begins earlier. If less than an hour of daytime is left, the freed time
 * is not offered, and the result is null.
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

/** Returns a daytime instant unchanged. For an instant at night, returns the end of that night. */
function outOfNight(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (at.hour < NIGHT_TO) return at.withPlainTime({ hour: NIGHT_TO });
  return at.hour >= NIGHT_FROM ? at.add({ days: 1 }).withPlainTime({ hour: NIGHT_TO }) : at;
}
