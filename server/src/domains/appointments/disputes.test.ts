import { createHmac, randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { aPaid, paymentOf, settle } from '../../../test/an-appointment.ts';
import { readPdf } from '../../../test/read-pdf.ts';
import { aWorld } from '../../../test/world.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { storeDispute } from '#server/platform/payments/disputes.ts';
import { listDisputes } from './disputes.ts';
import { askTeam } from './exchange-messages.ts';
import { exportDispute } from './export-dispute.ts';

const DUE = new Date('2026-12-01T23:00:00Z');

async function aPaidAppointment() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const id = await aPaid(world, people);
  const payment = await paymentOf(world, people.patient, id);
  const admin = world.browserOf(people.admin);
  const ask = (name: string, input?: object) => admin.post(`/rpc/${name}`, input);
  const look = async () => (await ask('admin_get_appointment', { appointment_id: id })).json;
  const secret = `whsec_${createHmac('sha256', world.config.linkKey).update('test checkout').digest('hex')}`;
  /**
   * Delivers a webhook event in the provider's format. The service may fail to process an event that is delivered
   * before another event that it depends on. The test then makes the outbox try it again at once.
   */
  const deliver = async (type: string, object: object, { event = `evt_${randomUUID()}`, after_s = 0 } = {}) => {
    const created = Math.floor(world.clock.now().getTime() / 1000);
    const payload = JSON.stringify({ id: event, object: 'event', type, created: created + after_s, data: { object } });
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: created });
    await world.browser().post('/api/payments/webhook', JSON.parse(payload), { 'stripe-signature': header });
    await drain();
  };
  const drain = async () => {
    await world.outbox.drain();
    await world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
    await world.outbox.drain();
  };
  const dispute = (over: object = {}) => ({
    id: 'dp_1',
    object: 'dispute',
    payment_intent: payment,
    status: 'needs_response',
    reason: 'fraudulent',
    amount: 42_000,
    currency: 'eur',
    created: Math.floor(world.clock.now().getTime() / 1000),
    evidence_details: { due_by: DUE.getTime() / 1000 },
    ...over,
  });
  const refund = (amount_cents?: number) =>
    ask('admin_refund_appointment', {
      appointment_id: id,
      payment_id: payment,
      amount_cents,
      reason: 'goodwill',
      idempotency_key: randomUUID(),
    });
  /**
   * Makes the nth refund fail, as if the payer's bank had returned the money. Returns the provider's webhook event
   * about the failure.
   */
  const fail = async (nth = 0) => {
    const { rows } = await world.database.owner.query(
      `update test_checkout_objects set data = jsonb_set(data, array['refunds', $2::text, 'failed'], '"lost_or_stolen_card"')
       where id = $1 returning data -> 'refunds' -> $2::text::int as refund`,
      [payment, String(nth)],
    );
    const { id: refundId, key, amount_cents } = rows[0].refund;
    return {
      id: refundId,
      object: 'refund',
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
      amount: amount_cents,
      payment_intent: payment,
      metadata: { order: key },
    };
  };
  const inbox = async () => (await ask('admin_inbox_list', {})).json;
  const books = async () => (await ask('admin_list_payments', { search: '' })).json;
  return { world, people, id, payment, ask, look, deliver, drain, dispute, refund, fail, inbox, books };
}

type Row = Record<string, unknown>;
const kinds = (timeline: { kind: string }[], like: string) =>
  timeline.map(({ kind }) => kind).filter((kind) => kind.startsWith(like));

