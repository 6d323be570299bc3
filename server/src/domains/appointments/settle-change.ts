import { sql } from 'kysely';
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
  /**
   * When the answer was due, and when the last offer had expired, as ISO 8601 text. Absent in changes that an earlier
   * release stored.
   */
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
    const [change] = await selectChanges(tx)
      .where('e.appointment_id', '=', appointment_id)
      .where('change_id', '=', change_id)
      .execute();
    if (!found || !change) return;
    const { isUndone, isFollowed } = await lookAfter(tx, change);
    if (isUndone) return;
    const refund_cents = await settleMoney(ctx, tx, change, { isFollowed, mayOrder: !isFollowed });
    if (isFollowed) return;
    // The email promises no refund that the service did not order.
    if (change.to_status === 'cancelled') await tellCancelled(ctx, tx, found, change, refund_cents);
    else if (isScheduled(found.state)) await mailConfirmed(ctx, tx, appointment_id, change_id);
  });

/**
 * Asks the team to decide about the money of cancellations whose job has not run yet. Call this function before the
 * appointments of the patient are erased: after the erasure, the job finds nothing. This function orders no refund,
 * because it cannot always tell whether the job has run: the job leaves no trace if nothing was left to refund.
 */
export async function askAboutUnsettled(ctx: Context, tx: Tx, patientId: string): Promise<void> {
  const changes = await selectChanges(tx)
    .innerJoin('appointments as a', 'a.id', 'e.appointment_id')
    .where('a.patient_id', '=', patientId)
    .where('to_status', '=', 'cancelled')
    .orderBy('e.id')
    .execute();
  for (const change of changes) {
    const { isUndone, isFollowed } = await lookAfter(tx, change);
    if (!isUndone) await settleMoney(ctx, tx, change, { isFollowed, mayOrder: false });
  }
}

const selectChanges = (tx: Tx) =>
  tx
    .selectFrom('appointment_events as e')
    .select(['e.id', 'e.appointment_id', 'at', 'actor_id', 'to_status', 'reason', 'details'])
    .select((eb) => eb.ref('change_id').$notNull().as('change_id'))
    .where('kind', '=', 'status_changed')
    .where('change_id', 'is not', null);
type Change = Awaited<ReturnType<ReturnType<typeof selectChanges>['executeTakeFirstOrThrow']>>;

const detailsOf = ({ details }: Change) => details as unknown as ChangeDetails;

/** Returns whether the change was undone, and whether a later change is still in effect. */
async function lookAfter(tx: Tx, { id, appointment_id, change_id: changeId }: Change) {
  const later = await tx
    .selectFrom('appointment_events')
    .select(['kind', 'change_id'])
    .where('appointment_id', '=', appointment_id)
    .where('id', '>', id)
    .where('to_status', 'is not', null)
    .execute();
  const undone = new Set(later.filter(({ kind }) => kind === 'status_undone').map(({ change_id }) => change_id));
  return {
    isUndone: undone.has(changeId),
    isFollowed: later.some(({ kind, change_id }) => kind !== 'status_undone' && !undone.has(change_id)),
  };
}

/**
 * Orders the refund of a cancellation, or asks the team to decide about it. A second run finds the refund that the first
 * run ordered. If a refund was decided for an appointment that is no longer cancelled, the team has to decide again.
 *
 * @returns the ordered refund, or 0 if it was decided that nothing is refunded. Null if the team has to decide. Undefined
 * if nothing was paid, or if nothing is left, because it was refunded or lost in a dispute in the meantime.
 */
