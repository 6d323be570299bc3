import { expect, test } from 'vitest';
import { priceCents, skuOf } from '#contract/billing.ts';
import { plans } from './plans.ts';

test.each(['essential', 'plus', 'elite'] as const)('the price shown for %s is the price that is charged', (plan) => {
  const { month_cents, year_cents } = plans[plan];
  expect([month_cents, year_cents]).toEqual([priceCents(skuOf(plan, 'monthly')), priceCents(skuOf(plan, 'annual'))]);
});
