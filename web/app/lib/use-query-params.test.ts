import { expect, test } from 'vitest';
import { changed } from './use-query-params.ts';

test('a change does not affect the rest of the address, and an empty value removes its parameter', () => {
  expect(changed('?show=late&q=anna', { q: 'élise', u: '7' }).toString()).toBe('show=late&q=%C3%A9lise&u=7');
  expect(changed('?show=late&q=anna', { q: '', show: null }).toString()).toBe('');
});
