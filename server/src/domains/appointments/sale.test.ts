import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServiceActs } from '#contract/appointments.ts';
import { saleOf } from './sale.ts';
import { vatOfAct } from './vat-of-act.ts';

const sale = { amount_cents: 42_000, refunded_cents: 0, share_cents: 34_000, vat_permille: 200 };

test.each([
  // The patient paid 420 €. The practitioner gets 340 € of this sum. The remaining 80 € include 13.33 € of tax.
  ['paid', {}, { paid_cents: 42_000, share_cents: 34_000, net_cents: 6_667, vat_cents: 1_333 }],
  ['exempt', { vat_permille: 0 }, { paid_cents: 42_000, share_cents: 34_000, net_cents: 8_000, vat_cents: 0 }],
  // A quarter of the payment is refunded.
  [
    'a quarter',
    { refunded_cents: 10_500 },
    { paid_cents: 31_500, share_cents: 25_500, net_cents: 5_000, vat_cents: 1_000 },
  ],
  // One cent is refunded. The practitioner's part of it is 0.81 cents.
  ['a cent', { refunded_cents: 1 }, { paid_cents: 41_999, share_cents: 33_999, net_cents: 6_667, vat_cents: 1_333 }],
  ['all', { refunded_cents: 42_000 }, { paid_cents: 0, share_cents: 0, net_cents: 0, vat_cents: 0 }],
  [
    'no price of the practitioner',
    { share_cents: 0 },
    { paid_cents: 42_000, share_cents: 0, net_cents: 35_000, vat_cents: 7_000 },
  ],
  // The price is below the practitioner's price, so the commission and its tax are negative.
  [
    'below price',
    { share_cents: 43_200 },
    { paid_cents: 42_000, share_cents: 43_200, net_cents: -1_000, vat_cents: -200 },
  ],
  ['a free one', { amount_cents: 0, share_cents: 0 }, { paid_cents: 0, share_cents: 0, net_cents: 0, vat_cents: 0 }],
])('a paid quote is split into share, commission and tax: %s', (_what, over, expected) => {
  expect(saleOf({ ...sale, ...over })).toEqual(expected);
});

test('share, commission and tax always add up to the paid sum, and nothing is left after a full refund', () => {
  const sold = fc.record({
    amount_cents: fc.integer({ min: 1, max: 10_000_000 }),
    share: fc.integer({ min: 0, max: 100 }),
    back: fc.integer({ min: 0, max: 100 }),
    vat_permille: fc.constantFrom(0, 55, 100, 200),
  });
  fc.assert(
    fc.property(sold, ({ amount_cents, share, back, vat_permille }) => {
      const part = (percent: number) => Math.round((amount_cents * percent) / 100);
      const made = saleOf({ amount_cents, vat_permille, share_cents: part(share), refunded_cents: part(back) });
      expect(made.share_cents + made.net_cents + made.vat_cents).toBe(made.paid_cents);
      const gone = saleOf({ amount_cents, vat_permille, share_cents: part(share), refunded_cents: amount_cents });
      expect(Object.values(gone).every((cents) => cents === 0)).toBe(true);
    }),
  );
});

test('each act has a decided rate, and an unknown act is taxed', () => {
  expect([...ServiceActs, 'Unheard of'].map((act) => vatOfAct(act, 200))).toEqual(Array(9).fill(200));
});
