import { Styles } from '#contract/drafts.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { type Calibration, engineVersion, sameCalibration } from '#engine/recipe.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DraftContent } from './drafts.queries.ts';

/**
 * Doses are chosen and signed under the current clinical dataset, engine and calibration. An earlier draft
 * must be saved again first, which checks its doses and has its pictures drawn again. For a page that stayed
 * open meanwhile, every refusal means the same: load again.
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
