import { expect, test } from 'vitest';
import { isInPlan, lastDayOf } from './plan-days.ts';

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
