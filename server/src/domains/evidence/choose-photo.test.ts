import { expect, test } from 'vitest';
import { type CaseHistory, looksFor, repeatsOf } from './choose-photo.ts';
import { givenRecipe } from './given.ts';

const shot = (day: string, id = day) => ({ id, day });
const history = (over: Partial<CaseHistory> = {}): CaseHistory => ({
  before: shot('2026-01-02'),
  treatedOn: '2026-01-10',
  treatments: ['2026-01-10'],
  shots: [shot('2026-01-02'), shot('2026-01-24'), shot('2026-04-10')],
  today: '2026-12-01',
  ...over,
});
const chosen = (over: Partial<CaseHistory>) => looksFor(history(over)).map(({ period, after }) => [period, after.day]);

test('for each check, the photo nearest to the planned day is chosen from the photos within the window', () => {
  expect(chosen({})).toEqual([
    ['two_weeks', '2026-01-24'],
    ['three_months', '2026-04-10'],
  ]);
  expect(chosen({ shots: [shot('2026-01-30'), shot('2026-01-21'), shot('2026-01-25')] })).toEqual([
    ['two_weeks', '2026-01-25'],
  ]);
  // The window is from day 10 to day 21. Day 9 and day 22 are outside it.
  expect(chosen({ shots: [shot('2026-01-19'), shot('2026-02-01')] })).toEqual([]);
  expect(chosen({ shots: [shot('2026-01-20')] })).toHaveLength(1);
  expect(chosen({ shots: [shot('2026-01-31')] })).toHaveLength(1);
  expect(chosen({ shots: [shot('2026-01-22'), shot('2026-01-23')] })).toEqual([['two_weeks', '2026-01-23']]);
  expect(chosen({ shots: [shot('2026-01-27'), shot('2026-01-26')] })).toEqual([['two_weeks', '2026-01-26']]);
  const two = [shot('2026-01-24', 'b'), shot('2026-01-24', 'a')];
  expect(looksFor(history({ shots: two }))[0]?.after.id).toBe('b');
});

test('no photos are compared before the window of a check is over', () => {
  expect(chosen({ today: '2026-01-31' })).toEqual([]);
  expect(chosen({ today: '2026-02-01' })).toEqual([['two_weeks', '2026-01-24']]);
});

test('a photo is left out if another treatment took place between it and the first photo', () => {
  expect(chosen({ treatments: ['2026-01-10', '2026-02-20'] })).toEqual([['two_weeks', '2026-01-24']]);
  // In these four lines, the other treatment is before the first treatment, on the day of the first photo, on the day
  // of the second photo, and before all photos.
  expect(chosen({ treatments: ['2026-01-10', '2026-01-05'] })).toEqual([]);
  expect(chosen({ treatments: ['2026-01-10', '2026-01-02'] })).toEqual([]);
  expect(chosen({ treatments: ['2026-01-10', '2026-01-24'] })).toEqual([]);
  expect(chosen({ treatments: ['2026-01-10', '2025-12-30'] })).toHaveLength(2);
});

test('a first photo that was taken after the treatment cannot be compared', () => {
  expect(chosen({ before: shot('2026-01-11') })).toEqual([]);
  expect(chosen({ before: shot('2026-01-10') })).toHaveLength(2);
});

test('further photos from the day of the first photo are used as repeats', () => {
  const before = shot('2026-01-02', 'a');
  const shots = [
    before,
    shot('2026-01-02', 'b'),
    shot('2026-01-03', 'c'),
    shot('2026-01-02', 'd'),
    shot('2026-01-02', 'e'),
  ];
  expect(repeatsOf(before, shots, 2).map(({ id }) => id)).toEqual(['b', 'd']);
});

test('the injected dose of a treatment is the sum of its points, for each side', () => {
  const points = [
    { treatment: 'cheek', side: 'right', amount: 0.1, unit: 'mL' },
    { treatment: 'cheek', side: 'right', amount: 0.2, unit: 'mL' },
    { treatment: 'cheek', side: 'left', amount: 0.5, unit: 'mL' },
    { treatment: 'forehead', side: null, amount: 10, unit: 'units' },
    { treatment: 'forehead', side: 'left', amount: 2, unit: 'units' },
    { treatment: 'thread_lift', side: null, amount: null, unit: null },
    { treatment: 'chin', side: null, amount: 4, unit: 'units' },
    { treatment: 'mesotherapy', side: null, amount: 2, unit: 'mL' },
    { treatment: 'temples', side: null, amount: null, unit: 'mL' },
  ] as const;
  expect(givenRecipe(points).treatments).toEqual({
    cheek: { right: 0.3, left: 0.5 },
    forehead: { right: 5, left: 7 },
  });
});
