import { expect, test } from 'vitest';
import { refusedOf } from './refused-cases.ts';

test('each report that could not be decided is listed with the reason, in the order of the page', () => {
  const cases = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  const outcomes = [
    { report_id: 'd', refused: 'changed' as const },
    { report_id: 'c', refused: null },
    { report_id: 'b', refused: 'decided' as const },
    { report_id: 'a', refused: null },
  ];
  expect(refusedOf(cases, outcomes)).toEqual([
    { found: { id: 'b' }, why: 'decided' },
    { found: { id: 'd' }, why: 'changed' },
  ]);
});
