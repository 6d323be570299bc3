import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { BalanceMove } from '#server/platform/payments/gateway.ts';
import { PaymentUnavailable } from '#server/platform/payments/gateway.ts';
import { aPaid, paymentOf } from '../../../test/an-appointment.ts';
import { balances, journal } from '../../../test/books.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { assignInbox } from './assign-inbox.ts';
import { handleInbox, listInbox } from './inbox.ts';
import { snooze } from './snooze.ts';

let world: World;
let people: { patient: SignedIn; admin: SignedIn };
let payment_id: string;
beforeEach(async () => {
  world = await aWorld();
  people = { patient: await world.patient(), admin: await world.admin() };
  payment_id = await paymentOf(world, people.patient, await aPaid(world, people));
  later(2);
});
const later = (hours: number) => world.clock.set(new Date(world.clock.now().getTime() + hours * 3_600_000));
const reconcile = async () => {
  await world.jobs.runNow('billing.reconcile', {});
  await world.outbox.drain();
};
/** Returns the inbox entries about differences, each with the amount in the ledger and the amount of the provider. */
const waiting = async () => {
  const { rows } = await listInbox(world, people.admin, { limit: 50, is_handled: false });
  return rows.flatMap(({ kind, difference }) =>
    kind === 'balance_differs' && difference
      ? [[difference.ledger_cents, difference.provider_cents, difference.currency]]
      : [],
  );
};
const aMove = (over: Partial<BalanceMove>): BalanceMove => ({
  id: `txn_${randomUUID()}`,
  kind: 'payment',
  at: world.clock.now(),
  payment_id,
  source_id: null,
  amount_cents: 42_000,
  currency: 'eur',
  settled_cents: 42_000,
  settled_currency: 'eur',
  fee_cents: 0,
  ...over,
});
const provider = (...moves: BalanceMove[]) => vi.spyOn(world.payments, 'listBalanceMoves').mockResolvedValue(moves);

test('if the books agree with the payment provider, the fee is entered once, and the inbox is empty', async () => {
  for (let time = 0; time < 3; time++) await reconcile();
  // The fee is 1.5 % of 420 €, plus 25 cents.
  expect((await journal(world)).slice(2)).toEqual(['BQ fee: 627 6.55 517 -6.55']);
  expect(await waiting()).toEqual([]);
  const { rows } = await world.database.owner.query('select year, number from ledger_numbers order by number');
  expect(rows).toEqual([1, 2, 3].map((number) => ({ year: 2026, number })));
  const runs = await world.database.owner.query(
    'select moves_count, differs_count from ledger_reconciliations order by id',
  );
  expect(runs.rows).toEqual([1, 0, 0].map((moves_count) => ({ moves_count, differs_count: 0 })));
});

test('a refund without its webhook event has one inbox entry with both amounts until the event is delivered', async () => {
  await world.payments.refund({ payment_id, amount_cents: 2_000, idempotency_key: 'there' });
  await world.database.owner.query("update outbox set processed_at = now() where topic = 'payments.testNoticeMade'");
  later(2);
  for (let time = 0; time < 2; time++) await reconcile();
  expect(await waiting()).toEqual([[0, -2_000, 'eur']]);
  const { rows } = await listInbox(world, people.admin, { limit: 50, is_handled: false });
  const entry = rows.find(({ kind }) => kind === 'balance_differs');
  expect(entry).toMatchObject({ appointment_id: null, patient_full_name: '', difference: { subject: payment_id } });
  await handleInbox(world, people.admin, entry?.inbox_id ?? '', true);
  expect(await waiting()).toEqual([]);
  await handleInbox(world, people.admin, entry?.inbox_id ?? '', false);

  await world.database.owner.query(
    "update outbox set processed_at = null, next_attempt_at = now() where topic = 'payments.testNoticeMade' and payload ->> 'body' like '%charge.refunded%'",
  );
  await world.outbox.drain();
  later(2);
  await reconcile();
  expect(await waiting()).toEqual([]);
  const closed = await world.database.owner.query('select settled_at from ledger_differences');
  expect(closed.rows).toEqual([{ settled_at: world.clock.now() }]);
});

test('the history of a difference in the books names each step of the team, and a difference has its own coordinator', async () => {
  provider(aMove({ amount_cents: 41_000, at: new Date(world.clock.now().getTime() - 7_200_000) }));
  await reconcile();
  const { admin } = people;
  const paul = await world.admin({ first_name: 'Paul' });
  const list = async (assignee: 'mine' | 'none') =>
    (await listInbox(world, admin, { limit: 50, is_handled: false, assignee })).rows.filter((row) => row.difference);
  const [entry] = await list('none');
  const inbox_ids = [entry?.inbox_id ?? ''];
  expect(await assignInbox(world, paul, { inbox_ids, coordinator_id: admin.userId })).toEqual({
    changed: inbox_ids,
    kept: [],
  });
  expect(await assignInbox(world, admin, { inbox_ids, coordinator_id: admin.userId })).toEqual({
    changed: [],
    kept: inbox_ids,
  });
  expect(await list('none')).toEqual([]);
  expect(await list('mine')).toMatchObject([{ coordinator_name: expect.stringMatching(/^Jeanne/) }]);
  const until = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  await snooze(world, admin, { inbox_ids, until });
  await snooze(world, admin, { inbox_ids, until: null });
  await handleInbox(world, admin, inbox_ids[0] ?? '', true);
  await handleInbox(world, admin, inbox_ids[0] ?? '', false);
  await assignInbox(world, admin, { inbox_ids, coordinator_id: null });
  const { differences } = (await world.browserOf(admin).post('/rpc/admin_get_ledger', { year: 2026 })).json;
  const [Jeanne, Paul] = [/^Jeanne/, /^Paul/].map((name) => expect.stringMatching(name));
  expect(differences[0]?.history).toMatchObject([
    { step: 'assigned', by_name: Jeanne, to: null },
    { step: 'reopened', by_name: Jeanne },
    { step: 'handled', by_name: Jeanne },
    { step: 'woken', by_name: Jeanne, until: null },
    { step: 'snoozed', by_name: Jeanne, until },
    { step: 'assigned', by_name: Paul, to: Jeanne },
  ]);
});