test('an open dispute is in timeline and inbox with its deadline, is counted, and prevents every refund', async () => {
  const { look, deliver, dispute, refund, inbox, books, ask, payment } = await aPaidAppointment();
  await deliver('charge.dispute.created', dispute());
  const shown = {
    id: 'dp_1',
    status: 'needs_response',
    amount_cents: 42_000,
    currency: 'eur',
    evidence_due_at: DUE.toISOString(),
  };
  const { payments, timeline } = await look();
  expect(payments[0]).toMatchObject({ dispute: shown, lost_cents: 0 });
  expect(timeline[0]).toMatchObject({
    kind: 'dispute_opened',
    reason: 'fraudulent',
    details: { amount_cents: 42_000, currency: 'EUR' },
  });
  const { rows } = await inbox();
  expect(rows[0]).toMatchObject({ kind: 'payment_disputed', due_at: DUE.toISOString(), dispute_id: 'dp_1' });
  expect(await books()).toMatchObject({
    open_disputes: 1,
    sums: [{ currency: 'eur', paid_cents: 42_000, refunded_cents: 0, disputed_cents: 42_000, lost_cents: 0 }],
    payments: [{ dispute: shown, lost_cents: 0 }],
  });
  const refusals = [
    await refund(100),
    await ask('admin_refund_payment', {
      payment_id: payment,
      amount_cents: 100,
      reason: 'goodwill',
      idempotency_key: randomUUID(),
    }),
  ];
  expect(refusals.map(({ status, json }) => [status, json.code])).toEqual([
    [409, 'PAYMENT_DISPUTED'],
    [409, 'PAYMENT_DISPUTED'],
  ]);
});

test.each([
  ['won', 'won', 0, 42_000],
  ['lost', 'lost', 42_000, 0],
  ['warning_closed', 'closed', 0, 42_000],
] as const)(
  'a dispute that ends as %s is handled in the inbox, is shown as %s, and costs %i cents',
  async (status, said, lost_cents, left) => {
    const { look, deliver, dispute, inbox, books, refund } = await aPaidAppointment();
    await deliver('charge.dispute.created', dispute());
    await deliver('charge.dispute.closed', dispute({ status }), { after_s: 60 });
    const { payments, timeline } = await look();
    expect(payments[0]).toMatchObject({ dispute: { status: said }, lost_cents });
    expect(kinds(timeline, 'dispute')).toEqual([`dispute_${said}`, 'dispute_opened']);
    expect((await inbox()).rows.filter(({ kind }: Row) => kind === 'payment_disputed')).toEqual([]);
    expect(await books()).toMatchObject({ open_disputes: 0, sums: [{ disputed_cents: 0, lost_cents }] });
    const { status: code, json } = await refund(42_000);
    expect([code, json.data?.left_cents ?? 42_000]).toEqual([left ? 200 : 422, left]);
  },
);

const tellings = {
  created: ['charge.dispute.created', {}, 0],
  withdrawn: ['charge.dispute.funds_withdrawn', {}, 1],
  updated: ['charge.dispute.updated', { status: 'under_review' }, 2],
  closed: ['charge.dispute.closed', { status: 'won' }, 3],
  reinstated: ['charge.dispute.funds_reinstated', { status: 'won' }, 4],
} as const;

test.each([
  ['created', 'withdrawn', 'updated', 'closed', 'reinstated'],
  ['reinstated', 'closed', 'updated', 'withdrawn', 'created'],
  ['closed', 'created', 'reinstated', 'updated', 'withdrawn'],
  ['updated', 'closed', 'withdrawn', 'reinstated', 'created'],
] as const)(
  'a won dispute ends the same way whatever the order of its events: %s, %s, %s, %s, %s, each delivered twice',
  async (...order) => {
    const { world, look, deliver, dispute, inbox } = await aPaidAppointment();
    const began = Math.floor(world.clock.now().getTime() / 1000);
    for (const name of order) {
      const [type, over, after_s] = tellings[name];
      for (let time = 0; time < 2; time++) await deliver(type, dispute(over), { event: `evt_${name}`, after_s });
    }
    const { timeline } = await look();
    expect(kinds(timeline, 'dispute')).toEqual(['dispute_won', 'dispute_opened']);
    const all = [...(await inbox()).rows].filter(({ kind }: Row) => kind === 'payment_disputed');
    expect(all).toEqual([]);
    const rows = await withSystem(world.system, (tx) =>
      tx
        .selectFrom('payment_disputes')
        .select(['status', 'told_at', 'withdrawn_at', 'reinstated_at', 'evidence_due_at'])
        .execute(),
    );
    const at = (after_s: number) => new Date((began + after_s) * 1000);
    expect(rows).toEqual([
      { status: 'won', told_at: at(4), withdrawn_at: at(1), reinstated_at: at(4), evidence_due_at: DUE },
    ]);
  },
);

