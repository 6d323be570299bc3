import type { Rendering } from '#contract/drafts.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { useBackground } from '../flow/use-background.ts';
import { type GateLine, linesOf, signingOf } from './gate-lines.ts';

/**
 * Returns the lines of the review. They are null until the patient's answers have been loaded, because nothing may be
 * signed before that.
 */
export function useGates(pictures: readonly Rendering[]): { lines: GateLine[] | null; isFailing: boolean } {
  const { studioCase } = useWorkspace();
  const { content } = useDraft();
  const { data, isError } = useBackground();
  const now = useNow();
  if (!data) return { lines: null, isFailing: isError };
  const poses = studioCase.photos.map(({ pose }) => pose);
  const today = new Date(now).toISOString().slice(0, 10);
  return { lines: linesOf(signingOf(content, data, { poses, pictures }, today)), isFailing: false };
}