async function settleMoney(
  ctx: Context,
  tx: Tx,
  change: Change,
  { isFollowed, mayOrder }: { readonly isFollowed: boolean; readonly mayOrder: boolean },
): Promise<number | null | undefined> {
  const { offer_id, refunds_all, refund_cents: decided } = detailsOf(change);
  const ordered = await findOrdered(tx, change.change_id);
  if (ordered) return ordered.amount_cents;
  if (decided === 0 || (decided === undefined && !refunds_all) || (decided === null && isFollowed)) return decided;
  const payment = offer_id ? await findRefundable(tx, offer_id) : undefined;
  const left_cents = payment?.left_cents ?? 0;
  if (payment && left_cents === 0) return undefined;
  const amount_cents = refunds_all ? left_cents : decided;
  // The team decides if a colleague has refunded a part in the meantime, or if the payer disputes the payment.
  if (!mayOrder || !amount_cents || !payment || payment.is_disputed || left_cents < amount_cents) {
    await askOnce(ctx, tx, change, payment);
    return null;
  }
  await orderRefund(ctx, tx, {
    id: change.change_id,
    payment_id: payment.payment_id,
    amount_cents,
    reason: 'cancelled',
    ordered_by: change.actor_id,
    ordered_at: ctx.clock.now(),
  });
  return amount_cents;
}

const findOrdered = (tx: Tx, changeId: string) =>
  tx.selectFrom('appointment_refunds').select('amount_cents').where('id', '=', changeId).executeTakeFirst();

type Asked = { readonly payment_id: string; readonly left_cents: number } | undefined;

/**
 * Asks the team to decide about the refund of this payment, unless an entry already asks or this change has already
 * asked. The job of this change does not run before `settlesAt`. An entry that was handled before then asked about an
 * earlier cancellation.
 */
async function askOnce(ctx: Context, tx: Tx, { appointment_id, at }: Change, payment: Asked): Promise<void> {
  const payment_id = payment?.payment_id ?? null;
  const asked = await tx
    .selectFrom('appointment_inbox')
    .select('id')
    .where('appointment_id', '=', appointment_id)
    .where('kind', '=', 'refund_undecided')
    .where('payment_id', 'is not distinct from', payment_id)
    .where((eb) => eb.or([eb('handled_at', 'is', null), eb('created_at', '>=', settlesAt(at))]))
    .executeTakeFirst();
  if (asked || (payment && (await hasAllFailed(tx, appointment_id, at, payment)))) return;
  await putIntoInbox(ctx, tx, appointment_id, 'refund_undecided', { payment_id });
}

/**
 * True if a refund of everything that is left failed after the change. Its own entry asks for the same decision, and
 * administrators get an email about it when the patient is erased.
 */
async function hasAllFailed(
  tx: Tx,
  appointmentId: string,
  changed: Date,
  { payment_id, left_cents }: NonNullable<Asked>,
): Promise<boolean> {
  const failed = await tx
    .selectFrom('appointment_inbox as i')
    .innerJoin('appointment_events as e', 'e.appointment_id', 'i.appointment_id')
    .select('i.id')
    .where('i.appointment_id', '=', appointmentId)
    .where('i.kind', '=', 'refund_failed')
    .where('i.payment_id', '=', payment_id)
    .where('i.created_at', '>', changed)
    .where('e.kind', '=', 'refund_failed')
    .where(sql<boolean>`e.details ->> 'refund' = i.refund_id and (e.details ->> 'amount_cents')::int8 >= ${left_cents}`)
    .executeTakeFirst();
  return failed !== undefined;
}

async function tellCancelled(
  ctx: Context,
  tx: Tx,
  { row }: Found,
  change: Change,
  refund_cents: number | null | undefined,
): Promise<void> {
  const { actor_id, reason, change_id: key } = change;
  const { offer_id, calendar_before, kept_cents, cancelled_by } = detailsOf(change);
  const offer = offer_id ? await findOffer(tx, offer_id) : undefined;
  if (reason && cancelled_by && !(await findMessage(tx, key)))
    await insertMessage(tx, {
      id: key,
      appointment_id: row.id,
      at: ctx.clock.now(),
      author_id: actor_id,
      from_team: true,
      body: reason,
      read_at: null,
      answered_at: null,
    });
  await mailCancelled(ctx, tx, { row, offer, wasScheduled: calendar_before, key, refund_cents, kept_cents });
}
