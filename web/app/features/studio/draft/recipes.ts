import { type Recipes, type Style, Styles } from '#contract/drafts.ts';
import type { SidedDose } from '#contract/recipes.ts';
import { scaleDose } from '#engine/presets.ts';
import { type Calibration, isTreatmentName, sameCalibration, settleDose } from '#engine/recipe.ts';
import type { z } from 'zod';

export type Dose = z.infer<typeof SidedDose>;
export type Recipe = Recipes[Style];
export interface Sides {
  right: number;
  left: number;
}

/**
 * A treatment in the panel. Doses are in the unit of the treatment. If `isSided` is true, each side has its own dose.
 */
export interface Treatment {
  id: string;
  group: 'filler' | 'toxin' | 'light';
  unit: 'mL' | 'U' | '%';
  isSided: boolean;
  max: number;
  /** The amounts by which an arrow key changes the dose. `step` applies without Shift, and `fineStep` with Shift. */
  step: number;
  fineStep: number;
}

export const sidesOf = (dose: Dose | undefined): Sides =>
  typeof dose === 'object' ? dose : { right: dose ?? 0, left: dose ?? 0 };

/**
 * Returns a single number if both sides have the same dose, and otherwise both doses. Equal doses are therefore always
 * stored in the same form. The number is the dose of each side, or the total of an area that is not paired.
 */
export const doseFrom = ({ right, left }: Sides, isSided: boolean): Dose =>
  right !== left ? { right, left } : isSided ? right : right + left;

/** Returns the dose of both sides together. */
export const amountOf = (dose: Dose | undefined, { isSided }: Pick<Treatment, 'isSided'>): number => {
  const { right, left } = sidesOf(dose);
  return isSided || typeof dose === 'object' ? right + left : right;
};

export const isNone = (dose: Dose | undefined): boolean => {
  const { right, left } = sidesOf(dose);
  return right === 0 && left === 0;
};

export const sameDose = (a: Dose | undefined, b: Dose | undefined): boolean => {
  const x = sidesOf(a);
  const y = sidesOf(b);
  return x.right === y.right && x.left === y.left;
};

/**
 * Returns the nearest dose that can be given. If this release does not know the treatment, it returns the value
 * unchanged.
 */
export function roundDose(value: number, { id }: Treatment): number {
  return isTreatmentName(id) ? (settleDose(id, value) as number) : value;
}

/**
 * Returns the recipes with a calibration. With null, the recipes use the dataset's own dose-response table. Returns the
 * same object if nothing changes.
 */
export function calibrated(recipes: Recipes, calibration: Calibration | null): Recipes {
  const inForce = calibration ?? undefined;
  if (Styles.every((style) => sameCalibration(recipes[style].calibration, inForce))) return recipes;
  const under = (recipe: Recipe): Recipe => {
    const { calibration: _, ...rest } = recipe;
    return { ...rest, ...(inForce && { calibration: inForce }) };
  };
  const { natural, harmonious, glamour } = recipes;
  return { natural: under(natural), harmonious: under(harmonious), glamour: under(glamour) };
}

/** Sets the dose of a treatment. With a dose of 0, the treatment stays in the panel. With `null`, it is removed. */
export function withDose(recipe: Recipe, id: string, dose: Dose | null): Recipe {
  const { [id]: _, ...others } = recipe.treatments;
  return { ...recipe, treatments: dose === null ? others : { ...others, [id]: dose } };
}

/**
 * Returns the dose that the style `to` has if it follows the style `from`. The engine defines how the two doses are
 * related.
 */
function followingDose({ id, isSided }: Treatment, dose: Dose, from: Style, to: Style): Dose {
  const scaled = isTreatmentName(id) ? scaleDose(id, dose, from, to) : dose;
  return typeof scaled === 'number' ? scaled : doseFrom(scaled, isSided);
}

