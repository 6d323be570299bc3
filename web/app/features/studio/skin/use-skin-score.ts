import type { SkinScore } from '#engine/metrics/score-skin.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { type Corrections, givenScores } from './assessment.ts';

/**
 * What the doctor says about the measured scores of a photo: part of the draft, so that undo takes it back; signed with the case once confirmed.
 *
 * @param isBesidePaper whether they were read beside white paper
 */
export function useSkinScore(photoId: string, measured: SkinScore, isBesidePaper: boolean) {
  const { draft } = useWorkspace();
  const { skin } = useDraft().content;
  const judged = skin?.photo_id === photoId ? skin : null;
  const corrections = judged?.corrections ?? {};
  const isKept = Boolean(judged?.given);
  const say = (next: Corrections, isConfirmed: boolean) =>
    draft.setSkin({
      photo_id: photoId,
      corrections: next,
      given: isConfirmed ? givenScores(measured, next, isBesidePaper) : null,
    });
  return {
    corrections,
    isKept,
    confirm: () => say(corrections, true),
    withdraw: () => say(corrections, false),
    // What is confirmed already stays in step; before that a correction is only tried out.
    correct: (next: Corrections) => say(next, isKept),
  };
}
