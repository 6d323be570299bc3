import type { PlanItem } from '#contract/drafts.ts';
import { isNone, type Recipe, sidesOf, type Treatment, totalOf } from '../draft/recipes.ts';

/** Words of the plan, in the language of its reader. */
export interface PlanWords {
  /** 'Lips', 'Crow's feet'. */
  area: (id: string) => string;
  /** Areas named together: 'Forehead, glabella and crow's feet'. */
  list: (areas: string[]) => string;
  /** '0.50 mL', '24 U', '45 %'. */
  amount: (value: number, unit: Treatment['unit']) => string;
  /** 'right 0.30 mL, left 0.40 mL'. */
  sides: (right: string, left: string) => string;
  /** Why it is proposed, for the doctor to make personal: for toxin and light as a whole, for fillers by area. */
  rationale: (what: string) => string;
  /** What may go wrong, and what could be done instead, by kind of treatment. */
  risks: (kind: PlanItem['kind']) => string;
  alternatives: (kind: PlanItem['kind']) => string;
}

const lightSessions = { sessions: 3, interval_weeks: 4 } as const;

/**
 * A first plan from a recipe, for the doctor to edit: toxin in one item because it is one visit, each filler for itself because
 * its product and depth differ, and light as a course of sessions.
 */
export function proposePlan(recipe: Recipe, treatments: readonly Treatment[], words: PlanWords): PlanItem[] {
  const used = treatments.filter(({ id }) => !isNone(recipe.treatments[id]));
  const of = (group: Treatment['group']) => used.filter((treatment) => treatment.group === group);
  return [
    ...toxin(recipe, of('toxin'), words),
    ...of('filler').map((one) => filler(recipe, one, words)),
    ...light(recipe, of('light'), words),
  ];
}

const weighed = (kind: PlanItem['kind'], words: PlanWords) => ({
  risks: words.risks(kind),
  alternatives: words.alternatives(kind),
});

function toxin(recipe: Recipe, treatments: Treatment[], words: PlanWords): PlanItem[] {
  if (treatments.length === 0) return [];
  return [
    {
      kind: 'botox',
      area: words.list(treatments.map(({ id }) => words.area(id))),
      dose: words.amount(totalOf(recipe, treatments, 'toxin'), 'U'),
      sessions: 1,
      interval_weeks: 0,
      rationale: words.rationale('botox'),
      ...weighed('botox', words),
    },
  ];
}

function filler(recipe: Recipe, treatment: Treatment, words: PlanWords): PlanItem {
  const { right, left } = sidesOf(recipe.treatments[treatment.id]);
  const total = words.amount(totalOf(recipe, [treatment], 'filler'), treatment.unit);
  return {
    kind: 'hyaluronic_acid',
    area: words.area(treatment.id),
    dose: right === left ? total : words.sides(words.amount(right, treatment.unit), words.amount(left, treatment.unit)),
    sessions: 1,
    interval_weeks: 0,
    rationale: words.rationale(treatment.id),
    ...weighed('hyaluronic_acid', words),
  };
}

function light(recipe: Recipe, treatments: Treatment[], words: PlanWords): PlanItem[] {
  if (treatments.length === 0) return [];
  const strongest = Math.max(...treatments.map(({ id }) => sidesOf(recipe.treatments[id]).right));
  return [
    {
      kind: 'laser',
      area: words.list(treatments.map(({ id }) => words.area(id))),
      dose: words.amount(strongest, '%'),
      ...lightSessions,
      rationale: words.rationale('laser'),
      ...weighed('laser', words),
    },
  ];
}
