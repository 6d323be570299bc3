import { expect, test } from 'vitest';
import { stepOf } from './direction.ts';

test('an arrow key moves in the direction of its arrow, in both reading directions', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp'].map((key) => stepOf(key, 'ltr'))).toEqual([-1, 1, undefined]);
  expect(['ArrowLeft', 'ArrowRight', 'Home'].map((key) => stepOf(key, 'rtl'))).toEqual([1, -1, undefined]);
});
