import { doseResponse, treatmentNames } from './dose-response.ts';
import type { TreatmentName } from './dose-response.ts';
import { withDose } from './recipe.ts';
import type { Dose, Recipe } from './recipe.ts';

/** From the least to the most visible. */
export const styles = ['natural', 'harmonious', 'glamour'] as const;
export type Style = (typeof styles)[number];

/** Where each style starts. Chosen by eye on portraits of several ages and skin tones; the first two look right on all of them. */
export const presets: Readonly<Record<Style, Readonly<Record<TreatmentName, number>>>> = {
  natural: {
    forehead: 7,
    glabella: 9,
    crows_feet: 5,
    brow_lift: 1,
    lips: 0.3,
    cheek: 0.5,
    chin: 0.2,
    jawline: 0.5,
    tear_trough: 0.3,
    nasolabial: 0.5,
    redness: 55,
    pigment: 40,
    texture: 45,
    dark_circles: 45,
  },
  harmonious: {
    forehead: 12,
    glabella: 15,
    crows_feet: 8,
    brow_lift: 2,
    lips: 0.6,
    cheek: 1.1,
    chin: 0.7,
    jawline: 1,
    tear_trough: 0.5,
    nasolabial: 0.8,
    redness: 75,
    pigment: 65,
    texture: 80,
    dark_circles: 70,
  },
  glamour: {
    forehead: 16,
    glabella: 22,
    crows_feet: 11,
    brow_lift: 4.5,
    lips: 1.8,
    cheek: 1.9,
    chin: 1,
    jawline: 1.3,
    tear_trough: 0.7,
    nasolabial: 1.3,
    redness: 85,
    pigment: 90,
    texture: 95,
    dark_circles: 90,
  },
};

/** The recipe a style starts from. */
export function recipeFor(style: Style): Recipe {
  return { version: 1, treatments: { ...presets[style] } };
}

/**
 * The sibling of a recipe in another style: every dose in the proportion the presets have, so that what the doctor left out stays out and
 * what was raised stays raised. Doses are rounded to their step and kept in range, at least one step for a treatment that was given.
 */
export function scaleRecipe(base: Recipe, style: Style, from: Style = 'harmonious'): Recipe {
  if (style === from) return base;
  let scaled: Recipe = { version: 1, treatments: {} };
  for (const name of treatmentNames) {
    const dose = base.treatments[name];
    if (dose !== undefined)
      scaled = withDose(scaled, name, scaleDose(name, dose, presets[style][name] / presets[from][name]));
  }
  return scaled;
}

function scaleDose(name: TreatmentName, dose: Dose, factor: number): Dose {
  const { step } = doseResponse[name];
  const scale = (value: number) => (value === 0 ? 0 : Math.max(step, value * factor));
  return typeof dose === 'number' ? scale(dose) : { right: scale(dose.right), left: scale(dose.left) };
}
