import { clinicalVersion } from '#engine/clinical.ts';
import { type Calibration, engineVersion } from '#engine/recipe.ts';

/** What measured with: results of another table, or of another engine, say nothing about this one. */
export const versionsOf = (calibration: Calibration | undefined) => ({
  dataset: calibration ? `${clinicalVersion}+${calibration.number}` : clinicalVersion,
  engine: engineVersion,
});
