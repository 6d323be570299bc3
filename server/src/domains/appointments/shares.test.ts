import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { applyNotice } from '#server/platform/payments/apply-notice.ts';
import { MISSING_SHOWN, type ShareOfBooking, type ShareStatement } from '#contract/shares.ts';
import { aPaid, paymentOf } from '../../../test/an-appointment.ts';
import { balances, journal } from '../../../test/books.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { refundPayment } from './refunds.ts';

let world: World;
let people: { patient: SignedIn; admin: SignedIn };
beforeEach(async () => {
  world = await aWorld();
  people = { patient: await world.patient(), admin: await world.admin() };
});
const ask = (name: string, input: object = {}) => world.browserOf(people.admin).post(`/rpc/${name}`, input);
const euros = (cents: number) => (cents / 100).toFixed(2);

/** Makes a payment of 420 €. The practitioner gets 340 €, or the given price. */
async function aBooking(provider_price_cents: number | null = 34_000) {
  const id = await aPaid(world, people, { allow_double_booking: true, provider_price_cents });
  const payment_id = await paymentOf(world, people.patient, id);
  return { id, payment_id };
}
async function refund({ id, payment_id }: { id: string; payment_id: string }, amount_cents: number) {
  const order = { appointment_id: id, payment_id, amount_cents, reason: 'goodwill', idempotency_key: randomUUID() };
  await refundPayment(world, people.admin, order);
  await world.outbox.drain();
}
async function lose(payment_id: string) {
  const at = world.clock.now();
  for (const [status, funds] of [
    ['needs_response', 'withdrawn'],
    ['lost', null],
  ] as const) {
    const rest = { reason: 'fraudulent', amount_cents: 42_000, currency: 'eur', evidence_due_at: null, opened_at: at };
    const said = { kind: 'disputed' as const, dispute: { id: 'dp_1', payment_id, status, ...rest }, funds };
    await withSystem(world.system, (tx) => applyNotice(world, tx, { id: randomUUID(), at, said }));
  }
  await world.outbox.drain();
}
const providerId = async () => (await world.database.owner.query('select id from providers')).rows[0].id as string;
const pay = async (amount_cents: number, given: object = {}) =>
  ask('admin_pay_share', {
    provider_id: await providerId(),
    currency: 'eur',
    amount_cents,
    paid_on: '2026-11-20',
    reference: 'SEPA 2026-11',
    idempotency_key: randomUUID(),
    ...given,
  });
const statement = async (month = '2026-11'): Promise<ShareStatement> =>
  (await ask('admin_get_share_statement', { provider_id: await providerId(), currency: 'eur', month })).json;
const sums = (one: ShareStatement) =>
  `${euros(one.opening_cents)} + ${euros(one.earned_cents)} - ${euros(one.paid_cents)} = ${euros(one.closing_cents)}`;
const line = ({ day, treatment, price_cents, share_cents, refunded_cents }: ShareOfBooking) =>
  `${day} ${treatment}: ${euros(price_cents)} ${euros(share_cents)} ${euros(refunded_cents)}`;
const audited = async (action: string) =>
  (await world.db.selectFrom('audit_log').select(['actor_id', 'details']).where('action', '=', action).execute()).map(
    ({ actor_id, details }) => ({ actor_id, ...(details as object) }),
  );

/** Makes a month with a full refund, a partial one, a lost dispute, and a share that was set afterwards. */
async function aMonth() {
  const whole = await aBooking();
  const part = await aBooking();
  const disputed = await aBooking();
  const late = await aBooking(null);
  await refund(whole, 42_000);
  await refund(part, 10_500);
  await lose(disputed.payment_id);
  await ask('admin_set_share', { payment_id: late.payment_id, share_cents: 30_000 });
  return { late };
}

