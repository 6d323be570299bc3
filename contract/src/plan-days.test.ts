import { expect, test } from 'vitest';
import { isInPlan, lastDayOf, validUntil } from './plan-days.ts';

/** The plan was signed on 20 November 2026 at 10:00 in Paris, and is valid for six months. */
const valid_until = '2027-05-20T09:00:00.000Z';

test.each([
  ['2026-12-03T22:59:00.000Z', 'Europe/Paris', false],
  ['2026-12-03T23:00:00.000Z', 'Europe/Paris', true],
  ['2026-12-04T04:59:00.000Z', 'America/New_York', false],
  ['2026-12-04T05:00:00.000Z', 'America/New_York', true],
  ['2027-05-20T09:00:00.000Z', 'Europe/Paris', true],
  ['2027-05-20T09:01:00.000Z', 'Europe/Paris', true],
  ['2027-05-20T21:59:59.000Z', 'Europe/Paris', true],
  ['2027-05-20T22:00:00.000Z', 'Europe/Paris', false],
  ['2027-05-20T22:00:00.000Z', 'America/New_York', false],
])('a plan from 4 December to 20 May allows a visit at %s in %s: %s', (at, timezone, isAllowed) => {
  const plan = { not_before: '2026-12-04', valid_until };
  expect(isInPlan(plan, at, timezone)).toBe(isAllowed);
  expect(isInPlan({ ...plan, valid_until: new Date(valid_until) }, new Date(at), timezone)).toBe(isAllowed);
});

test('a plan without limits allows every time, and its last day is a day of Paris', () => {
  expect(isInPlan({}, '2030-01-01T00:00:00.000Z', 'Europe/Paris')).toBe(true);
  expect(isInPlan({ not_before: null }, '2030-01-01T00:00:00.000Z', 'Europe/Paris')).toBe(true);
  expect(lastDayOf('2027-05-20T22:30:00.000Z')).toBe('2027-05-21');
});

test.each([
  ['2026-11-20T09:00:00.000Z', 6, '2027-05-20'],
  // The later month has no such day.
  ['2026-08-31T10:00:00.000Z', 6, '2027-02-28'],
  ['2027-08-31T10:00:00.000Z', 6, '2028-02-29'],
  ['2028-02-29T10:00:00.000Z', 12, '2029-02-28'],
  ['2026-11-30T10:00:00.000Z', 3, '2027-02-28'],
  ['2026-12-31T10:00:00.000Z', 24, '2028-12-31'],
  ['2027-01-31T10:00:00.000Z', 1, '2027-02-28'],
  // At 23:30 UTC the next day has begun in Paris, in summer and in winter. At 22:30 UTC it has begun only in summer.
  ['2026-07-14T23:30:00.000Z', 6, '2027-01-15'],
  ['2026-07-14T22:30:00.000Z', 6, '2027-01-15'],
  ['2026-12-14T23:30:00.000Z', 6, '2027-06-15'],
  ['2026-12-14T22:30:00.000Z', 6, '2027-06-14'],
  ['2026-08-31T23:30:00.000Z', 6, '2027-03-01'],
  ['2026-12-31T23:30:00.000Z', 1, '2027-02-01'],
  // Clocks change on 29 March and 25 October 2026, and on 28 March 2027.
  ['2026-03-28T22:59:00.000Z', 7, '2026-10-28'],
  ['2026-03-28T23:00:00.000Z', 7, '2026-10-29'],
  ['2026-03-29T21:59:00.000Z', 12, '2027-03-29'],
  ['2026-03-29T22:00:00.000Z', 12, '2027-03-30'],
  ['2026-10-24T22:00:00.000Z', 6, '2027-04-25'],
  ['2026-10-25T22:59:00.000Z', 6, '2027-04-25'],
  ['2026-10-25T23:00:00.000Z', 6, '2027-04-26'],
  ['2026-09-28T10:00:00.000Z', 6, '2027-03-28'],
])('a plan that is signed at %s is valid for %i months, until %s', (signedAt, months, day) => {
  expect(lastDayOf(validUntil(signedAt, months))).toBe(day);
  expect(validUntil(new Date(signedAt), months)).toEqual(new Date(`${day}T12:00:00.000Z`));
});
