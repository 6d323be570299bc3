import type { MyAppointment } from '#contract/appointments.ts';

const hour_ms = 3_600_000;

/** Returns the cancellation terms of an offer in the form that the refund rule needs. */
export const agreedTerms = (
  { free_until, kept_cents }: Pick<NonNullable<MyAppointment['offer']>, 'free_until' | 'kept_cents'>,
  scheduled_at: string,
) => ({
  scheduled_at: new Date(scheduled_at),
  free_until_hours: (Date.parse(scheduled_at) - Date.parse(free_until)) / hour_ms,
  deposit_cents: kept_cents,
});
