import { expect, test } from 'vitest';
import { priceOf } from './price.ts';

test.each([
  ['Laser', 42_000, 42_000],
  // The treatment is a benefit of the patient's subscription, so the patient sees a price of zero.
  ['Botox', 0, 0],
  ['Laser', null, null],
  ['Review', 0, null],
])('the price shown for the treatment %s at %s cents is %s', (requested_treatment, final_amount_cents, shown) => {
  expect(priceOf({ requested_treatment, final_amount_cents })).toBe(shown);
});
