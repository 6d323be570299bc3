import { expect, test } from 'vitest';
import { ageOf, hoursUntil } from './ages.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test('the age of an entry is "just now", then in minutes, hours or up to six days, and then a date', () => {
  expect(ageOf(ago(0.9), now)).toEqual({ unit: 'now' });
  expect(ageOf(ago(1), now)).toEqual({ unit: 'minutes', value: 1 });
  expect(ageOf(ago(59), now)).toEqual({ unit: 'minutes', value: 59 });
  expect(ageOf(ago(60), now)).toEqual({ unit: 'hours', value: 1 });
  expect(ageOf(ago(60 * 24), now)).toEqual({ unit: 'days', value: 1 });
  expect(ageOf(ago(60 * 24 * 7 - 1), now)).toEqual({ unit: 'days', value: 6 });
  expect(ageOf(ago(60 * 24 * 7), now)).toEqual({ unit: 'date' });
});

test('the hours until a due time are never shown as zero', () => {
  expect(hoursUntil(ago(-30), now)).toBe(1);
  expect(hoursUntil(ago(-61), now)).toBe(2);
  expect(hoursUntil(ago(1), now)).toBe(-1);
  expect(hoursUntil(ago(90), now)).toBe(-2);
});
