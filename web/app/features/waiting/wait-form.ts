import type { DirectService } from '#contract/direct-appointments.ts';
import { type DayPart, type MyWait, WaitLimits } from '#contract/waiting-list.ts';

/** What a patient wishes for. Empty: no wish. */
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
/** How long people wait where they say nothing else. */
const USUAL_DAYS = 60;

/** @param today 2026-11-28 */
export const beginWait = (services: readonly DirectService[], today: string, begin: WaitBegin = {}): WaitForm => ({
  service_id: begin.service_id ?? services[0]?.id ?? '',
  practitioner_id: begin.practitioner_id ?? '',
  site_id: begin.site_id ?? '',
  first_day: begin.first_day ?? today,
  last_day: begin.last_day ?? dayAfter(today, USUAL_DAYS),
  part: begin.part ?? 'any',
});

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Whether the last day is one that can be waited for. */
export const isLastDayFine = ({ first_day, last_day }: WaitForm, today: string): boolean =>
  last_day >= first_day && last_day >= today && last_day <= dayAfter(today, WaitLimits.days_ahead);

/** Another service has other people and places. */
export const withService = (form: WaitForm, service_id: string): WaitForm => ({
  ...form,
  service_id,
  practitioner_id: '',
  site_id: '',
});

/** What is sent: an emptied first day is today. */
export const wishesOf = (form: WaitForm, today: string) => ({
  ...form,
  first_day: form.first_day || today,
  practitioner_id: form.practitioner_id || null,
  site_id: form.site_id || null,
});
