import { expect, test } from 'vitest';
import { isWithin } from './limit.ts';
import { withinOf } from './loop.ts';

test('the sample that run-mutants.test.ts measures', () => {
  expect([isWithin(0), isWithin(19), isWithin(21)]).toEqual([true, true, false]);
  expect(() => isWithin(-1)).toThrow(RangeError);
  expect(withinOf([1, 2, 30])).toBe(2);
});
