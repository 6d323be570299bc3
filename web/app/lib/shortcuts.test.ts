import { expect, test } from 'vitest';
import { comboOf, isSingle } from './shortcuts.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) =>
  comboOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

test('the pressed combination gets a name', () => {
  expect(press('j')).toBe('j');
  expect(press('Enter')).toBe('Enter');
  expect(press('?', { shiftKey: true })).toBe('?');
  expect(press('z', { ctrlKey: true })).toBe('mod+z');
  expect(press('Z', { metaKey: true, shiftKey: true })).toBe('mod+shift+z');
});

test('the browser’s own combinations are ignored', () => {
  expect(press('j', { altKey: true })).toBe(null);
  expect(press('J', { shiftKey: true })).toBe(null);
});

test('keys that can be switched off are recognised', () => {
  expect(isSingle('j')).toBe(true);
  expect(isSingle('?')).toBe(true);
  expect(isSingle('Enter')).toBe(false);
  expect(isSingle('mod+z')).toBe(false);
});
