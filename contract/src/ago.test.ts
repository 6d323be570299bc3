import { expect, test } from 'vitest';
import { distance } from './ago.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const after = (ms: number) => distance(new Date(now - ms).toISOString(), now);

test('a time is "now" for a minute, then so many minutes, hours, or days up to six ago, and then a date', () => {
  expect(after(59_999)).toEqual({ unit: 'now' });
  expect(after(60_000)).toEqual({ unit: 'minutes', count: 1 });
  expect(after(3_599_999)).toEqual({ unit: 'minutes', count: 59 });
  expect(after(3_600_000)).toEqual({ unit: 'hours', count: 1 });
  expect(after(86_400_000)).toEqual({ unit: 'days', count: 1 });
  expect(after(6 * 86_400_000 + 5)).toEqual({ unit: 'days', count: 6 });
  expect(after(7 * 86_400_000)).toEqual({ unit: 'date' });
  expect(after(-5_000)).toEqual({ unit: 'now' });
});
