import { clinicalVersion } from '#engine/clinical.ts';
import { type Calibration, engineVersion } from '#engine/recipe.ts';

/** Versions used for measuring. Results of another table or engine do not apply to this one. */
export const versionsOf = (calibration: Calibration | undefined) => ({
  dataset: calibration ? `${clinicalVersion}+${calibration.number}` : clinicalVersion,
  engine: engineVersion,
});