test('the webhook event about a dispute of an unknown payment waits, and is shown as failed', async () => {
  const { look, deliver, dispute, ask } = await aPaidAppointment();
  await deliver('charge.dispute.created', dispute({ payment_intent: 'pi_unknown' }));
  expect((await look()).payments[0].dispute).toBeNull();
  expect((await ask('admin_list_payment_faults')).json.notices).toMatchObject([
    { kind: 'disputed', last_error: 'PaymentNotKnownYet' },
  ]);
});

test('every failed webhook event can be reached, page by page', async () => {
  const { world, ask } = await aPaidAppointment();
  const at = world.clock.now();
  const ids = Array.from({ length: 205 }, (_, n) => `evt_${n}`);
  const notice = { kind: 'disputed', notice: '{}', occurred_at: at, received_at: at, attempts: 1, last_error: 'Wrong' };
  await withSystem(world.system, (tx) =>
    tx
      .insertInto('payment_notices')
      .values(ids.map((id) => ({ ...notice, id })))
      .execute(),
  );
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: { notices: { id: string }[]; next: string | null } = (
      await ask('admin_list_payment_faults', { limit: 100, after })
    ).json;
    found.push(...page.notices.map(({ id }) => id));
    after = page.next;
  } while (after);
  expect(found.sort()).toEqual(ids.sort());
});

test('a dispute in another currency counts in that currency, and a lost one leaves nothing to refund', async () => {
  const { deliver, dispute, books, refund } = await aPaidAppointment();
  await deliver('charge.dispute.closed', dispute({ status: 'lost', amount: 45_100, currency: 'usd' }));
  expect((await books()).sums).toEqual([
    { currency: 'eur', paid_cents: 42_000, refunded_cents: 0, disputed_cents: 0, lost_cents: 0 },
    { currency: 'usd', paid_cents: 0, refunded_cents: 0, disputed_cents: 0, lost_cents: 45_100 },
  ]);
  expect((await refund(1)).json).toMatchObject({ code: 'REFUND_TOO_HIGH', data: { left_cents: 0 } });
});

test('if a part of a payment is disputed, the rest can be refunded', async () => {
  const { deliver, dispute, refund } = await aPaidAppointment();
  await deliver('charge.dispute.closed', dispute({ status: 'lost', amount: 12_000 }));
  expect((await refund(30_001)).json.data).toEqual({ left_cents: 30_000 });
  expect((await refund(30_000)).status).toBe(200);
});

/** Each row has the cents that a dispute took, the refunded cents of 42000, the order, and the entries that wait. */
test.each([
  [12_000, 30_000, 'lost, then refunded', []],
  [12_000, 29_999, 'lost, then refunded', ['refund_undecided']],
  [11_999, 30_000, 'lost, then refunded', ['refund_undecided']],
  [12_000, 30_000, 'refunded, then lost', []],
  [11_999, 30_000, 'refunded, then lost', ['refund_undecided']],
  [42_000, 0, 'refunded, then lost', []],
] as const)(
  'of 42000 cents %i are lost and %i refunded (%s): the inbox has %j',
  async (lost, refunded, order, waiting) => {
    const { world, id, payment, ask, deliver, dispute, drain, inbox } = await aPaidAppointment();
    await ask('admin_set_appointment_status', { appointment_ids: [id], status: 'cancelled' });
    await settle(world);
    const steps = [
      () => deliver('charge.dispute.closed', dispute({ status: 'lost', amount: lost })),
      async () => {
        const refund = { payment_id: payment, amount_cents: refunded, idempotency_key: 'their dashboard' };
        if (refunded > 0) await world.payments.refund(refund);
        await drain();
      },
    ];
    for (const step of order === 'lost, then refunded' ? steps : steps.reverse()) await step();
    const open = (await inbox()).rows.map(({ kind }: Row) => kind);
    expect(open.filter((kind: string) => kind === 'refund_undecided')).toEqual(waiting);
  },
);

