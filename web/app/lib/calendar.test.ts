import { expect, test } from 'vitest';
import { daysOf, isDay, mondayOf, spanOf, step, weeksAround } from './calendar.ts';

test('weeks start on Monday, even across months and clock changes', () => {
  expect(mondayOf('2026-11-22')).toBe('2026-11-16');
  expect(mondayOf('2026-11-16')).toBe('2026-11-16');
  expect(daysOf('week', '2027-03-28')).toEqual([
    '2027-03-22',
    '2027-03-23',
    '2027-03-24',
    '2027-03-25',
    '2027-03-26',
    '2027-03-27',
    '2027-03-28',
  ]);
});

test('a month shows complete weeks', () => {
  const days = daysOf('month', '2026-11-21');
  expect(days.slice(0, 1)).toEqual(['2026-10-26']);
  expect(days.at(-1)).toBe('2026-12-06');
  expect(daysOf('month', '2027-02-10')).toHaveLength(28);
});

test('the next or previous month or week may be in another year', () => {
  expect(step('month', '2026-12-15', 1)).toBe('2027-01-01');
  expect(step('month', '2027-01-31', -1)).toBe('2026-12-01');
  expect(step('week', '2026-12-28', 1)).toBe('2027-01-04');
});

test('the requested span of time contains the shown days in every time zone', () => {
  expect(spanOf(['2026-11-16', '2026-11-17'])).toEqual({
    from: '2026-11-15T00:00:00.000Z',
    to: '2026-11-19T00:00:00.000Z',
  });
});

test('the view of a single day contains only this day', () => {
  expect(daysOf('day', '2026-11-22')).toEqual(['2026-11-22']);
  expect(step('day', '2026-12-31', 1)).toBe('2027-01-01');
  expect(step('day', '2026-03-01', -1)).toBe('2026-02-28');
});

test('a day in an address must exist', () => {
  expect(['2026-11-22', '2028-02-29'].every(isDay)).toBe(true);
  for (const wrong of [null, '', '2026-2-3', '2026-02-30', '2026-13-01', 'today']) expect(isDay(wrong)).toBe(false);
});

test('for a Sunday or a Monday two weeks are requested, and for any other day one week', () => {
  expect(weeksAround('2026-11-25')).toEqual(daysOf('week', '2026-11-25'));
  const both = [...daysOf('week', '2026-11-29'), ...daysOf('week', '2026-11-30')];
  expect(weeksAround('2026-11-29')).toEqual(both);
  expect(weeksAround('2026-11-30')).toEqual(both);
});
