import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { applyNotice } from '#server/platform/payments/apply-notice.ts';
import type { Said } from '#server/platform/payments/notices.ts';
import { aPaid, anOffered, paymentOf } from '../../../test/an-appointment.ts';
import { balances, journal } from '../../../test/books.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { openPayment } from './open-payment.ts';
import { refundPayment } from './refunds.ts';

let world: World;
let people: { patient: SignedIn; admin: SignedIn };
beforeEach(async () => {
  world = await aWorld();
  people = { patient: await world.patient(), admin: await world.admin() };
});

/** Makes a paid appointment of 420 €. The practitioner gets 340 €. */
async function aBooking() {
  const id = await aPaid(world, people);
  const payment_id = await paymentOf(world, people.patient, id);
  return {
    payment_id,
    async refund(amount_cents: number) {
      const order = { appointment_id: id, payment_id, amount_cents, reason: 'goodwill', idempotency_key: randomUUID() };
      await refundPayment(world, people.admin, order);
      await world.outbox.drain();
    },
  };
}
const hear = async (said: Said, at = world.clock.now()) => {
  await withSystem(world.system, (tx) => applyNotice(world, tx, { id: randomUUID(), at, said }));
  await world.outbox.drain();
};
const dispute = (
  payment_id: string,
  status: 'needs_response' | 'won' | 'lost',
  funds: 'withdrawn' | 'reinstated' | null,
) =>
  hear({
    kind: 'disputed',
    dispute: {
      id: 'dp_1',
      payment_id,
      status,
      reason: 'fraudulent',
      amount_cents: 42_000,
      currency: 'eur',
      evidence_due_at: null,
      opened_at: world.clock.now(),
    },
    funds,
  });

const paid = ['BQ payment: 517 420.00 411 -420.00', 'VE sale: 411 420.00 467 -340.00 706 -66.67 4457 -13.33'];

test('the ledger gets entries only for a paid quote: payment, share of the provider, our commission and its tax', async () => {
  const id = await anOffered(world, people);
  expect(await journal(world)).toEqual([]);
  const { url } = await openPayment(world, people.patient, id);
  await world.pay(url);
  expect(await journal(world)).toEqual(paid);
});

test('a partial refund reduces share, commission and tax in the same proportion', async () => {
  const { refund } = await aBooking();
  await refund(10_500);
  expect(await journal(world)).toEqual([
    ...paid,
    'BQ refund: 411 105.00 517 -105.00',
    'VE credit_note: 411 -105.00 467 85.00 706 16.67 4457 3.33',
  ]);
  await refund(31_500);
  expect(await balances(world)).toEqual({});
});

test('after a refund fails, the books have the full payment and the full sale again', async () => {
  const { payment_id, refund } = await aBooking();
  await refund(10_500);
  const { rows } = await world.database.owner.query("select data from test_checkout_objects where kind = 'payment'");
  const [made] = rows[0].data.refunds;
  await world.database.owner.query(
    `update test_checkout_objects set data = jsonb_set(data, '{refunds,0,failed}', '"closed"') where kind = 'payment'`,
  );
  const failure = { refund_id: made.id, payment_id, amount_cents: 10_500, reason: 'closed', order: made.key };
  for (let time = 0; time < 2; time++) await hear({ kind: 'refund_failed', ...failure });
  expect((await journal(world)).slice(4)).toEqual([
    'BQ refund_failed: 411 -105.00 517 105.00',
    'VE sale: 411 105.00 467 -85.00 706 -16.67 4457 -3.33',
  ]);
  await refund(42_000);
  expect(await balances(world)).toEqual({});
});

/**
 * A refund of 105 € was made in 2026 and failed. Each row has the time at which the bank reported the failure, the time
 * at which our service heard of it, whether 2026 was exported before, and the days of the two entries about the
 * failure. The first entry is about the money, the second about the sale with the practitioner's share.
 */
const failures: readonly (readonly [
  reported: string,
  heard: string,
  exported: boolean,
  money: string,
  sale: string,
])[] = [
  ['2026-12-31T22:30:00Z', '2026-12-31T22:45:00Z', false, '2026-12-31', '2026-12-31'],
  ['2026-12-31T22:30:00Z', '2027-01-02T09:00:00Z', false, '2026-12-31', '2027-01-02'],
  ['2026-12-31T22:30:00Z', '2027-01-02T09:00:00Z', true, '2027-01-01', '2027-01-02'],
  ['2027-02-03T09:00:00Z', '2027-02-03T09:01:00Z', true, '2027-02-03', '2027-02-03'],
];

