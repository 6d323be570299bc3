import { beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aPaid, paymentOf } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';

let world: World;
let people: { patient: SignedIn; admin: SignedIn };
let payment_id: string;
beforeEach(async () => {
  world = await aWorld();
  people = { patient: await world.patient(), admin: await world.admin() };
  payment_id = await paymentOf(world, people.patient, await aPaid(world, people));
});
const ask = (name: string, input: object) => world.browserOf(people.admin).post(`/rpc/${name}`, input);
const ledger = async () => (await ask('admin_get_ledger', { year: 2026 })).json;

test('an administrator reads balances by month, tax by act, and the last comparison with the payment provider', async () => {
  const seen = await ledger();
  const november = (cents: number) => Array.from({ length: 12 }, (_, month) => (month === 10 ? cents : 0));
  const account = (number: string, cents: number) => ({
    account: number,
    currency: 'eur',
    opening_cents: 0,
    months: november(cents),
    closing_cents: cents,
  });
  expect(seen).toEqual({
    accounts: [
      account('411', 0),
      account('4457', -1_333),
      account('467', -34_000),
      account('517', 42_000),
      account('706', -6_667),
    ],
    vat: [{ service: 'Botox', vat_permille: 200, currency: 'eur', net_cents: 6_667, vat_cents: 1_333 }],
    years: [2026],
    export_closes: false,
    last_reconciliation: null,
    differences: [],
    differences_count: 0,
  });
  expect((await ask('admin_get_ledger', { year: 2027 })).json.accounts[1]).toMatchObject({
    opening_cents: -1_333,
    months: Array(12).fill(0),
    closing_cents: -1_333,
  });
});

test('the journal is filtered by account, kind and document, and the next page continues the last one', async () => {
  const list = async (filter: object) => (await ask('admin_list_ledger_entries', { year: 2026, ...filter })).json;
  const kinds = async (filter: object) => (await list(filter)).entries.map(({ kind }: { kind: string }) => kind);
  expect(await kinds({})).toEqual(['sale', 'payment']);
  expect(await kinds({ account: '706' })).toEqual(['sale']);
  expect(await kinds({ kind: 'payment' })).toEqual(['payment']);
  expect(await kinds({ search: payment_id })).toEqual(['sale', 'payment']);
  expect(await kinds({ search: 'nothing' })).toEqual([]);
  expect(await kinds({ year: 2025 })).toEqual([]);
  const { next } = await list({ limit: 1 });
  const rest = await list({ limit: 1, after: next });
  expect([rest.entries[0].kind, rest.next]).toEqual(['payment', null]);
  expect(rest.entries[0].postings).toEqual([
    { account: '517', amount_cents: 42_000, currency: 'eur' },
    { account: '411', amount_cents: -42_000, currency: 'eur' },
  ]);
});

test.each([
  ['csv', 'ledger-2026.csv', '1,2026-11-20,BQ,payment,517,42000,0,eur,'],
  ['fec', '000000000FEC20261231.txt', '\t467\tAutres comptes débiteurs ou créditeurs - Praticiens\t'],
] as const)('the export as %s numbers the entries, names practitioners and is recorded', async (format, name, part) => {
  const { status, headers, text } = await ask('admin_export_ledger', { year: 2026, format });
  expect(status).toBe(200);
  expect(String(headers.get('content-disposition'))).toContain(name);
  expect(text).toContain(part);
  expect(text).toContain('Dr Hélène Vasseur');
  const [entry] = await world.db.selectFrom('audit_log').selectAll().where('action', '=', 'ledger.exported').execute();
  expect(entry).toMatchObject({ actor_id: people.admin.userId, subject_id: '2026', details: { format } });
});

test('an export (FEC) of a year without entries is refused and not recorded', async () => {
  const refused = await ask('admin_export_ledger', { year: 2025, format: 'fec' });
  expect([refused.status, refused.json.data]).toEqual([409, { problem: 'no_entries' }]);
  expect(await world.db.selectFrom('audit_log').select('id').where('action', '=', 'ledger.exported').execute()).toEqual(
    [],
  );
});

test('a refused export leaves an ended year open, and the first successful export closes it', async () => {
  const closes = async () => (await ledger()).export_closes;
  world.clock.set(new Date('2026-12-31T22:59:00Z'));
  expect(await closes()).toBe(false);
  // In Paris it is 2027.
  world.clock.set(new Date('2026-12-31T23:01:00Z'));
  expect(await closes()).toBe(true);
  // The payment is in dirhams, and its amount in euros is not known yet.
  const foreign = async (currency: string) => {
    await world.database.owner.query('alter table ledger_postings disable trigger refuse_change');
    await world.database.owner.query('update ledger_postings set currency = $1', [currency]);
  };
  await foreign('aed');
  const refused = await ask('admin_export_ledger', { year: 2026, format: 'fec' });
  expect([refused.status, refused.json.data]).toEqual([409, { problem: 'no_rate' }]);
  expect(await closes()).toBe(true);
  await foreign('eur');
  expect((await ask('admin_export_ledger', { year: 2026, format: 'csv' })).status).toBe(200);
  expect(await closes()).toBe(false);
});

test('an administrator can compare the ledger with the payment provider at any time', async () => {
  world.clock.set(new Date('2026-11-20T12:00:00Z'));
  expect((await ask('admin_reconcile_ledger', {})).json).toEqual({ differences: 0 });
  expect((await ledger()).last_reconciliation).toEqual({ at: world.clock.now().toISOString(), moves: 1 });
});

test('entries that settle each other have the same letters, and a year opens with the balance of each practitioner', async () => {
  const fec = async (year: number) =>
    (await ask('admin_export_ledger', { year, format: 'fec' })).text.split('\r\n').map((line) => line.split('\t'));
  const clients = (await fec(2026)).filter(([, , , , account]) => account === '411');
  expect(clients.map((fields) => fields.slice(11, 15))).toEqual([
    ['0,00', '420,00', 'AAA', '20261120'],
    ['420,00', '0,00', 'AAA', '20261120'],
  ]);
  world.clock.set(new Date('2027-02-01T09:00:00Z'));
  await world.payments.refund({ payment_id, amount_cents: 2_000, idempotency_key: 'next year' });
  await world.outbox.drain();
  const opening = (await fec(2027)).filter(([journal]) => journal === 'AN');
  expect(
    opening.map(([, , , day, account, , , name, , , , debit, credit]) => [day, account, name, debit, credit]),
  ).toEqual([
    ['20270101', '4457', '', '0,00', '13,33'],
    ['20270101', '467', 'Dr Hélène Vasseur', '0,00', '340,00'],
    ['20270101', '517', '', '420,00', '0,00'],
    ['20270101', '120', '', '0,00', '66,67'],
  ]);
});

test('the journal shows a kind of entry that a newer release added under its stored name', async () => {
  await world.database.owner.query(`alter table ledger_transactions drop constraint ledger_transactions_kind_check`);
  await world.database.owner.query(
    `with entry as (
       insert into ledger_transactions (key, kind, journal, happened_at, document) values ('x', 'gift', 'OD', $1, 'x') returning id)
     insert into ledger_postings (transaction_id, line, account, amount_cents, currency)
     select id, 1, '411', 5, 'eur' from entry union all select id, 2, '706', -5, 'eur' from entry`,
    [world.clock.now()],
  );
  const { status, json } = await ask('admin_list_ledger_entries', { year: 2026 });
  expect([status, json.entries[0].kind]).toEqual([200, 'gift']);
});
