import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { findTimeForUpdate } from '#server/domains/bookings/index.ts';
import { findVisit } from '../agenda.queries.ts';
import { findForUpdate } from '../appointments.queries.ts';
import '../events.ts';
import { tellDoneChanged, theTeam } from '../history.ts';
import { move } from '../move.ts';
import { follow } from '../move-visit.ts';

/**
 * Locks the appointment of a booked time, and then the booked time itself. All other changes lock them in the same
 * order. Returns undefined if the time no longer belongs to the offer in force.
 */
async function findFollowing(tx: Tx, timeId: string) {
  const visit = await findVisit(tx, timeId);
  const found = visit && (await findForUpdate(tx, visit.appointment_id));
  const time = await findTimeForUpdate(tx, timeId);
  return found && time && found.offer?.id === visit.offer_id ? { found, time, offer: found.offer } : undefined;
}

interface Moved {
  readonly time_id: string;
  readonly to: string;
  readonly by: string;
  readonly tell_patient: boolean;
  readonly reason: string;
}

/**
 * Updates the appointment after the desk of a clinic has moved its visit. If the desk has moved the visit again since,
 * this event changes nothing, and the event of the later move updates the appointment.
 */
export const followMovedVisit = (ctx: Context, { time_id, to, ...more }: Moved): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const following = await findFollowing(tx, time_id);
    if (!following || following.found.row.status !== 'confirmed') return;
    const { found, time, offer } = following;
    const at = time.starts_at;
    // The offer already has the new time if the event is delivered again.
    if (at.getTime() !== Date.parse(to) || offer.scheduled_at.getTime() === at.getTime()) return;
    await follow(ctx, tx, found, { at, timezone: time.timezone, ...more });
  });

/**
 * Sets an appointment to done after the desk of the clinic has set its visit to done. If the team had already set the
 * appointment to done, this proposes the review visit, which needs both.
 */
export const followDoneVisit = (ctx: Context, { time_id, by }: { time_id: string; by: string }): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const following = await findFollowing(tx, time_id);
    if (!following || following.time.state !== 'done') return;
    const { row } = following.found;
    if (row.status === 'confirmed')
      await move(ctx, tx, following.found, { kind: 'set_status', to: 'done', reason: '' }, theTeam(by));
    else if (row.status === 'done') await tellDoneChanged(ctx, tx, row.id);
  });
