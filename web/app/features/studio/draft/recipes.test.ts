import { describe, expect, test } from 'vitest';
import type { Recipes } from '#contract/drafts.ts';
import { scaleRecipe, styles } from '#engine/presets.ts';
import { treatmentNames } from '#engine/clinical.ts';
import { presets, treatments } from '../treatment/treatments.ts';
import {
  amountOf,
  doseFrom,
  findLinks,
  followAgain,
  resetToPresets,
  roundDose,
  setDose,
  sidesOf,
  type Treatment,
  totalOf,
} from './recipes.ts';

const treatment = (id: string) => treatments.find((one) => one.id === id) as Treatment;
// The presets of the lip are 0.2, 0.3 and 0.8 mL. The masseter has no preset, so its styles have the default shares
// 0.6, 1 and 1.4 of the dose.
const lip = treatment('upper_lip');
const cheek = treatment('cheek');
const masseter = treatment('masseter');
const recipe = (doses: Recipes['natural']['treatments']) => ({ version: 1 as const, treatments: doses });
const start = { recipes: presets, links: {} };
const dosesOf = (recipes: Recipes, id: string) =>
  [recipes.natural, recipes.harmonious, recipes.glamour].map((one) => one.treatments[id]);

describe('proportional recipes', () => {
  test('a change of one style changes the others in the proportion of the presets', () => {
    const { recipes } = setDose(start, { style: 'harmonious', treatment: lip, dose: 0.45 });
    expect(dosesOf(recipes, 'upper_lip')).toEqual([0.3, 0.45, 1.2]);
  });

  test('each side of the face follows the change of its own side', () => {
    const { recipes } = setDose(start, { style: 'harmonious', treatment: masseter, dose: { right: 20, left: 10 } });
    expect(dosesOf(recipes, 'masseter')).toEqual([
      { right: 12, left: 6 },
      { right: 20, left: 10 },
      { right: 28, left: 14 },
    ]);
  });

  test('a style whose dose was set by hand no longer follows the others, and does not change them', () => {
    const led = setDose(start, { style: 'harmonious', treatment: lip, dose: 0.45 });
    const detached = setDose(led, { style: 'natural', treatment: lip, dose: 0.1 });
    expect(dosesOf(detached.recipes, 'upper_lip')).toEqual([0.1, 0.45, 1.2]);
    const again = setDose(detached, { style: 'harmonious', treatment: lip, dose: 0.3 });
    expect(dosesOf(again.recipes, 'upper_lip')).toEqual([0.1, 0.3, 0.8]);
  });

  test('a style whose dose was set by hand can follow the others again', () => {
    const led = setDose(start, { style: 'harmonious', treatment: lip, dose: 0.45 });
    const detached = setDose(led, { style: 'natural', treatment: lip, dose: 0.1 });
    expect(dosesOf(followAgain(detached, lip, 'natural').recipes, 'upper_lip')).toEqual([0.3, 0.45, 1.2]);
  });

  test('a treatment without a preset uses the default shares, and its doses stay within its range', () => {
    const { recipes } = setDose(start, { style: 'harmonious', treatment: masseter, dose: 40 });
    expect(dosesOf(recipes, 'masseter')).toEqual([24, 40, 50]);
  });

  test('removing a treatment removes it from the styles that follow', () => {
    const { recipes } = setDose(start, { style: 'harmonious', treatment: lip, dose: null });
    expect(dosesOf(recipes, 'upper_lip')).toEqual([undefined, undefined, undefined]);
  });

  test('the studio scales exactly like the engine, for every treatment, dose and style', () => {
    for (const name of treatmentNames)
      for (const from of styles)
        for (const share of [0.01, 0.1, 0.33, 0.5, 0.77, 1]) {
          const one = treatment(name);
          const dose = roundDose(one.max * share, one);
          if (dose === 0) continue;
          const led = setDose({ recipes: presets, links: {} }, { style: from, treatment: one, dose }).recipes;
          for (const to of styles) {
            const scaled = scaleRecipe(recipe({ [name]: dose }), to, from).treatments[name];
            expect(sidesOf(led[to].treatments[name]), `${name} ${dose} ${from} → ${to}`).toEqual(sidesOf(scaled));
          }
        }
  });

  test('resetting the recipes restores the presets', () => {
    const changed = setDose(start, { style: 'natural', treatment: lip, dose: 0.1 });
    expect(resetToPresets(changed, presets, 'upper_lip')).toEqual(start);
    expect(resetToPresets(changed, presets)).toEqual(start);
  });

  test('stored doses show which style leads and which styles follow it', () => {
    const led = setDose(start, { style: 'harmonious', treatment: lip, dose: 0.45 });
    expect(findLinks(led.recipes, [lip, cheek])).toEqual({});
    const detached = setDose(led, { style: 'glamour', treatment: lip, dose: 0.6 });
    expect(findLinks(detached.recipes, [lip, cheek])).toEqual({
      upper_lip: { leader: 'harmonious', detached: ['glamour'] },
    });
  });

  test('doses are rounded to the finest step without floating-point errors', () => {
    expect(roundDose(0.1 + 0.2, lip)).toBe(0.3);
    expect(roundDose(7, lip)).toBe(1.5);
    expect(roundDose(-1, lip)).toBe(0);
  });

  /** A number is the dose of each side of a paired area, and the total of any other area. */
  test.each([
    [{ right: 5, left: 5 }, true, 5, 10],
    [{ right: 5, left: 5 }, false, 10, 10],
    [{ right: 5, left: 4 }, true, { right: 5, left: 4 }, 9],
    [{ right: 5, left: 4 }, false, { right: 5, left: 4 }, 9],
    [{ right: 0, left: 0 }, false, 0, 0],
  ] as const)(
    'the doses of the sides %o (paired area: %s) are stored as %o, and their total is %d',
    (sides, isSided, dose, amount) => {
      expect(doseFrom(sides, isSided)).toEqual(dose);
      expect(amountOf(dose, { isSided })).toBe(amount);
    },
  );

  test('an area that is not paired keeps its total if the other styles follow with equal sides', () => {
    // The preset of the natural style is two thirds of the preset of the harmonious style. Doses are rounded to steps
    // of 0.05 mL, so both 0.3 and 0.28 mL become 0.2 mL in the natural style. Their total is 0.4 mL.
    const dose = { right: 0.3, left: 0.28 };
    const { recipes } = setDose(start, { style: 'harmonious', treatment: lip, dose });
    expect(dosesOf(recipes, 'upper_lip')[0]).toBe(0.4);
  });

  test('the total of a dose adds both sides', () => {
    const mixed = recipe({ upper_lip: 0.5, cheek: { right: 0.6, left: 0.55 } });
    expect(totalOf(mixed, [lip, cheek], 'filler')).toBe(1.65);
  });
});
