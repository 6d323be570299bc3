import type { TreatedPoint } from '#contract/treatment-records.ts';
import { clinicalTreatments } from '#engine/clinical.ts';
import { type Calibration, type Dose, emptyRecipe, isTreatmentName, type Recipe } from '#engine/recipe.ts';

/**
 * Returns the injected doses as a recipe, which is the form of the doses of a simulation. The amounts of all points are
 * summed for each side. Treatments that have no doses in the dataset are left out, because the engine cannot draw them.
 * Points without an amount, or with a unit other than the dataset's, are left out too.
 */
export function givenRecipe(
  points: readonly Pick<TreatedPoint, 'treatment' | 'side' | 'amount' | 'unit'>[],
  calibration?: Calibration,
): Recipe {
  const sums = new Map<string, { right: number; left: number }>();
  for (const { treatment, side, amount, unit } of points) {
    if (!isTreatmentName(treatment) || amount === null || unit !== clinicalTreatments[treatment].unit) continue;
    const sum = sums.get(treatment) ?? { right: 0, left: 0 };
    // A point on the midline acts on both sides, so each side gets half of the amount.
    const share = side === null ? amount / 2 : amount;
    if (side !== 'left') sum.right += share;
    if (side !== 'right') sum.left += share;
    sums.set(treatment, sum);
  }
  return {
    ...emptyRecipe,
    ...(calibration && { calibration }),
    treatments: Object.fromEntries([...sums].map(([name, sum]) => [name, rounded(sum)])),
  };
}

/** Rounds the sums to four decimals, to remove the rounding errors of binary fractions. */
const rounded = ({ right, left }: { right: number; left: number }): Dose => ({
  right: Number(right.toFixed(4)),
  left: Number(left.toFixed(4)),
});
