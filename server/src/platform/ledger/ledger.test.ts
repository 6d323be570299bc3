import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Tx, withStaff, withSystem, withUser } from '../db/db.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { type Entry, post, type Posting } from './post.ts';

const anEntry = (over: Partial<Entry> = {}): Entry => ({
  key: 'payment:pi_1',
  kind: 'payment',
  journal: 'BQ',
  at: new Date('2026-11-20T09:00:00Z'),
  payment_id: 'pi_1',
  document: 'pi_1',
  postings: [posting('provider', 42_000), posting('clients', -42_000)],
  ...over,
});
const posting = (account: Posting['account'], amount_cents: number, currency = 'eur'): Posting => ({
  account,
  amount_cents,
  currency,
});

const inSystem = <T>(world: World, run: (tx: Tx) => Promise<T>) => withSystem(world.system, run);
const rowsOf = (world: World) =>
  inSystem(world, (tx) =>
    tx
      .selectFrom('ledger_postings')
      .select(['account', 'amount_cents'])
      .orderBy('transaction_id')
      .orderBy('line')
      .execute(),
  );

test('an event that is posted several times at once makes only one entry in the ledger', async () => {
  const world = await aWorld();
  const told = await Promise.all([1, 2, 3].map(() => inSystem(world, (tx) => post(tx, anEntry()))));
  expect(told.toSorted()).toEqual([false, false, true]);
  expect(await rowsOf(world)).toEqual([
    { account: '517', amount_cents: 42_000 },
    { account: '411', amount_cents: -42_000 },
  ]);
});

test.each([
  ['a sum that is not zero', [posting('provider', 100), posting('clients', -99)]],
  ['a zero over two currencies', [posting('provider', 100), posting('clients', -100, 'aed')]],
])('the database refuses a ledger entry with %s at the commit', async (_what, postings) => {
  const world = await aWorld();
  await expect(inSystem(world, (tx) => post(tx, anEntry({ postings })))).rejects.toMatchObject({ code: '23514' });
  expect(await rowsOf(world)).toEqual([]);
});

test('an entry without postings is refused, and an entry whose only posting is zero is not made', async () => {
  const world = await aWorld();
  expect(await inSystem(world, (tx) => post(tx, anEntry({ postings: [posting('clients', 0)] })))).toBe(false);
  const { postings: _p, at: happened_at, ...row } = anEntry();
  const bare = { ...row, happened_at, service: null, vat_permille: null };
  await expect(
    inSystem(world, (tx) => tx.insertInto('ledger_transactions').values(bare).execute()),
  ).rejects.toMatchObject({ code: '23514' });
});

test.each([
  'update ledger_transactions set document = $$x$$',
  'update ledger_postings set amount_cents = 1',
  'delete from ledger_transactions',
  'delete from ledger_postings',
  'truncate ledger_transactions cascade',
  'insert into ledger_numbers (transaction_id, year, number, validated_at) select id, 2026, 7, now() from ledger_transactions',
])('nobody can change the books: %s', async (statement) => {
  const world = await aWorld();
  await inSystem(world, (tx) => post(tx, anEntry()));
  await expect(inSystem(world, (tx) => sql.raw(statement).execute(tx))).rejects.toMatchObject({ code: '42501' });
  // Even the owner of the tables cannot change them, with one exception. The owner may insert into ledger_numbers,
  // because ledger_validate inserts there. The test therefore tries a delete instead of this insert.
  const owner = world.database.owner.query(statement.replace('insert into', 'delete from').replace(/\(.*/, ''));
  await expect(owner).rejects.toMatchObject({ code: '42501' });
});

test('no posting can be added to an entry that was committed before', async () => {
  const world = await aWorld();
  await inSystem(world, (tx) => post(tx, anEntry()));
  const more = inSystem(world, (tx) =>
    sql`insert into ledger_postings (transaction_id, line, account, amount_cents, currency)
        select id, line, '512', amount, 'eur' from ledger_transactions, (values (3, 5), (4, -5)) as v (line, amount)`.execute(
      tx,
    ),
  );
  await expect(more).rejects.toMatchObject({ code: '42501' });
});

test('administrators can read the books; patients and doctors cannot', async () => {
  const world = await aWorld();
  await inSystem(world, (tx) => post(tx, anEntry()));
  const [admin, doctor, patient] = [await world.admin(), await world.practitioner(), await world.patient()];
  const count = (tx: Tx) => tx.selectFrom('ledger_postings').select('account').execute();
  expect(await withStaff(world.db, admin.userId, count)).toHaveLength(2);
  expect(await withStaff(world.db, doctor.userId, count)).toEqual([]);
  await expect(withUser(world.db, patient.userId, count)).rejects.toMatchObject({ code: '42501' });
});

test('entries are numbered by date and year in Paris, without gaps, even by several processes', async () => {
  const world = await aWorld();
  const days = ['2026-12-31T22:59:59Z', '2026-12-31T23:00:00Z', '2026-03-01T10:00:00Z'];
  for (const [nth, at] of days.entries())
    await inSystem(world, (tx) =>
      post(tx, anEntry({ key: `payment:${nth}`, document: `pi_${nth}`, at: new Date(at) })),
    );
  const number = () => inSystem(world, (tx) => sql`select ledger_validate(now())`.execute(tx));
  await Promise.all([number(), number(), number()]);
  await inSystem(world, (tx) =>
    post(tx, anEntry({ key: 'payment:3', document: 'pi_3', at: new Date('2026-02-01T10:00:00Z') })),
  );
  await number();
  const numbered = await inSystem(world, (tx) =>
    tx
      .selectFrom('ledger_numbers as n')
      .innerJoin('ledger_transactions as t', 't.id', 'n.transaction_id')
      .select(['n.year', 'n.number', 't.document'])
      .orderBy('n.year')
      .orderBy('n.number')
      .execute(),
  );
  expect(numbered.map(({ year, number, document }) => `${year}/${number} ${document}`)).toEqual([
    '2026/1 pi_2',
    '2026/2 pi_0',
    // This entry was made after the other entries had received their numbers.
    '2026/3 pi_3',
    '2027/1 pi_1',
  ]);
});

test('books are deleted after ten years and not before', async () => {
  const world = await aWorld();
  await inSystem(world, (tx) => post(tx, anEntry({ at: new Date('2010-05-01T10:00:00Z') })));
  await inSystem(world, (tx) => post(tx, anEntry({ key: 'payment:pi_2' })));
  const forget = (before: string) => inSystem(world, (tx) => sql`select ledger_forget(${before}::date)`.execute(tx));
  await expect(forget('2026-01-01')).rejects.toMatchObject({ code: '42501' });
  await forget('2012-01-01');
  expect(await rowsOf(world)).toHaveLength(2);
});
