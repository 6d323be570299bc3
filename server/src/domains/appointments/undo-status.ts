import { AppointmentLimits } from '#contract/appointments.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { answerDueAt } from './answer-due.ts';
import { isScheduled } from './appointment.ts';
import { findForUpdate, update } from './appointments.queries.ts';
import { note, tellChange, theTeam } from './history.ts';

const MINUTE_MS = 60_000;

interface Change {
  readonly id: number;
  readonly appointment_id: string;
  readonly from_status: string | null;
  readonly to_status: string | null;
  readonly details: Record<string, unknown>;
}

/**
 * Takes back a change of status within ten minutes, by whoever made it. Safe means: nothing has happened to the appointment since, and the change
 * did not end an offer or reach a calendar. What is not safe stays as it is.
 */
export const undoStatus = (ctx: Context, { userId }: SignedIn, changeId: string) =>
  withStaff(ctx.db, userId, async (tx) => {
    const changes = await listChanges(ctx, tx, userId, changeId);
    const undone: string[] = [];
    const kept: string[] = [];
    for (const change of changes)
      ((await undoOne(ctx, tx, change, userId)) ? undone : kept).push(change.appointment_id);
    if (undone.length === 0) throw new Refusal('CANNOT_UNDO');
    return { undone, kept };
  });

async function listChanges(ctx: Context, tx: Tx, userId: string, changeId: string): Promise<Change[]> {
  const since = new Date(ctx.clock.now().getTime() - AppointmentLimits.undo_minutes * MINUTE_MS);
  return tx
    .selectFrom('appointment_events')
    .select(['id', 'appointment_id', 'from_status', 'to_status', 'details'])
    .where('change_id', '=', changeId)
    .where('actor_id', '=', userId)
    .where('kind', '=', 'status_changed')
    .where('at', '>=', since)
    .orderBy('appointment_id')
    .execute();
}

async function undoOne(ctx: Context, tx: Tx, change: Change, userId: string): Promise<boolean> {
  const found = await findForUpdate(tx, change.appointment_id);
  if (!found || (await hasHappenedSince(tx, change))) return false;
  const { row, state } = found;
  const { offer_before, calendar_before } = change.details;
  const to = change.from_status;
  const isSafe = state.offer === offer_before && isScheduled(state) === calendar_before && to !== 'awaiting_payment';
  if (!isSafe || to === null || row.status !== change.to_status) return false;
  const now = ctx.clock.now();
  const status = to as typeof row.status;
  await update(tx, row.id, {
    status,
    updated_at: now,
    answer_due_at: status === 'pending' || status === 'in_progress' ? answerDueAt(row.created_at) : null,
  });
  await note(ctx, tx, row.id, theTeam(userId), { kind: 'status_undone', from: row.status, to: status });
  await tellChange(ctx, tx, row);
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
