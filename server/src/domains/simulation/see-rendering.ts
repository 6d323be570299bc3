import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { onCaseInWork } from './relation/enter-case.ts';
import { markSeen } from './renderings.queries.ts';

/** Records that the doctor opened an image at full size. A doctor who takes the case over must open the image too. */
export const seeRendering = (
  ctx: Context,
  doctor: SignedIn,
  caseId: string,
  renderingId: string,
): Promise<{ is_seen: true }> =>
  onCaseInWork(ctx, doctor, caseId, 'rendering.seen', async (tx, { details }) => {
    details['rendering'] = renderingId;
    if (!(await markSeen(tx, caseId, renderingId, doctor.userId, ctx.clock.now()))) throw new Refusal('NOT_FOUND');
    return { is_seen: true };
  });
