import { clinicalVersion } from '#engine/clinical.ts';
import { type Calibration, engineVersion } from '#engine/recipe.ts';

/**
 * Returns the versions with which results are measured. Results of another table or engine version cannot be used with
 * these.
 */
export const versionsOf = (calibration: Calibration | undefined) => ({
  dataset: calibration ? `${clinicalVersion}+${calibration.number}` : clinicalVersion,
  engine: engineVersion,
});
