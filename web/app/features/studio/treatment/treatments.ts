import type { Recipes } from '#contract/drafts.ts';
import { type DoseUnit, doseResponse, type TreatmentFamily, treatmentNames } from '#engine/dose-response.ts';
import { recipeFor } from '#engine/presets.ts';
import { isTreatmentName, type Recipe as EngineRecipe } from '#engine/recipe.ts';
import type { Recipe, Treatment } from '../draft/recipes.ts';

const groups: Record<TreatmentFamily, Treatment['group']> = { filler: 'filler', botox: 'toxin', laser: 'light' };
/** For each unit of the dataset, the unit in the panel. */
export const units: Record<DoseUnit, Treatment['unit']> = { mL: 'mL', units: 'U', percent: '%' };

/** Every treatment that the engine can draw, in the form that the treatment panel uses. */
export const treatments: readonly Treatment[] = treatmentNames.map((id) => {
  const { family, unit, per, max, step, finest } = doseResponse[id];
  return {
    id,
    group: groups[family],
    unit: units[unit],
    isSided: per === 'side',
    max,
    step,
    fineStep: finest,
  };
});

export const groupOrder: readonly Treatment['group'][] = ['filler', 'toxin', 'light'];
export const treatmentsOf = (group: Treatment['group']): readonly Treatment[] =>
  treatments.filter((one) => one.group === group);

/** The preset recipe of each style. The doctor can reset a recipe to its preset. */
export const presets = {
  natural: recipeFor('natural'),
  harmonious: recipeFor('harmonious'),
  glamour: recipeFor('glamour'),
} as Recipes;

/**
 * Returns the part of a stored recipe that this version of the engine can draw. Treatments that only a later version
 * knows are left out, so that drawing does not fail.
 */
export function drawable(recipe: Recipe): EngineRecipe {
  const known = Object.entries(recipe.treatments).filter(([id]) => isTreatmentName(id));
  const { calibration } = recipe;
  return { version: 1, ...(calibration && { calibration }), treatments: Object.fromEntries(known) };
}
