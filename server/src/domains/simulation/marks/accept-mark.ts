import type { RenderingMark } from '#contract/drafts.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { onCaseInWork } from '../relation/enter-case.ts';
import { lockPicture, setMarks } from '../renderings.queries.ts';
import { showMarks } from './stored-mark.ts';

interface Accepting {
  readonly case_id: string;
  readonly rendering_id: string;
  readonly mark: number;
  readonly is_accepted: boolean;
}

/**
 * Records that the doctor has looked at a mark (a finding of the automatic check) and accepts it. With `is_accepted`
 * false, it removes the doctor's acceptance. A repeated call changes nothing.
 */
export const acceptMark = (
  ctx: Context,
  doctor: SignedIn,
  { case_id, rendering_id, mark: at, is_accepted }: Accepting,
): Promise<{ marks: RenderingMark[] }> =>
  onCaseInWork(ctx, doctor, case_id, 'rendering.mark_accepted', async (tx, { details }) => {
    const picture = await lockPicture(tx, case_id, rendering_id);
    const mark = picture?.marks?.[at];
    if (!picture?.marks || !mark) throw new Refusal('NOT_FOUND');
    Object.assign(details, { rendering: rendering_id, kind: mark.kind, is_accepted });
    const isOwn = mark.accepted?.by === doctor.userId;
    const accepted = is_accepted ? { by: doctor.userId, at: ctx.clock.now().toISOString() } : null;
    const marks = picture.marks.map((one, i) => (i === at && is_accepted !== isOwn ? { ...one, accepted } : one));
    if (!(await setMarks(tx, rendering_id, marks))) throw new Refusal('NOT_FOUND');
    return { marks: showMarks(marks, doctor.userId) };
  });
