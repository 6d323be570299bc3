import type { MyAppointment } from '#contract/appointments.ts';

type Terms = Pick<NonNullable<MyAppointment['offer']>, 'free_until' | 'kept_cents'>;
type Paid = Pick<NonNullable<MyAppointment['payment']>, 'amount_cents' | 'refunded_cents'>;

/** What a patient who cancels now gets back, and what stays with the clinic. Null: the team decides. */
export function cancelOutcome({ free_until, kept_cents }: Terms, { amount_cents, refunded_cents }: Paid, now: number) {
  const left_cents = amount_cents - refunded_cents;
  if (now <= Date.parse(free_until)) return { back_cents: left_cents, kept_cents: 0 };
  if (kept_cents === null) return null;
  const stays_cents = Math.min(kept_cents, left_cents);
  return { back_cents: left_cents - stays_cents, kept_cents: stays_cents };
}
