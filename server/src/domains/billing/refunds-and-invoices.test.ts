import { type KyselyPlugin, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aBuyer, anOrder } from '../../../test/a-buyer.ts';
import { balances, journal } from '../../../test/books.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { World } from '../../../test/world.ts';
import { adminGetLedger } from './admin-ledger.ts';
import { adminExportPayments, adminListPayments, adminRefundPayment } from './admin-payments.ts';
import { bookMissing } from './book-missing.ts';
import { takeNumber } from './invoices.queries.ts';
import { withdraw } from './withdraw.ts';
import { getInvoicePdf, paperOf } from './invoice-paper.ts';
import { issueCreditNote } from './issue-invoice.ts';
import { startCheckout } from './start-checkout.ts';
import { dayIn } from './words.ts';

const everything = { search: '' };

test('a withdrawal within 30 days refunds everything once, with a credit note', async () => {
  const { world, patient, join, membership, subjects } = await aBuyer();
  await join();
  await Promise.all([withdraw(world, patient.userId), withdraw(world, patient.userId).catch(() => 'over')]);
  await world.outbox.drain();
  const { plan, invoices, refund } = await membership();
  expect({ plan, refund }).toEqual({ plan: 'free', refund: null });
  expect(invoices.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['credit_note', -29_000],
    ['invoice', 29_000],
  ]);
  expect(await subjects()).toContain('Your refund is on its way');
});

test('a withdrawal after 30 days is refused', async () => {
  const { world, patient, join, membership, stand } = await aBuyer();
  await join('elite_annual');
  stand('2026-12-21');
  await expect(withdraw(world, patient.userId)).rejects.toMatchObject({ code: 'REFUND_TOO_LATE' });
  expect((await membership()).refund).toBeNull();
});

test('invoice numbers have no gaps, even if many are issued at once', async () => {
  const { world } = await aBuyer();
  const people = await Promise.all(Array.from({ length: 6 }, () => world.patient()));
  const urls = await Promise.all(people.map((person) => startCheckout(world, person, anOrder())));
  const { payTestPage } = await import('#server/platform/payments/test-checkout/pay-page.ts');
  await Promise.all(urls.map(({ url }) => payTestPage(world, url.split('/').at(-1) ?? '', 'accepted')));
  await Promise.all([world.outbox.drain(), world.outbox.drain()]);
  await world.outbox.drain();
  const rows = await withSystem(world.system, (tx) =>
    tx.selectFrom('invoices').select('number').orderBy('number').execute(),
  );
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6].map((nth) => `FL-2026-00000${nth}`));
});

test('the number, the date and the posting of an invoice are in the same year in Paris, even late on New Year’s Eve', async () => {
  const { world, patient, join } = await aBuyer();
  world.clock.set(new Date('2026-12-31T22:59:59Z'));
  await join();
  world.clock.set(new Date('2026-12-31T23:30:00Z'));
  await withdraw(world, patient.userId);
  await world.outbox.drain();
  const rows = await withSystem(world.system, (tx) =>
    tx
      .selectFrom('invoices as i')
      .innerJoin('ledger_transactions as t', 't.document', 'i.number')
      .select(['i.number', sql<string>`t.entry_date`.as('booked')])
      .select('i.issued_at')
      .orderBy('i.number')
      .execute(),
  );
  expect(rows.map(({ number, booked, issued_at }) => [number, dayIn('en', issued_at), booked])).toEqual([
    ['FL-2026-000001', '31 December 2026', '2026-12-31'],
    ['FL-2027-000001', '1 January 2027', '2027-01-01'],
  ]);
});

