import { clinicalVersion } from '#engine/clinical.ts';
import { type Calibration, engineVersion } from '#engine/recipe.ts';

/** Versions used for measuring: results of another table or another engine say nothing about this one. */
export const versionsOf = (calibration: Calibration | undefined) => ({
  dataset: calibration ? `${clinicalVersion}+${calibration.number}` : clinicalVersion,
  engine: engineVersion,
});
