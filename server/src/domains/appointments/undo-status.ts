import { sql } from 'kysely';
import { AppointmentLimits } from '#contract/appointments.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { answerDueAt } from './answer-due.ts';
import { type AppointmentState, isScheduled } from './appointment.ts';
import { findForUpdate, findOffer, update, updateOffer } from './appointments.queries.ts';
import { note, tellChange, tellDoneChanged, theTeam } from './history.ts';
import { settleTimes, takeTimesAgain } from './offer-times.ts';
import { type ChangeDetails, settleLater, settlesAt } from './settle-change.ts';

const MINUTE_MS = 60_000;

interface Change {
  readonly id: number;
  readonly appointment_id: string;
  readonly change_id: string | null;
  readonly at: Date;
  readonly from_status: string | null;
  readonly to_status: string | null;
  readonly details: ChangeDetails;
}

/**
 * Undoes a change of status that the caller made. An appointment whose timeline has a later step is left unchanged.
 *
 * Until the service sends the email about the change and orders the refund, a change can be undone unless its offer has
 * expired or the time is taken. The undo then restores an offer that the change ended. After the email, a change can be
 * undone only if it ended no offer, and neither added the visit to the patient's calendar nor removed it from there.
 * Ten minutes after the change, no undo is possible.
 */
export const undoStatus = (ctx: Context, { userId }: SignedIn, changeId: string) =>
  withStaff(ctx.db, userId, async (tx) => {
    const changes = await listChanges(ctx, tx, userId, changeId);
    const undone: string[] = [];
    const kept: string[] = [];
    for (const change of changes) {
      const isUndone = await wholeOrNot(tx, () => undoOne(ctx, tx, change, userId));
      (isUndone ? undone : kept).push(change.appointment_id);
    }
    if (undone.length === 0) throw new Refusal('CANNOT_UNDO');
    return { undone, kept };
  });

/**
 * Undoes the change of one appointment. If the undo fails, the transaction returns to a savepoint, so the other
 * appointments can still be undone.
 */
async function wholeOrNot(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
  await sql`savepoint one`.execute(tx);
  const isDone = await work();
  if (!isDone) await sql`rollback to savepoint one`.execute(tx);
  await sql`release savepoint one`.execute(tx);
  return isDone;
}

async function listChanges(ctx: Context, tx: Tx, userId: string, changeId: string): Promise<Change[]> {
  const since = new Date(ctx.clock.now().getTime() - AppointmentLimits.undo_minutes * MINUTE_MS);
  const rows = await tx
    .selectFrom('appointment_events')
    .select(['id', 'appointment_id', 'change_id', 'at', 'from_status', 'to_status', 'details'])
    .where('change_id', '=', changeId)
    .where('actor_id', '=', userId)
    .where('kind', '=', 'status_changed')
    .where('at', '>=', since)
    .orderBy('appointment_id')
    .execute();
  return rows.map(({ details, ...row }) => ({ ...row, details: details as unknown as ChangeDetails }));
}

async function undoOne(ctx: Context, tx: Tx, change: Change, userId: string): Promise<boolean> {
  const found = await findForUpdate(tx, change.appointment_id);
  if (!found || (await hasHappenedSince(tx, change))) return false;
  const { row, state } = found;
  const to = change.from_status;
  const now = ctx.clock.now();
  const isQuiet = now < settlesAt(change.at);
  if (to === null || row.status !== change.to_status || !(isQuiet || isSafe(state, change))) return false;
  if (!(await restoreOffer(ctx, tx, state, change))) return false;
  const status = to as typeof row.status;
  await update(tx, row.id, {
    status,
    wish: change.details.wish_before ?? null,
    updated_at: now,
    ...dueBefore(change, status, row.created_at),
  });
  const step = {
    kind: 'status_undone',
    from: row.status,
    to: status,
    changeId: change.change_id ?? undefined,
  } as const;
  await note(ctx, tx, row.id, theTeam(userId), step);
  await settleBefore(ctx, tx, change, status);
  await tellChange(ctx, tx, row);
  if (row.status === 'done' || status === 'done') await tellDoneChanged(ctx, tx, row.id);
  return true;
}

/** Returns the time at which the answer was due, and the time at which the last offer had expired. */
function dueBefore({ details: { due_before, lapsed_before } }: Change, status: string, created_at: Date) {
  const waits = status === 'pending' || status === 'in_progress';
  const due = due_before === undefined ? answerDueAt(created_at) : due_before ? new Date(due_before) : null;
  return { answer_due_at: waits ? due : null, offer_lapsed_at: lapsed_before ? new Date(lapsed_before) : null };
}

const isSafe = (state: AppointmentState, { from_status, details }: Change): boolean =>
  state.offer === details.offer_before &&
  isScheduled(state) === details.calendar_before &&
  from_status !== 'awaiting_payment';

/**
 * Queues the email and the refund of an earlier change again. The undone change had replaced the earlier change within
 * 20 seconds, so neither was sent. They are queued only if the appointment has the status of the earlier change again.
 * Nothing is sent twice.
 */
async function settleBefore(ctx: Context, tx: Tx, { id, appointment_id, at }: Change, status: string): Promise<void> {
  const before = await tx
    .selectFrom('appointment_events')
    .select('change_id')
    .where('appointment_id', '=', appointment_id)
    .where('id', '<', id)
    .where('kind', '=', 'status_changed')
    .where('to_status', '=', status as 'cancelled')
    .where('at', '>', new Date(at.getTime() - AppointmentLimits.undo_s * 1000))
    .where('change_id', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const settles = status === 'cancelled' || status === 'confirmed';
  if (settles && before?.change_id) await settleLater(ctx, tx, appointment_id, before.change_id);
}

/** Restores the offer. @returns false if the offer has expired in the meantime, or another patient has its time */
async function restoreOffer(
  ctx: Context,
  tx: Tx,
  state: AppointmentState,
  { from_status, details: { offer_id, offer_before } }: Change,
): Promise<boolean> {
  if (!offer_id || !offer_before) return true;
  const offer = await findOffer(tx, offer_id);
  const isSame = state.offer === offer_before;
  if (!offer || (!isSame && offer_before === 'open' && offer.expires_at <= ctx.clock.now())) return false;
  if (from_status === 'cancelled') await settleTimes(ctx, tx, offer, null);
  else if (!(await takeTimesAgain(ctx, tx, offer, offer_before))) return false;
  if (isSame) return true;
  await updateOffer(tx, offer_id, { state: offer_before, ended_at: null });
  return true;
}

const hasHappenedSince = async (tx: Tx, { id, appointment_id }: Change): Promise<boolean> =>
  (await tx
    .selectFrom('appointment_events')
    .select('id')
    .where('appointment_id', '=', appointment_id)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst()) !== undefined;
