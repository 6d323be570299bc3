import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { renewTestSubscriptions } from '#server/platform/payments/test-checkout/renew.ts';
import { aBuyer } from '../../../test/a-buyer.ts';
import { balances, journal, withoutLedger } from '../../../test/books.ts';
import { bookMissing } from './book-missing.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { withdraw } from './withdraw.ts';

async function aMember(sku: Parameters<Awaited<ReturnType<typeof aBuyer>>['join']>[0]) {
  const buyer = await aBuyer();
  await buyer.join(sku);
  const { world, patient } = buyer;
  return {
    ...buyer,
    async change(to: Parameters<typeof previewPlanChange>[2]) {
      const { at, due_cents } = await previewPlanChange(world, patient.userId, to);
      await changePlan(world, patient.userId, { sku: to, at, due_cents, idempotency_key: to });
      await world.outbox.drain();
    },
  };
}

// The price is 290 €, which is 241.67 € net and 48.33 € tax.
const elite = ['BQ payment: 517 290.00 411 -290.00', 'VE sale: 411 290.00 706 -241.67 4457 -48.33'];

test('a subscription is posted as a payment and as a sale with its tax', async () => {
  const { world } = await aMember('elite_monthly');
  expect(await journal(world)).toEqual(elite);
});

// 14 days and 23 hours of 30 days remain. The change costs 144.60 € for the new plan minus 71.30 € for the old one.
test('half a month later, a more expensive plan charges the difference', async () => {
  const { world, stand, change } = await aMember('essential_monthly');
  stand('2026-12-05');
  await change('elite_monthly');
  expect((await journal(world)).slice(2)).toEqual([
    'BQ payment: 517 73.30 411 -73.30',
    'VE sale: 411 73.30 706 -61.08 4457 -12.22',
  ]);
});

test('a change to a cheaper plan leaves a credit, and tax is due only on the money that was paid', async () => {
  const { world, stand, change } = await aMember('elite_annual');
  stand('2026-12-05');
  await change('essential_monthly');
  const [, , credit, ...none] = await journal(world);
  expect(none).toEqual([]);
  const invoices = await withSystem(world.system, (tx) =>
    tx.selectFrom('invoices').selectAll().orderBy('number').execute(),
  );
  expect(invoices.map(({ amount_cents }) => amount_cents)).toEqual([295_800, 0]);
  const kept = invoices[1]?.lines.at(-1)?.amount_cents ?? 0;
  expect(credit).toBe(`VE sale: 4191 -${(kept / 100).toFixed(2)} 706 ${(kept / 100).toFixed(2)}`);
  expect(kept).toBeGreaterThan(250_000);

  stand('2027-01-06');
  await renewTestSubscriptions(world);
  await world.outbox.drain();
  expect((await journal(world)).slice(3)).toEqual(['VE sale: 4191 143.00 706 -143.00']);
  const { '4191 eur': credits, '411 eur': clients } = await balances(world);
  expect([credits, clients]).toEqual([-(kept - 14_300), undefined]);
});

test('a withdrawal from a plan refunds everything, with a credit note', async () => {
  const { world, patient } = await aMember('elite_monthly');
  await withdraw(world, patient.userId);
  await world.outbox.drain();
  expect(await journal(world)).toEqual([
    ...elite,
    'BQ refund: 411 290.00 517 -290.00',
    'VE credit_note: 411 -290.00 706 241.67 4457 48.33',
  ]);
  expect(await balances(world)).toEqual({});
});

test('payments and invoices that are missing in the ledger are posted once, as they were printed, including credit', async () => {
  const { world, stand, change } = await aMember('elite_annual');
  stand('2026-12-05');
  await change('essential_monthly');
  const before = await balances(world);
  await withoutLedger(world);
  for (let time = 0; time < 2; time++) await bookMissing(world);
  expect(await balances(world)).toEqual(before);
});