test('inbox entries with a deadline come first, and those with the nearest deadline before the others', async () => {
  const { world, people, deliver, dispute, inbox } = await aPaidAppointment();
  const other = await aPaid(world, people, { allow_double_booking: true });
  const second = await paymentOf(world, people.patient, other);
  const late = DUE.getTime() / 1000 + 86_400;
  await deliver(
    'charge.dispute.created',
    dispute({ id: 'dp_2', payment_intent: second, evidence_details: { due_by: late } }),
  );
  await deliver('charge.dispute.created', dispute());
  await aPaid(world, people, { allow_double_booking: true });
  const { rows } = await inbox();
  expect(rows.slice(0, 3).map(({ kind, dispute_id }: Row) => [kind, dispute_id])).toEqual([
    ['payment_disputed', 'dp_1'],
    ['payment_disputed', 'dp_2'],
    ['paid', null],
  ]);
});

test('a cancellation refunds nothing while the payment is disputed, and asks the team', async () => {
  const { world, id, deliver, dispute, ask, look, inbox } = await aPaidAppointment();
  await deliver('charge.dispute.created', dispute());
  const cancelled = await ask('admin_cancel_appointment', { appointment_id: id, cancelled_by: 'flaira' });
  expect(cancelled.status).toBe(200);
  await settle(world);
  await world.outbox.drain();
  expect((await look()).payments[0]).toMatchObject({ refunded_cents: 0, refunding_cents: 0 });
  expect((await inbox()).rows.map(({ kind }: Row) => kind)).toContain('refund_undecided');
  const mail = (await world.mails()).find(({ subject }) => subject.startsWith('Cancelled:'));
  expect(mail?.text).toContain('Our team will write to you about your payment.');
  expect(mail?.text).not.toContain('We are refunding');
});

test('a failed refund can be ordered again, and the failure sends no email about a refund', async () => {
  const { world, people, id, look, deliver, drain, refund, fail, inbox, books } = await aPaidAppointment();
  await refund();
  await drain();
  const mine = async () => {
    const browser = world.browserOf(people.patient);
    return (await browser.post('/rpc/get_my_appointment', { appointment_id: id })).json.appointment.payment;
  };
  expect(await mine()).toMatchObject({ refunded_cents: 42_000 });
  await deliver('refund.failed', await fail());
  expect(await mine()).toMatchObject({ refunded_cents: 0 });
  const { payments, timeline } = await look();
  expect(payments[0]).toMatchObject({ status: 'paid', refunded_cents: 0, refunding_cents: 0, has_failed_refund: true });
  expect(timeline[0]).toMatchObject({
    kind: 'refund_failed',
    reason: 'lost_or_stolen_card',
    details: { amount_cents: 42_000, currency: 'EUR' },
  });
  expect((await inbox()).rows.at(-1)).toMatchObject({ kind: 'refund_failed', due_at: null });
  expect((await books()).payments[0]).toMatchObject({ refunded_cents: 0, refund_failure: 'lost_or_stolen_card' });

  expect((await refund()).status).toBe(200);
  await drain();
  expect((await look()).payments[0]).toMatchObject({ status: 'refunded', has_failed_refund: false });
  expect((await books()).payments[0]).toMatchObject({ refunded_cents: 42_000, refund_failure: null });
  const told = (await world.mails()).filter(({ subject }) => subject.startsWith('Your refund'));
  expect(told).toHaveLength(2);
});

const failedRefund = { failed: 'refund.failed', updated: 'charge.refund.updated' } as const;

