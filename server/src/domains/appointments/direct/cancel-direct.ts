import { randomUUIDv7 } from 'node:crypto';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import { refundByRule } from '#contract/cancellation.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { isPaid, isScheduled } from '../appointment.ts';
import { type Found, findForUpdate } from '../appointments.queries.ts';
import { thePatient } from '../history.ts';
import { mailCancelled } from '../mail-appointment.ts';
import { move } from '../move.ts';
import { wasMovedByTeam } from '../moved-by-team.ts';
import { listOfferTimes } from '../offer-times.ts';
import { findRefundable, orderRefund } from '../refunds.ts';
import { keptOf } from '../settle-change.ts';

export interface Wish {
  readonly appointment_id: string;
  readonly wish: 'reschedule' | 'cancel';
  readonly note: string;
  readonly idempotency_key: string;
}

export interface WishTaken {
  readonly status: AppointmentStatus;
  readonly open_wish: 'reschedule' | 'cancel' | null;
}

export const wishHash = (wish: Omit<Wish, 'idempotency_key'>): string =>
  requestHash('request_appointment_change', wish);

/**
 * Cancels a paid appointment that the patient booked without the team. The refund follows the rule in the offer. The
 * time is released, the refund is ordered and the patient is notified at once. The transaction has the system role,
 * because patients may not order refunds.
 *
 * @returns null if `settle` returns null, or if the appointment belongs to another patient
 */
export const cancelDirect = (
  ctx: Context,
  { userId }: SignedIn,
  { idempotency_key: key, ...wish }: Wish,
): Promise<WishTaken | null> =>
  withSystem(ctx.system, async (tx) => {
    const found = await findForUpdate(tx, wish.appointment_id);
    if (found?.row.patient_id !== userId) return null;
    const settled = await settle(ctx, tx, found);
    if (!settled) return null;
    return once(tx, { scope: userId, key, hash: wishHash(wish) }, async () => {
      await cancel(ctx, tx, found, settled, wish.note);
      return { status: 'cancelled', open_wish: null };
    });
  });

interface Settled {
  readonly payment_id: string;
  /** The part of the payment that could still be refunded before the cancellation. */
  readonly left_cents: number;
  readonly refund_cents: number;
  readonly kept_cents: number | undefined;
}

/**
 * Computes the refund under the rule in the offer. Returns null in these cases:
 * - The patient did not book without the team, or the appointment is not confirmed and paid.
 * - The rule does not decide, or the payment is disputed.
 * - The appointment has begun, or its time is no longer booked.
 * - The rule would not refund everything, and the team moved the appointment. The new date changed the limit for a free
 * cancellation, and the patient never agreed to the new limit.
 */
async function settle(ctx: Context, tx: Tx, { row, offer, state }: Found): Promise<Settled | null> {
  const now = ctx.clock.now();
  if (!offer?.is_direct || row.status !== 'confirmed' || !isPaid(state) || now >= offer.scheduled_at) return null;
  const payment = await findRefundable(tx, offer.id);
  if (!payment || payment.is_disputed) return null;
  const { payment_id, left_cents } = payment;
  // If the clinic could not keep the time, the deposit is refunded.
  const by = offer.alternatives_until ? 'practitioner' : 'patient';
  const refund_cents = refundByRule(by, { ...offer, left_cents }, now);
  if (refund_cents === null) return null;
  if (by === 'patient' && !(await isBooked(tx, offer.id))) return null;
  if (by === 'patient' && refund_cents < left_cents && (await wasMovedByTeam(tx, row.id))) return null;
  return { payment_id, left_cents, refund_cents, kept_cents: keptOf(offer, left_cents, refund_cents) };
}

const isBooked = async (tx: Tx, offerId: string): Promise<boolean> =>
  (await listOfferTimes(tx, [offerId])).some(({ state }) => state === 'booked');

async function cancel(
  ctx: Context,
  tx: Tx,
  found: Found,
  { payment_id, left_cents, refund_cents, kept_cents }: Settled,
  reason: string,
): Promise<void> {
  const { row, offer, state } = found;
  const by = thePatient(row.patient_id);
  const details = { cancelled_by: 'patient', refund_cents, ...(kept_cents && { kept_cents }) };
  await move(ctx, tx, found, { kind: 'set_status', to: 'cancelled', reason }, by, { details });
  const id = randomUUIDv7();
  if (refund_cents > 0)
    await orderRefund(ctx, tx, {
      id,
      payment_id,
      amount_cents: refund_cents,
      reason: 'cancelled',
      ordered_by: null,
      ordered_at: ctx.clock.now(),
    });
  // If the team has already ordered the whole refund, the email must not say that nothing is refunded.
  const decided = left_cents > 0 ? { refund_cents, kept_cents } : {};
  await mailCancelled(ctx, tx, { row, offer, wasScheduled: isScheduled(state), key: id, ...decided });
}
