import * as z from 'zod';
import { AppointmentLimits } from '#contract/appointments.ts';
import { Id } from '#contract/base.ts';
import type { CancelledBy } from '#contract/cancellation.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { isScheduled } from './appointment.ts';
import { type Found, findForUpdate, findOffer, type Offer } from './appointments.queries.ts';
import { putIntoInbox } from './history.ts';
import { mailCancelled, mailConfirmed } from './mail-appointment.ts';
import { findMessage, insertMessage } from './messages.queries.ts';
import { findRefundable, orderRefund } from './refunds.ts';

/**
 * The details that are needed to undo a change of status, or to carry it out later. They are stored as JSON in the
 * timeline.
 */
export interface ChangeDetails {
  readonly offer_id: string | null;
  readonly offer_before: 'open' | 'paid' | 'agreed' | null;
  readonly calendar_before: boolean;
  readonly wish_before: 'reschedule' | 'cancel' | null;
  /** When the answer was due, and when the last offer had expired, as ISO 8601 text. Absent in earlier changes. */
  readonly due_before?: string | null;
  readonly lapsed_before?: string | null;
  /**
   * The refund of a cancellation. Null means that the refund is not decided yet. The field is absent if nothing was
   * paid.
   */
  readonly refund_cents?: number | null;
  /** The deposit that the clinic keeps, as agreed. */
  readonly kept_cents?: number;
  readonly cancelled_by?: CancelledBy;
  /**
   * True if everything that is left of the payment is refunded when the job of the change runs. The amount is read only
   * then, because a patient's transaction may not read the ordered refunds.
   */
  readonly refunds_all?: boolean;
}

/**
 * Returns the part that the clinic keeps because of an agreed deposit. If the clinic keeps money for another reason,
 * the team explains it to the patient.
 */
export const keptOf = (
  offer: Pick<Offer, 'deposit_cents'> | undefined,
  left_cents: number,
  refund_cents: number | null,
) =>
  offer?.deposit_cents && refund_cents === Math.max(0, left_cents - offer.deposit_cents)
    ? left_cents - refund_cents
    : undefined;

export const SettleChange = z.object({ appointment_id: Id, change_id: Id });
export const SETTLE_JOB = 'appointments.settleChange';

/**
 * Returns the time until which a change can be undone completely. Until then no email has been sent and no money has
 * been refunded.
 */
export const settlesAt = (changed: Date): Date => new Date(changed.getTime() + AppointmentLimits.undo_s * 1000);

/** Queues the email and the refund of a change, in the transaction of the change. */
export const settleLater = (ctx: Context, tx: Tx, appointment_id: string, change_id: string): Promise<unknown> =>
  ctx.jobs.send(tx, SETTLE_JOB, { appointment_id, change_id }, { startAfter: settlesAt(ctx.clock.now()) });

/**
 * Emails the patient and orders the refund, unless the change was undone or another change followed. The job may run
 * twice.
 */
export const settleChange = (ctx: Context, { appointment_id, change_id }: z.output<typeof SettleChange>) =>
  withSystem(ctx.system, async (tx) => {
    const found = await findForUpdate(tx, appointment_id);
    const change = found && (await findChange(tx, appointment_id, change_id));
    if (!change) return;
    const { isUndone, isFollowed } = await lookAfter(tx, appointment_id, change_id, change.id);
    if (isUndone) return;
    const details = await withAmount(tx, change_id, change.details as unknown as ChangeDetails);
    // A refund was decided for an appointment that is no longer cancelled, so the team has to decide again.
    if (isFollowed && details.refund_cents)
      await putIntoInboxOnce(ctx, tx, appointment_id, await findPaid(tx, details.offer_id));
    if (isFollowed) return;
    if (change.to_status === 'cancelled') {
      const isSettled = await settleMoney(ctx, tx, found, details, change_id, change.actor_id);
      // The email promises no refund that the service did not order.
      const told = isSettled ? details : { ...details, refund_cents: null };
      await tellCancelled(ctx, tx, found, { ...change, details: told }, change_id);
    } else if (isScheduled(found.state)) await mailConfirmed(ctx, tx, appointment_id, change_id);
  });

/**
 * Adds the amount of a full refund. A second run reads the refund that the first run ordered. The amount is null if the
 * payment is disputed, because the bank decides first, or if the team has refunded everything in the meantime. The
 * email then says that the team will write. It neither promises a refund nor says that nothing is refunded.
 */
