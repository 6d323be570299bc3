import type { DayPart } from '#contract/waiting-list.ts';

export interface Wishes {
  readonly practitioner_id: string | null;
  readonly site_id: string | null;
  readonly first_day: string;
  readonly last_day: string;
  readonly part: DayPart;
}

export interface FreeTime {
  readonly practitioner_id: string;
  readonly site_id: string;
  readonly starts_at: Date;
  /** The time zone of the site. */
  readonly timezone: string;
}

/** The hours in which a visit may begin, in the time zone of the site. The second hour is excluded. */
const hoursOf: Readonly<Record<DayPart, readonly [number, number]>> = {
  any: [0, 24],
  morning: [0, 12],
  afternoon: [12, 17],
  evening: [17, 24],
};

/** Returns whether a free time fits the preferences of a patient on the waiting list. */
export function fits(wishes: Wishes, time: FreeTime): boolean {
  if ((wishes.practitioner_id ?? time.practitioner_id) !== time.practitioner_id) return false;
  if ((wishes.site_id ?? time.site_id) !== time.site_id) return false;
  const at = Temporal.Instant.fromEpochMilliseconds(time.starts_at.getTime()).toZonedDateTimeISO(time.timezone);
  const day = at.toPlainDate().toString();
  const [from, to] = hoursOf[wishes.part];
  return wishes.first_day <= day && day <= wishes.last_day && from <= at.hour && at.hour < to;
}
