import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import type { Recipes } from '#contract/drafts.ts';
import { newItem, newUndosed } from '../plan/sessions.ts';
import { contentOf, type DraftContent, mergeDrafts, sameToServer, savable } from './draft.ts';

const recipe = (treatments: Recipes['natural']['treatments']) => ({ version: 1 as const, treatments });
const same = (treatments: Recipes['natural']['treatments']): Recipes => ({
  natural: recipe(treatments),
  harmonious: recipe(treatments),
  glamour: recipe(treatments),
});
const item = {
  kind: 'botox' as const,
  area: 'Forehead',
  dose: '12 U',
  sessions: 1,
  interval_weeks: 0,
  rationale: 'Lines at rest',
  risks: '',
  alternatives: '',
};
const base: DraftContent = {
  style: 'harmonious',
  recipes: same({ lips: 1, chin: 0.5 }),
  links: {},
  plan: { note_to_patient: '', items: [], valid_months: 6 },
  markings: noMarkings(),
  skin: null,
};

test('the doctor’s changes are applied to a newer version, and the rest of that version stays', () => {
  const mine = {
    ...base,
    recipes: same({ lips: 1.2, chin: 0.5 }),
    plan: { note_to_patient: 'Hello', items: [], valid_months: 6 },
  };
  const theirs: DraftContent = {
    ...base,
    style: 'natural',
    recipes: same({ lips: 0.9, chin: 0.8 }),
    plan: { note_to_patient: '', valid_months: 6, items: [item] },
  };
  const merged = mergeDrafts(base, mine, theirs);
  expect(merged.style).toBe('natural');
  expect(merged.recipes.natural.treatments).toEqual({ lips: 1.2, chin: 0.8 });
  expect(merged.plan).toEqual({ note_to_patient: 'Hello', valid_months: 6, items: [item] });
});

test('a treatment that the doctor removed stays removed after a merge', () => {
  const mine = { ...base, recipes: same({ chin: 0.5 }) };
  expect(mergeDrafts(base, mine, base).recipes.natural.treatments).toEqual({ chin: 0.5 });
});

test('a draft that was never saved opens with the requested recipes', () => {
  const draft = {
    version: 0,
    style: 'natural' as const,
    recipes: same({}),
    plan: base.plan,
    markings: noMarkings(),
    saved_at: null,
  };
  expect(contentOf(draft, base.recipes, [], null).recipes).toBe(base.recipes);
  expect(contentOf({ ...draft, saved_at: '2026-11-18T10:06:00Z' }, base.recipes, [], null).recipes).toBe(draft.recipes);
});

test('an unfinished plan item is not sent, but the free text of an earlier plan is sent', () => {
  const written = newItem('chin');
  const undosed = newUndosed('other', 'en');
  const sessions = [{ weeks_after: 0, review: false, items: [written, undosed] }];
  const content = { ...base, plan: { note_to_patient: '', valid_months: 6, items: [item], sessions } };
  expect(savable(content).plan).toMatchObject({ items: [item], sessions: [{ items: [written] }] });
});

test('a merge keeps the doctor’s visits, and takes over the note and its language from the newer version', () => {
  const sessions = [{ weeks_after: 0, review: false, items: [newItem('chin')] }];
  const mine: DraftContent = { ...base, plan: { ...base.plan, sessions } };
  const theirs: DraftContent = { ...base, plan: { ...base.plan, note_to_patient: 'Bonjour', note_language: 'fr' } };
  expect(mergeDrafts(base, mine, theirs).plan).toEqual({ ...theirs.plan, sessions });
  expect(mergeDrafts(base, base, { ...theirs, plan: { ...theirs.plan, sessions } }).plan.sessions).toEqual(sessions);
});

test('two contents of a draft count as equal even if the order of their properties differs', () => {
  const { note_to_patient, items, valid_months } = base.plan;
  const visit = { weeks_after: 0, review: false, items: [newItem('chin')] };
  const turned = { items: visit.items.map((one) => reversed(one)), review: false, weeks_after: 0 };
  const mine: DraftContent = { ...base, plan: { ...base.plan, sessions: [visit] } };
  const stored: DraftContent = {
    ...base,
    recipes: { ...base.recipes, natural: { treatments: { lips: 1, chin: 0.5 }, dataset: '2026-11-23', version: 1 } },
    plan: { valid_months, dataset: '2026-11-23', items, note_to_patient, sessions: [turned] },
  };
  expect(sameToServer(mine, stored)).toBe(true);
  expect(sameToServer(mine, { ...stored, style: 'glamour' })).toBe(false);
});

const reversed = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).reverse()) as T;
