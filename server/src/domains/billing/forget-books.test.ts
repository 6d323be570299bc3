import { beforeEach, expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { post } from '#server/platform/ledger/post.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { booksEnd } from './forget-books.ts';
import { startCheckout } from './start-checkout.ts';

let world: World;
beforeEach(async () => {
  world = await aWorld();
});

/** Makes a member whose plan begins and ends on the given day. */
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

test('books are kept for ten years from the end of their year in Paris', () => {
  expect(booksEnd(new Date('2026-12-31T22:59:59Z')).toISOString()).toBe('2015-12-31T23:00:00.000Z');
  expect(booksEnd(new Date('2026-12-31T23:00:00Z')).toISOString()).toBe('2016-12-31T23:00:00.000Z');
});

test('trust 4: books are deleted ten years after the end of their year, and not a day before', async () => {
  const year = new Date().getUTCFullYear();
  await joinAndLeave(`${year - 11}-12-31T12:00:00Z`);
  await joinAndLeave(`${year - 10}-01-01T12:00:00Z`);
  world.clock.set(new Date());
  await world.jobs.runNow('billing.forgetBooks', {});
  const left = [year - 10];
  expect(await books()).toEqual({ invoices: left, payments: left, subscriptions: left, notices: left });
});

test('invoices of the last hour of 31 December (UTC) belong to the next year in Paris, and are kept a year longer', async () => {
  const year = new Date().getUTCFullYear();
  await joinAndLeave(`${year - 11}-12-31T22:30:00Z`);
  await joinAndLeave(`${year - 11}-12-31T23:30:00Z`);
  world.clock.set(new Date());
  await world.jobs.runNow('billing.forgetBooks', {});
  const left = [year - 11];
  expect(await books()).toEqual({ invoices: left, payments: left, subscriptions: left, notices: left });
  const { rows } = await world.database.owner.query(`select distinct entry_date::text as day from ledger_transactions`);
  expect(rows).toEqual([{ day: `${year - 10}-01-01` }]);
});

test('the balances of a deleted year are carried over once, and open every later year', async () => {
  const year = new Date().getUTCFullYear();
  await joinAndLeave(`${year - 11}-12-31T12:00:00Z`);
  await joinAndLeave(`${year - 10}-01-01T12:00:00Z`);
  world.clock.set(new Date());
  const admin = world.browserOf(await world.admin());
  const ledger = async (of: number) => (await admin.post('/rpc/admin_get_ledger', { year: of })).json.accounts;
  const before = await ledger(year - 10);
  expect(before.some(({ opening_cents }: { opening_cents: number }) => opening_cents !== 0)).toBe(true);
  for (let time = 0; time < 2; time++) await world.jobs.runNow('billing.forgetBooks', {});
  expect(await ledger(year - 10)).toEqual(before);
  const { rows } = await world.database.owner.query(
    `select sum(amount_cents)::int as balance, count(*)::int as accounts, count(*) filter (where euro_cents <> amount_cents)::int as others
     from ledger_carried`,
  );
  expect(rows).toEqual([{ balance: 0, accounts: before.length, others: 0 }]);
});

test('a year with unknown euro amounts is not deleted', async () => {
  const year = new Date().getUTCFullYear();
  await joinAndLeave(`${year - 11}-06-01T12:00:00Z`);
  await withSystem(world.system, (tx) =>
    post(tx, {
      at: new Date(`${year - 11}-06-01T12:00:00Z`),
      key: 'sale:pi_aed',
      kind: 'sale',
      journal: 'VE',
      payment_id: 'pi_aed',
      document: 'A-1',
      postings: [
        { account: 'clients', amount_cents: 100, currency: 'aed' },
        { account: 'services', amount_cents: -100, currency: 'aed' },
      ],
    }),
  );
  world.clock.set(new Date());
  await expect(world.jobs.runNow('billing.forgetBooks', {})).rejects.toThrow('no rate in euros');
  expect(await books()).toMatchObject({ invoices: [year - 11], payments: [year - 11] });
});

test('a service whose clock is ahead deletes no invoice too early', async () => {
  const year = new Date().getUTCFullYear();
  await joinAndLeave(`${year - 1}-06-01T12:00:00Z`);
  world.clock.set(new Date(`${year + 30}-01-01T00:00:00Z`));
  await expect(world.jobs.runNow('billing.forgetBooks', {})).rejects.toThrow('stays as it is');
  expect(await books()).toMatchObject({ invoices: [year - 1], payments: [year - 1] });
});

test('the exchange rate of a payment is not deleted while a refund of a later year needs it', async () => {
  const year = new Date().getUTCFullYear();
  const entry = (at: string, key: string, sign: 1 | -1) =>
    withSystem(world.system, (tx) =>
      post(tx, {
        at: new Date(at),
        key,
        kind: sign === 1 ? 'sale' : 'credit_note',
        journal: 'VE',
        payment_id: 'pi_usd',
        document: key,
        postings: [
          { account: 'clients', amount_cents: sign * 100, currency: 'usd' },
          { account: 'services', amount_cents: sign * -100, currency: 'usd' },
        ],
      }),
    );
  await entry(`${year - 11}-12-20T12:00:00Z`, 'sale:pi_usd', 1);
  await entry(`${year - 10}-01-10T12:00:00Z`, 'credit:pi_usd', -1);
  await world.database.owner.query(
    `insert into provider_moves (id, kind, at, payment_id, amount_cents, currency, settled_cents, settled_currency, fee_cents)
     values ('txn_usd', 'payment', '${year - 11}-12-20T12:00:00Z', 'pi_usd', 100, 'usd', 90, 'eur', 0)`,
  );
  world.clock.set(new Date());
  await world.jobs.runNow('billing.forgetBooks', {});
  const moves = await world.database.owner.query(`select id from provider_moves`);
  expect(moves.rows).toEqual([{ id: 'txn_usd' }]);
  const entries = await world.database.owner.query(`select key from ledger_transactions`);
  expect(entries.rows).toEqual([{ key: 'credit:pi_usd' }]);
});
