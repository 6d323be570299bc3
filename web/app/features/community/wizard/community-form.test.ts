import { expect, test } from 'vitest';
import { emptyForm, faultsOf, slugOf } from './community-form.ts';

test('the address made from a community’s name is in lower case, with a single dash instead of other characters', () => {
  expect(slugOf('Sensitive Skin Club')).toBe('sensitive-skin-club');
  expect(slugOf('  --Élan   Vital!! ')).toBe('elan-vital');
  expect(slugOf('Œ 日本')).toBe('');
});

test('a community’s name and address need three characters, and its description needs ten', () => {
  expect(faultsOf(emptyForm)).toEqual(['name', 'slug', 'description']);
  expect(faultsOf({ ...emptyForm, name: ' ab ', description: '123456789 ' })).toEqual(['name', 'slug', 'description']);
  expect(faultsOf({ ...emptyForm, name: '日本語', description: '1234567890' })).toEqual(['slug']);
  expect(faultsOf({ ...emptyForm, name: '日本語', slug: 'nihongo', description: '1234567890' })).toEqual([]);
});
