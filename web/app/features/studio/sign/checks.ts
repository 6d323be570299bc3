import { type Recipes, type Style, Styles } from '#contract/drafts.ts';
import { clinicalTreatments, type TreatmentName, treatmentNames } from '#engine/clinical.ts';
import { round } from '#engine/plan/planned.ts';
import type { Dose, Recipe } from '#engine/recipe.ts';
import type { DraftContent } from '../draft/draft.ts';
import { isPlanComplete, type Sessions } from '../plan/sessions.ts';
import { gapsOf } from '../marks/injection-points.ts';
import { drawable } from '../treatment/treatments.ts';
import { amountOf, type Sides, sidesOf, type Treatment } from '../draft/recipes.ts';

export const CheckKinds = [
  'styles_in_order',
  'plan_has_items',
  'plan_complete',
  'note_written',
  'plan_matches_recipe',
  'map_adds_up',
  'sides_explained',
  'avoided',
] as const;
export type CheckKind = (typeof CheckKinds)[number];
export interface Check {
  kind: CheckKind;
  isMet: boolean;
  /**
   * Whether the doctor can sign only if this check is met. Any other check is a hint, and the doctor can sign without
   * it.
   */
  isRequired: boolean;
  /** For `plan_matches_recipe`, the treatments that differ. */
  gaps?: readonly PlanGap[];
}

/**
 * A treatment whose dose in the plan differs from the dose in the recipe, which the images show. The doses are totals, or
 * doses of both sides if only the sides differ.
 */
export interface PlanGap {
  treatment: TreatmentName;
  planned: number | Sides;
  shown: number | Sides;
}

const sum = (recipes: Recipes, style: Style, treatment: Treatment): number =>
  amountOf(recipes[style].treatments[treatment.id], treatment);

/** For each kind of treatment that a patient may want to avoid, its group in the treatment panel. */
const avoidedGroups: Record<string, Treatment['group']> = { botox: 'toxin', hyaluronic_acid: 'filler' };

/**
 * Returns the treatments whose dose in the plan differs from the recipe, on either side. The doses of all visits are
 * added. For a dose in percent, each visit must have the percentage of the recipe.
 */
export function planGaps(sessions: Sessions, recipe: Recipe): PlanGap[] {
  const items = sessions.flatMap((session) => session.items);
  return treatmentNames.flatMap((treatment): PlanGap[] => {
    const isPercent = clinicalTreatments[treatment].unit === 'percent';
    const shown = onSides(treatment, recipe.treatments[treatment] ?? null);
    const doses = items.filter((item) => item.treatment === treatment).map(({ dose }) => onSides(treatment, dose));
    const planned = isPercent
      ? (doses.find((one) => differ(one, shown)) ?? doses[0] ?? nothing)
      : doses.reduce((all, one) => ({ right: all.right + one.right, left: all.left + one.left }), nothing);
    if (!differ(planned, shown)) return [];
    // The average of both sides for a percentage, otherwise their sum.
    const total = ({ right, left }: Sides) => round((right + left) / (isPercent ? 2 : 1));
    const isTotal = total(planned) !== total(shown);
    return isTotal ? [{ treatment, planned: total(planned), shown: total(shown) }] : [{ treatment, planned, shown }];
  });
}

const nothing: Sides = { right: 0, left: 0 };

/** Returns the dose on each side. A single number is the dose of each side, or the total of an area that is not paired. */
function onSides(treatment: TreatmentName, dose: Dose | null): Sides {
  if (typeof dose === 'object') return dose ?? nothing;
  const each = clinicalTreatments[treatment].per === 'side' ? dose : dose / 2;
  return { right: each, left: each };
}

const differ = (one: Sides, other: Sides): boolean =>
  round(one.right) !== round(other.right) || round(one.left) !== round(other.left);

/** Returns the points to check before a draft is signed. Their texts are `studio:check.<kind>`. */
export function checksFor(content: DraftContent, treatments: readonly Treatment[], avoid: readonly string[]): Check[] {
  const { recipes, plan, style } = content;
  const used = treatments.filter((treatment) => Styles.some((each) => sum(recipes, each, treatment) > 0));
  const inOrder = used.every((one) => {
    const [natural, harmonious, glamour] = Styles.map((each) => sum(recipes, each, one)) as [number, number, number];
    return natural <= harmonious && harmonious <= glamour;
  });
  const differ = used.some(({ id }) => {
    const { right, left } = sidesOf(recipes[style].treatments[id]);
    return right !== left;
  });
  const avoided = avoid.map((each) => avoidedGroups[each]).filter((group) => group !== undefined);
  const usesAvoided = used.some(({ group }) => avoided.includes(group));
  const sessions = plan.sessions ?? [];
  const gaps = planGaps(sessions, drawable(recipes[style]));
  const hasNote = plan.note_to_patient.trim() !== '';
  return [
    {
      kind: 'plan_has_items',
      isMet: plan.items.length + sessions.flatMap(({ items }) => items).length > 0,
      isRequired: true,
    },
    { kind: 'plan_complete', isMet: isPlanComplete(sessions), isRequired: true },
    { kind: 'note_written', isMet: hasNote, isRequired: false },
    { kind: 'styles_in_order', isMet: inOrder, isRequired: false },
    // A plan from an earlier release has free text and no sessions, so it cannot be compared.
    ...(sessions.length > 0
      ? [{ kind: 'plan_matches_recipe' as const, isMet: gaps.length === 0, isRequired: false, gaps }]
      : []),
    ...(content.markings.injections.length > 0
      ? [
          {
            kind: 'map_adds_up' as const,
            isMet: gapsOf(content.markings.injections, drawable(recipes[style])).length === 0,
            isRequired: false,
          },
        ]
      : []),
    ...(differ ? [{ kind: 'sides_explained' as const, isMet: hasNote, isRequired: false }] : []),
    ...(avoided.length > 0 ? [{ kind: 'avoided' as const, isMet: !usesAvoided, isRequired: false }] : []),
  ];
}

export const maySign = (checks: readonly Check[]): boolean =>
  checks.every(({ isMet, isRequired }) => isMet || !isRequired);
