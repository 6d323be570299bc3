import { randomUUIDv7 } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isPaid, isScheduled } from '../appointment.ts';
import { findForUpdate } from '../appointments.queries.ts';
import { putIntoInbox, thePatient } from '../history.ts';
import { move } from '../move.ts';
import { type ChangeDetails, settleLater } from '../settle-change.ts';
import { isWithoutTime } from './alternatives.ts';

/**
 * Cancels the appointment of a patient who declines all alternatives. The full amount is refunded, even after the
 * deadline, because the clinic could not keep the time. A second call changes nothing.
 */
export const declineAlternatives = (ctx: Context, { userId }: SignedIn, id: string): Promise<void> =>
  withUser(ctx.db, userId, async (tx) => {
    const found = await findForUpdate(tx, id);
    if (found?.row.patient_id !== userId) throw new Refusal('NOT_FOUND');
    const { row, offer, state } = found;
    const isWithout = offer !== undefined && isWithoutTime(offer);
    if (row.status === 'cancelled' && isWithout) return;
    if (row.status !== 'confirmed' || !isWithout) throw new Refusal('NOT_IN_THIS_STATE', { status: row.status });
    const changeId = randomUUIDv7();
    const details = {
      offer_id: offer.id,
      offer_before: state.offer,
      calendar_before: isScheduled(state),
      wish_before: row.wish,
      cancelled_by: 'practitioner',
      refunds_all: isPaid(state),
    } satisfies ChangeDetails;
    const action = { kind: 'set_status', to: 'cancelled', reason: '' } as const;
    await move(ctx, tx, found, action, thePatient(userId), { changeId, details });
    await putIntoInbox(ctx, tx, id, 'cancelled');
    await settleLater(ctx, tx, id, changeId);
  });
