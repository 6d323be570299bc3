import { beforeEach, expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { booksEnd } from './forget-books.ts';
import { startCheckout } from './start-checkout.ts';

let world: World;
beforeEach(async () => {
  world = await aWorld();
});

/** Somebody joins on that day and leaves at the end of the paid period. */
async function joinAndLeave(day: string): Promise<void> {
  world.clock.set(new Date(day));
  const patient = await world.patient();
  const order = { sku: 'elite_monthly', type: 'subscription', cycle: 'monthly', amount: 1, currency: 'eur' } as const;
  const { url } = await startCheckout(world, patient, { ...order, region: 'Global' });
  await world.pay(url);
  await withSystem(world.system, (tx) =>
    tx
      .updateTable('subscriptions')
      .set({ status: 'ended', ended_at: world.clock.now() })
      .where('user_id', '=', patient.userId)
      .execute(),
  );
}

const books = () =>
  withSystem(world.system, async (tx) => ({
    invoices: (await tx.selectFrom('invoices').select('issued_at').execute()).map(({ issued_at }) =>
      issued_at.getUTCFullYear(),
    ),
    payments: (await tx.selectFrom('payments').select('paid_at').execute()).map(({ paid_at }) =>
      paid_at.getUTCFullYear(),
    ),
    subscriptions: (await tx.selectFrom('subscriptions').select('started_at').execute()).map(({ started_at }) =>
      started_at.getUTCFullYear(),
    ),
    notices: [
      ...new Set(
        (await tx.selectFrom('payment_notices').select('occurred_at').execute()).map(({ occurred_at }) =>
          occurred_at.getUTCFullYear(),
        ),
      ),
    ],
  }));

test('books are kept ten years from the end of their year', () => {
  expect(booksEnd(new Date('2026-12-31T23:59:59Z')).toISOString()).toBe('2016-01-01T00:00:00.000Z');
  expect(booksEnd(new Date('2027-01-01T00:00:00Z')).toISOString()).toBe('2017-01-01T00:00:00.000Z');
});

test('trust 4: books are let go ten years after the end of their year, and not a day before', async () => {
  const year = new Date().getUTCFullYear();
  await joinAndLeave(`${year - 11}-12-31T12:00:00Z`);
  await joinAndLeave(`${year - 10}-01-01T12:00:00Z`);
  world.clock.set(new Date());
  await world.jobs.runNow('billing.forgetBooks', {});
  const left = [year - 10];
  expect(await books()).toEqual({ invoices: left, payments: left, subscriptions: left, notices: left });
});

test('a service whose clock is ahead lets no invoice go too early', async () => {
  const year = new Date().getUTCFullYear();
  await joinAndLeave(`${year - 1}-06-01T12:00:00Z`);
  world.clock.set(new Date(`${year + 30}-01-01T00:00:00Z`));
  await expect(world.jobs.runNow('billing.forgetBooks', {})).rejects.toThrow('stays as it is');
  expect(await books()).toMatchObject({ invoices: [year - 1], payments: [year - 1] });
});
