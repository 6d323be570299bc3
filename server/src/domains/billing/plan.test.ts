import { expect, test } from 'vitest';
import { annualPrice } from '#contract/billing.ts';
import { dueAt, entitlements, hasFeedback, redosOf, simulationsLeft } from './entitlements.ts';
import { isPaidForExclusiveView, resolvePlan } from './plan.ts';

test.each([
  ['elite', 'elite'],
  ['plus', 'plus'],
  ['essential', 'essential'],
  ['basic', 'free'],
  ['free', 'free'],
  ['starter', 'free'],
  ['trial', 'free'],
  ['premium', 'plus'],
  ['Premium ', 'plus'],
  ['platinum', 'free'],
  ['constructor', 'free'],
  ['null', 'free'],
  ['', 'free'],
  [null, 'free'],
  [undefined, 'free'],
])('the stored plan %s counts as %s', (stored, plan) => expect(resolvePlan(stored)).toBe(plan));

test('the exclusive view is included in plus and elite, and in the old name premium', () => {
  const words = ['free', 'essential', 'plus', 'elite', 'premium', 'unknown'];
  expect(words.filter(isPaidForExclusiveView)).toEqual(['plus', 'elite', 'premium']);
});

test('a simulation is due after 72 hours in the free plan and after 48 in the others', () => {
  const at = new Date('2026-11-20T09:00:00Z');
  expect(dueAt('free', at)).toEqual(new Date('2026-11-23T09:00:00Z'));
  for (const plan of ['essential', 'plus', 'elite'] as const)
    expect(dueAt(plan, at)).toEqual(new Date('2026-11-22T09:00:00Z'));
});

test('a year costs twelve months less 15 %, rounded once', () => {
  expect(['essential', 'plus', 'elite'].map((plan) => annualPrice(plan as 'plus'))).toEqual([1459, 1928, 2958]);
});

test('the simulations of a paid plan are available again after a year, the free one is not', () => {
  const now = new Date('2026-11-20T09:00:00Z');
  const received = ['2025-11-19', '2026-06-01'].map((day) => new Date(day));
  expect((['free', 'essential', 'plus', 'elite'] as const).map((plan) => simulationsLeft(plan, received, now))).toEqual(
    [0, 1, 1, 1],
  );
  expect(simulationsLeft('free', [new Date('2020-01-01')], now)).toBe(0);
  expect(simulationsLeft('free', [], now)).toBe(1);
});

test.each([
  // Each row has these values: plan, simulations, redos, hours, feedback, direct access, members' communities,
  // exclusive view, full face
  ['free', 1, 1, 72, false, false, false, false, false],
  ['essential', 2, 1, 48, true, false, true, false, false],
  ['plus', 2, 1, 48, true, true, true, true, false],
  ['elite', 2, 1, 48, true, true, true, true, true],
] as const)(
  'the benefits of %s',
  (plan, simulations, redos, delivery_hours, feedback, direct, members, exclusive, full) => {
    expect(entitlements[plan]).toEqual({
      simulations,
      redos,
      delivery_hours,
      has_feedback: feedback,
      has_direct_doctor_access: direct,
      has_members_communities: members,
      has_exclusive_view: exclusive,
      has_full_face: full,
    });
    expect([hasFeedback(plan), redosOf(plan)]).toEqual([feedback, redos]);
  },
);

test('a simulation is available again after 365 days, not before', () => {
  const received = new Date('2025-11-20T09:00:00Z');
  expect(simulationsLeft('essential', [received], new Date('2026-11-20T08:59:59.999Z'))).toBe(1);
  expect(simulationsLeft('essential', [received], new Date('2026-11-20T09:00:00Z'))).toBe(2);
});