test('each difference in the books is assigned separately, only to administrators, and open pages reload once', async () => {
  const at = new Date(world.clock.now().getTime() - 7_200_000);
  provider(
    aMove({ amount_cents: 41_000, at }),
    aMove({ kind: 'refund', amount_cents: -500, settled_cents: -500, source_id: 're_unknown', at }),
  );
  await reconcile();
  const { admin, patient } = people;
  const { rows } = await listInbox(world, admin, { limit: 50, is_handled: false });
  const [first = '', second = ''] = rows.flatMap(({ inbox_id, difference }) => (difference ? [inbox_id] : []));
  expect(second).not.toBe('');
  const told = () => world.told.filter(({ event }) => event.kind === 'inbox.changed').length;
  const before = told();
  const assign = (coordinator_id: string) => assignInbox(world, admin, { inbox_ids: [first], coordinator_id });
  await assign(admin.userId);
  await assign(admin.userId);
  expect(told()).toBe(before + 1);
  const mine = await listInbox(world, admin, { limit: 50, is_handled: false, assignee: 'mine' });
  expect(mine.rows.map(({ inbox_id }) => inbox_id)).toEqual([first]);
  await expect(assign(patient.userId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each([
  ['another amount', { amount_cents: 41_000, settled_cents: 41_000 }, [42_000, 41_000, 'eur']],
  ['another currency', { currency: 'aed' }, [0, 42_000, 'aed']],
  ['a payment that we do not know', { payment_id: 'pi_unknown' }, [0, 42_000, 'eur']],
  ['a movement of an unknown kind', { kind: 'other', payment_id: null, amount_cents: -5 }, [0, -5, 'eur']],
] as const)(
  'a difference between our books and the payment provider waits for the team: %s',
  async (_what, over, expected) => {
    provider(aMove({ ...over, at: new Date(world.clock.now().getTime() - 7_200_000) }));
    await reconcile();
    expect(await waiting()).toContainEqual([...expected]);
  },
);

test('movements of the last hour are not compared yet', async () => {
  provider(aMove({}), aMove({ kind: 'refund', amount_cents: -100, settled_cents: -100 }));
  await reconcile();
  expect(await waiting()).toEqual([]);
  later(2);
  await reconcile();
  expect(await waiting()).toEqual([[0, -100, 'eur']]);
});

test('the ledger takes fees, payouts and conversions from the books of the payment provider', async () => {
  provider(
    aMove({ id: 'txn_1', fee_cents: 655 }),
    aMove({ id: 'txn_2', kind: 'fee', payment_id: null, amount_cents: -300, settled_cents: -300 }),
    aMove({ id: 'txn_3', kind: 'payout', payment_id: null, amount_cents: -30_000, settled_cents: -30_000 }),
    aMove({ id: 'txn_4', payment_id: 'pi_2', currency: 'aed', amount_cents: 40_000, settled_cents: 10_400 }),
  );
  for (let time = 0; time < 2; time++) await reconcile();
  expect((await journal(world)).slice(2)).toEqual([
    'BQ fee: 627 6.55 517 -6.55',
    'BQ fee: 627 3.00 517 -3.00',
    'BQ payout: 512 300.00 517 -300.00',
    'BQ conversion: 580 400.00 aed 517 -400.00 aed 517 104.00 580 -104.00',
  ]);
});

test('if the payment provider does not respond, nothing changes, and the next night reads the same period', async () => {
  const asked = vi.spyOn(world.payments, 'listBalanceMoves').mockRejectedValueOnce(new PaymentUnavailable('away'));
  await expect(reconcile()).rejects.toThrow('away');
  later(24);
  await reconcile();
  expect(asked.mock.calls[1]?.[0]).toEqual(asked.mock.calls[0]?.[0]);
  expect(await balances(world)).toMatchObject({ '627 eur': 655 });
});

test('a stored movement of the payment provider cannot be changed', async () => {
  await reconcile();
  const change = withSystem(world.system, (tx) =>
    tx
      .updateTable('provider_moves')
      .set({ settled_cents: 1 } as never)
      .execute(),
  );
  await expect(change).rejects.toMatchObject({ code: '42501' });
});
