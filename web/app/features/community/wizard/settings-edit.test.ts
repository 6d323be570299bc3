import { expect, test } from 'vitest';
import { basedOn, type Settings, typed, withoutConflicts } from './settings-edit.ts';

const stored: Settings = {
  name: 'Scars',
  description: 'About scars',
  visibility: 'open',
  is_on_web: false,
  join_policy: 'open',
  rules: ['Be kind'],
  themes: ['laser'],
  banner: undefined,
  icon: undefined,
};

test('an edit of the settings has only the fields that the person changed, with the values before', () => {
  const edit = typed(typed(undefined, { name: 'Scar care' }, stored), { rules: [] }, stored);
  expect(edit).toEqual({ changes: { name: 'Scar care', rules: [] }, seen: { name: 'Scars', rules: ['Be kind'] } });
  expect(typed(edit, { rules: ['Be kind'] }, stored)).toEqual({
    changes: { name: 'Scar care' },
    seen: { name: 'Scars' },
  });
  expect(typed(typed(undefined, { name: 'Scar care' }, stored), { name: 'Scars' }, stored)).toBeUndefined();
});

test('an edit remembers the value that its field had when the person began to change it', () => {
  const first = typed(undefined, { name: 'Scar' }, stored);
  expect(typed(first, { name: 'Scar care' }, { ...stored, name: 'Healing' })?.seen).toEqual({ name: 'Scars' });
});

test('a removed image is a change', () => {
  expect(typed(undefined, { icon: null }, stored)?.changes).toEqual({ icon: null });
});

test('loading the new version drops only the changes of fields that a colleague changed, too', () => {
  const edit = typed(undefined, { name: 'Scar care', themes: [] }, stored);
  if (!edit) throw new Error('the changes are missing');
  expect(withoutConflicts(edit, { ...stored, name: 'Healing' })?.changes).toEqual({ themes: [] });
  expect(withoutConflicts(edit, { ...stored, name: 'Healing', themes: ['toxin'] })).toBeUndefined();
});

test('after one step of a save, its settings can be changed again without a conflict', () => {
  const sent = typed(undefined, { name: 'Scar care', themes: [] }, stored);
  if (!sent) throw new Error('the changes are missing');
  const later = basedOn(sent, { name: 'Scar care' });
  expect(later).toEqual({ changes: { themes: [] }, seen: { themes: ['laser'] } });
  const again = typed(later, { name: 'Scars' }, { ...stored, name: 'Scar care' });
  expect(again).toMatchObject({ changes: { name: 'Scars' }, seen: { name: 'Scar care' } });
});
