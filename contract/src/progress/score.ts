import * as z from 'zod';
import { Instant } from '../base.ts';
import { ScoreChange, ScoreName, SignedScore } from '../skin-score.ts';

/**
 * State of the person's score. 'scored'; 'no_photos': nothing to measure yet; 'with_doctor': a case is open and nobody
 * has signed a score; 'not_scored': a simulation is signed, but without a score; 'no_case': there are photos but no
 * case, so no doctor looks at them. A number is shown only when it is 'scored'.
 */
export const ScoreStates = ['no_photos', 'no_case', 'with_doctor', 'not_scored', 'scored'] as const;
export const ScorePoint = z.object({
  taken_at: Instant,
  overall: z.number(),
  scores: z.record(ScoreName, z.number().nullable()),
});
export const SkinScoreCard = z.object({
  state: z.enum(ScoreStates),
  /** The newest signed one. */
  current: SignedScore.nullable(),
  /**
   * Against the score before; null while there is only one of its scale. A score has no change if one of the two photos
   * does not show it.
   */
  trend: z.object({ since: Instant, overall: ScoreChange, scores: z.partialRecord(ScoreName, ScoreChange) }).nullable(),
  /** Earlier scores were measured on another scale, and are not compared. */
  is_new_scale: z.boolean(),
  /** Scores on the scale of the current one, oldest first, the current one last; 24 at most. */
  history: z.array(ScorePoint),
});
export type SkinScoreCard = z.infer<typeof SkinScoreCard>;