test.each([
  ['refunded', 'failed', 'updated', 'refundedAgain'],
  ['refunded', 'refundedAgain', 'failed', 'updated'],
  ['failed', 'refunded', 'refundedAgain', 'updated'],
  ['refundedAgain', 'updated', 'failed', 'refunded'],
  ['updated', 'refundedAgain', 'refunded', 'failed'],
] as const)(
  'if a refund fails and a second one succeeds, the second counts with events in the order %s, %s, %s, %s',
  async (...order) => {
    const { world, payment, look, deliver, drain, refund, fail } = await aPaidAppointment();
    await world.database.owner.query(
      "create function lost_on_the_way() returns trigger language plpgsql as 'begin return null; end'",
    );
    await world.database.owner.query(
      "create trigger lost before insert on outbox for each row when (new.topic = 'payments.testNoticeMade') execute function lost_on_the_way()",
    );
    await refund(20_000);
    await drain();
    const failure = await fail();
    await refund(20_000);
    await drain();
    const charge = { payment_intent: payment, amount_refunded: 20_000 };
    for (const name of order) {
      const isFailure = name === 'failed' || name === 'updated';
      const [type, object] = isFailure ? [failedRefund[name], failure] : ['charge.refunded', charge];
      for (let time = 0; time < 2; time++) await deliver(type, object, { event: `evt_${name}` });
    }
    const { payments, timeline } = await look();
    expect(payments[0]).toMatchObject({ status: 'partly_refunded', refunded_cents: 20_000, refunding_cents: 0 });
    expect(kinds(timeline, 'refund_failed')).toEqual(['refund_failed']);
    expect((await refund(22_001)).json.data).toEqual({ left_cents: 22_000 });
  },
);

test('an ordered refund is not sent to the payment provider if a dispute was opened in the meantime', async () => {
  const { world, payment, look, deliver, drain, dispute, refund, inbox } = await aPaidAppointment();
  await refund(10_000);
  const opened_at = world.clock.now();
  await withSystem(world.system, (tx) =>
    storeDispute(tx, {
      id: 'dp_1',
      payment_id: payment,
      status: 'needs_response',
      reason: 'fraudulent',
      amount_cents: 42_000,
      currency: 'eur',
      evidence_due_at: DUE,
      opened_at,
      told_at: opened_at,
      withdrawn_at: null,
      reinstated_at: null,
    }),
  );
  await drain();
  await deliver('charge.dispute.updated', dispute({ status: 'under_review' }), { after_s: 60 });
  const { payments, timeline } = await look();
  expect(payments[0]).toMatchObject({ refunded_cents: 0, refunding_cents: 0, has_failed_refund: true });
  expect(kinds(timeline, 'refund_failed')).toEqual(['refund_failed']);
  expect((await inbox()).rows.map(({ kind }: Row) => kind)).toContain('refund_failed');
});

test('the evidence for a dispute lists quote, acceptance, history and messages, but no text that people wrote', async () => {
  const { world, people, id, payment, ask, deliver, dispute, refund, drain, fail } = await aPaidAppointment();
  await askTeam(world, people.patient, {
    appointment_id: id,
    body: 'My skin is sore.',
    idempotency_key: randomUUID(),
  });
  await ask('admin_answer_appointment', { appointment_id: id, body: 'Bring nothing.', idempotency_key: randomUUID() });
  await refund(2_000);
  await drain();
  await deliver('refund.failed', await fail());
  await deliver('charge.dispute.created', dispute());
  const { status, json } = await ask('admin_get_dispute', { dispute_id: 'dp_1' });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    dispute: {
      id: 'dp_1',
      payment_id: payment,
      appointment_id: id,
      is_plan: false,
      evidence_due_at: DUE.toISOString(),
    },
    payment: { amount_cents: 42_000, currency: 'eur', refunded_cents: 0 },
    refunds: [{ amount_cents: 2_000, failure: 'lost_or_stolen_card' }],
    quote: {
      version: 1,
      versions: 1,
      amount_cents: 42_000,
      is_intact: true,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    plan: null,
    messages: [{ from_team: false }, { from_team: true }],
  });
  expect(json.history.map(({ kind, by }: Row) => [kind, by])).toEqual(
    expect.arrayContaining([
      ['requested', 'patient'],
      ['offer_made', 'team'],
      ['quote_accepted', 'patient'],
      ['paid', 'service'],
    ]),
  );
  expect(json.notices.map(({ subject }: Row) => subject)).toContain(
    (await world.mails()).find(({ subject }) => subject.startsWith('Your appointment is confirmed'))?.subject,
  );
  const words = JSON.stringify(json);
  for (const written of ['My skin is sore.', 'Bring nothing.', 'goodwill']) expect(words).not.toContain(written);

  const changed = `update appointment_offers set products = 'Another product' where appointment_id = '${id}'`;
  await withSystem(world.system, (tx) => sql.raw(changed).execute(tx));
  expect((await ask('admin_get_dispute', { dispute_id: 'dp_1' })).json.quote.is_intact).toBe(false);
});