async function withAmount(tx: Tx, change_id: string, details: ChangeDetails): Promise<ChangeDetails> {
  if (!details.refunds_all || !details.offer_id) return details;
  const ordered = await findOrdered(tx, change_id);
  if (ordered) return { ...details, refund_cents: ordered.amount_cents };
  const payment = await findRefundable(tx, details.offer_id);
  if (!payment) return details;
  const { is_disputed, left_cents } = payment;
  return { ...details, refund_cents: is_disputed || left_cents === 0 ? null : left_cents };
}

const findOrdered = (tx: Tx, changeId: string) =>
  tx.selectFrom('appointment_refunds').select(['id', 'amount_cents']).where('id', '=', changeId).executeTakeFirst();

const findChange = (tx: Tx, appointmentId: string, changeId: string) =>
  tx
    .selectFrom('appointment_events')
    .select(['id', 'actor_id', 'to_status', 'reason', 'details'])
    .where('appointment_id', '=', appointmentId)
    .where('change_id', '=', changeId)
    .where('kind', '=', 'status_changed')
    .executeTakeFirst();

/** Returns whether the change was undone, and whether a later change is still in effect. */
async function lookAfter(tx: Tx, appointmentId: string, changeId: string, after: number) {
  const later = await tx
    .selectFrom('appointment_events')
    .select(['kind', 'change_id'])
    .where('appointment_id', '=', appointmentId)
    .where('id', '>', after)
    .where('to_status', 'is not', null)
    .execute();
  const undone = new Set(later.filter(({ kind }) => kind === 'status_undone').map(({ change_id }) => change_id));
  return {
    isUndone: undone.has(changeId),
    isFollowed: later.some(({ kind, change_id }) => kind !== 'status_undone' && !undone.has(change_id)),
  };
}

/** Orders the refund. @returns false if the team has to decide about the refund instead */
async function settleMoney(
  ctx: Context,
  tx: Tx,
  { row }: Found,
  { offer_id, refund_cents }: ChangeDetails,
  changeId: string,
  orderedBy: string | null,
): Promise<boolean> {
  if (refund_cents !== null && (!refund_cents || !offer_id)) return true;
  if (await findOrdered(tx, changeId)) return true;
  const payment = await findPaid(tx, offer_id);
  // The team decides if a colleague has refunded a part in the meantime, or if the payer disputes the payment.
  if (refund_cents === null || !payment || payment.is_disputed || payment.left_cents < refund_cents) {
    await putIntoInboxOnce(ctx, tx, row.id, payment);
    return false;
  }
  await orderRefund(ctx, tx, {
    id: changeId,
    payment_id: payment.payment_id,
    amount_cents: refund_cents,
    reason: 'cancelled',
    ordered_by: orderedBy,
    ordered_at: ctx.clock.now(),
  });
  return true;
}

const findPaid = async (tx: Tx, offerId: string | null) => (offerId ? findRefundable(tx, offerId) : undefined);

/** Asks the team to decide about the refund of this payment, unless an open entry already asks. */
async function putIntoInboxOnce(
  ctx: Context,
  tx: Tx,
  appointmentId: string,
  payment: { readonly payment_id: string } | undefined,
): Promise<void> {
  const payment_id = payment?.payment_id ?? null;
  const waits = await tx
    .selectFrom('appointment_inbox')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', 'refund_undecided')
    .where('payment_id', 'is not distinct from', payment_id)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  if (!waits) await putIntoInbox(ctx, tx, appointmentId, 'refund_undecided', { payment_id });
}

async function tellCancelled(
  ctx: Context,
  tx: Tx,
  { row }: Found,
  { actor_id, reason, details }: { actor_id: string | null; reason: string; details: ChangeDetails },
  changeId: string,
): Promise<void> {
  const { offer_id, calendar_before, refund_cents, kept_cents, cancelled_by } = details;
  const offer = offer_id ? await findOffer(tx, offer_id) : undefined;
  if (reason && cancelled_by && !(await findMessage(tx, changeId)))
    await insertMessage(tx, {
      id: changeId,
      appointment_id: row.id,
      at: ctx.clock.now(),
      author_id: actor_id,
      from_team: true,
      body: reason,
      read_at: null,
      answered_at: null,
    });
  await mailCancelled(ctx, tx, { row, offer, wasScheduled: calendar_before, key: changeId, refund_cents, kept_cents });
}
