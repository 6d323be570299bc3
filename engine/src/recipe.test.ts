import { describe, expect, test } from 'vitest';
import { doseResponse, treatmentNames } from './dose-response.ts';
import { presets, recipeFor, scaleRecipe, styles } from './presets.ts';
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

  test('is rounded to its step and kept in range; zero takes the treatment out', () => {
    expect(withDose(emptyRecipe, 'lips', 0.3333).treatments.lips).toBe(0.3);
    expect(withDose(emptyRecipe, 'lips', 99).treatments.lips).toBe(3);
    expect(withDose(withDose(emptyRecipe, 'lips', 1), 'lips', 0)).toEqual(emptyRecipe);
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

describe('styles', () => {
  test('every preset lies on the steps of its treatments, in their ranges', () => {
    for (const style of styles) {
      for (const name of treatmentNames)
        expect(withDose(emptyRecipe, name, presets[style][name]).treatments[name]).toBe(presets[style][name]);
    }
  });

  test('natural is below harmonious, harmonious below glamour', () => {
    for (const name of treatmentNames) {
      expect(presets.natural[name], name).toBeLessThan(presets.harmonious[name]);
      expect(presets.harmonious[name], name).toBeLessThan(presets.glamour[name]);
    }
  });

  test('the preset of a style scales to the presets of its siblings', () => {
    for (const style of styles) expect(scaleRecipe(recipeFor('harmonious'), style)).toEqual(recipeFor(style));
    expect(scaleRecipe(recipeFor('glamour'), 'natural', 'glamour')).toEqual(recipeFor('natural'));
  });

  test('what the doctor left out stays out, and one side stays one side', () => {
    const base = { version: 1 as const, treatments: { lips: 1, brow_lift: { right: 2, left: 0 } } };
    const glamour = scaleRecipe(base, 'glamour');
    expect(Object.keys(glamour.treatments)).toEqual(['brow_lift', 'lips']);
    expect(glamour.treatments.brow_lift).toEqual({ right: 4.5, left: 0 });
    expect(glamour.treatments.lips).toBe(3);
    expect(scaleRecipe({ version: 1, treatments: { lips: 0.1 } }, 'natural').treatments.lips).toBe(0.1);
  });
});

describe('stored JSON', () => {
  test('comes back as the recipe it was', () => {
    const recipe = withDose(recipeFor('glamour'), 'cheek', { right: 1, left: 1.5 });
    expect(parseRecipe(JSON.parse(JSON.stringify(recipe)))).toEqual(recipe);
  });

  test.each([
    ['recipe', null],
    ['version', { version: 2, treatments: {} }],
    ['treatments', { version: 1, treatments: [] }],
    ['treatments.nose', { version: 1, treatments: { nose: 1 } }],
    ['treatments.lips', { version: 1, treatments: { lips: 3.5 } }],
    ['treatments.lips', { version: 1, treatments: { lips: '1' } }],
    ['treatments.cheek.left', { version: 1, treatments: { cheek: { right: 1 } } }],
    ['treatments.lips.right', { version: 1, treatments: { lips: { right: 2, left: 0 } } }],
  ])('that is wrong at %s is refused, naming the place', (path, value) => {
    expect(() => parseRecipe(value)).toThrow(RecipeError);
    expect(() => parseRecipe(value)).toThrow(expect.objectContaining({ path }));
  });
});
