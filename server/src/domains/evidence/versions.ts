import { clinicalVersion } from '#engine/clinical.ts';
import { type Calibration, engineVersion } from '#engine/recipe.ts';

/**
 * Returns the versions of the dose-response table and the engine with which results are measured. Results that were
 * measured with other versions cannot be combined with these results.
 */
export const versionsOf = (calibration: Calibration | undefined) => ({
  dataset: calibration ? `${clinicalVersion}+${calibration.number}` : clinicalVersion,
  engine: engineVersion,
});
