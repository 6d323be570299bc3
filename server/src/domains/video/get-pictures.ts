import type { Rendering } from '#contract/drafts.ts';
import type { PhotoEntry } from '#contract/intake.ts';
import { recordOnCase, showNote, showPicturesForBoth } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { inVisit } from './in-visit.ts';

interface Shown {
  readonly photos: PhotoEntry[];
  readonly renderings: Rendering[];
  readonly note: { version: number; body: string } | null;
}

/** The pictures that doctor and patient may both see. The doctor also gets the note of the case, which the patient never does. */
export const getPictures = (ctx: Context, caller: SignedIn, visitId: string): Promise<Shown> =>
  inVisit(ctx, caller, visitId, async ({ tx, side, of }) => {
    const pictures = await showPicturesForBoth(ctx, tx, of);
    if (side === 'patient') return { ...pictures, note: null };
    await recordOnCase(ctx, tx, caller, { row: of, opening: null }, 'case.viewed', { details: { visit: visitId } });
    const { version, body } = await showNote(tx, of.id);
    return { ...pictures, note: { version, body } };
  });
