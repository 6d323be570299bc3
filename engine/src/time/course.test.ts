import { expect, test } from 'vitest';
import { isSame } from '../../test/compare.ts';
import { demoFace } from '../../test/demo-faces.ts';
import { classOf, clinicalClasses, clinicalTreatments, type TreatmentClass, type TreatmentName } from '../clinical.ts';
import { doseResponse, treatmentNames } from '../dose-response.ts';
import { recipeFor } from '../presets.ts';
import { emptyRecipe, strengthsOf } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';
import { prepare, render } from '../simulate.ts';
import { bands, momentDays, recipeAt, shareAt, signsAt } from './course.ts';

/**
 * This table was written by hand for the clinician who reviews the dataset. Each group contains the low, likely and
 * high share in percent, for the days 0, 3, 14, 30, 90 and 180.
 */
const table: Record<TreatmentClass, string> = {
  toxin: '0 0 0 | 10 30 60 | 60 90 105 | 70 100 115 | 30 60 90 | 0 0 30',
  filler: '0 0 0 | 85 95 100 | 85 100 110 | 85 100 110 | 70 90 105 | 50 75 100',
  vascular: '0 0 0 | 0 0 10 | 20 40 60 | 60 100 110 | 50 90 110 | 30 75 100',
  pigment_light: '0 0 0 | 0 0 0 | 10 30 50 | 50 80 100 | 60 95 110 | 40 80 105',
  fractional: '0 0 0 | 0 0 0 | 0 0 20 | 10 30 50 | 60 100 115 | 50 95 110',
  light_peel: '0 0 0 | 0 0 0 | 60 100 110 | 40 85 100 | 0 0 30 | 0 0 0',
};

test.each(treatmentNames)('%s follows the course of its class', (name) => {
  const shares = momentDays.map((day) =>
    bands.map((band) => String(Math.round(100 * shareAt(name, { day, band })))).join(' '),
  );
  expect(shares.join(' | ')).toBe(table[clinicalTreatments[name].class]);
});

const given = (treatments: Recipe['treatments']): Recipe => ({ ...emptyRecipe, treatments });

test('over time the strength of toxin and light decreases, and so do the millilitres of fillers', () => {
  const recipe = given({ glabella: 20, cheek: 2, upper_lip: { right: 0.2, left: 0.4 }, redness: 60 });
  const later = recipeAt(recipe, { day: 90, band: 'likely' });
  const [before, after] = [strengthsOf(recipe), strengthsOf(later)];
  expect(after.glabella.right / before.glabella.right).toBeCloseTo(0.6, 6);
  expect(after.redness.left / before.redness.left).toBeCloseTo(0.9, 6);
  expect(later.treatments.cheek).toBeCloseTo(1.8, 6);
  expect(later.treatments.upper_lip).toEqual({ right: expect.closeTo(0.18, 6), left: expect.closeTo(0.36, 6) });
});

test('each side of an area loses the same share of its strength', () => {
  const recipe = given({ glabella: { right: 4, left: 12 } });
  const [before, after] = [strengthsOf(recipe), strengthsOf(recipeAt(recipe, { day: 90, band: 'low' }))];
  expect(after.glabella.right / before.glabella.right).toBeCloseTo(0.3, 6);
  expect(after.glabella.left / before.glabella.left).toBeCloseTo(0.3, 6);
});

test('on the day of the strongest effect, the usual course equals the signed recipe', () => {
  const recipe = given({ glabella: 17.5, cheek: { right: 1.1, left: 0.9 } });
  expect(recipeAt(recipe, { day: 30, band: 'likely' })).toEqual(recipe);
});

test('on no day a dose exceeds the highest dose, and the recipe of a day keeps its version numbers', () => {
  const most = given(Object.fromEntries(treatmentNames.map((name) => [name, doseResponse[name].max])));
  for (const day of momentDays) {
    const { treatments, ...versions } = recipeAt(most, { day, band: 'high' });
    for (const [name, dose] of Object.entries(treatments))
      expect(dose, name).toBeLessThanOrEqual(doseResponse[name as TreatmentName].max);
    expect(versions).toEqual({ version: 1, dataset: most.dataset, engine: most.engine });
  }
});

test.each(momentDays)(
  'on day %i every treatment is drawn at least as strongly for a person who responds more',
  (day) => {
    const recipe = recipeFor('glamour');
    const [low, likely, high] = bands.map((band) => strengthsOf(recipeAt(recipe, { day, band })));
    for (const name of treatmentNames) {
      expect(low![name].right, name).toBeLessThanOrEqual(likely![name].right + 1e-9);
      expect(likely![name].right, name).toBeLessThanOrEqual(high![name].right + 1e-9);
    }
  },
);

test('swelling, bruising and redness are listed on the days on which they are usual after a given treatment', () => {
  const signs = (treatments: Recipe['treatments']) =>
    momentDays.map((day) => signsAt(given(treatments), day).join(' ')).join(' | ');
  expect(signs({})).toBe(' |  |  |  |  | ');
  expect(signs({ glabella: 20, cheek: 0 })).toBe(' | bruising |  |  |  | ');
  expect(signs({ cheek: { right: 0, left: 1 } })).toBe(' | swelling bruising | swelling bruising |  |  | ');
  expect(signs({ pigment: 40, forehead: 10 })).toBe(' | bruising redness crusts |  |  |  | ');
});

test('every listed sign is a risk of its class', () => {
  for (const name of treatmentNames) {
    const { risks } = clinicalClasses[clinicalTreatments[name].class];
    expect(risks).toEqual(expect.arrayContaining(signsAt(given({ [name]: 1 }), 3)));
    expect(classOf(name).risks).toBe(risks);
  }
});

test('day 0 gives the photo, and any moment gives the same bytes twice', async () => {
  const { picture, landmarks } = await demoFace('B', 'front', 400);
  const face = prepare(picture, landmarks);
  const recipe = recipeFor('glamour');
  for (const band of bands) expect(isSame(render(face, recipeAt(recipe, { day: 0, band })), picture)).toBe(true);
  const moment = { day: 90, band: 'likely' } as const;
  const once = render(face, recipeAt(recipe, moment));
  expect(isSame(once, picture)).toBe(false);
  expect(isSame(once, render(face, recipe))).toBe(false);
  expect(isSame(render(face, recipeAt(recipe, moment)), once)).toBe(true);
});
