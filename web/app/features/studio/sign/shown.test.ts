import { expect, test } from 'vitest';
import type { Draft, Rendering } from '#contract/drafts.ts';
import { noMarkings } from '#contract/markings.ts';
import { type GivenScores, ScoreNames } from '#contract/skin-score.ts';
import type { DraftContent } from '../draft/draft.ts';
import { isStored, type Shown, textOf } from './shown.ts';

const recipe = { version: 1 as const, treatments: { glabella: 12 } };
const plan = { note_to_patient: 'Dear Anna', valid_months: 6, items: [], sessions: [] };
const scores = (value: number) =>
  Object.fromEntries(ScoreNames.map((name) => [name, { value, measured: 70 }])) as unknown as GivenScores;
const skinOf = (value: number, photo_id = 'front-1') => ({ photo_id, corrections: {}, given: scores(value) });
const content: DraftContent = {
  style: 'natural',
  recipes: { natural: recipe, harmonious: recipe, glamour: recipe },
  links: {},
  plan,
  markings: noMarkings(),
  skin: skinOf(70),
};
const mark = { kind: 'fold', x: 0.5, y: 0.5, radius: 0.1, treatment: null, accepted_at: null, is_accepted: false };
const picture = (id: string, is_accepted = false) =>
  ({ id, marks: [{ ...mark, is_accepted }] }) as unknown as Rendering;
const pictures = [picture('a'), picture('b')];
const shown: Shown = { content, pictures };

const draft: Draft = {
  version: 4,
  style: 'natural',
  recipes: content.recipes,
  plan,
  markings: noMarkings(),
  saved_at: '2026-11-20T09:00:00Z',
};
const saved = (value: number, photo_id = 'front-1') => ({
  photo_id,
  // The database returns the keys in another order.
  scores: Object.fromEntries(Object.entries(scores(value)).reverse()) as unknown as GivenScores,
  overall: value,
  saved_at: '2026-11-20T09:00:00Z',
});
const stored = { draft, skin_score: saved(70), renderings: [...pictures].reverse() };
const now = { content, version: 4 };

test('what the doctor declares changes with the shown content, skin scores, images and accepted marks', () => {
  const changed: Shown[] = [
    { ...shown, content: { ...content, plan: { ...plan, note_to_patient: 'Dear Anne' } } },
    { ...shown, content: { ...content, style: 'glamour' } },
    { ...shown, content: { ...content, skin: skinOf(71) } },
    { ...shown, content: { ...content, skin: null } },
    { ...shown, pictures: [picture('a'), picture('c')] },
    { ...shown, pictures: [picture('a'), picture('b', true)] },
  ];
  for (const other of changed) expect(textOf(other)).not.toBe(textOf(shown));
  expect(textOf({ content: { ...content }, pictures: [...pictures] })).toBe(textOf(shown));
});

test('the case is signed only if the service has stored what the review showed', () => {
  expect(isStored(shown, now, stored)).toBe(true);
  const note = { ...content, plan: { ...plan, note_to_patient: 'Dear Anne' } };
  // A second window saved another version. This page has not loaded it, or loaded it after the declaration.
  expect(isStored(shown, now, { ...stored, draft: { ...draft, version: 5 } })).toBe(false);
  expect(isStored(shown, { content: note, version: 5 }, { ...stored, draft: { ...draft, version: 5 } })).toBe(false);
  // A new skin score does not change the version.
  expect(isStored(shown, now, { ...stored, skin_score: saved(71) })).toBe(false);
  expect(isStored(shown, now, { ...stored, skin_score: null })).toBe(false);
  expect(isStored(shown, now, { ...stored, skin_score: saved(70, 'front-2') })).toBe(false);
  expect(isStored({ ...shown, content: { ...content, skin: null } }, now, stored)).toBe(false);
  expect(isStored(shown, now, { ...stored, renderings: [picture('a'), picture('c')] })).toBe(false);
  expect(isStored(shown, now, { ...stored, renderings: [...pictures, picture('c')] })).toBe(false);
  expect(isStored(shown, now, { ...stored, renderings: [picture('a'), picture('b', true)] })).toBe(false);
});
