import { expect, test } from 'vitest';
import { indexOfKey } from './use-questions.ts';

test('the letter or digit of an option chooses it', () => {
  expect(indexOfKey('a')).toBe(0);
  expect(indexOfKey('K')).toBe(10);
  expect(indexOfKey('5')).toBe(4);
  expect(indexOfKey('0')).toBeUndefined();
  expect(indexOfKey('Enter')).toBeUndefined();
  expect(indexOfKey('é')).toBeUndefined();
});