test('a statement of shares shows refunds, a lost dispute, a share that was set later, and a payment to the provider', async () => {
  await aMonth();
  expect((await pay(50_000)).json).toEqual({ open_cents: 39_500 });
  const seen = await statement();
  expect(seen.bookings.map(line)).toEqual([
    '2026-11-20 Botox: 420.00 340.00 -340.00',
    '2026-11-20 Botox: 420.00 340.00 -85.00',
    '2026-11-20 Botox: 420.00 340.00 0.00',
    '2026-11-20 Botox: 420.00 300.00 0.00',
  ]);
  expect(seen.payments).toEqual([
    {
      entry_id: expect.any(Number),
      day: '2026-11-20',
      reference: 'SEPA 2026-11',
      amount_cents: 50_000,
      is_undone: false,
    },
  ]);
  expect(sums(seen)).toBe('0.00 + 895.00 - 500.00 = 395.00');
  expect([seen.open_cents, seen.months, seen.is_over]).toEqual([39_500, ['2026-11'], false]);
  expect(sums(await statement('2026-10'))).toBe('0.00 + 0.00 - 0.00 = 0.00');
  expect(sums(await statement('2026-12'))).toBe('395.00 + 0.00 - 0.00 = 395.00');
  expect((await ask('admin_list_shares')).json).toEqual({
    providers: [
      {
        provider_id: await providerId(),
        name: 'Dr Hélène Vasseur',
        currency: 'eur',
        earned_cents: 89_500,
        paid_cents: 50_000,
        open_cents: 39_500,
        last_month: '2026-11',
      },
    ],
    missing: [],
  });
  expect((await journal(world)).at(-1)).toBe('BQ share_paid: 467 500.00 512 -500.00');
  expect(await balances(world)).toMatchObject({ '467 eur': -39_500, '512 eur': -50_000 });
});

test('a statement lists a refund in the month in which it was made, with day and price of its appointment', async () => {
  const booking = await aBooking();
  await pay(34_000);
  world.clock.set(new Date('2026-12-02T10:00:00Z'));
  await refund(booking, 10_500);
  expect(sums(await statement())).toBe('0.00 + 340.00 - 340.00 = 0.00');
  const december = await statement('2026-12');
  expect(december.bookings.map(line)).toEqual(['2026-11-20 Botox: 420.00 0.00 -85.00']);
  expect(sums(december)).toBe('0.00 + -85.00 - 0.00 = -85.00');
  expect(december.months).toEqual(['2026-12', '2026-11']);
});

test('a payment of shares cannot exceed the open sum, or be in another currency or to an unknown provider', async () => {
  await aBooking();
  const refused = await pay(34_001);
  expect([refused.status, refused.json.data]).toEqual([409, { problem: 'more_than_open' }]);
  expect((await pay(1, { currency: 'usd' })).status).toBe(409);
  expect((await pay(1, { provider_id: randomUUID() })).status).toBe(404);
  expect((await pay(34_000)).json).toEqual({ open_cents: 0 });
  expect((await pay(1)).status).toBe(409);
  expect(await audited('share.paid')).toEqual([
    { actor_id: people.admin.userId, amount_cents: 34_000, currency: 'eur', paid_on: '2026-11-20' },
  ]);
});

test('a balance that was carried over from deleted years counts in the list, statements and payments', async () => {
  await aBooking();
  await world.database.owner.query(
    `insert into ledger_carried (account, party, currency, amount_cents, euro_cents, carried_at)
     values ('467', $1, 'eur', -1_000, -1_000, now()), ('411', '', 'eur', 1_000, 1_000, now())`,
    [await providerId()],
  );
  const { providers } = (await ask('admin_list_shares')).json;
  expect(providers).toMatchObject([{ earned_cents: 35_000, paid_cents: 0, open_cents: 35_000 }]);
  expect(sums(await statement())).toBe('10.00 + 340.00 - 0.00 = 350.00');
  expect((await pay(35_001)).status).toBe(409);
  expect((await pay(35_000)).status).toBe(200);
});

