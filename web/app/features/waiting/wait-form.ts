import type { DirectService } from '#contract/direct-appointments.ts';
import { type DayPart, type MyWait, WaitLimits } from '#contract/waiting-list.ts';
import { dayIn } from '#web/lib/day.ts';
import { ownZone } from '#web/lib/zoned.ts';

/** The patient's preferences for an appointment. An empty text means that the patient has no preference. */
export interface WaitForm {
  readonly service_id: string;
  readonly practitioner_id: string;
  readonly site_id: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly part: DayPart;
}

export type WaitBegin = Partial<
  Pick<MyWait, 'service_id' | 'practitioner_id' | 'site_id' | 'first_day' | 'last_day' | 'part'>
>;

const DAY_MS = 86_400_000;
/** The number of days after today that the form proposes as the last day. */
const USUAL_DAYS = 60;

/**
 * Returns the initial values of the form.
 * @param today the day as YYYY-MM-DD
 */
export const beginWait = (services: readonly DirectService[], today: string, begin: WaitBegin = {}): WaitForm => ({
  service_id: begin.service_id ?? services[0]?.id ?? '',
  practitioner_id: begin.practitioner_id ?? '',
  site_id: begin.site_id ?? '',
  first_day: begin.first_day ?? today,
  last_day: begin.last_day ?? dayAfter(today, USUAL_DAYS),
  part: begin.part ?? 'any',
});

/**
 * Returns today's date. If the date differs between the patient's time zone and those of the chosen sites, returns the
 * earliest one. The patient chooses days in the time zone of the site, and a day that is over for the patient may not
 * be over there. If no service is chosen, the first service is used, as in `beginWait`.
 */
export function todayAt(
  services: readonly DirectService[],
  { service_id = services[0]?.id, site_id }: Pick<WaitBegin, 'service_id' | 'site_id'>,
  now: number,
  own: string = ownZone(),
): string {
  const sites =
    services.find(({ id }) => id === service_id)?.sites.filter(({ id }) => !site_id || id === site_id) ?? [];
  const days = [own, ...sites.map(({ timezone }) => timezone)].map((zone) => dayIn(zone, now));
  return days.sort()[0] ?? '';
}

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Whether the last day is valid. It must not be before the first day or before today, and must be within the limit. */
export const isLastDayFine = ({ first_day, last_day }: WaitForm, today: string): boolean =>
  last_day >= first_day && last_day >= today && last_day <= dayAfter(today, WaitLimits.days_ahead);

/**
 * Returns the form with another service. Practitioner and place are cleared, because they may not belong to that
 * service.
 */
export const withService = (form: WaitForm, service_id: string): WaitForm => ({
  ...form,
  service_id,
  practitioner_id: '',
  site_id: '',
});

/** Returns the preferences in the format of the API. If the first day is empty, today is used. */
export const wishesOf = (form: WaitForm, today: string) => ({
  ...form,
  first_day: form.first_day || today,
  practitioner_id: form.practitioner_id || null,
  site_id: form.site_id || null,
});