test('the credit notes of two refunds that are handled at the same time add up to the refunded sum', async () => {
  const { world, patient, join } = await aBuyer();
  await join();
  const payment = await withSystem(world.system, (tx) =>
    tx.selectFrom('payments').select(['id', 'reference_id']).executeTakeFirstOrThrow(),
  );
  const told = (refunded_cents: number) => ({
    payment_id: payment.id,
    reference: { kind: 'subscription', id: payment.reference_id, user_id: patient.userId },
    amount_cents: 29_000,
    refunded_cents,
    currency: 'eur',
    failed_count: 0,
  });
  // The counter of the numbers is locked until both handlers wait for it.
  const { started } = await withSystem(world.system, async (tx) => {
    await takeNumber(tx, 2026);
    const started = [10_000, 29_000].map((refunded_cents) => issueCreditNote(world, told(refunded_cents)));
    await vi.waitFor(async () => {
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      const { rows } = await waiting.execute(world.system);
      expect(rows).toHaveLength(2);
    });
    return { started };
  });
  await Promise.all(started);
  const notes = await withSystem(world.system, (tx) =>
    tx.selectFrom('invoices').select('amount_cents').where('kind', '=', 'credit_note').execute(),
  );
  expect(notes.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(-29_000);
  const { '411 eur': clients } = await balances(world);
  // The provider has not reported the refunds to the ledger, so the ledger owes them to the client.
  expect(clients).toBe(-29_000);
});

/**
 * Refunds of one invoice over 290 €, of which 48.33 € are tax. Each row has the refunded amount, and the tax and the
 * net amount of its credit note, all in cents. An accountant checks these rows. Rounded alone, the tax of the notes
 * would add up to 48.34 €.
 */
const partialRefunds: readonly (readonly [refund: number, vat: number, net: number])[] = [
  [10_000, -1_667, -8_333],
  [9_000, -1_500, -7_500],
  [10_000, -1_666, -8_334],
];

test('the tax of all credit notes of an invoice adds up to the tax of the invoice', async () => {
  const { world, join } = await aBuyer();
  await join();
  const { id: payment_id } = await withSystem(world.system, (tx) =>
    tx.selectFrom('payments').select('id').executeTakeFirstOrThrow(),
  );
  for (const [nth, [amount_cents]] of partialRefunds.entries()) {
    await world.payments.refund({ payment_id, amount_cents, idempotency_key: `part ${nth}` });
    await world.outbox.drain();
  }
  const [invoice, ...notes] = await withSystem(world.system, (tx) =>
    tx.selectFrom('invoices').selectAll().orderBy('number').execute(),
  );
  expect([invoice?.amount_cents, invoice?.vat_cents]).toEqual([29_000, 4_833]);
  expect(notes.map((note) => [-note.amount_cents, note.vat_cents, note.amount_cents - note.vat_cents])).toEqual(
    partialRefunds,
  );
  expect(JSON.stringify(notes.map((note) => paperOf(note).blocks))).toMatch(/-€16\.67.*-€15".*-€16\.66/);
  expect((await journal(world)).filter((entry) => entry.startsWith('VE credit_note'))).toEqual([
    'VE credit_note: 411 -100.00 706 83.33 4457 16.67',
    'VE credit_note: 411 -90.00 706 75.00 4457 15.00',
    'VE credit_note: 411 -100.00 706 83.34 4457 16.66',
  ]);
  expect(await balances(world)).toEqual({});
});

test('an invoice number that a rollback releases goes to the next invoice, even if many are taken at once', async () => {
  const { world } = await aBuyer();
  const taken = await Promise.allSettled(
    Array.from({ length: 12 }, (_, nth) =>
      withSystem(world.system, async (tx) => {
        const number = await takeNumber(tx, 2026);
        if (nth % 3 === 0) throw new Error('rolled back');
        return number;
      }),
    ),
  );
  const kept = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(kept.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((nth) => `FL-2026-00000${nth}`));
});

test('an invoice cannot be changed or deleted, not even by the service', async () => {
  const { world, patient, join } = await aBuyer();
  await join();
  const change = withSystem(world.system, (tx) => tx.updateTable('invoices').set({ amount_cents: 1 }).execute());
  await expect(change).rejects.toMatchObject({ code: '42501' });
  const removal = withSystem(world.system, (tx) => tx.deleteFrom('invoices').execute());
  await expect(removal).rejects.toMatchObject({ code: '42501' });
  await world.db.deleteFrom('users').where('id', '=', patient.userId).execute();
  const rows = await withSystem(world.system, (tx) =>
    tx.selectFrom('invoices').select(['number', 'user_id']).execute(),
  );
  expect(rows).toEqual([{ number: 'FL-2026-000001', user_id: null }]);
});

test('trust 16: only the buyer, or an administrator with a second factor, can open an invoice', async () => {
  const { world, patient, join, membership } = await aBuyer();
  await join();
  const [invoice] = (await membership()).invoices;
  const file = await getInvoicePdf(world, patient, invoice?.id ?? '');
  expect(file.name).toBe('FL-2026-000001.pdf');
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await expect(getInvoicePdf(world, await world.patient(), invoice?.id ?? '')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const asked = async (secondFactor: boolean) =>
    world.browserOf(await world.admin({ secondFactor })).post('/rpc/get_invoice_pdf', { invoice_id: invoice?.id });
  expect([(await asked(true)).status, (await asked(false)).json.code]).toEqual([200, 'SECOND_FACTOR_REQUIRED']);
});

test('an ordered refund that is not reported yet prevents another refund, but not a withdrawal', async () => {
  const { world, patient, join, planOf } = await aBuyer();
  await join();
  const admin = await world.admin();
  const [payment] = (await adminListPayments(world, admin.userId, everything, { limit: 10 })).payments;
  const whole = { payment_id: payment?.id ?? '', amount_cents: payment?.amount_cents ?? 0, reason: 'goodwill' };
  await adminRefundPayment(world, admin.userId, { ...whole, idempotency_key: crypto.randomUUID() });
  const again = adminRefundPayment(world, admin.userId, { ...whole, idempotency_key: crypto.randomUUID() });
  await expect(again).rejects.toMatchObject({ code: 'REFUND_TOO_HIGH', data: { left_cents: 0 } });
  await withdraw(world, patient.userId);
  expect(await planOf()).toBe('free');
});

test('each administrator gets one email about a refund that does not arrive', async () => {
  const { world, patient, join } = await aBuyer();
  await join();
  await world.admin();
  const payment = await withSystem(world.system, (tx) =>
    tx.selectFrom('payments').select(['id', 'reference_id']).executeTakeFirstOrThrow(),
  );
  const failed = {
    refund_id: 're_1',
    payment_id: payment.id,
    reference: { kind: 'subscription', id: payment.reference_id, user_id: patient.userId },
    amount_cents: 29_000,
    currency: 'eur',
    reason: 'expired_or_canceled_card',
    order: null,
  };
  const ofVisit = { ...failed, refund_id: 're_2', reference: { ...failed.reference, kind: 'appointment_offer' } };
  for (const one of [failed, failed, ofVisit]) await world.outbox.emit(world.db, 'payments.refundFailed', one);
  await world.outbox.drain();
  const told = (await world.mails()).filter(({ subject }) => subject === 'A refund did not arrive');
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringContaining('€290 for a plan came back: the card has expired or was cancelled.'),
  ]);
  expect(told[0]?.text).toContain(`/admin/payments?q=${payment.id}`);
});

test('an administrator refunds a part with a recorded reason, and not more than the rest', async () => {
  const { world, patient, join } = await aBuyer();
  await join();
  const admin = await world.admin();
  const { payments, total } = await adminListPayments(world, admin.userId, everything, { limit: 10 });
  expect(total).toBe(1);
  const order = { payment_id: payments[0]?.id ?? '', amount_cents: 4_000, reason: 'goodwill' };
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  await adminRefundPayment(world, admin.userId, { ...order, idempotency_key: first });
  await adminRefundPayment(world, admin.userId, { ...order, idempotency_key: first });
  // The answer to the first order was lost, and the administrator changed the amount.
  const changed = adminRefundPayment(world, admin.userId, { ...order, amount_cents: 5_000, idempotency_key: first });
  await expect(changed).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { fields: { idempotency_key: ['reused'] } },
  });
  await world.outbox.drain();
  const again = await adminListPayments(world, admin.userId, { search: patient.userId }, { limit: 10 });
  expect(again.total).toBe(0);
  const [after] = (await adminListPayments(world, admin.userId, everything, { limit: 10 })).payments;
  expect(after).toMatchObject({ refunded_cents: 4_000 });
  const tooMuch = adminRefundPayment(world, admin.userId, { ...order, amount_cents: 25_001, idempotency_key: second });
  await expect(tooMuch).rejects.toMatchObject({ code: 'REFUND_TOO_HIGH', data: { left_cents: 25_000 } });
  const entries = await world.db.selectFrom('audit_log').selectAll().where('action', '=', 'payment.refunded').execute();
  expect(entries).toMatchObject([{ reason: 'goodwill', details: { amount_cents: 4_000 } }]);
});

