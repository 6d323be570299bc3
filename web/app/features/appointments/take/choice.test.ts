import { expect, test } from 'vitest';
import type { DirectService } from '#contract/direct-appointments.ts';
import { ANYBODY, byPlan, choiceOf, dueOf } from './choice.ts';

const now = Date.parse('2026-11-28T09:00:00Z');
const at = '2026-12-03T13:00:00.000Z';

const toxin: DirectService = {
  id: 'toxin',
  clinic_name: 'Clinique Lumière',
  name: 'Botulinum toxin',
  treatment: 'Botox',
  minutes: 45,
  price_cents: 35_000,
  deposit_cents: 5_000,
  currency: 'EUR',
  is_video: false,
  free_until_hours: 48,
  days_ahead: 90,
  sites: [
    { id: 'paris', name: 'Paris', address: '', timezone: 'Europe/Paris' },
    { id: 'lyon', name: 'Lyon', address: '', timezone: 'Europe/Paris' },
  ],
  practitioners: [
    { id: 'vasseur', name: 'Hélène Vasseur' },
    { id: 'marchal', name: 'Louis Marchal' },
  ],
  plan: null,
};
const planned: DirectService = {
  ...toxin,
  id: 'planned',
  plan: { case_id: 'case', signed_at: '2026-11-20T09:00:00Z', products: '20 U', practitioner_id: 'marchal' },
};

const read = (query: string) => {
  const choice = choiceOf([toxin, planned], new URLSearchParams(query), now);
  return choice && [choice.service.id, choice.site.id, choice.who, choice.time?.practitioner.id ?? null];
};

test.each([
  ['', undefined],
  ['service=unknown', undefined],
  ['service=toxin', ['toxin', 'paris', ANYBODY, null]],
  ['service=toxin&site=lyon', ['toxin', 'lyon', ANYBODY, null]],
  ['service=toxin&site=nowhere&with=nobody', ['toxin', 'paris', ANYBODY, null]],
  ['service=toxin&with=vasseur', ['toxin', 'paris', 'vasseur', null]],
  ['service=planned', ['planned', 'paris', 'marchal', null]],
  ['service=planned&with=any', ['planned', 'paris', ANYBODY, null]],
  [`service=toxin&at=${at}&by=marchal`, ['toxin', 'paris', ANYBODY, 'marchal']],
  [`service=toxin&at=${at}`, ['toxin', 'paris', ANYBODY, null]],
  [`service=toxin&at=${at}&by=nobody`, ['toxin', 'paris', ANYBODY, null]],
  ['service=toxin&at=2026-11-28T08:59:00Z&by=marchal', ['toxin', 'paris', ANYBODY, null]],
  ['service=toxin&at=tomorrow&by=marchal', ['toxin', 'paris', ANYBODY, null]],
  ['service=toxin&at=2026-13-40T25:00:00Z&by=marchal', ['toxin', 'paris', ANYBODY, null]],
])('the address "%s" chooses service, place, practitioner and time: %j', (query, expected) => {
  expect(read(query)).toEqual(expected);
});

test('the doctor who signed the plan is not preselected for a service that this doctor does not offer', () => {
  const elsewhere = { ...planned, plan: planned.plan && { ...planned.plan, practitioner_id: 'other' } };
  expect(choiceOf([elsewhere], new URLSearchParams('service=planned'), now)?.who).toBe(ANYBODY);
});

test('services of the signed plan are separated from the other services', () => {
  expect(byPlan([toxin, planned])).toEqual({ planned: [planned], others: [toxin] });
});

test.each([
  [35_000, 5_000, 5_000, 30_000],
  [35_000, 35_000, 35_000, 0],
  [6_000, null, 6_000, 0],
])(
  'for a price of %d cents with a deposit of %j, %d are paid now and %d at the clinic',
  (price, deposit, due, rest) => {
    expect(dueOf({ price_cents: price, deposit_cents: deposit })).toEqual({ now_cents: due, rest_cents: rest });
  },
);
