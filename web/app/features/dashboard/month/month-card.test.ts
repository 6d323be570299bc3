import { expect, test } from 'vitest';
import { percentOf, weekOf } from './month-card.tsx';

test('the seven shown days end today, also across the end of summer time', () => {
  const days = weekOf([1, 0, 0, 2, 0, 0, 3], new Date(2026, 9, 26, 0, 30));
  expect(days.map(({ date }) => date.getDate())).toEqual([20, 21, 22, 23, 24, 25, 26]);
  expect(days.filter(({ isToday }) => isToday)).toHaveLength(1);
  expect(days.at(-1)).toMatchObject({ uploads: 3, isToday: true });
});

test('a day shows a dot for each of its first four photos, and the number of the others', () => {
  const [few, many] = weekOf([4, 9], new Date(2026, 9, 26));
  expect(few).toMatchObject({ dots: 4, more: 0 });
  expect(many).toMatchObject({ dots: 4, more: 5 });
});

test('the reached percentage of a target is between 0 and 100', () => {
  expect(percentOf(18, 30)).toBe(60);
  expect(percentOf(45, 30)).toBe(100);
  expect(percentOf(0, 30)).toBe(0);
  expect(percentOf(2, 0)).toBe(100);
});