test('parallel clicks cannot pay a provider more than the open sum, and a click that is sent twice pays once', async () => {
  await aBooking();
  const two = await Promise.all([pay(20_000), pay(20_000), pay(20_000)]);
  expect(two.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const idempotency_key = randomUUID();
  const same = await Promise.all([pay(5_000, { idempotency_key }), pay(5_000, { idempotency_key })]);
  expect(same.map(({ json }) => json)).toEqual([{ open_cents: 9_000 }, { open_cents: 9_000 }]);
  const other = await pay(4_000, { idempotency_key });
  expect([other.status, other.json.data.fields]).toEqual([400, { idempotency_key: ['reused'] }]);
  expect(await balances(world)).toMatchObject({ '467 eur': -9_000, '512 eur': -25_000 });
});

test.each([
  ['2026-11-20', 200, undefined],
  ['2025-11-19', 200, undefined],
  ['2026-11-21', 400, ['in_future']],
  ['2025-11-18', 400, ['too_early']],
])('recording a payment to a provider dated %s returns the HTTP status %i', async (paid_on, status, reason) => {
  await aBooking();
  const answer = await pay(100, { paid_on });
  expect([answer.status, answer.json.data?.fields?.paid_on]).toEqual([status, reason]);
});

test('a statement for a month includes its first and last day, and begins with the balance of the month before', async () => {
  await aBooking();
  await pay(100, { paid_on: '2026-10-31' });
  await pay(200, { paid_on: '2026-11-01' });
  expect(sums(await statement('2026-10'))).toBe('0.00 + 0.00 - 1.00 = -1.00');
  expect(sums(await statement('2026-11'))).toBe('-1.00 + 340.00 - 2.00 = 337.00');
  expect(sums(await statement('2026-12'))).toBe('337.00 + 0.00 - 0.00 = 337.00');
  const [first, second] = [await statement('2026-10'), await statement('2026-11')];
  expect(first.months).toEqual(['2026-11', '2026-10']);
  expect([first, second].map(({ payments }) => payments.map(({ day }) => day))).toEqual([
    ['2026-10-31'],
    ['2026-11-01'],
  ]);
});

test('a payment to a provider dated in a closed year is in the next open month, once even if it is sent twice', async () => {
  await aBooking();
  world.clock.set(new Date('2027-01-05T09:00:00Z'));
  expect((await ask('admin_export_ledger', { year: 2026, format: 'csv' })).status).toBe(200);
  const payment = { paid_on: '2026-12-20', idempotency_key: randomUUID() };
  for (let time = 0; time < 2; time++) expect((await pay(34_000, payment)).json).toEqual({ open_cents: 0 });
  const january = await statement('2027-01');
  expect(january.payments.map(({ day, amount_cents }) => [day, amount_cents])).toEqual([['2026-12-20', 34_000]]);
  expect([sums(await statement('2026-12')), sums(january)]).toEqual([
    '340.00 + 0.00 - 0.00 = 340.00',
    '340.00 + 0.00 - 340.00 = 0.00',
  ]);
});

test('the ledger names the practitioner of a payment on the account of practitioners, but not on the bank account', async () => {
  await aBooking();
  await pay(100);
  const { rows } = await world.database.owner.query(
    `select account, party from ledger_postings join ledger_transactions t on t.id = transaction_id where t.kind = 'share_paid' order by account`,
  );
  expect(rows).toEqual([
    { account: '467', party: await providerId() },
    { account: '512', party: null },
  ]);
});

test('a share may be the whole price, and is refused for unknown or unconfirmed payments', async () => {
  const [booking, other] = [await aBooking(null), await aBooking(null)];
  const set = (payment_id: string) => ask('admin_set_share', { payment_id, share_cents: 42_000 });
  expect((await set('pi_unknown')).status).toBe(404);
  await withSystem(world.system, (tx) =>
    sql`update appointment_payments set outcome = 'late' where payment_id = ${other.payment_id}`.execute(tx),
  );
  expect((await set(other.payment_id)).status).toBe(404);
  expect((await set(booking.payment_id)).json).toEqual({ set: true });
  const rows = await withSystem(world.system, (tx) =>
    tx
      .selectFrom('appointment_offers')
      .select(['appointment_id', 'provider_price_cents'])
      .where('provider_price_cents', 'is not', null)
      .execute(),
  );
  expect(rows).toEqual([{ appointment_id: booking.id, provider_price_cents: 42_000 }]);
});

test('an undone payment to a provider stays in the books with its opposite entry, and can be undone once', async () => {
  await aBooking();
  await pay(34_000);
  const [payment] = (await statement()).payments;
  const undo = (entry_id?: number) => ask('admin_undo_share_payment', { entry_id });
  const answers = await Promise.all([undo(payment?.entry_id), undo(payment?.entry_id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { payments, open_cents } = await statement();
  expect(payments.map(({ amount_cents, is_undone }) => [amount_cents, is_undone])).toEqual([
    [34_000, true],
    [-34_000, false],
  ]);
  expect(open_cents).toBe(34_000);
  // An entry that undoes a payment cannot be undone, and neither can a sale.
  expect((await undo(payments[1]?.entry_id)).status).toBe(404);
  expect((await undo(1)).status).toBe(404);
  expect((await journal(world)).slice(-2)).toEqual([
    'BQ share_paid: 467 340.00 512 -340.00',
    'BQ share_paid: 467 -340.00 512 340.00',
  ]);
  expect(await audited('share.unpaid')).toHaveLength(1);
});

test('the list of appointments without a share contains one more than the screen shows, if there are more', async () => {
  const { payment_id } = await aBooking(null);
  await withSystem(world.system, async (tx) => {
    const all = tx.selectFrom('payments').selectAll().where('id', '=', payment_id);
    const payment = await all.executeTakeFirstOrThrow();
    const one = await tx
      .selectFrom('appointment_payments')
      .selectAll()
      .where('payment_id', '=', payment_id)
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: MISSING_SHOWN + 1 }, (_, at) => `pi_${at}`);
    await tx
      .insertInto('payments')
      .values(ids.map((id) => ({ ...payment, id })))
      .execute();
    await tx
      .insertInto('appointment_payments')
      .values(ids.map((id) => ({ ...one, payment_id: id })))
      .execute();
  });
  expect((await ask('admin_list_shares')).json.missing).toHaveLength(MISSING_SHOWN + 1);
});

test('an appointment without a share is listed until the share is set once, and refunds reduce the share', async () => {
  const booking = await aBooking(null);
  const { missing } = (await ask('admin_list_shares')).json;
  expect(missing).toEqual([
    {
      payment_id: booking.payment_id,
      provider_name: 'Dr Hélène Vasseur',
      number: expect.stringMatching(/\d/),
      day: '2026-11-20',
      treatment: 'Botox',
      price_cents: 42_000,
      refunded_cents: 0,
      currency: 'eur',
    },
  ]);
  const set = (share_cents: number) => ask('admin_set_share', { payment_id: booking.payment_id, share_cents });
  expect((await set(42_001)).json.data).toEqual({ problem: 'above_price' });
  const answers = await Promise.all([set(34_000), set(34_000)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await set(20_000)).json.data).toEqual({ problem: 'has_share' });
  expect((await ask('admin_list_shares')).json.missing).toEqual([]);
  await refund(booking, 10_500);
  expect((await journal(world)).slice(1)).toEqual([
    'VE sale: 411 420.00 706 -350.00 4457 -70.00',
    'OD adjustment: 467 -340.00 706 283.33 4457 56.67',
    'BQ refund: 411 105.00 517 -105.00',
    'VE credit_note: 411 -105.00 467 85.00 706 16.67 4457 3.33',
  ]);
  expect(await audited('share.set')).toEqual([{ actor_id: people.admin.userId, share_cents: 34_000 }]);
});

test('a share that is set after a refund counts for the rest of the payment, even if the patient is erased later', async () => {
  const booking = await aBooking(null);
  await refund(booking, 10_500);
  await ask('admin_set_share', { payment_id: booking.payment_id, share_cents: 34_000 });
  expect((await statement()).open_cents).toBe(25_500);
  await world.database.owner.query('delete from appointments');
  await world.payments.refund({ payment_id: booking.payment_id, amount_cents: 10_500, idempotency_key: 'a' });
  await world.outbox.drain();
  expect((await journal(world)).at(-1)).toBe('VE credit_note: 411 -105.00 467 85.00 706 16.67 4457 3.33');
  const left = await statement();
  expect(left.open_cents).toBe(17_000);
  // The appointment is still listed under its number, without anything that names the patient.
  expect(left.bookings).toMatchObject([{ treatment: 'Botox', share_cents: 25_500, refunded_cents: -8_500 }]);
  const { text } = await ask('admin_export_share_statement', {
    provider_id: await providerId(),
    currency: 'eur',
    month: '2026-11',
    format: 'csv',
    language: 'en',
  });
  expect(text).toContain(left.bookings[0]?.number ?? 'no booking');
  expect(`${JSON.stringify(left)} ${text}`).not.toMatch(/Claire|Moreau/);
});

test('statements are numbered without a gap, and only changed figures get a new number', async () => {
  await aBooking();
  const provider_id = await providerId();
  const file = (month: string, language = 'en', format = 'pdf') =>
    ask('admin_export_share_statement', { provider_id, currency: 'eur', month, format, language });
  const nameOf = async (...given: Parameters<typeof file>) => {
    const { status, headers } = await file(...given);
    expect(status).toBe(200);
    return /P-\d{4}-\d{4}\.pdf/.exec(String(headers.get('content-disposition')))?.[0];
  };
  expect((await file('2026-11')).json.data).toEqual({ problem: 'month_not_over' });
  world.clock.set(new Date('2026-12-31T22:59:00Z'));
  expect(await nameOf('2026-11')).toBe('P-2026-0001.pdf');
  expect(await nameOf('2026-11', 'fr')).toBe('P-2026-0001.pdf');
  // Two statements are made at the same time.
  const both = await Promise.all([nameOf('2026-10'), nameOf('2026-09')]);
  expect([...new Set([...both, await nameOf('2026-09', 'fr')])].sort()).toEqual(['P-2026-0002.pdf', 'P-2026-0003.pdf']);
  await pay(4_000, { paid_on: '2026-11-30' });
  expect(await nameOf('2026-11')).toBe('P-2026-0004.pdf');
  world.clock.set(new Date('2026-12-31T23:00:00Z'));
  expect(await nameOf('2026-12')).toBe('P-2027-0001.pdf');
  expect(await audited('share.exported')).toHaveLength(7);
  const { rows } = await world.database.owner.query('select content from share_statements where number = 4');
  expect(rows[0].content).toMatchObject({ earned_cents: 34_000, paid_cents: 4_000, closing_cents: 30_000 });
});

test.each([
  ['en', 'Open before', 'Payment,SEPA 2026-11'],
  ['fr', 'Dû avant le mois', 'Versement,SEPA 2026-11'],
] as const)('the CSV in %s adds up from the opening to the closing balance', async (language, opening, payment) => {
  await aMonth();
  await pay(50_000);
  const asked = { provider_id: await providerId(), currency: 'eur', month: '2026-11', format: 'csv', language };
  const { text } = await ask('admin_export_share_statement', asked);
  const lines = text.split('\r\n').filter(Boolean);
  const sumsOf = lines.map((row: string) => Number(row.split(',').at(-2)));
  expect(lines[1]).toBe(`${opening},,,,,,,0,eur`);
  expect(sumsOf.slice(1)).toEqual([0, 0, 25_500, 34_000, 30_000, -50_000, 39_500]);
  expect(text).toContain(payment);
});

test('only administrators can read and change shares', async () => {
  const { payment_id } = await aBooking();
  const provider_id = await providerId();
  const asked = { provider_id, currency: 'eur', month: '2026-11' };
  const paid = { amount_cents: 1, paid_on: '2026-11-20', reference: 'x', idempotency_key: randomUUID() };
  const calls = {
    admin_list_shares: {},
    admin_get_share_statement: asked,
    admin_export_share_statement: { ...asked, format: 'csv', language: 'en' },
    admin_pay_share: { provider_id, currency: 'eur', ...paid },
    admin_undo_share_payment: { entry_id: 1 },
    admin_set_share: { payment_id, share_cents: 1 },
  };
  const before = await journal(world);
  for (const person of [people.patient, await world.practitioner()])
    for (const [name, input] of Object.entries(calls))
      expect((await world.browserOf(person).post(`/rpc/${name}`, input)).status).toBe(403);
  expect(await journal(world)).toEqual(before);
  expect((await ask('admin_get_share_statement', { ...asked, provider_id: randomUUID() })).status).toBe(404);
});
