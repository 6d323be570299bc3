import { expect, test } from 'vitest';
import type { CancelledBy } from '#contract/cancellation.ts';
import { ruleFor } from './refund-rule.ts';

const scheduled_at = '2026-12-03T13:00:00Z';
const dayBefore = { free_until: '2026-12-02T13:00:00Z', kept_cents: 5_000 };
const noDeposit = { free_until: '2026-12-01T13:00:00Z', kept_cents: null };

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
  const found = ruleFor({ offer, scheduled_at }, { by, left_cents: 35_000, now: new Date(now) });
  expect(found).toEqual({ byRule, rule, hours });
});
