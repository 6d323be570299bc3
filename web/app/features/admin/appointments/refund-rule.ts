import type { AdminAppointment, AdminAppointmentDetail } from '#contract/appointments-admin.ts';
import { type CancelledBy, freeCancelHours, freeCancelUntil, refundByRule } from '#contract/cancellation.ts';
import { agreedTerms } from '#web/lib/agreed-terms.ts';
import { exactCentsOf } from '../amount.ts';

type Payment = Pick<
  AdminAppointmentDetail['payments'][number],
  'amount_cents' | 'refunded_cents' | 'refunding_cents' | 'lost_cents'
>;

/**
 * Returns the part of a payment that is neither refunded nor lost. Refunds that are ordered but not made yet count as
 * refunded.
 */
export const leftOf = ({ amount_cents, refunded_cents, refunding_cents, lost_cents }: Payment): number =>
  Math.max(0, amount_cents - refunded_cents - refunding_cents - lost_cents);

/**
 * Returns the typed refund in cents. Returns null if the amount is not valid, or if the part that can still be refunded
 * is not known yet.
 */
export function typedRefund(amount: string, left_cents: number | undefined): number | null {
  if (left_cents === 0) return 0;
  const cents = exactCentsOf(amount);
  return left_cents !== undefined && cents !== null && cents <= left_cents ? cents : null;
}

interface Cancelling {
  readonly by: CancelledBy;
  readonly left_cents: number;
  readonly now: Date;
}

/**
 * Returns the refund according to the terms of the offer, and the sentence that explains it. Without an offer,
 * cancelling is free until `freeCancelHours` before the appointment. If the team moved the appointment, the patient
 * never agreed to the cancellation deadline for the new date. The team then decides whether the clinic keeps anything.
 */
export function ruleFor(
  {
    offer,
    scheduled_at,
    was_moved_by_team,
  }: Pick<AdminAppointment, 'scheduled_at' | 'was_moved_by_team'> & {
    offer: Pick<NonNullable<AdminAppointment['offer']>, 'free_until' | 'kept_cents'> | null;
  },
  { by, left_cents, now }: Cancelling,
) {
  const usual = { scheduled_at: scheduled_at ? new Date(scheduled_at) : now, free_until_hours: freeCancelHours };
  const terms = offer && scheduled_at ? agreedTerms(offer, scheduled_at) : usual;
  const agreed = refundByRule(by, { ...terms, left_cents }, now);
  const isUnagreed = by === 'patient' && was_moved_by_team && (agreed ?? 0) < left_cents;
  const byRule = isUnagreed ? null : agreed;
  const isInTime = now <= freeCancelUntil(terms.scheduled_at, terms.free_until_hours);
  const rule = byRule === null ? 'open' : by !== 'patient' ? 'ours' : isInTime ? 'inTime' : 'deposit';
  return { byRule, rule, hours: terms.free_until_hours } as const;
}