test('the evidence for a dispute shows the quote as accepted, even after moves to other dates and time zones', async () => {
  const { id, ask, deliver, dispute } = await aPaidAppointment();
  const accepted = (await ask('admin_get_appointment', { appointment_id: id })).json.appointment.scheduled_at;
  for (const [scheduled_at, timezone] of [
    ['2026-12-10T14:30', 'Europe/London'],
    ['2026-12-11T14:30', 'Europe/Lisbon'],
  ])
    expect(
      (await ask('admin_reschedule_appointment', { appointment_id: id, scheduled_at, timezone, reason: '' })).status,
    ).toBe(200);
  await deliver('charge.dispute.created', dispute());
  const { quote } = (await ask('admin_get_dispute', { dispute_id: 'dp_1' })).json;
  expect(quote).toMatchObject({ is_intact: true, scheduled_at: accepted, timezone: 'Europe/Paris' });
  expect(quote.terms.join(' ')).toContain('1 December 2026');
});

test('the evidence is exported as one ZIP file, and the view and the export are recorded', async () => {
  const { world, people, deliver, dispute, ask } = await aPaidAppointment();
  await deliver('charge.dispute.created', dispute());
  await ask('admin_get_dispute', { dispute_id: 'dp_1' });
  const file = await exportDispute(world, people.admin, 'dp_1');
  expect([file.name, file.type]).toEqual(['dispute-dp_1.zip', 'application/zip']);
  const files = unzipSync(await file.bytes());
  expect(Object.keys(files)).toEqual(['evidence.pdf', 'quote.pdf', 'receipt.pdf']);
  const text = readPdf(Buffer.from(files['evidence.pdf'] ?? []))
    .flat()
    .map(({ text: words }) => words)
    .join(' ');
  for (const part of ['Dispute of €420', 'Accepted quote', 'fraudulent']) expect(text).toContain(part);
  // The evidence has the terms of the quote, which names a date. It does not have the general rule of 48 hours.
  expect(text).not.toContain('48 hours');
  const entries = await world.db
    .selectFrom('audit_log')
    .select(['action', 'patient_id'])
    .where('subject_id', '=', 'dp_1')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'dispute.viewed', patient_id: people.patient.userId },
    { action: 'dispute.exported', patient_id: people.patient.userId },
  ]);
});

test('open disputes are listed by their deadline, then closed disputes', async () => {
  const { world, people, deliver, dispute, ask } = await aPaidAppointment();
  const due_by = DUE.getTime() / 1000;
  await deliver('charge.dispute.closed', dispute({ id: 'dp_ended', status: 'won' }));
  await deliver('charge.dispute.created', dispute({ id: 'dp_late', evidence_details: { due_by: due_by + 60 } }));
  await deliver('charge.dispute.created', dispute({ id: 'dp_soon', evidence_details: { due_by } }));
  const { json } = await ask('admin_list_disputes');
  expect(json.map(({ id }: Row) => id)).toEqual(['dp_soon', 'dp_late', 'dp_ended']);
  // One more than is shown tells the screen that there are more.
  expect((await listDisputes(world, people.admin, 1)).map(({ id }) => id)).toEqual(['dp_soon', 'dp_late']);
});
