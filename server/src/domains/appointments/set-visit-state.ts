import { type VisitState, visitStatesAfter } from '#contract/visit-states.ts';
import type { BookedState } from '#contract/bookings.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type BookedTime, findTimeForUpdate, setTimeState } from '#server/domains/bookings/index.ts';
import { startOfDay } from '#server/platform/calendar/wall-clock.ts';
import { wallTime } from '#server/platform/calendar/zone-time.ts';
import { findVisit } from './agenda.queries.ts';
import { findForUpdate } from './appointments.queries.ts';
import { tellDoneChanged, theTeam } from './history.ts';
import { move } from './move.ts';
import { tellVisit } from './tell-visit.ts';

export interface Change {
  readonly time_id: string;
  readonly state: VisitState;
  readonly late_minutes?: number | null | undefined;
}

/**
 * Sets the state of a visit. Practitioners set it for their own visits, administrators for any visit. Setting the same
 * state again changes nothing and is not recorded again.
 */
export const setVisitState = (ctx: Context, { userId, role }: SignedIn, { time_id, state, late_minutes }: Change) =>
  withStaff(ctx.db, userId, async (tx) => {
    // The appointment is locked before its booked time, as in every other change.
    const visit = await findVisit(tx, time_id);
    const found = visit && (await findForUpdate(tx, visit.appointment_id));
    const time = await findTimeForUpdate(tx, time_id);
    if (!time || (role !== 'admin' && time.practitioner_id !== userId)) throw new Refusal('NOT_FOUND');
    const next = nextOf(time, { state, late_minutes });
    if (time.state === next.state && time.late_minutes === next.late_minutes) return next;
    assertAllowed(time, state, ctx.clock.now());
    await setTimeState(tx, time, { ...next, at: ctx.clock.now() });
    if (found && state === 'done' && found.row.status === 'confirmed')
      await move(ctx, tx, found, { kind: 'set_status', to: 'done', reason: '' }, theTeam(userId));
    // The appointment was already closed, so its status does not change. The visit is done only now, so a review visit
    // may be proposed now.
    else if (found && state === 'done') await tellDoneChanged(ctx, tx, found.row.id);
    if (visit) await tellVisit(ctx, tx, time, visit.appointment_id);
    await ctx.audit.record(tx, {
      actor: userId,
      actor_role: role,
      action: 'visit.changed',
      subject: `visit:${time.id}`,
      patient_id: visit?.patient_id ?? null,
      reason: 'treatment',
      details: { from: time.state, to: next.state, late_minutes: next.late_minutes },
    });
    return next satisfies { state: BookedState; late_minutes: number | null };
  });

/** Returns the new state of a booked time, with the minutes by which the patient was late. */
export const nextOf = (time: BookedTime, { state, late_minutes }: Omit<Change, 'time_id'>) => ({
  state,
  late_minutes: state === 'arrived' ? (late_minutes ?? null) : keptLateness(time, state),
});

/** Returns the stored minutes of lateness if the new state is done, otherwise null. */
const keptLateness = ({ late_minutes }: BookedTime, state: VisitState): number | null =>
  state === 'done' ? late_minutes : null;

/** Checks that a visit may be set to the state `next`. @throws Refusal NOT_IN_THIS_STATE, VISIT_TOO_EARLY */
export function assertAllowed({ state, starts_at, timezone }: BookedTime, next: VisitState, now: Date): void {
  // Setting `arrived` again only corrects the minutes of lateness.
  const isCorrection = state === 'arrived' && next === 'arrived';
  if (!isCorrection && !visitStatesAfter(state).includes(next)) throw new Refusal('NOT_IN_THIS_STATE');
  const from = next === 'no_show' ? starts_at : startOfDay(wallTime(starts_at, timezone).slice(0, 10), timezone);
  if (now < from) throw new Refusal('VISIT_TOO_EARLY');
}
