import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { answerDueAt } from './answer-due.ts';
import { type Action, type AppointmentState, isScheduled, transition } from './appointment.ts';
import { type Found, update, updateOffer } from './appointments.queries.ts';
import { type Actor, note, type Step, tellChange, tellDoneChanged } from './history.ts';
import { assertSettable, leaveAlternatives } from './alternatives/alternatives.ts';
import { settleTimes } from './offer-times.ts';

/**
 * Applies an action to a locked appointment. Writes the new state, the offer, the booked times and a step in the
 * timeline, and makes open pages reload. Callers do everything else that an action needs, such as emails and refunds.
 *
 * @returns the new state
 * @throws the refusals of `transition`, and Refusal TIME_TAKEN
 */
export async function move(
  ctx: Context,
  tx: Tx,
  { row, offer, state }: Found,
  action: Action,
  by: Actor,
  step: Partial<Step> = {},
): Promise<AppointmentState> {
  const next = transition(state, action);
  if (offer) assertSettable(offer, state, action);
  // The booked times change first, because this step may throw a refusal. A bulk change continues after a refused row,
  // so nothing of that row may be written before this step.
  if (offer) await settleTimes(ctx, tx, offer, action.kind === 'make_offer' ? null : next);
  if (offer?.alternatives_until) await leaveAlternatives(tx, offer, state);
  const now = ctx.clock.now();
  const hasLapsed = action.kind === 'lapse' || action.kind === 'let_go';
  if (offer && (next.offer !== state.offer || action.kind === 'make_offer')) {
    const keeps = action.kind === 'make_offer' ? null : next.offer;
    const ended = keeps === 'paid' || keeps === 'agreed' ? null : now;
    const gone = hasLapsed ? 'expired' : 'withdrawn';
    await updateOffer(tx, offer.id, { state: keeps ?? gone, ended_at: ended });
    if (!keeps && offer.accepted_quote)
      await ctx.outbox.emit(tx, 'appointments.acceptanceCleared', { patient_id: row.patient_id });
  }
  const touchesCalendar = isScheduled(state) || isScheduled(next);
  await update(tx, row.id, {
    status: next.status,
    updated_at: now,
    answer_due_at: next.status === 'pending' || next.status === 'in_progress' ? answerDueAt(now) : null,
    offer_lapsed_at: hasLapsed ? now : null,
    wish: next.status === 'cancelled' || next.status === 'done' ? null : row.wish,
    calendar_sequence: row.calendar_sequence + (touchesCalendar ? 1 : 0),
  });
  await note(ctx, tx, row.id, by, {
    kind: 'status_changed',
    from: state.status,
    to: next.status,
    reason: 'reason' in action ? action.reason : '',
    ...step,
  });
  await tellChange(ctx, tx, row);
  if ((next.status === 'done') !== (state.status === 'done')) await tellDoneChanged(ctx, tx, row.id);
  return next;
}
