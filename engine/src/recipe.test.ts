import { describe, expect, test } from 'vitest';
import { clinicalVersion } from './clinical.ts';
import { doseResponse, treatmentNames, tunedTable } from './dose-response.ts';
import type { DoseTuning, TreatmentName } from './dose-response.ts';
import { presets, recipeFor, scaleDose, scaleRecipe, styles } from './presets.ts';
import type { Style } from './presets.ts';
import {
  doseOn,
  emptyRecipe,
  engineVersion,
  parseRecipe,
  RecipeError,
  spokenDose,
  strengthsOf,
  withDose,
} from './recipe.ts';

describe('a dose', () => {
  test('a dose is divided between both sides of an area, or applies to each side of a paired area', () => {
    const recipe = withDose(withDose(emptyRecipe, 'forehead', 12), 'crows_feet', 8);
    expect([doseOn(recipe, 'forehead', 'right'), doseOn(recipe, 'crows_feet', 'left')]).toEqual([6, 8]);
    expect([spokenDose(recipe, 'forehead'), spokenDose(recipe, 'crows_feet')]).toEqual([12, 8]);
    expect([doseOn(recipe, 'chin', 'right'), doseOn(recipe, 'cheek', 'left')]).toEqual([0, 0]);
  });

  test('a dose for an area is drawn alike as one number and as two halves', () => {
    const whole = strengthsOf(withDose(emptyRecipe, 'forehead', 12));
    const halves = strengthsOf(withDose(emptyRecipe, 'forehead', { right: 6, left: 6 }));
    expect(halves).toEqual(whole);
  });

  /**
   * These strengths were computed by hand: strength = 1 − e^(−dose / v0). For an area, v0 refers to the dose of the
   * whole area; for a paired area, to the dose of each side.
   */
  test.each([
    ['forehead', 8.5, 0.6321],
    ['forehead', 17, 0.8647],
    ['forehead', { right: 4.25, left: 4.25 }, 0.6321],
    ['glabella', 9.5, 0.6321],
    ['lip_flip', 8, 0.8647],
    ['upper_lip', 0.45, 0.6321],
    ['chin', 2, 0.6321],
    ['crows_feet', 6, 0.6321],
    ['cheek', 2.4, 0.8647],
    ['jawline', 3, 0.6321],
    ['masseter', { right: 22, left: 22 }, 0.6321],
  ] as const)('a dose for %s of %j is drawn with the strength %f', (name, dose, strength) => {
    const drawn = strengthsOf({ version: 1, treatments: { [name]: dose } })[name];
    expect(drawn.right).toBeCloseTo(strength, 4);
    expect(drawn.left).toBeCloseTo(strength, 4);
  });

  test('a dose on one side does not change the other side, and a paired area is stated as the mean of its sides', () => {
    const area = withDose(emptyRecipe, 'forehead', { right: 6, left: 2 });
    const paired = withDose(emptyRecipe, 'cheek', { right: 1, left: 0 });
    expect([spokenDose(area, 'forehead'), spokenDose(paired, 'cheek')]).toEqual([8, 0.5]);
    expect(strengthsOf(paired).cheek.left).toBe(0);
    expect(paired.treatments.cheek).toEqual({ right: 1, left: 0 });
    expect(withDose(paired, 'cheek', { right: 0, left: 0 })).toEqual(emptyRecipe);
  });

  test('a dose outside its range counts as the nearest end of the range, also on each side', () => {
    expect(strengthsOf({ version: 1, treatments: { forehead: 300 } }).forehead.right).toBeCloseTo(0.9707, 4);
    expect(strengthsOf({ version: 1, treatments: { forehead: -3 } }).forehead.right).toBe(0);
    expect(withDose(emptyRecipe, 'forehead', { right: 99, left: 99 }).treatments.forehead).toEqual({
      right: 15,
      left: 15,
    });
    expect(withDose(emptyRecipe, 'cheek', { right: 99, left: 0.04 }).treatments.cheek).toEqual({
      right: 3,
      left: 0.05,
    });
    expect(withDose(emptyRecipe, 'cheek', { right: -1, left: 1 }).treatments.cheek).toEqual({ right: 0, left: 1 });
  });

  test('a dose such as 0.35 is stored without the rounding error of a binary fraction', () => {
    expect(withDose(emptyRecipe, 'jawline', 0.3).treatments.jawline).toBe(0.3);
    expect(withDose(emptyRecipe, 'jawline', 0.35).treatments.jawline).toBe(0.35);
  });

  test('a dose is rounded to its finest step and limited to its range; zero removes the treatment', () => {
    expect(withDose(emptyRecipe, 'upper_lip', 0.3333).treatments.upper_lip).toBe(0.35);
    expect(withDose(emptyRecipe, 'upper_lip', 99).treatments.upper_lip).toBe(1.5);
    expect(withDose(withDose(emptyRecipe, 'upper_lip', 1), 'upper_lip', 0)).toEqual(emptyRecipe);
  });

  test('a higher dose has a higher strength, but each step adds less, and the strength stays below 1', () => {
    for (const name of treatmentNames) {
      const { max } = doseResponse[name];
      const strength = (share: number) => strengthsOf({ version: 1, treatments: { [name]: max * share } })[name].right;
      expect(strength(0), name).toBe(0);
      expect(strength(0.5), name).toBeGreaterThan(strength(1) - strength(0.5));
      expect(strength(1), name).toBeGreaterThan(strength(0.5));
      expect(strength(1), name).toBeLessThan(1);
    }
  });

  test('redness is limited to a strength of 0.6, texture to 0.4', () => {
    const { redness, texture } = strengthsOf({ version: 1, treatments: { redness: 100, texture: 100 } });
    expect(redness.right).toBeCloseTo(0.6, 2);
    expect(texture.right).toBeCloseTo(0.4, 2);
  });
});

