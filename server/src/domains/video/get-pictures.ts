import type { Rendering } from '#contract/drafts.ts';
import type { PhotoEntry } from '#contract/intake.ts';
import { showNote, showPicturesForBoth } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { inVisit } from './in-visit.ts';
import { recordVisit } from './record-visit.ts';

interface Shown {
  readonly photos: PhotoEntry[];
  readonly renderings: Rendering[];
  readonly note: { version: number; body: string } | null;
}

/**
 * Returns the photos and renderings that both the doctor and the patient may see. The doctor also gets the note of the
 * case. If there is no case, the result is empty.
 */
export const getPictures = (ctx: Context, caller: SignedIn, visitId: string): Promise<Shown> =>
  inVisit(ctx, caller, visitId, async ({ tx, caller: who, side, of, row }) => {
    if (!of.case) return { photos: [], renderings: [], note: null };
    const pictures = await showPicturesForBoth(ctx, tx, of.case);
    if (side === 'patient') return { ...pictures, note: null };
    await recordVisit(ctx, { tx, caller: who, of, row }, 'case.viewed');
    const { version, body } = await showNote(tx, of.case.id);
    return { ...pictures, note: { version, body } };
  });
