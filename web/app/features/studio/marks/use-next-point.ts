import { INJECTIONS_MAX } from '#contract/markings.ts';
import { doseResponse } from '#engine/dose-response.ts';
import { doseOn, isTreatmentName } from '#engine/recipe.ts';
import { useDraft } from '../case/workspace-context.ts';
import { drawable } from '../treatment/treatments.ts';
import type { NewPoint } from './injection-points.ts';
import { useTools } from './tool-context.ts';

/**
 * Returns a function that returns the data for the next point: the chosen treatment, the product and depth of the last
 * point, and the rest of the dose.
 */
export function useNextPoint(): () => NewPoint | null {
  const { recipes, style, markings } = useDraft().content;
  const { treatment, product, depth } = useTools();
  return () => {
    if (!treatment || !isTreatmentName(treatment) || markings.injections.length >= INJECTIONS_MAX) return null;
    const { family, unit, step } = doseResponse[treatment];
    const same = markings.injections.filter((point) => point.treatment === treatment);
    const recipe = drawable(recipes[style]);
    const planned = doseOn(recipe, treatment, 'right') + doseOn(recipe, treatment, 'left');
    const left = planned - same.reduce((sum, { dose }) => sum + dose, 0);
    const dose = same.at(-1)?.dose ?? Math.max(step, left / 4);
    return {
      id: crypto.randomUUID(),
      treatment,
      product: same.at(-1)?.product || product,
      dose: Number(dose.toFixed(unit === 'mL' ? 2 : 1)),
      depth: depth ?? same.at(-1)?.depth ?? (family === 'botox' ? 'intramuscular' : 'subcutaneous'),
    };
  };
}