describe('a dose table', () => {
  test('the dose table states the evidence of each dose, and marks references that support only the effect', () => {
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

  test('the dose table names a published reference for every treatment', () => {
    for (const name of treatmentNames) expect(doseResponse[name].reference, name).toMatch(/ \d{4};\d+.*:/);
  });

  test('a doctor’s own table changes how its treatment is drawn, and no other treatment', () => {
    const tuned = tunedTable({ cheek: { v0: 2.4 } });
    const recipe = recipeFor('harmonious');
    expect(strengthsOf(recipe, tuned).cheek.right).toBeLessThan(strengthsOf(recipe).cheek.right);
    expect(strengthsOf(recipe, tuned).chin).toEqual(strengthsOf(recipe).chin);
    expect(tunedTable({ cheek: { max: 2.5, step: 0.2 } }).cheek).toEqual({
      ...doseResponse.cheek,
      max: 2.5,
      step: 0.2,
    });
  });

  test.each([
    ['cheek.v0', { cheek: { v0: 0 } }],
    ['cheek.unit', { cheek: { unit: 'drops' } }],
    ['cheek.finest', { cheek: { finest: 0.1 } }],
    ['nose', { nose: { v0: 1 } }],
    ['cheek.max', { cheek: { max: Number.POSITIVE_INFINITY } }],
    ['cheek.step', { cheek: { step: -1 } }],
  ])('a doctor’s own table is refused if it is invalid at %s', (path, tuning) => {
    expect(() => tunedTable(tuning as DoseTuning)).toThrow(expect.objectContaining({ path }));
  });
});

describe('styles', () => {
  test('there are three styles, from the least to the most visible', () => {
    expect(styles.join(' ')).toBe('natural harmonious glamour');
  });

  test('a recipe scaled to its own style does not change, even between steps', () => {
    const base = { ...emptyRecipe, treatments: { chin: 0.333 } };
    expect(scaleRecipe(base, 'harmonious')).toEqual(base);
  });

  test('every dose of a preset is a step of its treatment and within its range', () => {
    for (const style of styles) {
      for (const [name, dose] of presetsOf(style))
        expect(withDose(emptyRecipe, name, dose).treatments[name]).toBe(dose);
    }
  });

  test('each preset dose of natural is below that of harmonious, and this below that of glamour', () => {
    for (const [name, dose] of presetsOf('harmonious')) {
      expect(presets.natural[name], name).toBeLessThan(dose);
      expect(presets.glamour[name], name).toBeGreaterThan(dose);
    }
  });

  /**
   * These doses were written by hand. If a treatment has no preset, natural has 0.6 of the harmonious dose and glamour
   * 1.4.
   */
  test.each([
    ['masseter', 20, 'harmonious', 'natural', 12],
    ['masseter', 20, 'harmonious', 'glamour', 28],
    ['masseter', 28, 'glamour', 'harmonious', 20],
    ['masseter', 12, 'natural', 'glamour', 28],
    ['neck_bands', { right: 10, left: 15 }, 'harmonious', 'glamour', { right: 14, left: 21 }],
    ['nose_bridge', 0.5, 'harmonious', 'glamour', 0.7],
    ['forehead', 12, 'harmonious', 'glamour', 16],
    ['cheek', 1, 'harmonious', 'natural', 0.45],
  ] as const)('the dose of %s that is %j in %s is, in %s, %j', (name, dose, from, to, expected) => {
    expect(scaleDose(name, dose, from, to)).toEqual(expected);
  });

  /** This table was written by hand. Its units are those of the clinical dataset. */
  test('the presets of the styles have the doses of a hand-written table', () => {
    const table: Partial<Record<TreatmentName, [natural: number, harmonious: number, glamour: number]>> = {
      forehead: [7, 12, 16],
      glabella: [9, 15, 22],
      crows_feet: [5, 8, 11],
      brow_lift: [1, 2, 4],
      lip_flip: [1, 2, 3],
      chin_dimpling: [1.5, 3, 5],
      upper_lip: [0.2, 0.3, 0.8],
      lower_lip: [0.2, 0.3, 0.8],
      cheek: [0.5, 1.1, 1.9],
      chin: [0.2, 0.7, 1],
      jawline: [0.5, 1, 1.3],
      tear_trough: [0.3, 0.5, 0.7],
      nasolabial: [0.5, 0.8, 1.3],
      marionette: [0.3, 0.5, 0.8],
      temples: [0.2, 0.4, 0.7],
      redness: [55, 75, 85],
      pigment: [40, 65, 90],
      texture: [30, 55, 70],
      pores: [30, 50, 70],
      radiance: [30, 50, 80],
      dark_circles: [45, 70, 90],
    };
    for (const [n, style] of styles.entries())
      expect(Object.fromEntries(presetsOf(style))).toEqual(
        Object.fromEntries(Object.entries(table).map(([name, doses]) => [name, doses[n]])),
      );
  });

  test('the preset of a style scales to the presets of the other styles', () => {
    for (const style of styles) expect(scaleRecipe(recipeFor('harmonious'), style)).toEqual(recipeFor(style));
    expect(scaleRecipe(recipeFor('glamour'), 'natural', 'glamour')).toEqual(recipeFor('natural'));
  });

  test('treatments that the doctor removed stay removed, and a dose on one side stays on one side', () => {
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
  test('a recipe is the same after conversion to JSON and back', () => {
    const recipe = withDose(recipeFor('glamour'), 'cheek', { right: 1, left: 1.5 });
    expect(parseRecipe(JSON.parse(JSON.stringify(recipe)))).toEqual(recipe);
    const whole = {
      ...emptyRecipe,
      treatments: { upper_lip: 1.5, chin: 0, forehead: { right: 15, left: 0 }, crows_feet: { right: 20, left: 12 } },
    };
    expect(parseRecipe(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  });

  const sent = (treatments: unknown) => ({ version: 1, dataset: clinicalVersion, engine: engineVersion, treatments });
  test.each([
    ['recipe', null],
    ['version', { ...sent({}), version: 2 }],
    ['dataset', { version: 1, treatments: {} }],
    ['dataset', { ...sent({}), dataset: '2020-01-01' }],
    ['engine', { ...sent({}), engine: undefined }],
    ['engine', { ...sent({}), engine: engineVersion - 1 }],
    ['treatments', sent([])],
    ['treatments.nose', sent({ nose: 1 })],
    ['treatments.upper_lip', sent({ upper_lip: 1.6 })],
    ['treatments.upper_lip', sent({ upper_lip: '1' })],
    ['treatments.upper_lip', sent({ upper_lip: -0.1 })],
    ['treatments.cheek.left', sent({ cheek: { right: 1 } })],
    ['treatments.upper_lip.right', sent({ upper_lip: { right: 1, left: 0 } })],
    ['treatments.upper_lip.left', sent({ upper_lip: { right: 0, left: 0.8 } })],
    ['treatments.upper_lip', sent({ upper_lip: Number.NaN })],
    ['treatments.upper_lip', sent({ upper_lip: null })],
    ['treatments.upper_lip', sent({ upper_lip: [1] })],
    ['treatments', sent(null)],
    ['recipe', 'recipe'],
  ])('stored JSON of a recipe is refused, with the path, if it is invalid at %s', (path, value) => {
    expect(() => parseRecipe(value)).toThrow(RecipeError);
    expect(() => parseRecipe(value)).toThrow(expect.objectContaining({ path }));
  });
});

function presetsOf(style: Style): [TreatmentName, number][] {
  return Object.entries(presets[style]) as [TreatmentName, number][];
}
