import { expect, test } from 'vitest';
import type { CancelledBy } from '#contract/cancellation.ts';
import { leftOf, ruleFor, typedRefund } from './refund-rule.ts';

const scheduled_at = '2026-12-03T13:00:00Z';
const dayBefore = { free_until: '2026-12-02T13:00:00Z', kept_cents: 5_000 };
const noDeposit = { free_until: '2026-12-01T13:00:00Z', kept_cents: null };

test.each([
  ['nothing is refunded', {}, 42_000],
  ['a part is refunded', { refunded_cents: 10_000 }, 32_000],
  ['a part is ordered', { refunding_cents: 10_000 }, 32_000],
  [
    'a part is refunded, one ordered, one lost',
    { refunded_cents: 10_000, refunding_cents: 5_000, lost_cents: 7_000 },
    20_000,
  ],
  ['everything is lost and a part was refunded', { refunded_cents: 10_000, lost_cents: 42_000 }, 0],
])('the amount of 420 € that can still be refunded if %s', (_what, sums, left) => {
  const none = { amount_cents: 42_000, refunded_cents: 0, refunding_cents: 0, lost_cents: 0 };
  expect(leftOf({ ...none, ...sums })).toBe(left);
});

test.each<[string, number | undefined, number | null]>([
  ['50', 10_000, 5_000],
  ['100', 10_000, 10_000],
  ['100.01', 10_000, null],
  ['', 10_000, null],
  ['', 0, 0],
  ['50', undefined, null],
  ['0', undefined, null],
])('a typed refund of "%s" with %s cents left is %s', (amount, left, cents) => {
  expect(typedRefund(amount, left)).toBe(cents);
});

test.each<[CancelledBy, string, typeof dayBefore | typeof noDeposit | null, number | null, string, number]>([
  ['patient', '2026-12-02T13:00:00Z', dayBefore, 35_000, 'inTime', 24],
  ['patient', '2026-12-02T13:00:01Z', dayBefore, 30_000, 'deposit', 24],
  ['practitioner', '2026-12-02T13:00:01Z', dayBefore, 35_000, 'ours', 24],
  ['flaira', '2026-12-03T12:59:00Z', dayBefore, 35_000, 'ours', 24],
  ['patient', '2026-12-01T13:00:00Z', noDeposit, 35_000, 'inTime', 48],
  ['patient', '2026-12-01T13:00:01Z', noDeposit, null, 'open', 48],
  ['patient', '2026-12-01T13:00:00Z', null, 35_000, 'inTime', 48],
  ['patient', '2026-12-01T13:00:01Z', null, null, 'open', 48],
])('%s cancels at %s with the terms %j: %j is refunded', (by, now, offer, byRule, rule, hours) => {
  const found = ruleFor(
    { offer, scheduled_at, was_moved_by_team: false },
    { by, left_cents: 35_000, now: new Date(now) },
  );
  expect(found).toEqual({ byRule, rule, hours });
});

test.each<[string, number | undefined, number | null]>([
  ['50', 10_000, 5_000],
  ['100', 10_000, 10_000],
  ['100.01', 10_000, null],
  ['', 10_000, null],
  ['', 0, 0],
  ['50', undefined, null],
  ['0', undefined, null],
])('a typed refund of "%s" with %s cents left is %s', (amount, left, cents) => {
  expect(typedRefund(amount, left)).toBe(cents);
});

test.each<[CancelledBy, string, typeof dayBefore | null, number, number | null, string]>([
  ['patient', '2026-12-02T13:00:00Z', dayBefore, 5_000, 5_000, 'inTime'],
  ['patient', '2026-12-02T13:00:01Z', dayBefore, 5_000, null, 'open'],
  ['patient', '2026-12-02T13:00:01Z', dayBefore, 35_000, null, 'open'],
  ['patient', '2026-12-01T13:00:01Z', null, 35_000, null, 'open'],
  ['practitioner', '2026-12-02T13:00:01Z', dayBefore, 5_000, 5_000, 'ours'],
  ['flaira', '2026-12-02T13:00:01Z', dayBefore, 5_000, 5_000, 'ours'],
])('moved by the team, %s cancels at %s with the terms %j and %d left: %j is refunded', (by, now, offer, ...rest) => {
  const [left_cents, byRule, rule] = rest;
  const row = { offer, scheduled_at, was_moved_by_team: true };
  expect(ruleFor(row, { by, left_cents, now: new Date(now) })).toMatchObject({ byRule, rule });
});