test.each(failures)(
  'a refund that failed at %s, reported to us at %s, does not change a year that was exported (%s)',
  async (reported, heard, exported, ...days) => {
    const { payment_id, refund } = await aBooking();
    await refund(10_500);
    const fec = async (year: number) =>
      (await world.browserOf(people.admin).post('/rpc/admin_export_ledger', { year, format: 'fec' })).text;
    const before = exported && (world.clock.set(new Date('2027-01-01T09:00:00Z')), await fec(2026));
    await world.database.owner.query(
      `update test_checkout_objects set data = jsonb_set(data, '{refunds,0,failed}', '"closed"') where kind = 'payment'`,
    );
    world.clock.set(new Date(heard));
    const failure = { refund_id: 're_1', payment_id, amount_cents: 10_500, reason: 'closed', order: null };
    await hear({ kind: 'refund_failed', ...failure }, new Date(reported));
    expect((await journal(world)).slice(4)).toEqual([
      'BQ refund_failed: 411 -105.00 517 105.00',
      'VE sale: 411 105.00 467 -85.00 706 -16.67 4457 -3.33',
    ]);
    const entries = await withSystem(world.system, (tx) =>
      tx.selectFrom('ledger_transactions').select(sql<string>`entry_date::text`.as('day')).orderBy('id').execute(),
    );
    expect(entries.slice(4).map(({ day }) => day)).toEqual(days);
    if (!exported) return;
    world.clock.set(new Date('2027-03-01T09:00:00Z'));
    expect(await fec(2026)).toBe(before);
    // The columns EcritureDate and PieceDate: the day in the books, and the day of the event.
    const fields = (await fec(2027)).split('\r\n').map((line) => line.split('\t'));
    const row = fields.find((of) => of[10] === 'Remboursement revenu');
    expect([row?.[3], row?.[9]]).toEqual([days[0], reported.slice(0, 10)].map((day) => day?.replaceAll('-', '')));
  },
);

test('a refund of an appointment that was erased with its patient is in the books', async () => {
  const { payment_id } = await aBooking();
  await world.database.owner.query('delete from appointments');
  await world.payments.refund({ payment_id, amount_cents: 10_500, idempotency_key: 'a' });
  await world.outbox.drain();
  expect((await journal(world)).at(-1)).toBe('VE credit_note: 411 -105.00 467 85.00 706 16.67 4457 3.33');
  await world.payments.refund({ payment_id, idempotency_key: 'b' });
  await world.outbox.drain();
  expect(await balances(world)).toEqual({});
});

test('the books have a refund that was made at the payment provider and not ordered here', async () => {
  const { payment_id } = await aBooking();
  await world.payments.refund({ payment_id, amount_cents: 2_000, idempotency_key: 'their dashboard' });
  await world.outbox.drain();
  expect(await balances(world)).toMatchObject({ '517 eur': 40_000 });
});

test('a lost dispute is entered as a loss, and the sale stays in the books', async () => {
  const { payment_id } = await aBooking();
  await dispute(payment_id, 'needs_response', null);
  await dispute(payment_id, 'needs_response', 'withdrawn');
  await dispute(payment_id, 'lost', null);
  await dispute(payment_id, 'lost', null);
  expect((await journal(world)).slice(2)).toEqual([
    'BQ dispute: 517 -420.00 416 420.00',
    'BQ dispute: 416 -420.00 654 420.00',
  ]);
});

test('a won dispute leaves nothing in the books, in whatever order its webhook events are delivered', async () => {
  const { payment_id } = await aBooking();
  await dispute(payment_id, 'won', null);
  world.clock.set(new Date(world.clock.now().getTime() + 1000));
  await dispute(payment_id, 'won', 'reinstated');
  await dispute(payment_id, 'needs_response', 'withdrawn');
  const { '416 eur': held, '654 eur': lost, '517 eur': provider } = await balances(world);
  expect([held, lost, provider]).toEqual([undefined, undefined, 42_000]);
});

test('a payment that confirms no appointment stays in the books as owed to the payer', async () => {
  const id = await anOffered(world, people);
  const { url } = await openPayment(world, people.patient, id);
  const row = await withSystem(world.system, (tx) =>
    tx
      .updateTable('appointment_offers')
      .set({ patient_price_cents: 41_999 } as never)
      .where('appointment_id', '=', id)
      .executeTakeFirst(),
  );
  expect(row.numUpdatedRows).toBe(1n);
  await world.pay(url);
  expect(await balances(world)).toEqual({ '411 eur': -42_000, '517 eur': 42_000 });
});

test('the tax of a refund has the rate of its sale, even if the rate has changed since', async () => {
  const { refund } = await aBooking();
  const company = {
    name: 'Flaira SAS',
    legal_form: 'SAS',
    street: '1 rue de la Paix',
    postal_code: '75002',
    city: 'Paris',
  };
  const rest = {
    country: 'France',
    registration: 'RCS Paris 812 345 678',
    vat_id: '',
    vat_percent: 0,
    vat_note: 'exempt',
  };
  const saved = await world.browserOf(people.admin).post('/rpc/admin_save_site_block', {
    region: 'global',
    language: 'fr',
    content: { block: 'seller', content: { ...company, ...rest } },
    is_shown: true,
    reason: '',
    is_confirmed: true,
    publish: true,
    newest_id: null,
  });
  expect(saved.status).toBe(200);
  await refund(10_500);
  expect((await journal(world)).at(-1)).toBe('VE credit_note: 411 -105.00 467 85.00 706 16.67 4457 3.33');
  await aPaid(world, people, { allow_double_booking: true });
  expect((await journal(world)).at(-1)).toBe('VE sale: 411 420.00 467 -340.00 706 -80.00');
});
