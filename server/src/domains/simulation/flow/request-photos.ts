import type { PhotoKind } from '#contract/intake.ts';
import type { PhotoRequest, StudioCase } from '#contract/cases.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import '../events.ts';
import { showStudioCase } from '../get-studio-case.ts';
import { onCaseInWork } from '../relation/enter-case.ts';
import { tellAbout } from '../tell-about.ts';
import * as flow from './case-flow.queries.ts';

export interface WantedPhotos {
  readonly poses: readonly PhotoKind[];
  readonly reason: PhotoRequest['reason'];
  readonly note: string;
}

/**
 * Requests photos from the patient. Only one request can be open at a time. The email mentions only that there is news.
 */
export const requestPhotos = (
  ctx: Context,
  doctor: SignedIn,
  caseId: string,
  { poses, reason, note }: WantedPhotos,
): Promise<StudioCase> =>
  onCaseInWork(ctx, doctor, caseId, 'photos.requested', async (tx, { row }) => {
    const now = ctx.clock.now();
    const request = { poses: [...new Set(poses)], reason, note, requested_by: doctor.userId, requested_at: now };
    const asked = await flow.insertRequest(tx, { case_id: caseId, ...request });
    if (!asked) throw new Refusal('PHOTOS_ALREADY_REQUESTED');
    await cases.insertEvent(tx, caseId, 'photos_requested', doctor.userId, now);
    const event = { user_id: row.patient_id, case_id: caseId };
    await ctx.outbox.emit(tx, 'simulation.photosRequested', event, { key: asked.id });
    await tellAbout(ctx, tx, row);
    return showStudioCase(ctx, tx, doctor, caseId);
  });

/**
 * Withdraws the photo request, so that the doctor can continue with the existing photos. `endWaiting` postpones the due
 * time.
 */
export const withdrawPhotoRequest = (ctx: Context, doctor: SignedIn, caseId: string): Promise<StudioCase> =>
  onCaseInWork(ctx, doctor, caseId, 'photos.request_withdrawn', async (tx, { row }) => {
    const request = await flow.findOpenRequest(tx, caseId);
    if (request) {
      await endWaiting(ctx, tx, row, request, 'withdrawn_at');
      await cases.insertEvent(tx, caseId, 'photos_request_withdrawn', doctor.userId, ctx.clock.now());
      await tellAbout(ctx, tx, row);
    }
    return showStudioCase(ctx, tx, doctor, caseId);
  });

/**
 * Ends a photo request, and postpones the due time by the time for which the request was open. A due time that had
 * passed before the request does not move. Otherwise the case would be late a second time, with a second apology and a
 * second redo.
 */
export async function endWaiting(
  ctx: Context,
  tx: Tx,
  row: cases.CaseRow,
  request: flow.PhotoRequestRow,
  how: 'answered_at' | 'withdrawn_at',
): Promise<void> {
  const now = ctx.clock.now();
  await flow.endRequest(tx, request.id, how, now);
  if (row.due_at <= request.requested_at) return;
  const waited_ms = Math.max(0, now.getTime() - request.requested_at.getTime());
  await cases.update(tx, row.id, { due_at: new Date(row.due_at.getTime() + waited_ms) });
}
