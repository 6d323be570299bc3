import { expect, test } from 'vitest';
import { periodOf } from './period.ts';

test.each([
  ['30', '2026-11-27T10:00:00Z', '2026-10-29', '2026-11-27'],
  // In Paris it is already 1 November, and the clocks changed on 25 October.
  ['30', '2026-10-31T23:30:00Z', '2026-10-03', '2026-11-01'],
  ['90', '2026-11-27T10:00:00Z', '2026-08-30', '2026-11-27'],
  ['year', '2026-12-31T23:30:00Z', '2027-01-01', '2027-01-01'],
  ['last', '2026-11-27T10:00:00Z', '2025-01-01', '2025-12-31'],
] as const)('the days of the period "%s" at %s, by the calendar of Paris', (name, now, from, to) => {
  expect(periodOf(name, Date.parse(now))).toEqual({ from, to });
});
