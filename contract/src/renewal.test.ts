import { expect, test } from 'vitest';
import { isRenewedInPart } from './renewal.ts';

/**
 * Each row has the cycle, the end of the period, the end of the subscription, and whether only a part of the next
 * period is charged.
 */
test.each([
  ['monthly', '2027-01-15', '2027-01-15', false],
  ['monthly', '2027-01-15', '2027-02-14', true],
  ['monthly', '2027-01-15', '2027-02-15', false],
  // The plan began on the 31st, so the periods end on 31 January, 28 February and 31 March.
  ['monthly', '2027-01-31', '2027-02-27', true],
  ['monthly', '2027-01-31', '2027-02-28', false],
  ['monthly', '2027-02-28', '2027-03-28', true],
  ['monthly', '2027-02-28', '2027-03-30', true],
  ['monthly', '2027-02-28', '2027-03-31', false],
  ['monthly', '2027-04-30', '2027-05-30', true],
  ['monthly', '2027-04-30', '2027-05-31', false],
  // In a leap year, 28 February is not the last day, so the plan began on a 28th.
  ['monthly', '2028-02-28', '2028-03-28', false],
  ['monthly', '2028-02-29', '2028-03-29', true],
  ['monthly', '2027-12-31', '2028-01-31', false],
  ['annual', '2027-12-31', '2028-12-30', true],
  ['annual', '2027-12-31', '2028-12-31', false],
  // The plan began on 29 February 2024.
  ['annual', '2027-02-28', '2028-02-28', true],
  ['annual', '2027-02-28', '2028-02-29', false],
  ['annual', '2028-02-29', '2029-02-27', true],
  ['annual', '2028-02-29', '2029-02-28', false],
] as const)(
  'whether the last renewal of a %s plan is partial, with a period until %s and an end on %s: %s',
  (cycle, until, ends, expected) => {
    const [period_end, cancel_at] = [new Date(`${until}T10:00:00Z`), new Date(`${ends}T10:00:00Z`)];
    expect(isRenewedInPart({ cycle, period_end, cancel_at })).toBe(expected);
  },
);

test('a subscription that was not cancelled is renewed in full', () => {
  const period_end = new Date('2027-01-31T10:00:00Z');
  expect(isRenewedInPart({ cycle: 'monthly', period_end, cancel_at: null })).toBe(false);
});
