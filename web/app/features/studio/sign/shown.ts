import type { StudioCase } from '#contract/cases.ts';
import type { Rendering } from '#contract/drafts.ts';
import { type DraftContent, sameScores, savable } from '../draft/draft.ts';
import { judgementIn } from '../skin/assessment.ts';

/** What the review shows, and what the doctor's declaration and signature are about. */
export interface Shown {
  readonly content: DraftContent;
  readonly pictures: readonly Rendering[];
}

/**
 * Returns a text that changes with everything that the doctor declares: the content of the draft, the skin scores, the
 * images and their accepted marks. The declaration is valid only for the text that was shown when the doctor ticked it.
 */
export const textOf = ({ content, pictures }: Shown): string =>
  JSON.stringify([
    savable(content),
    content.skin?.given,
    pictures.map(({ id, marks }) => [id, marks?.map(({ is_accepted }) => is_accepted)]),
  ]);

/**
 * Returns whether the service still has what the review showed. A second window may have saved another version, another
 * skin score or other images in the meantime, and the doctor must not sign them unseen. `now` is the draft of this page
 * after the last save.
 */
export function isStored(
  shown: Shown,
  now: { readonly content: DraftContent; readonly version: number },
  stored: Pick<StudioCase, 'draft' | 'skin_score' | 'renderings'>,
): boolean {
  const marksOf = (pictures: readonly Rendering[]) =>
    new Map(pictures.map(({ id, marks }) => [id, JSON.stringify(marks?.map(({ is_accepted }) => is_accepted))]));
  const [seen, kept] = [marksOf(shown.pictures), marksOf(stored.renderings)];
  return (
    textOf(shown) === textOf({ ...shown, content: now.content }) &&
    stored.draft.version === now.version &&
    sameScores(shown.content.skin, judgementIn(stored.skin_score)) &&
    seen.size === kept.size &&
    [...seen].every(([id, marks]) => kept.get(id) === marks)
  );
}
