import { randomUUIDv7 } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isScheduled, type Settable } from './appointment.ts';
import { findForUpdate } from './appointments.queries.ts';
import { theTeam } from './history.ts';
import { mailCancelled, mailConfirmed } from './mail-appointment.ts';
import { move } from './move.ts';
import { closePages } from './payment-pages.ts';

export interface StatusChange {
  readonly appointment_ids: readonly string[];
  readonly status: Settable;
  readonly reason: string;
}

export interface StatusChanged {
  /** By which it can be undone; null when nothing changed. */
  readonly change_id: string | null;
  readonly changed: string[];
  readonly refused: { appointment_id: string; code: string }[];
}

/** Sets a status for one appointment or many. Each is judged by itself: one that is refused does not hold up the others. */
export const setStatus = (ctx: Context, { userId }: SignedIn, { appointment_ids, status, reason }: StatusChange) =>
  withStaff(ctx.db, userId, async (tx): Promise<StatusChanged> => {
    const changeId = randomUUIDv7();
    const changed: string[] = [];
    const refused: StatusChanged['refused'] = [];
    // In one order, so that two administrators with the same rows never wait for each other in a circle.
    for (const id of [...new Set(appointment_ids)].sort()) {
      try {
        await setOne(ctx, tx, id, status, reason, userId, changeId);
        changed.push(id);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.push({ appointment_id: id, code: error.code });
      }
    }
    return { change_id: changed.length > 0 ? changeId : null, changed, refused };
  });

async function setOne(
  ctx: Context,
  tx: Tx,
  id: string,
  to: Settable,
  reason: string,
  adminId: string,
  changeId: string,
): Promise<void> {
  const found = await findForUpdate(tx, id);
  if (!found) throw new Refusal('NOT_FOUND');
  const details = { offer_before: found.state.offer, calendar_before: isScheduled(found.state) };
  const next = await move(ctx, tx, found, { kind: 'set_status', to, reason }, theTeam(adminId), { changeId, details });
  if (found.state.offer === 'open') await closePages(ctx, tx, found.offer?.id);
  if (to === 'cancelled') await mailCancelled(ctx, tx, found);
  if (to === 'confirmed' && isScheduled(next)) await mailConfirmed(ctx, tx, id);
}
