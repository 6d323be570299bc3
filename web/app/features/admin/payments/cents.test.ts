import { expect, test } from 'vitest';
import { centsOf } from './cents.ts';

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['12,50', 1250],
  [' 0.01 ', 1],
  ['19.99', 1999],
  ['', null],
  ['-1', null],
  ['1e3', null],
  ['12.345', null],
])('%j is %s cents', (text, cents) => expect(centsOf(text)).toBe(cents));
