import { expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

test('an Enter that confirms a composed word is recognised, in Safari by its key code', () => {
  expect(isComposing({ isComposing: true, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});
