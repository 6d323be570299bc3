import { doseResponse, treatmentNames } from './dose-response.ts';
import type { TreatmentName } from './dose-response.ts';
import { emptyRecipe, settleDose, withDose } from './recipe.ts';
import type { Dose, Recipe } from './recipe.ts';

/** Styles from the least to the most visible. */
export const styles = ['natural', 'harmonious', 'glamour'] as const;
export type Style = (typeof styles)[number];

/**
 * The doses with which each style starts. A person chose them by eye on portraits of several ages and skin tones.
 * Treatments that suit only some faces (jaw slimming, neck bands, nose bridge) are in no style. The doctor adds them if
 * they suit the face.
 */
export const presets: Readonly<Record<Style, Readonly<Partial<Record<TreatmentName, number>>>>> = {
  natural: {
    forehead: 7,
    glabella: 9,
    crows_feet: 5,
    brow_lift: 1,
    lip_flip: 1,
    chin_dimpling: 1.5,
    upper_lip: 0.2,
    lower_lip: 0.2,
    cheek: 0.5,
    chin: 0.2,
    jawline: 0.5,
    tear_trough: 0.3,
    nasolabial: 0.5,
    marionette: 0.3,
    temples: 0.2,
    redness: 55,
    pigment: 40,
    texture: 30,
    pores: 30,
    radiance: 30,
    dark_circles: 45,
  },
  harmonious: {
    forehead: 12,
    glabella: 15,
    crows_feet: 8,
    brow_lift: 2,
    lip_flip: 2,
    chin_dimpling: 3,
    upper_lip: 0.3,
    lower_lip: 0.3,
    cheek: 1.1,
    chin: 0.7,
    jawline: 1,
    tear_trough: 0.5,
    nasolabial: 0.8,
    marionette: 0.5,
    temples: 0.4,
    redness: 75,
    pigment: 65,
    texture: 55,
    pores: 50,
    radiance: 50,
    dark_circles: 70,
  },
  glamour: {
    forehead: 16,
    glabella: 22,
    crows_feet: 11,
    brow_lift: 4,
    lip_flip: 3,
    chin_dimpling: 5,
    upper_lip: 0.8,
    lower_lip: 0.8,
    cheek: 1.9,
    chin: 1,
    jawline: 1.3,
    tear_trough: 0.7,
    nasolabial: 1.3,
    marionette: 0.8,
    temples: 0.7,
    redness: 85,
    pigment: 90,
    texture: 70,
    pores: 70,
    radiance: 80,
    dark_circles: 90,
  },
};

/** Dose of each style relative to the harmonious style, for treatments without a preset. */
const usualShare: Readonly<Record<Style, number>> = { natural: 0.6, harmonious: 1, glamour: 1.4 };

/** Returns the recipe with which a style starts. */
export function recipeFor(style: Style): Recipe {
  return { ...emptyRecipe, treatments: { ...presets[style] } };
}

/**
 * Converts a recipe to another style. Every dose is scaled in the proportion of the presets. Treatments that the doctor
 * removed stay removed, and raised doses stay raised.
 */
export function scaleRecipe(base: Recipe, style: Style, from: Style = 'harmonious'): Recipe {
  if (style === from) return base;
  let scaled: Recipe = { ...base, treatments: {} };
  for (const name of treatmentNames) {
    const dose = base.treatments[name];
    if (dose !== undefined) scaled = withDose(scaled, name, scaleDose(name, dose, from, style));
  }
  return scaled;
}

/**
 * Scales a dose to another style, rounds the result to the finest step and limits it to the treatment's range. A dose
 * above zero never falls below one finest step. A side without a dose stays without one.
 */
export function scaleDose(name: TreatmentName, dose: Dose, from: Style, to: Style): Dose {
  const { finest } = doseResponse[name];
  const ratio = ratioOf(name, from, to);
  const scale = (value: number) => (value === 0 ? 0 : Math.max(finest, value * ratio));
  const scaled = typeof dose === 'number' ? scale(dose) : { right: scale(dose.right), left: scale(dose.left) };
  return settleDose(name, scaled);
}

function ratioOf(name: TreatmentName, from: Style, to: Style): number {
  const [base, target] = [presets[from][name], presets[to][name]];
  return base !== undefined && target !== undefined ? target / base : usualShare[to] / usualShare[from];
}
