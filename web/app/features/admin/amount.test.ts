import { expect, test } from 'vitest';
import { centsOf, exactCentsOf, isNoAmount, unitsOf } from './amount.ts';

test.each([
  ['420', 42_000],
  ['12.5', 1250],
  ['19,99', 1999],
  [' 0.01 ', 1],
  ['0.29', 29],
  ['1.005', 101],
  ['', null],
  ['-1', null],
  ['1e3', null],
  ['about 40', null],
])('the typed amount %j means %s cents', (text, cents) => expect(centsOf(text)).toBe(cents));

test('a third decimal makes an exact amount invalid', () => {
  expect(['12', '12,50', '12.345', '1.005', '-1', '1e3', ''].map(exactCentsOf)).toEqual([
    1200,
    1250,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('cents are shown with two decimals, and null as an empty text', () => {
  expect([34_050, 0, null].map((cents) => unitsOf(cents))).toEqual(['340.50', '0.00', '']);
});

test('an empty amount is not a fault, but any other text must be an amount', () => {
  expect(['', ' ', '0', '340.50'].some(isNoAmount)).toBe(false);
  expect(['-3', '1e3', 'about 40'].every(isNoAmount)).toBe(true);
});
