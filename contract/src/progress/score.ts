import * as z from 'zod';
import { Instant } from '../base.ts';
import { ScoreChange, ScoreName, SignedScore } from '../skin-score.ts';

/**
 * State of the person's score. 'scored': a number is shown, only in this state. 'no_photos': there is nothing to
 * measure yet. 'with_doctor': a case is open and no doctor has signed a score. 'not_scored': a simulation is signed,
 * but without a score. 'no_case': there are photos but no case, so no doctor looks at them.
 */
export const ScoreStates = ['no_photos', 'no_case', 'with_doctor', 'not_scored', 'scored'] as const;
export const ScorePoint = z.object({
  taken_at: Instant,
  overall: z.number(),
  scores: z.record(ScoreName, z.number().nullable()),
});
export const SkinScoreCard = z.object({
  state: z.enum(ScoreStates),
  /** The newest signed score. */
  current: SignedScore.nullable(),
  /**
   * The change since the previous score. Null while there is only one on its scale. A single score has no change if one
   * of the two photos does not show it.
   */
  trend: z.object({ since: Instant, overall: ScoreChange, scores: z.partialRecord(ScoreName, ScoreChange) }).nullable(),
  /** True: earlier scores were measured on another scale and are not compared. */
  is_new_scale: z.boolean(),
  /** Scores on the current scale, oldest first; 24 at most. The current score is the last one. */
  history: z.array(ScorePoint),
});
export type SkinScoreCard = z.infer<typeof SkinScoreCard>;
