import type { MyAppointment } from '#contract/appointments.ts';
import { refundByRule } from '#contract/cancellation.ts';
import { agreedTerms } from '#web/lib/agreed-terms.ts';

interface Agreed {
  readonly terms: Pick<NonNullable<MyAppointment['offer']>, 'free_until' | 'kept_cents' | 'is_direct'>;
  readonly scheduled_at: string;
  /** Whether the team has ever moved the appointment. */
  readonly wasMovedByTeam: boolean;
}
type Paid = Pick<NonNullable<MyAppointment['payment']>, 'amount_cents' | 'refunded_cents'>;

/**
 * Returns the amount that is refunded if the patient cancels now, and the amount that the clinic keeps. Returns null if
 * the team decides the amounts. The team decides if no rule applies. It also decides if the patient booked the time
 * directly, the team has moved the appointment, and the rule would not refund everything: the patient never agreed to
 * the deadline that follows from the new date.
 */
export function cancelOutcome(
  { terms, scheduled_at, wasMovedByTeam }: Agreed,
  { amount_cents, refunded_cents }: Paid,
  now: number,
) {
  const left_cents = amount_cents - refunded_cents;
  const back_cents = refundByRule('patient', { ...agreedTerms(terms, scheduled_at), left_cents }, new Date(now));
  if (back_cents === null || (terms.is_direct && wasMovedByTeam && back_cents < left_cents)) return null;
  return { back_cents, kept_cents: left_cents - back_cents };
}
