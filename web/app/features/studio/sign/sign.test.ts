import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import type { Recipes } from '#contract/drafts.ts';
import type { PlanSession, SessionItem } from '#contract/sessions.ts';
import type { Recipe } from '#engine/recipe.ts';
import type { DraftContent } from '../draft/draft.ts';
import type { Treatment } from '../draft/recipes.ts';
import { newItem, newUndosed } from '../plan/sessions.ts';
import { checksFor, maySign, planGaps } from './checks.ts';
import { progressOf, tasksFor } from './rendering-run.ts';

const cheek: Treatment = {
  id: 'cheek',
  group: 'filler',
  unit: 'mL',
  isSided: true,
  max: 3,
  step: 0.05,
  fineStep: 0.01,
};
const recipe = (treatments: Recipes['natural']['treatments']) => ({ version: 1 as const, treatments });
const visit = { weeks_after: 0, review: false, items: [{ ...newItem('cheek'), dose: 0.4 }] };
const content: DraftContent = {
  style: 'harmonious',
  recipes: { natural: recipe({ cheek: 0.2 }), harmonious: recipe({ cheek: 0.4 }), glamour: recipe({ cheek: 0.6 }) },
  links: {},
  plan: { note_to_patient: 'Dear Anna', valid_months: 6, items: [], sessions: [visit] },
  markings: noMarkings(),
  skin: null,
};
const open = (draft: DraftContent, avoid: string[] = []) =>
  checksFor(draft, [cheek], avoid)
    .filter(({ isMet }) => !isMet)
    .map(({ kind }) => kind);

test('a case with a plan, a note and increasing styles has nothing open before signing', () => {
  expect(open(content)).toEqual([]);
  expect(maySign(checksFor(content, [cheek], []))).toBe(true);
});

test('a plan without items, or with an unfinished item, cannot be signed', () => {
  const empty = { ...content, plan: { ...content.plan, sessions: [] } };
  const unwritten = { ...visit, items: [...visit.items, newUndosed('skincare', 'en')] };
  const half = { ...content, plan: { ...content.plan, sessions: [unwritten] } };
  expect(open(empty)).toEqual(['plan_has_items']);
  expect(open(half)).toEqual(['plan_complete']);
  expect(maySign(checksFor(empty, [cheek], []))).toBe(false);
});

test('styles out of order, unexplained unequal sides and avoided treatments are reported, but can be signed', () => {
  const odd: DraftContent = {
    ...content,
    recipes: { ...content.recipes, harmonious: recipe({ cheek: { right: 0.9, left: 0.5 } }) },
    plan: { note_to_patient: '', valid_months: 6, items: [], sessions: [visit] },
  };
  expect(open(odd, ['hyaluronic_acid', 'threads'])).toEqual([
    'note_written',
    'styles_in_order',
    'plan_matches_recipe',
    'sides_explained',
    'avoided',
  ]);
  expect(maySign(checksFor(odd, [cheek], ['hyaluronic_acid']))).toBe(true);
});

const dosed = (treatment: 'forehead' | 'crows_feet' | 'redness', dose: SessionItem['dose']): PlanSession => ({
  weeks_after: 0,
  review: false,
  items: [{ ...newItem(treatment), dose }],
});
type Amount = number | { right: number; left: number };
const compared: [string, PlanSession[], Recipe['treatments'], [string, Amount, Amount][]][] = [
  ['a dose that was lowered after the proposal', [dosed('forehead', 20)], { forehead: 8 }, [['forehead', 20, 8]]],
  ['a dose over two visits', [dosed('forehead', 10), dosed('forehead', 10)], { forehead: 20 }, []],
  ['a second visit that was left out', [dosed('forehead', 10)], { forehead: 20 }, [['forehead', 10, 20]]],
  ['a dose of each side', [dosed('crows_feet', 12)], { crows_feet: { right: 12, left: 12 } }, []],
  ['a lower side', [dosed('crows_feet', 12)], { crows_feet: { right: 12, left: 8 } }, [['crows_feet', 24, 20]]],
  [
    'a dose with exchanged sides',
    [dosed('crows_feet', { right: 8, left: 12 })],
    { crows_feet: { right: 12, left: 8 } },
    [['crows_feet', { right: 8, left: 12 }, { right: 12, left: 8 }]],
  ],
  ['a treatment only in the recipe', [dosed('forehead', 8)], { forehead: 8, glabella: 12 }, [['glabella', 0, 12]]],
  ['a treatment only in the plan', [dosed('forehead', 8)], {}, [['forehead', 8, 0]]],
  ['a percentage in each visit', [dosed('redness', 60), dosed('redness', 60)], { redness: 60 }, []],
  [
    'another percentage in a later visit',
    [dosed('redness', 60), dosed('redness', 40)],
    { redness: 60 },
    [['redness', 40, 60]],
  ],
];
test.each(compared)('%s is compared between plan and recipe', (_, sessions, treatments, gaps) => {
  const found = planGaps(sessions, { version: 1, treatments });
  expect(found.map(({ treatment, planned, shown }) => [treatment, planned, shown])).toEqual(gaps);
});

test('a plan that differs from the recipe of the chosen style is reported, but can be signed', () => {
  const lowered = { ...content, recipes: { ...content.recipes, harmonious: recipe({ cheek: 0.3 }) } };
  expect(open(lowered)).toEqual(['plan_matches_recipe']);
  expect(maySign(checksFor(lowered, [cheek], []))).toBe(true);
  expect(open({ ...content, style: 'glamour' })).toEqual(['plan_matches_recipe']);
  expect(checksFor({ ...lowered, style: 'natural' }, [cheek], []).flatMap(({ gaps = [] }) => gaps)).toEqual([
    { treatment: 'cheek', planned: 0.8, shown: 0.4 },
  ]);
});

test('before signing, nine images are drawn pose by pose, except the stored ones', () => {
  expect(tasksFor(['front', 'right', 'left'])).toHaveLength(9);
  expect(tasksFor(['front'], [{ pose: 'front', style: 'natural' }])).toEqual([
    { pose: 'front', style: 'harmonious' },
    { pose: 'front', style: 'glamour' },
  ]);
});

test('the progress of drawing includes the finished share of the current image', () => {
  const current = { pose: 'front', style: 'natural' } as const;
  expect(progressOf({ kind: 'rendering', done: 4, of: 8, current, fraction: 0.5 })).toBe(0.5625);
  expect(progressOf({ kind: 'preparing' })).toBe(0);
});
