import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import type { Recipes } from '#contract/drafts.ts';
import type { DraftContent } from '../draft/draft.ts';
import type { Treatment } from '../draft/recipes.ts';
import { newItem, newUndosed } from '../plan/sessions.ts';
import { checksFor, maySign } from './checks.ts';
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
const visit = { weeks_after: 0, review: false, items: [newItem('forehead')] };
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
    'sides_explained',
    'avoided',
  ]);
  expect(maySign(checksFor(odd, [cheek], ['hyaluronic_acid']))).toBe(true);
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
