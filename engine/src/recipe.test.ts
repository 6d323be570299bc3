import { describe, expect, test } from 'vitest';
import { clinicalVersion } from './clinical.ts';
import { doseResponse, treatmentNames, tunedTable } from './dose-response.ts';
import type { DoseTuning, TreatmentName } from './dose-response.ts';
import { presets, recipeFor, scaleRecipe, styles } from './presets.ts';
import type { Style } from './presets.ts';
import { doseOn, emptyRecipe, parseRecipe, RecipeError, spokenDose, strengthsOf, withDose } from './recipe.ts';

describe('a dose', () => {
  test('of an area across the midline is shared by both sides; of a paired area it is that of each side', () => {
    const recipe = withDose(withDose(emptyRecipe, 'forehead', 12), 'crows_feet', 8);
    expect([doseOn(recipe, 'forehead', 'right'), doseOn(recipe, 'crows_feet', 'left')]).toEqual([6, 8]);
    expect([spokenDose(recipe, 'forehead'), spokenDose(recipe, 'crows_feet')]).toEqual([12, 8]);
  });

  test('as one number or as its two halves draws the same', () => {
    const whole = strengthsOf(withDose(emptyRecipe, 'forehead', 12));
    const halves = strengthsOf(withDose(emptyRecipe, 'forehead', { right: 6, left: 6 }));
    expect(halves).toEqual(whole);
  });

  test('is rounded to its finest step and kept in range; zero takes the treatment out', () => {
    expect(withDose(emptyRecipe, 'upper_lip', 0.3333).treatments.upper_lip).toBe(0.35);
    expect(withDose(emptyRecipe, 'upper_lip', 99).treatments.upper_lip).toBe(1.5);
    expect(withDose(withDose(emptyRecipe, 'upper_lip', 1), 'upper_lip', 0)).toEqual(emptyRecipe);
  });

  test('draws more the higher it is, ever less so, and never fully', () => {
    for (const name of treatmentNames) {
      const { max } = doseResponse[name];
      const strength = (share: number) => strengthsOf({ version: 1, treatments: { [name]: max * share } })[name].right;
      expect(strength(0), name).toBe(0);
      expect(strength(0.5), name).toBeGreaterThan(strength(1) - strength(0.5));
      expect(strength(1), name).toBeGreaterThan(strength(0.5));
      expect(strength(1), name).toBeLessThan(1);
    }
  });

  test('caps hold: redness 0.6, texture 0.4', () => {
    const { redness, texture } = strengthsOf({ version: 1, treatments: { redness: 100, texture: 100 } });
    expect(redness.right).toBeCloseTo(0.6, 2);
    expect(texture.right).toBeCloseTo(0.4, 2);
  });
});

describe('a dose table', () => {
  test('says what each dose rests on, and never lets a reference for the effect stand for a dose', () => {
    const says = {
      label: /^BOTOX Cosmetic .*prescribing information/,
      study: /^(?!Common practice|Percent)/,
      practice:
        /^(Common practice\. For the effect, not the dose|Percent of a drawn change, no clinical dose\. For the effect): /,
    };
    for (const name of treatmentNames) {
      const { evidence, reference } = doseResponse[name];
      expect(reference, name).toMatch(says[evidence]);
      expect(reference, name).not.toMatch(/not checked/);
    }
  });

  test('names a published reference for every treatment', () => {
    for (const name of treatmentNames) expect(doseResponse[name].reference, name).toMatch(/ \d{4};\d+.*:/);
  });

  test('that is tuned draws earlier or later, and leaves the rest', () => {
    const tuned = tunedTable({ cheek: { v0: 2.4 } });
    const recipe = recipeFor('harmonious');
    expect(strengthsOf(recipe, tuned).cheek.right).toBeLessThan(strengthsOf(recipe).cheek.right);
    expect(strengthsOf(recipe, tuned).chin).toEqual(strengthsOf(recipe).chin);
  });

  test.each([
    ['cheek.v0', { cheek: { v0: 0 } }],
    ['cheek.unit', { cheek: { unit: 'drops' } }],
    ['nose', { nose: { v0: 1 } }],
  ])('that is wrong at %s is refused', (path, tuning) => {
    expect(() => tunedTable(tuning as DoseTuning)).toThrow(expect.objectContaining({ path }));
  });
});

describe('styles', () => {
  test('every preset lies on the steps of its treatments, in their ranges', () => {
    for (const style of styles) {
      for (const [name, dose] of presetsOf(style))
        expect(withDose(emptyRecipe, name, dose).treatments[name]).toBe(dose);
    }
  });

  test('natural is below harmonious, harmonious below glamour', () => {
    for (const [name, dose] of presetsOf('harmonious')) {
      expect(presets.natural[name], name).toBeLessThan(dose);
      expect(presets.glamour[name], name).toBeGreaterThan(dose);
    }
  });

  test('the preset of a style scales to the presets of its siblings', () => {
    for (const style of styles) expect(scaleRecipe(recipeFor('harmonious'), style)).toEqual(recipeFor(style));
    expect(scaleRecipe(recipeFor('glamour'), 'natural', 'glamour')).toEqual(recipeFor('natural'));
  });

  test('what the doctor left out stays out, and one side stays one side', () => {
    const base = { ...emptyRecipe, treatments: { upper_lip: 0.6, brow_lift: { right: 2, left: 0 } } };
    const glamour = scaleRecipe(base, 'glamour');
    expect(Object.keys(glamour.treatments)).toEqual(['brow_lift', 'upper_lip']);
    expect(glamour.treatments.brow_lift).toEqual({ right: 4, left: 0 });
    expect(glamour.treatments.upper_lip).toBe(1.5);
    expect(scaleRecipe({ version: 1, treatments: { masseter: 20 } }, 'glamour').treatments.masseter).toBe(28);
    expect(scaleRecipe({ version: 1, treatments: { upper_lip: 0.05 } }, 'natural').treatments.upper_lip).toBe(0.05);
  });
});

describe('stored JSON', () => {
  test('comes back as the recipe it was', () => {
    const recipe = withDose(recipeFor('glamour'), 'cheek', { right: 1, left: 1.5 });
    expect(parseRecipe(JSON.parse(JSON.stringify(recipe)))).toEqual(recipe);
  });

  const sent = (treatments: unknown) => ({ version: 1, dataset: clinicalVersion, treatments });
  test.each([
    ['recipe', null],
    ['version', { ...sent({}), version: 2 }],
    ['dataset', { version: 1, treatments: {} }],
    ['dataset', { ...sent({}), dataset: '2020-01-01' }],
    ['treatments', sent([])],
    ['treatments.nose', sent({ nose: 1 })],
    ['treatments.upper_lip', sent({ upper_lip: 1.6 })],
    ['treatments.upper_lip', sent({ upper_lip: '1' })],
    ['treatments.upper_lip', sent({ upper_lip: -0.1 })],
    ['treatments.cheek.left', sent({ cheek: { right: 1 } })],
    ['treatments.upper_lip.right', sent({ upper_lip: { right: 1, left: 0 } })],
  ])('that is wrong at %s is refused, naming the place', (path, value) => {
    expect(() => parseRecipe(value)).toThrow(RecipeError);
    expect(() => parseRecipe(value)).toThrow(expect.objectContaining({ path }));
  });
});

function presetsOf(style: Style): [TreatmentName, number][] {
  return Object.entries(presets[style]) as [TreatmentName, number][];
}
