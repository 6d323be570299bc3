import { randomUUIDv7 } from 'node:crypto';
import { type CancelledBy, refundByRule } from '#contract/cancellation.ts';
import { requireAdultPatient } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isPaid, isScheduled, needsAdult, type Settable } from './appointment.ts';
import { type Found, findForUpdate } from './appointments.queries.ts';
import { note, theTeam } from './history.ts';
import { move } from './move.ts';
import { wasMovedByTeam } from './moved-by-team.ts';
import { closePages } from './payment-pages.ts';
import { previewOne, readSettable } from './preview-status.ts';
import { findRefundable } from './refunds.ts';
import { type ChangeDetails, keptOf, settleLater } from './settle-change.ts';

export interface StatusChange {
  readonly appointment_ids: readonly string[];
  /** The status in any spelling that `findStatus` knows. */
  readonly status: string;
  readonly reason: string;
  /**
   * The row versions that the preview returned, by appointment id. A row is refused if its version has changed since,
   * or if the preview did not include the row.
   */
  readonly versions?: Readonly<Record<string, string>> | undefined;
  /** The key of one click. All retries of the click have the same key. */
  readonly idempotency_key?: string | undefined;
}

export interface StatusChanged {
  /** The id for undoing the change. Null if nothing changed. */
  readonly change_id: string | null;
  readonly changed: string[];
  readonly refused: { appointment_id: string; code: string }[];
}

/**
 * Sets a status for one or more appointments. Each appointment is checked separately, so a refusal does not affect the
 * others.
 */
export const setStatus = (
  ctx: Context,
  { userId }: SignedIn,
  { idempotency_key: key, ...change }: StatusChange,
): Promise<StatusChanged> =>
  withStaff(ctx.db, userId, (tx) => {
    const run = () => setAll(ctx, tx, userId, change);
    if (!key) return run();
    return once(tx, { scope: userId, key, hash: requestHash('admin_set_appointment_status', change) }, run);
  });

async function setAll(
  ctx: Context,
  tx: Tx,
  adminId: string,
  { appointment_ids, status, reason, versions }: Omit<StatusChange, 'idempotency_key'>,
): Promise<StatusChanged> {
  const to = readSettable(status);
  const changeId = randomUUIDv7();
  const changed: string[] = [];
  const refused: StatusChanged['refused'] = [];
  // The rows are locked in a fixed order, so that two administrators with the same rows do not deadlock.
  for (const id of [...new Set(appointment_ids)].sort()) {
    try {
      const seen = versions && { version: versions[id] };
      await setOne(ctx, tx, id, { to, reason, adminId, changeId, seen });
      changed.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ appointment_id: id, code: error.code });
    }
  }
  return { change_id: changed.length > 0 ? changeId : null, changed, refused };
}

async function setOne(
  ctx: Context,
  tx: Tx,
  id: string,
  {
    to,
    reason,
    adminId,
    changeId,
    seen,
  }: Omit<Change, 'money'> & { seen: { version: string | undefined } | undefined },
): Promise<void> {
  const found = await findForUpdate(tx, id);
  if (!found) throw new Refusal('NOT_FOUND');
  if (seen) await refuseChanged(ctx, tx, found, to, seen.version);
  if (needsAdult(found.state, to)) await requireAdultPatient(tx, found.row.patient_id, ctx.clock.now());
  const money = to === 'cancelled' && isPaid(found.state) ? { refund_cents: null } : {};
  await change(ctx, tx, found, { to, reason, adminId, changeId, money });
}

/** Refuses the change if its effect now differs from the effect that the preview showed. */
async function refuseChanged(ctx: Context, tx: Tx, found: Found, to: Settable, version: string | undefined) {
  const now = await previewOne(ctx, tx, found, to);
  if (typeof now === 'string' || now.version !== version) throw new Refusal('CHANGED_SINCE');
}

