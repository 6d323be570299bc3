import { expect, test } from 'vitest';
import { CommunityLimits, type Person } from '#contract/community/terms.ts';
import { type DecisionForm, faultsOf, inputOf, newerText, possibleAction } from './decision-form.ts';

const long = 'x'.repeat(CommunityLimits.statement_min);
const form: DecisionForm = { action: 'remove', reason: '', statement: long, days: '7' };
const author = { id: 'who wrote it' } as Person;
const comment = {
  kind: 'comment',
  id: 'the comment',
  title: 'A title',
  author,
  state: 'visible',
  version: 3,
  body: '<p>Thirty.</p>',
} as const;

test('a statement of reasons must be long enough', () => {
  expect(faultsOf(form)).toEqual([]);
  expect(faultsOf({ ...form, statement: ` ${long.slice(1)} ` })).toEqual(['statement']);
  expect(faultsOf({ ...form, action: 'lock', statement: '' })).toEqual([]);
});

test('a suspension lasts from a day to a year', () => {
  const suspension = { ...form, action: 'suspend' } as const;
  for (const days of ['1', '7', '365']) expect(faultsOf({ ...suspension, days })).toEqual([]);
  for (const days of ['', '0', '1.5', '366', 'a week']) expect(faultsOf({ ...suspension, days })).toEqual(['days']);
  expect(faultsOf({ ...form, days: '' })).toEqual([]);
});

test('a warning about a comment concerns its author, and a removal concerns the comment', () => {
  expect(inputOf(comment, { ...form, action: 'warn' })).toMatchObject({
    subject_kind: 'person',
    subject_id: author.id,
  });
  expect(inputOf(comment, form)).toMatchObject({ subject_kind: 'comment', subject_id: comment.id, version: 3 });
  const person = { ...comment, kind: 'person', id: author.id, version: null, body: '' } as const;
  expect(inputOf(person, { ...form, action: 'ban' })).toMatchObject({ subject_kind: 'person', subject_id: author.id });
});

test('fields that the chosen moderation action does not need are not sent', () => {
  expect(inputOf(comment, { ...form, action: 'lock' })).toMatchObject({ statement: undefined, days: undefined });
  expect(inputOf(comment, { ...form, action: 'suspend', reason: 'spam' })).toMatchObject({ days: 7, reason: 'spam' });
});

test('after a refusal because the text has changed, the dialog shows the new text once it is loaded', () => {
  const newer = { ...comment, version: 4, body: '<p>Three.</p>' } as const;
  expect(newerText(comment, newer, undefined)).toBeNull();
  expect(newerText(comment, newer, 'ALREADY_DECIDED')).toBeNull();
  expect(newerText(comment, comment, 'TEXT_CHANGED')).toBeNull();
  expect(newerText(comment, newer, 'TEXT_CHANGED')).toBe(newer);
});

test('the chosen action stays if it is possible for the new text, and is replaced otherwise', () => {
  expect(possibleAction('warn', { ...comment, state: 'held' })).toBe('warn');
  expect(possibleAction('remove', { ...comment, state: 'removed' })).toBe('restore');
});
