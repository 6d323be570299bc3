import * as z from 'zod';
import { Instant } from '../base.ts';
import { ScoreChange, ScoreName, SignedScore } from '../skin-score.ts';

/**
 * State of the person's score. 'scored': a doctor signed a score, so the screen shows a number. 'no_photos': the
 * person has no photos to measure. 'with_doctor': a case is open, and no doctor has signed a score. 'not_scored': a
 * doctor signed a simulation without a score. 'no_case': the person has photos but no case, so no doctor looks at
 * them.
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
   * The change since the previous score on the current scale. Null if there is no previous score, or if the two photos
   * have too few scores in common. `scores` contains only the scores that have a value for both photos.
   */
  trend: z.object({ since: Instant, overall: ScoreChange, scores: z.partialRecord(ScoreName, ScoreChange) }).nullable(),
  /** True: earlier scores were measured on another scale and cannot be compared. */
  is_new_scale: z.boolean(),
  /** At most 24 scores on the current scale, oldest first. The last one is the current score. */
  history: z.array(ScorePoint),
});
export type SkinScoreCard = z.infer<typeof SkinScoreCard>;
