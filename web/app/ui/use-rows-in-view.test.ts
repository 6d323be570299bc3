import { expect, test } from 'vitest';
import { layOut, withKept } from './use-rows-in-view.ts';

test('rows that must stay in the page are listed in order and once, but only while the list contains them', () => {
  expect(withKept([4, 5, 6], [], 10)).toEqual([4, 5, 6]);
  expect(withKept([4, 5, 6], [1], 10)).toEqual([1, 4, 5, 6]);
  expect(withKept([4, 5, 6], [9, 5], 10)).toEqual([4, 5, 6, 9]);
  expect(withKept([4, 5, 6], [10, -1], 10)).toEqual([4, 5, 6]);
});

test('the space before, between and after the visible rows has the height of the omitted rows', () => {
  const row = (index: number) => ({ index, start: 34 + index * 47, size: 47 });
  expect(layOut([0, 1, 2].map(row), 34, 3 * 47)).toEqual({
    rows: [0, 1, 2].map((index) => ({ index, gap_px: 0 })),
    rest_px: 0,
  });
  expect(layOut([1, 4, 5].map(row), 34, 10 * 47)).toEqual({
    rows: [
      { index: 1, gap_px: 47 },
      { index: 4, gap_px: 2 * 47 },
      { index: 5, gap_px: 0 },
    ],
    rest_px: 4 * 47,
  });
  expect(layOut([], 34, 0)).toEqual({ rows: [], rest_px: 0 });
});
