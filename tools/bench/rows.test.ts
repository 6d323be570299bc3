import { expect, test } from 'vitest';
import { holds, tableOf } from './rows.ts';

const row = { part: 'api', name: 'feed', value: 300, unit: 'a second', baseline: 400 };

test.each([
  ['a ratio that reaches its limit', { ratio: 0.75, least: 0.6 }, true],
  ['a ratio that does not', { ratio: 0.5, least: 0.6 }, false],
  ['a value that keeps its limit', { most: 300 }, true],
  ['a value that does not', { most: 299 }, false],
  ['nothing that was not measured', { ratio: Number.NaN, least: 0.6 }, false],
  ['no limit', {}, null],
])('whether a row of the benchmark keeps its limit: %s', (_case, over, expected) => {
  expect(holds({ ...row, ...over })).toBe(expected);
});

test('the table of the benchmark marks a row that misses its limit', () => {
  expect(tableOf([{ ...row, ratio: 0.5, least: 0.6 }])).toContain(
    '| api | feed | 300 a second | 400 | 0.5 | ≥ 0.6 | **missed** |',
  );
});
