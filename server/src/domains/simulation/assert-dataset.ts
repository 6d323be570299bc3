import { Styles } from '#contract/drafts.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { type Calibration, engineVersion, sameCalibration } from '#engine/recipe.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DraftContent } from './drafts.queries.ts';

/**
 * Requires that a draft was saved with the clinical dataset, engine and calibration that are in force. A draft that was
 * saved with earlier ones is refused. The doctor must save it again, and saving checks the doses. The renderings must
 * then be made again. After a refusal, the page loads the case again.
 */
export function assertDataset(
  { recipes, plan }: Pick<DraftContent, 'recipes' | 'plan'>,
  inForce: Calibration | undefined,
): void {
  if (Styles.some((style) => recipes[style].engine !== engineVersion)) throw new Refusal('CLINICAL_DATASET_OUTDATED');
  if (Styles.some((style) => !sameCalibration(recipes[style].calibration, inForce)))
    throw new Refusal('CLINICAL_DATASET_OUTDATED');
  if ([plan, ...Styles.map((style) => recipes[style])].some(({ dataset }) => dataset !== clinicalVersion))
    throw new Refusal('CLINICAL_DATASET_OUTDATED');
}
