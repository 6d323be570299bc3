import type { VideoVisit } from '#contract/video.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import './events.ts';
import { inLockedVisit } from './in-visit.ts';
import { recordVisit } from './record-visit.ts';
import { showVisit, tellBoth } from './show-visit.ts';
import * as visits from './visits.queries.ts';

/**
 * Cancels a visit that has not begun. The patient and the doctor can cancel it. Cancelling it again changes nothing.
 * The visit of an appointment cannot be cancelled here. The appointment has to be cancelled instead, under its terms.
 */
export const cancelVisit = (ctx: Context, caller: SignedIn, visitId: string): Promise<VideoVisit> =>
  inLockedVisit(ctx, caller, visitId, async ({ tx, side, row, of }) => {
    if (row.state === 'cancelled') return showVisit(ctx, { tx, side, of }, row);
    if (!row.case_id) throw new Refusal('VISIT_OF_APPOINTMENT');
    if (row.state !== 'planned' && row.state !== 'waiting') throw new Refusal('VISIT_NOT_OPEN');
    const changes = { state: 'cancelled' as const, ended_at: ctx.clock.now(), cancelled_by: caller.userId };
    const cancelled = await visits.update(tx, visitId, changes);
    await visits.deleteSignals(tx, visitId);
    const by_staff = side === 'doctor';
    const to_user_id = by_staff ? of.patient_id : of.practitioner_id;
    const event = { visit_id: visitId, case_id: row.case_id, to_user_id, by_staff };
    await ctx.outbox.emit(tx, 'video.visitCancelled', event, { key: visitId });
    await tellBoth(ctx, tx, of, visitId);
    if (by_staff) await recordVisit(ctx, { tx, caller, of, row }, 'video.cancelled');
    return showVisit(ctx, { tx, side, of }, cancelled);
  });
