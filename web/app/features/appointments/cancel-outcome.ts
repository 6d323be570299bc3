import type { MyAppointment } from '#contract/appointments.ts';
import { refundByRule } from '#contract/cancellation.ts';
import { agreedTerms } from '#web/lib/agreed-terms.ts';

interface Agreed {
  readonly terms: Pick<NonNullable<MyAppointment['offer']>, 'free_until' | 'kept_cents'>;
  readonly scheduled_at: string;
}
type Paid = Pick<NonNullable<MyAppointment['payment']>, 'amount_cents' | 'refunded_cents'>;

/**
 * Returns the amount that is refunded if the patient cancels now, and the amount that the clinic keeps. Returns null if
 * no rule determines the amounts and the team decides.
 */
export function cancelOutcome({ terms, scheduled_at }: Agreed, { amount_cents, refunded_cents }: Paid, now: number) {
  const left_cents = amount_cents - refunded_cents;
  const back_cents = refundByRule('patient', { ...agreedTerms(terms, scheduled_at), left_cents }, new Date(now));
  return back_cents === null ? null : { back_cents, kept_cents: left_cents - back_cents };
}
