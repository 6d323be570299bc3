import { describe, expect, test } from 'vitest';
import type { Recipes } from '#contract/drafts.ts';
import { findLinks, followAgain, resetToPresets, roundDose, setDose, type Treatment, totalOf } from './recipes.ts';

const lips: Treatment = { id: 'lips', group: 'filler', unit: 'mL', isSided: false, max: 3, step: 0.05, fineStep: 0.01 };
const cheek: Treatment = { ...lips, id: 'cheek', isSided: true };
const recipe = (treatments: Recipes['natural']['treatments']) => ({ version: 1 as const, treatments });
const presets: Recipes = {
  natural: recipe({ lips: 0.5, cheek: 0.4 }),
  harmonious: recipe({ lips: 1, cheek: 0.8 }),
  glamour: recipe({ lips: 2, cheek: 1.2 }),
};
const start = { recipes: presets, links: {} };
const dosesOf = (recipes: Recipes, id: string) =>
  [recipes.natural, recipes.harmonious, recipes.glamour].map((one) => one.treatments[id]);

describe('proportional recipes', () => {
  test('the other styles follow in the proportion of the presets', () => {
    const { recipes } = setDose(start, { style: 'harmonious', treatment: lips, dose: 0.8, presets });
    expect(dosesOf(recipes, 'lips')).toEqual([0.4, 0.8, 1.6]);
  });

  test('sides follow each for itself', () => {
    const { recipes } = setDose(start, {
      style: 'natural',
      treatment: cheek,
      dose: { right: 0.4, left: 0.2 },
      presets,
    });
    expect(dosesOf(recipes, 'cheek')).toEqual([
      { right: 0.4, left: 0.2 },
      { right: 0.8, left: 0.4 },
      { right: 1.2, left: 0.6 },
    ]);
  });

  test('a style set by hand no longer follows, and moves nothing else', () => {
    const led = setDose(start, { style: 'harmonious', treatment: lips, dose: 0.8, presets });
    const detached = setDose(led, { style: 'natural', treatment: lips, dose: 0.1, presets });
    expect(dosesOf(detached.recipes, 'lips')).toEqual([0.1, 0.8, 1.6]);
    const again = setDose(detached, { style: 'harmonious', treatment: lips, dose: 1, presets });
    expect(dosesOf(again.recipes, 'lips')).toEqual([0.1, 1, 2]);
  });

  test('a style can follow again', () => {
    const led = setDose(start, { style: 'harmonious', treatment: lips, dose: 0.8, presets });
    const detached = setDose(led, { style: 'natural', treatment: lips, dose: 0.1, presets });
    expect(dosesOf(followAgain(detached, lips, 'natural', presets).recipes, 'lips')).toEqual([0.4, 0.8, 1.6]);
  });

  test('a treatment without a preset follows the usual shares and stays inside its range', () => {
    const chin = { ...lips, id: 'chin', max: 1.2 };
    const { recipes } = setDose(start, { style: 'harmonious', treatment: chin, dose: 1, presets });
    expect(dosesOf(recipes, 'chin')).toEqual([0.6, 1, 1.2]);
  });

  test('taking a treatment out takes it out of the styles that follow', () => {
    const { recipes } = setDose(start, { style: 'harmonious', treatment: lips, dose: null, presets });
    expect(dosesOf(recipes, 'lips')).toEqual([undefined, undefined, undefined]);
  });

  test('resetting brings the presets back', () => {
    const changed = setDose(start, { style: 'natural', treatment: lips, dose: 0.1, presets });
    expect(resetToPresets(changed, presets, 'lips')).toEqual(start);
    expect(resetToPresets(changed, presets)).toEqual(start);
  });

  test('links are found again in stored doses', () => {
    const led = setDose(start, { style: 'harmonious', treatment: lips, dose: 0.8, presets });
    expect(findLinks(led.recipes, presets, [lips, cheek])).toEqual({});
    const detached = setDose(led, { style: 'glamour', treatment: lips, dose: 1.1, presets });
    expect(findLinks(detached.recipes, presets, [lips, cheek])).toEqual({
      lips: { leader: 'harmonious', detached: ['glamour'] },
    });
  });

  test('doses are rounded to the fine step without binary dust', () => {
    expect(roundDose(0.1 + 0.2, lips)).toBe(0.3);
    expect(roundDose(7, lips)).toBe(3);
    expect(roundDose(-1, lips)).toBe(0);
  });

  test('a total counts both sides', () => {
    const mixed = recipe({ lips: 0.5, cheek: { right: 0.6, left: 0.55 } });
    expect(totalOf(mixed, [lips, cheek], 'filler')).toBe(1.65);
  });
});
