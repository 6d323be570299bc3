import { expect, test } from 'vitest';
import { ageAt, isAdult, isBirthDatePossible } from './age.ts';

test.each([
  ['2008-11-20', '2026-11-20', 18],
  ['2008-11-21', '2026-11-20', 17],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2027-01-01', '2026-11-20', -1],
])('a person born on %s is on %s %i years old', (birth, day, age) => {
  const now = new Date(`${day}T12:00:00Z`);
  expect(ageAt(birth, now)).toBe(age);
  expect(isAdult(birth, now)).toBe(age >= 18);
});

test.each([
  ['2008-11-21', '2026-11-20T22:59:59.999Z', 17],
  ['2008-11-21', '2026-11-20T23:00:00.000Z', 18],
  ['2008-07-01', '2026-06-30T21:59:59.999Z', 17],
  ['2008-07-01', '2026-06-30T22:00:00.000Z', 18],
])('a person born on %s is at %s %i years old, because the birthday begins at midnight in Paris', (birth, now, age) => {
  expect(ageAt(birth, new Date(now))).toBe(age);
  expect(isAdult(birth, new Date(now))).toBe(age >= 18);
});

test('a birth date in the future or more than 120 years ago counts as a typing error', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(['2026-11-21', '1905-01-01', '1906-01-01', '2026-11-20'].map((day) => isBirthDatePossible(day, now))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
