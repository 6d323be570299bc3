import { join } from 'node:path';
import { noMarkings } from '#contract/markings.ts';
import type { Recipe } from '#engine/recipe.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { task } from '#server/platform/workers/workers.ts';
import type { DraftRow } from '../drafts.queries.ts';
import type { MadePicture } from '../upload-rendering.ts';
import { type findMarks, unchecked } from './find-marks.ts';
import type { StoredMark } from './stored-mark.ts';

export const look = task<typeof findMarks>('checks', join(import.meta.dirname, 'find-marks.ts'), 'findMarks');

/**
 * Returns the marks of an image: the places where the automatic check found a possible fault. If an error prevents the
 * check, the doctor can still continue. The image then gets a single mark, which requires the doctor to look at the
 * whole image.
 * @throws Refusal BUSY
 */
export async function checkRendering(
  ctx: Context,
  doctorId: string,
  { pose, style, bytes }: MadePicture,
  { draft, photoId }: { draft: Pick<DraftRow, 'recipes' | 'markings'>; photoId: string },
): Promise<StoredMark[]> {
  const read = () => withStaff(ctx.db, doctorId, (tx) => ctx.photos.read(tx, photoId));
  try {
    return await ctx.workers.run(look, async () => {
      const photo = await read();
      if (!photo) throw new Error('the photo of a case cannot be read');
      const marks = (draft.markings ?? noMarkings()).poses[pose];
      return { pose, photo, rendering: bytes, recipe: draft.recipes[style] as Recipe, marks };
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    ctx.log.error({ err: error }, 'a picture could not be checked');
    return [unchecked];
  }
}
