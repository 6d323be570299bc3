import {
  clinicalCourses,
  type CourseDay,
  clinicalTreatments,
  type PassingSign,
  type TreatmentName,
} from '../clinical.ts';
import { type DoseResponse, type DoseTable, treatmentNames } from '../dose-response.ts';
import { calibratedTable, type Dose, type Recipe } from '../recipe.ts';

/** Days after a treatment, or after the last session of a course. Day 0 shows the photo without treatment. */
export const momentDays = [0, 3, 14, 30, 90, 180] as const;
export type MomentDay = (typeof momentDays)[number];

/** How strongly a person responds to a treatment: less than usual, as usual, or more than usual. */
export const bands = ['low', 'likely', 'high'] as const;
export type Band = (typeof bands)[number];

/** A day after a treatment and a strength of the response. */
export interface Moment {
  readonly day: MomentDay;
  readonly band: Band;
}

/** Returns the share of a treatment's full effect at a moment. 1 is the effect that the recipe draws. */
export function shareAt(name: TreatmentName, { day, band }: Moment): number {
  if (day === 0) return 0;
  const { shares } = clinicalCourses[clinicalTreatments[name].class];
  return shares[String(day) as CourseDay][bands.indexOf(band)]!;
}

/**
 * Returns a recipe that draws the state of the treatments at a moment. It is only for drawing, because its doses are
 * not rounded to valid doses. Fillers lose volume, so their millilitres are scaled. For all other treatments the
 * strength is scaled. No scaled dose exceeds the treatment's `max`.
 */
export function recipeAt(
  recipe: Recipe,
  moment: Moment,
  table: DoseTable = calibratedTable(recipe.calibration),
): Recipe {
  const treatments: Partial<Record<TreatmentName, Dose>> = {};
  for (const name of treatmentNames) {
    const dose = recipe.treatments[name];
    const share = shareAt(name, moment);
    if (dose === undefined || share === 0) continue;
    treatments[name] = share === 1 ? dose : scaled(dose, share, table[name]);
  }
  return { ...recipe, treatments };
}

/**
 * Returns swelling and similar signs that the recipe's treatments usually cause on this day. The screen describes the
 * signs in words and does not draw them.
 */
export function signsAt(recipe: Pick<Recipe, 'treatments'>, day: MomentDay): PassingSign[] {
  if (day === 0) return [];
  const expected = treatmentNames
    .filter((name) => isGiven(recipe.treatments[name]))
    .map((name) => clinicalCourses[clinicalTreatments[name].class])
    .filter(({ signs_days }) => day <= signs_days);
  return passingSigns.filter((sign) => expected.some(({ signs }) => signs.includes(sign)));
}

const passingSigns: readonly PassingSign[] = ['swelling', 'bruising', 'redness', 'crusts'];

function isGiven(dose: Dose | undefined): boolean {
  return typeof dose === 'object' ? dose.right > 0 || dose.left > 0 : (dose ?? 0) > 0;
}

function scaled(dose: Dose, share: number, response: DoseResponse): Dose {
  if (typeof dose === 'number') return scaledNumber(dose, share, response, response.max);
  const { per } = response;
  // The dose-response curve of an area refers to its whole dose, which is twice the dose of a side.
  const sides = per === 'area' ? 2 : 1;
  const on = (value: number) => scaledNumber(value * sides, share, response, response.max) / sides;
  return { right: on(dose.right), left: on(dose.left) };
}

function scaledNumber(dose: number, share: number, { family, v0 }: DoseResponse, max: number): number {
  if (family === 'filler') return Math.min(max, dose * share);
  const strength = share * (1 - Math.exp(-Math.min(dose, max) / v0));
  return strength < 1 ? Math.min(max, -v0 * Math.log(1 - strength)) : max;
}
