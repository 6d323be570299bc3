import { expect, test } from 'vitest';
import type { SiteBlockState } from '#contract/site.ts';
import { changed, isLosable, isSame, typed, unsavedOf, valueAt } from './edit.ts';

test('a change of one value of a form keeps the objects that do not contain this value', () => {
  const before = { a: [{ b: 1 }, { b: 2 }], c: { d: 3 } };
  const after = changed(before, ['a', 1, 'b'], 5);
  expect(after).toEqual({ a: [{ b: 1 }, { b: 5 }], c: { d: 3 } });
  expect(after.c).toBe(before.c);
  expect(after.a[0]).toBe(before.a[0]);
  expect(valueAt(after, ['a', 1, 'b'])).toBe(5);
  expect(before.a[1]?.b).toBe(2);
});

test('a block of site content is unsaved while any value differs from the stored one', () => {
  const edit = { content: { block: 'social', content: {} }, is_shown: true, reason: '', is_confirmed: false } as never;
  expect(isSame(edit, structuredClone(edit))).toBe(true);
  expect(isSame(edit, changed(edit, ['is_shown'], false))).toBe(false);
});

test('unsaved content stays based on the version that it began with, until it equals the stored content', () => {
  const edit = { content: { block: 'social', content: {} }, is_shown: true, reason: '', is_confirmed: false } as never;
  const state = (newest_id: string) => ({ ...(edit as object), newest_id, draft: null }) as unknown as SiteBlockState;
  const hidden = changed(edit, ['is_shown'], false);
  const kept = typed(undefined, hidden, state('mine'));
  expect(kept).toEqual({ edit: hidden, newest_id: 'mine' });
  expect(typed(kept, hidden, state('a colleague’s'))?.newest_id).toBe('mine');
  expect(typed(kept, edit, state('mine'))).toBeUndefined();
});

test('kept content that equals the stored content counts as saved, and later changes are based on the stored version', () => {
  const edit = { content: { block: 'social', content: {} }, is_shown: true, reason: '', is_confirmed: false } as never;
  const stored = { ...(edit as object), newest_id: 'saved', draft: null } as unknown as SiteBlockState;
  const kept = { edit, newest_id: 'before' };
  expect(unsavedOf(kept, stored)).toBeUndefined();
  expect(typed(kept, changed(edit, ['is_shown'], false), stored)?.newest_id).toBe('saved');
});

test('other text may replace the form without a question unless the form has text that is stored nowhere', () => {
  const edit = { content: { block: 'social', content: {} }, is_shown: true, reason: '', is_confirmed: false } as never;
  const unsaved = { edit, newest_id: null };
  expect(isLosable(undefined, undefined)).toBe(false);
  expect(isLosable(unsaved, undefined)).toBe(true);
  expect(isLosable(unsaved, structuredClone(edit))).toBe(false);
  expect(isLosable(unsaved, changed(edit, ['is_shown'], false))).toBe(true);
});