interface Change {
  readonly to: Settable;
  readonly reason: string;
  readonly adminId: string;
  readonly changeId: string;
  readonly money: Pick<ChangeDetails, 'refund_cents' | 'kept_cents' | 'cancelled_by'>;
}

/**
 * Writes the change. The email is sent and the refund is ordered later, when the change can no longer be undone
 * completely.
 */
async function change(ctx: Context, tx: Tx, found: Found, { to, reason, adminId, changeId, money }: Change) {
  const { row, offer, state } = found;
  const details = {
    offer_id: offer?.id ?? null,
    offer_before: state.offer,
    calendar_before: isScheduled(state),
    wish_before: row.wish,
    due_before: row.answer_due_at?.toISOString() ?? null,
    lapsed_before: row.offer_lapsed_at?.toISOString() ?? null,
    ...money,
  };
  await move(ctx, tx, found, { kind: 'set_status', to, reason }, theTeam(adminId), { changeId, details });
  if (state.offer === 'open') await closePages(ctx, tx, offer?.id);
  if (to === 'cancelled' || to === 'confirmed') await settleLater(ctx, tx, row.id, changeId);
}

export interface Cancellation {
  readonly appointment_id: string;
  readonly cancelled_by: CancelledBy;
  /** The refund. If it is absent, our rule decides about the refund. If the rule does not decide, the team does. */
  readonly refund_cents?: number | undefined;
  /** A message to the patient in the thread of the appointment. */
  readonly note: string;
}

/**
 * Cancels one appointment. The input names the person who cancels, the refund and the message to the patient. The
 * cancellation also answers an open request of the patient. It approves a request to cancel, and declines a request for
 * another date.
 */
export const cancelAppointment = (ctx: Context, { userId }: SignedIn, given: Cancellation) =>
  withStaff(ctx.db, userId, async (tx): Promise<{ change_id: string }> => {
    const found = await findForUpdate(tx, given.appointment_id);
    if (!found) throw new Refusal('NOT_FOUND');
    return { change_id: await cancel(ctx, tx, found, userId, given) };
  });

/** Cancels an appointment. @returns the id of the change */
export async function cancel(
  ctx: Context,
  tx: Tx,
  found: Found,
  adminId: string,
  { cancelled_by, refund_cents, note: reason }: Omit<Cancellation, 'appointment_id'>,
): Promise<string> {
  const { row, offer, state } = found;
  const payment = offer && isPaid(state) ? await findRefundable(tx, offer.id) : undefined;
  const left_cents = payment?.left_cents ?? 0;
  if (refund_cents !== undefined && refund_cents > left_cents) throw new Refusal('REFUND_TOO_HIGH', { left_cents });
  // If the clinic could not keep the time, the refund is full, regardless of who cancels.
  const by = offer?.alternatives_until ? 'practitioner' : cancelled_by;
  const agreed = offer ? refundByRule(by, { ...offer, left_cents }, ctx.clock.now()) : null;
  // The rule for late cancellations does not apply after the team has moved the appointment, because the patient did
  // not choose the new date.
  const isUnagreed = by === 'patient' && (agreed ?? 0) < left_cents && (await wasMovedByTeam(tx, row.id));
  const byRule = isUnagreed ? null : agreed;
  const decided = refund_cents ?? byRule;
  const kept_cents = by === 'patient' && decided === byRule ? keptOf(offer, left_cents, byRule) : undefined;
  const money = { cancelled_by, ...(left_cents > 0 && { refund_cents: decided, ...(kept_cents && { kept_cents }) }) };
  if (row.wish) {
    const details = { wish: row.wish, is_granted: row.wish === 'cancel' };
    await note(ctx, tx, row.id, theTeam(adminId), { kind: 'wish_answered', details });
  }
  const changeId = randomUUIDv7();
  await change(ctx, tx, found, { to: 'cancelled', reason, adminId, changeId, money });
  return changeId;
}
