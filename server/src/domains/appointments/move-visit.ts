import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findTimeForUpdate, moveTime } from '#server/domains/bookings/index.ts';
import { findVisit } from './agenda.queries.ts';
import { type Found, findForUpdate, update, updateOffer } from './appointments.queries.ts';
import { note, tellChange, theTeam } from './history.ts';
import { mailRescheduled } from './mail-appointment.ts';
import { readFutureTime } from './offer-time.ts';
import { tellVisit } from './tell-visit.ts';

export interface Move {
  readonly time_id: string;
  readonly was_at: string;
  readonly starts_at: string;
  readonly tell_patient: boolean;
  readonly reason: string;
}

/**
 * Moves a visit with its appointment, its reminders and its calendar event. The payment and the acceptance of the quote
 * do not change. A repeated call changes nothing.
 */
export const moveVisit = (ctx: Context, { userId, role }: SignedIn, asked: Move) =>
  withStaff(ctx.db, userId, async (tx) => {
    // As in every other change, the row of the appointment is locked first, and then the row of its booked time.
    const visit = await findVisit(tx, asked.time_id);
    const found = visit && (await findForUpdate(tx, visit.appointment_id));
    const time = await findTimeForUpdate(tx, asked.time_id);
    if (!time) throw new Refusal('NOT_FOUND');
    const now = ctx.clock.now();
    const at = readFutureTime(asked.starts_at, time.timezone, now);
    if (at.getTime() === time.starts_at.getTime())
      return { starts_at: at.toISOString(), ends_at: time.ends_at.toISOString() };
    if (time.starts_at.getTime() !== Date.parse(asked.was_at)) throw new Refusal('CHANGED_SINCE');
    const isConfirmed = !found || (found.row.status === 'confirmed' && found.offer?.id === visit?.offer_id);
    if (time.state !== 'booked' || !isConfirmed) throw new Refusal('NOT_IN_THIS_STATE');
    const { ends_at } = await moveTime(ctx, tx, time.id, { starts_at: at }, { by: 'desk', allow_outside_hours: true });
    const moved = { starts_at: at.toISOString(), ends_at: ends_at.toISOString() };
    if (found) await follow(ctx, tx, found, { at, timezone: time.timezone, by: userId, ...asked });
    if (visit) await tellVisit(ctx, tx, time, visit.appointment_id);
    await ctx.audit.record(tx, {
      actor: userId,
      actor_role: role,
      action: 'visit.moved',
      subject: `visit:${time.id}`,
      patient_id: visit?.patient_id ?? null,
      reason: asked.reason,
      details: { from: time.starts_at.toISOString(), to: moved.starts_at, told: asked.tell_patient },
    });
    return moved;
  });

interface Followed extends Pick<Move, 'tell_patient' | 'reason'> {
  readonly at: Date;
  readonly timezone: string;
  /** The id of the person who moved the visit. */
  readonly by: string;
}

/**
 * Writes the new time of a visit to its appointment. `reschedule` does the same for an appointment without a booked
 * time.
 */
export async function follow(
  ctx: Context,
  tx: Tx,
  { row, offer }: Found,
  { at, timezone, by, tell_patient, reason }: Followed,
): Promise<void> {
  if (!offer) return;
  await updateOffer(tx, offer.id, { scheduled_at: at, timezone });
  await tx.deleteFrom('appointment_reminders').where('offer_id', '=', offer.id).execute();
  await update(tx, row.id, {
    wish: null,
    updated_at: ctx.clock.now(),
    calendar_sequence: row.calendar_sequence + 1,
  });
  const details = {
    from: offer.scheduled_at.toISOString(),
    to: at.toISOString(),
    timezone,
    timezone_before: offer.timezone,
    told: tell_patient,
  };
  await note(ctx, tx, row.id, theTeam(by), { kind: 'rescheduled', reason, details });
  await tellChange(ctx, tx, row);
  if (tell_patient) await mailRescheduled(ctx, tx, row.id);
}