test('an administrator sees payments and refunds in each currency, and an export of them is recorded', async () => {
  const { world, patient, join } = await aBuyer();
  await join();
  const admin = await world.admin();
  const list = (search = '') => adminListPayments(world, admin.userId, { search }, { limit: 1 });
  const [payment] = (await list()).payments;
  const at = new Date('2026-11-20T10:00:00Z');
  const other = { reference_kind: 'appointment_offer', reference_id: 'o1', user_id: patient.userId, paid_at: at };
  await withSystem(world.system, (tx) =>
    tx
      .insertInto('payments')
      .values([
        { id: 'pi_1', ...other, amount_cents: 42_000, refunded_cents: 2_000, currency: 'aed' },
        { id: 'pi_2', ...other, amount_cents: 8_000, refunded_cents: 8_000, currency: 'aed' },
      ])
      .execute(),
  );
  // The ledger lacks these payments.
  expect((await list()).sums[0]).toMatchObject({ currency: 'aed', paid_cents: 0, refunded_cents: 0 });
  await bookMissing(world);
  expect(await list()).toMatchObject({
    total: 3,
    payments: [{ id: 'pi_2' }],
    sums: [
      { currency: 'aed', paid_cents: 50_000, refunded_cents: 10_000 },
      { currency: 'eur', paid_cents: payment?.amount_cents, refunded_cents: 0 },
    ],
  });
  expect((await list('pi_2')).sums).toEqual([
    { currency: 'aed', paid_cents: 8_000, refunded_cents: 8_000, disputed_cents: 0, lost_cents: 0 },
  ]);

  const lines = (await (await adminExportPayments(world, admin.userId, everything)).text()).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain('pi_2,2026-11-20T10:00:00.000Z,appointment_offer');
  const [entry] = await world.db.selectFrom('audit_log').selectAll().where('action', '=', 'payment.exported').execute();
  expect(entry).toMatchObject({ actor_id: admin.userId, details: { rows: 3 } });
});

