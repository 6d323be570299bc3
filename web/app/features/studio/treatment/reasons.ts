import type { Recipes } from '#contract/drafts.ts';
import type { Answers } from '#contract/intake.ts';
import type { GivenScores, ScoreName } from '#contract/skin-score.ts';
import { classOf, clinicalTreatments, clinicalVersion, groupOf, type TreatmentName } from '#engine/clinical.ts';
import { doseResponse } from '#engine/dose-response.ts';
import { presets, scaleDose, type Style, styles } from '#engine/presets.ts';
import { doseOn, engineVersion, isTreatmentName, type Recipe } from '#engine/recipe.ts';

/** The reasons to propose a treatment. */
export type Reason = 'asked' | 'measured';

type Wishes = Pick<Answers, 'facial_areas' | 'main_goals' | 'avoid_treatments'>;

const forArea: Readonly<Record<Answers['facial_areas'][number], readonly TreatmentName[]>> = {
  forehead: ['forehead', 'glabella'],
  eyebrows: ['brow_lift'],
  eyes: ['crows_feet', 'tear_trough'],
  cheekbones: ['cheek'],
  lips: ['upper_lip', 'lower_lip'],
  chin: ['chin'],
  jawline: ['jawline'],
  neck: ['neck_bands'],
  // The engine cannot draw treatments in these areas, so the doctor answers the request with a text.
  hairline: [],
  chest: [],
  other: [],
};

/**
 * The treatments that each goal of the patient suggests. Most goals suggest none. They only say what the patient wants
 * to achieve in the chosen areas.
 */
const forGoal: Readonly<Record<Answers['main_goals'][number], readonly TreatmentName[]>> = {
  radiance: ['radiance'],
  dark_circles: ['dark_circles'],
  anti_aging: [],
  contours: [],
  harmonize: [],
};

const forScore: Readonly<Partial<Record<ScoreName, readonly TreatmentName[]>>> = {
  wrinkles: ['texture'],
  pores: ['pores'],
  inflammation: ['redness'],
};
/** A confirmed score, from 0 to 100, below this value is a reason to treat. */
const FINDING_BELOW = 55;

const avoidedAs = { toxin: 'botox', filler: 'hyaluronic_acid' } as const;

/**
 * Returns the treatments that the patient requested or that the confirmed scores suggest. Each has its reasons.
 * Treatments that the patient wants to avoid are left out.
 */
export function reasonsFor(wishes: Wishes | null, scores: GivenScores | null): Map<TreatmentName, Reason[]> {
  const reasons = new Map<TreatmentName, Reason[]>();
  const avoided: readonly string[] = wishes?.avoid_treatments ?? [];
  const add = (names: readonly TreatmentName[], reason: Reason) => {
    for (const name of names) {
      const group = groupOf(name);
      if ((group === 'toxin' || group === 'filler') && avoided.includes(avoidedAs[group])) continue;
      const known = reasons.get(name) ?? [];
      if (!known.includes(reason)) reasons.set(name, [...known, reason]);
    }
  };
  for (const area of wishes?.facial_areas ?? []) add(forArea[area], 'asked');
  for (const goal of wishes?.main_goals ?? []) add(forGoal[goal], 'asked');
  for (const [score, names] of Object.entries(forScore)) {
    const value = scores?.[score as ScoreName].value ?? null;
    if (value !== null && value < FINDING_BELOW) add(names, 'measured');
  }
  return reasons;
}

/**
 * Returns the recipes of a new case. Each style contains the requested treatments. The total dose of a class does not
 * exceed the maximum of one visit. The doctor adds all other treatments.
 */
export function askedRecipes(wishes: Wishes | null): Recipes {
  const asked = [...reasonsFor(wishes, null).keys()];
  const recipe = (style: Style) => ({
    version: 1 as const,
    dataset: clinicalVersion,
    engine: engineVersion,
    treatments: withinOneSession(Object.fromEntries(asked.map((name) => [name, firstDose(name, style)]))),
  });
  const [natural, harmonious, glamour] = styles.map(recipe) as [
    Recipes['natural'],
    Recipes['natural'],
    Recipes['natural'],
  ];
  return { natural, harmonious, glamour };
}

/**
 * Limits the total dose of each class of treatments to the maximum of one visit. If the total is larger, all doses of
 * the class are reduced by the same share.
 */
function withinOneSession(treatments: Recipe['treatments']): Recipe['treatments'] {
  const names = Object.keys(treatments).filter(isTreatmentName);
  const classes = new Set(names.map(classOf));
  const totalOf = (name: TreatmentName): number =>
    doseOn({ treatments }, name, 'right') + doseOn({ treatments }, name, 'left');
  for (const one of classes) {
    const own = names.filter((name) => classOf(name) === one && clinicalTreatments[name].unit !== 'percent');
    const share = one.session_max / own.reduce((sum, name) => sum + totalOf(name), 0);
    if (share >= 1) continue;
    for (const name of own) {
      const { finest } = doseResponse[name];
      const steps = Math.floor((Number(treatments[name]) * share) / finest + 1e-9);
      treatments[name] = Number((steps * finest).toFixed(4));
    }
  }
  return treatments;
}

/**
 * Returns the dose of the style's preset. If the preset lacks the treatment, the harmonious style gets the lowest usual
 * dose. The other styles then get their usual shares of this dose.
 */
const firstDose = (name: TreatmentName, style: Style) =>
  presets[style][name] ?? scaleDose(name, clinicalTreatments[name].usual[0], 'harmonious', style);
