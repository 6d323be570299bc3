import type { Context } from '#server/platform/context.ts';
import { type Tx, withDesk } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type BookedTime, findTimeForUpdate, moveTime, setTimeState } from '#server/domains/bookings/index.ts';
import type { Move } from '../move-visit.ts';
import { readFutureTime } from '../offer-time.ts';
import { assertAllowed, type Change, nextOf } from '../set-visit-state.ts';
import { tellVisit } from '../tell-visit.ts';
import { findVisitAtDesk } from './desk.queries.ts';

/**
 * The desk of a clinic changes only the booked time of a visit, because the desk may not read most of the appointment.
 * An event that the same transaction emits then updates the appointment (`follow-visit.ts`).
 */

/** Sets the state of a visit. Setting the same state again changes nothing and is not recorded again. */
export const setVisitStateAtDesk = (ctx: Context, caller: SignedIn, { time_id, ...change }: Change) =>
  withDesk(ctx.db, caller.userId, async (tx) => {
    const time = await findTimeForUpdate(tx, time_id);
    if (!time) throw new Refusal('NOT_FOUND');
    const next = nextOf(time, change);
    if (time.state === next.state && time.late_minutes === next.late_minutes) return next;
    const now = ctx.clock.now();
    assertAllowed(time, next.state, now);
    await setTimeState(tx, time, { ...next, at: now });
    const visit = await findVisitAtDesk(tx, time_id);
    if (visit && next.state === 'done')
      await ctx.outbox.emit(tx, 'appointments.visitDone', { time_id, by: caller.userId });
    if (visit) await tellVisit(ctx, tx, time, visit.appointment_id);
    await record(ctx, tx, caller, time, {
      action: 'visit.changed',
      reason: 'treatment',
      details: { from: time.state, to: next.state, late_minutes: next.late_minutes, ...aboutOf(visit) },
    });
    return next;
  });

/** Moves a visit to another time of the same practitioner. A repeated call changes nothing. */
export const moveVisitAtDesk = (ctx: Context, caller: SignedIn, asked: Move) =>
  withDesk(ctx.db, caller.userId, async (tx) => {
    const time = await findTimeForUpdate(tx, asked.time_id);
    if (!time) throw new Refusal('NOT_FOUND');
    const at = readFutureTime(asked.starts_at, time.timezone, ctx.clock.now());
    if (at.getTime() === time.starts_at.getTime())
      return { starts_at: at.toISOString(), ends_at: time.ends_at.toISOString() };
    if (time.starts_at.getTime() !== Date.parse(asked.was_at)) throw new Refusal('CHANGED_SINCE');
    const visit = await findVisitAtDesk(tx, asked.time_id);
    const isConfirmed =
      !visit || (visit.status === 'confirmed' && (visit.offer_state === 'paid' || visit.offer_state === 'agreed'));
    if (time.state !== 'booked' || !isConfirmed) throw new Refusal('NOT_IN_THIS_STATE');
    const { ends_at } = await moveTime(ctx, tx, time.id, { starts_at: at }, { by: 'desk', allow_outside_hours: true });
    const moved = { starts_at: at.toISOString(), ends_at: ends_at.toISOString() };
    const { tell_patient, reason } = asked;
    if (visit) {
      const event = { time_id: time.id, to: moved.starts_at, by: caller.userId, tell_patient, reason };
      await ctx.outbox.emit(tx, 'appointments.visitMoved', event);
      await tellVisit(ctx, tx, time, visit.appointment_id);
    }
    await record(ctx, tx, caller, time, {
      action: 'visit.moved',
      reason,
      details: { from: time.starts_at.toISOString(), to: moved.starts_at, told: tell_patient, ...aboutOf(visit) },
    });
    return moved;
  });

/**
 * Returns the appointment for the audit log. The desk cannot read the patient's account, so the entry names the
 * appointment instead.
 */
const aboutOf = (visit: { readonly appointment_id: string } | undefined) =>
  visit ? { appointment: visit.appointment_id } : {};

const record = (
  ctx: Context,
  tx: Tx,
  { userId, role }: SignedIn,
  { id }: BookedTime,
  entry: { action: 'visit.changed' | 'visit.moved'; reason: string; details: Record<string, unknown> },
): Promise<void> =>
  ctx.audit.record(tx, { actor: userId, actor_role: role, subject: `visit:${id}`, patient_id: null, ...entry });