/** Adds payments that were made at these times. The id of each payment is its place in the list. */
const pay = (world: World, patient: SignedIn, times: readonly string[]) =>
  withSystem(world.system, (tx) =>
    tx
      .insertInto('payments')
      .values(
        times.map((at, n) => ({
          id: `pi_${n}`,
          reference_kind: 'appointment_offer',
          reference_id: `o${n}`,
          user_id: patient.userId,
          paid_at: new Date(at),
          amount_cents: 1_000,
          refunded_cents: 0,
          currency: 'eur',
        })),
      )
      .execute(),
  );

test('a payment that arrives while an administrator turns pages neither hides nor repeats another one', async () => {
  const { world, patient } = await aBuyer();
  const admin = await world.admin();
  // Three payments arrive at the same instant.
  const same = '2026-11-20T10:00:00Z';
  await pay(world, patient, ['2026-11-19T10:00:00Z', same, same, same, '2026-11-21T10:00:00Z']);
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof adminListPayments>> = await adminListPayments(
      world,
      admin.userId,
      everything,
      {
        limit: 2,
        after,
      },
    );
    seen.push(...page.payments.map(({ id }) => id));
    if (!after)
      await withSystem(world.system, (tx) =>
        sql`insert into payments select 'pi_new', reference_kind, 'new', user_id, amount_cents, currency, 0, '2026-11-22T10:00:00Z' from payments
            where id = 'pi_0'`.execute(tx),
      );
    after = page.next;
  } while (after);
  expect(seen).toEqual(['pi_4', 'pi_3', 'pi_2', 'pi_1', 'pi_0']);
  const unreadable = adminListPayments(world, admin.userId, everything, { limit: 2, after: 'zzz' });
  await expect(unreadable).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('an open page of an earlier release can read the first rows of a list by offset, but no further rows', async () => {
  const { world } = await aBuyer();
  const browser = world.browserOf(await world.admin());
  for (const list of ['admin_list_payments', 'admin_list_subscriptions']) {
    const statusAt = async (offset: number) => (await browser.post(`/rpc/${list}`, { limit: 50, offset })).status;
    expect([await statusAt(0), await statusAt(50)], list).toEqual([200, 400]);
  }
});

test('payments are listed, added up and exported by their days in Paris', async () => {
  const { world, patient } = await aBuyer();
  const admin = await world.admin();
  // Midnight in Paris is 23:00 UTC of the day before.
  await pay(world, patient, [
    '2026-10-31T22:59:59Z',
    '2026-10-31T23:00:00Z',
    '2026-11-30T22:59:59Z',
    '2026-11-30T23:00:00Z',
  ]);
  await bookMissing(world);
  const november = { search: '', from: '2026-11-01', to: '2026-11-30' };
  expect(await adminListPayments(world, admin.userId, november, { limit: 10 })).toMatchObject({
    total: 2,
    payments: [{ id: 'pi_2' }, { id: 'pi_1' }],
    sums: [{ currency: 'eur', paid_cents: 2_000 }],
  });
  const file = await (await adminExportPayments(world, admin.userId, november)).text();
  expect(file.trim().split('\r\n')).toHaveLength(3);
});

test('an export of payments has every row once, and is refused if it would be too long', async () => {
  const { world, patient } = await aBuyer();
  const admin = await world.admin();
  // All three are of the same instant, and the export reads two at a time.
  const same = '2026-11-19T10:00:00Z';
  await pay(world, patient, [same, same, same]);
  const file = await (await adminExportPayments(world, admin.userId, everything, { most: 3, batch: 2 })).text();
  expect(file.match(/pi_\d/g)).toEqual(['pi_2', 'pi_1', 'pi_0']);
  const refused = adminExportPayments(world, admin.userId, everything, { most: 2, batch: 2 });
  await expect(refused).rejects.toMatchObject({ code: 'EXPORT_TOO_LONG', data: { most: 2 } });
  const entries = await world.db.selectFrom('audit_log').selectAll().where('action', '=', 'payment.exported').execute();
  expect(entries).toHaveLength(1);
});

test('an export of payments shows one moment, even if payments change while it reads', async () => {
  const { world, patient } = await aBuyer();
  const admin = await world.admin();
  await pay(world, patient, ['2026-11-17T10:00:00Z', '2026-11-18T10:00:00Z', '2026-11-19T10:00:00Z']);
  let isChanged = false;
  /** After the first payment was read, adds an older payment and refunds another one. */
  const change: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isChanged || !result.rows.some((row) => row['id'] === 'pi_2')) return result;
      isChanged = true;
      await withSystem(world.system, async (tx) => {
        await sql`insert into payments select 'pi_new', reference_kind, 'new', user_id, amount_cents, currency, 0,
          '2026-11-16T10:00:00Z' from payments where id = 'pi_0'`.execute(tx);
        await sql`update payments set refunded_cents = 500 where id = 'pi_0'`.execute(tx);
      });
      return result;
    },
  };
  const during = { ...world, db: world.db.withPlugin(change) };
  const columnsOf = async (file: File) =>
    (await file.text())
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
      .map((values) => [values[0], values[5], values[6]]);
  const before = [
    ['pi_2', '1000', '0'],
    ['pi_1', '1000', '0'],
    ['pi_0', '1000', '0'],
  ];
  const batches = { most: 10, batch: 1 };
  expect(await columnsOf(await adminExportPayments(during, admin.userId, everything, batches))).toEqual(before);
  expect(await columnsOf(await adminExportPayments(during, admin.userId, everything, batches))).toEqual([
    ['pi_2', '1000', '0'],
    ['pi_1', '1000', '0'],
    ['pi_0', '1000', '500'],
    ['pi_new', '1000', '0'],
  ]);
});

test('the ledger shows the newest 200 differences that are not settled, and counts all of them', async () => {
  const { world } = await aBuyer();
  const admin = await world.admin();
  await withSystem(world.system, (tx) =>
    sql`insert into ledger_differences (id, subject, aspect, currency, ledger_cents, provider_cents, found_at)
        select gen_random_uuid(), 'pi_' || n, 'payment', 'eur', 1, 2, now() from generate_series(1, 201) n`.execute(tx),
  );
  const { differences, differences_count } = await adminGetLedger(world, admin.userId, 2026);
  expect([differences.length, differences_count]).toEqual([200, 201]);
});
