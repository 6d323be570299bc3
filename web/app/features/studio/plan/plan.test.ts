import { expect, test } from 'vitest';
import type { Treatment } from '../draft/recipes.ts';
import { emptyItem, moveItem, nearestCount, removeItem, replaceItem, startWeeks } from './plan-items.ts';
import { type PlanWords, proposePlan } from './propose-plan.ts';

const treatment = (id: string, group: Treatment['group'], unit: Treatment['unit'], isSided = false): Treatment => ({
  id,
  group,
  unit,
  isSided,
  max: 100,
  step: 1,
  fineStep: 0.01,
});
const treatments = [
  treatment('lips', 'filler', 'mL'),
  treatment('cheek', 'filler', 'mL', true),
  treatment('forehead', 'toxin', 'U'),
  treatment('crows_feet', 'toxin', 'U', true),
  treatment('redness', 'light', '%'),
  treatment('pigment', 'light', '%'),
];
const words: PlanWords = {
  area: (id) => id,
  list: (areas) => areas.join(' + '),
  amount: (value, unit) => `${value} ${unit}`,
  sides: (right, left) => `R ${right}, L ${left}`,
  rationale: (what) => `why ${what}`,
  risks: (kind) => `risks of ${kind}`,
  alternatives: (kind) => `instead of ${kind}`,
};

test('toxin is one visit, each filler stands for itself, light is a course', () => {
  const recipe = {
    version: 1 as const,
    treatments: { lips: 0.5, cheek: { right: 0.6, left: 0.55 }, forehead: 10, crows_feet: 9, redness: 30, pigment: 45 },
  };
  expect(
    proposePlan(recipe, treatments, words).map(({ kind, area, dose, sessions }) => [kind, area, dose, sessions]),
  ).toEqual([
    ['botox', 'forehead + crows_feet', '28 U', 1],
    ['hyaluronic_acid', 'lips', '0.5 mL', 1],
    ['hyaluronic_acid', 'cheek', 'R 0.6 mL, L 0.55 mL', 1],
    ['laser', 'redness + pigment', '45 %', 3],
  ]);
});

test('nothing is proposed for a treatment without a dose', () => {
  expect(proposePlan({ version: 1, treatments: { lips: 0, cheek: { right: 0, left: 0 } } }, treatments, words)).toEqual(
    [],
  );
});

test('items can be changed, moved and removed; at an end they stay', () => {
  const items = ['a', 'b', 'c'].map((area) => ({ ...emptyItem(), area }));
  const areas = (list: { area: string }[]) => list.map(({ area }) => area).join('');
  expect(areas(moveItem(items, 1, -1))).toBe('bac');
  expect(areas(moveItem(items, 2, 1))).toBe('abc');
  expect(areas(removeItem(items, 0))).toBe('bc');
  expect(replaceItem(items, 1, { dose: '1 mL' })[1]).toMatchObject({ area: 'b', dose: '1 mL' });
});

test('an item starts after the sessions before it', () => {
  const course = { ...emptyItem(), sessions: 3, interval_weeks: 4 };
  expect(startWeeks([emptyItem(), course, emptyItem()])).toEqual([0, 0, 12]);
});

test('a number that is typed becomes the nearest that a plan may hold; nothing is none', () => {
  const count = (text: string) => nearestCount(text, 1, 24);
  expect(['', ' ', 'x'].map(count)).toEqual([null, null, null]);
  expect(['0', '-3', '1', '2.6', '24', '99'].map(count)).toEqual([1, 1, 1, 3, 24, 24]);
});