/**
 * For each treatment, the style that leads its doses, and the styles that do not follow it. The style that the doctor
 * changed first leads. Other styles follow in proportion until the doctor sets them by hand. They are then detached,
 * and a change of a detached style affects no other style. If a treatment has no entry, the next style that the doctor
 * changes becomes its leader.
 */
export type Links = Readonly<Record<string, { leader: Style; detached: readonly Style[] }>>;

export interface StyledRecipes {
  recipes: Recipes;
  links: Links;
}

const othersThan = (style: Style): Style[] => Styles.filter((each) => each !== style);

export function setDose(
  current: StyledRecipes,
  change: { style: Style; treatment: Treatment; dose: Dose | null },
): StyledRecipes {
  const { style, treatment, dose } = change;
  const { id } = treatment;
  const link = current.links[id] ?? { leader: style, detached: [] };
  const recipes = { ...current.recipes, [style]: withDose(current.recipes[style], id, dose) };
  if (link.leader !== style) {
    const detached = link.detached.includes(style) ? link.detached : [...link.detached, style];
    return { recipes, links: { ...current.links, [id]: { ...link, detached } } };
  }
  for (const other of othersThan(style)) {
    if (link.detached.includes(other)) continue;
    const follows = dose === null ? null : followingDose(treatment, dose, style, other);
    recipes[other] = withDose(recipes[other], id, follows);
  }
  return { recipes, links: { ...current.links, [id]: link } };
}

/** Makes a style that was set by hand follow the leading style again. */
export function followAgain(current: StyledRecipes, treatment: Treatment, style: Style): StyledRecipes {
  const link = current.links[treatment.id];
  if (!link?.detached.includes(style)) return current;
  const dose = current.recipes[link.leader].treatments[treatment.id];
  const follows = dose === undefined ? null : followingDose(treatment, dose, link.leader, style);
  return {
    recipes: { ...current.recipes, [style]: withDose(current.recipes[style], treatment.id, follows) },
    links: { ...current.links, [treatment.id]: { ...link, detached: link.detached.filter((each) => each !== style) } },
  };
}

/** Resets one treatment, or all treatments, to the presets in every style. */
export function resetToPresets(current: StyledRecipes, presets: Recipes, id?: string): StyledRecipes {
  if (id === undefined) return { recipes: presets, links: {} };
  const recipes = { ...current.recipes };
  for (const style of Styles) recipes[style] = withDose(recipes[style], id, presets[style].treatments[id] ?? null);
  const { [id]: _, ...links } = current.links;
  return { recipes, links };
}

/**
 * Determines which style leads each treatment, and which styles do not follow it. A draft stores only doses, so this
 * function compares them.
 */
export function findLinks(recipes: Recipes, treatments: readonly Treatment[]): Links {
  const links: Record<string, { leader: Style; detached: readonly Style[] }> = {};
  for (const treatment of treatments) {
    const doseIn = (style: Style) => recipes[style].treatments[treatment.id] ?? 0;
    const strays = (leader: Style) =>
      othersThan(leader).filter((to) => !sameDose(doseIn(to), followingDose(treatment, doseIn(leader), leader, to)));
    const byLeader = (['harmonious', 'natural', 'glamour'] as const).map((leader) => ({
      leader,
      detached: strays(leader),
    }));
    const best = byLeader.reduce((a, b) => (b.detached.length < a.detached.length ? b : a));
    if (best.detached.length > 0) links[treatment.id] = best;
  }
  return links;
}

/**
 * Returns the total dose of one group of treatments in a recipe, in the unit of the group. The doses of both sides are
 * added.
 */
export function totalOf(recipe: Recipe, treatments: readonly Treatment[], group: Treatment['group']): number {
  const sum = treatments
    .filter((treatment) => treatment.group === group)
    .map((treatment) => amountOf(recipe.treatments[treatment.id], treatment))
    .reduce((all, one) => all + one, 0);
  return Number(sum.toFixed(2));
}
