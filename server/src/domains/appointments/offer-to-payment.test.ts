import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { anOffer, anOffered, aPaid, aRequest, aRequested, paymentOf, quoteOf } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { makeOffer } from './make-offer.ts';
import { refundPayment } from './refunds.ts';
import { readFutureTime } from './offer-time.ts';
import { takePayment } from './take-payment.ts';

const HOUR_MS = 3_600_000;

async function meet() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  return { world, people, patient: world.browserOf(people.patient), admin: world.browserOf(people.admin) };
}
/** Returns the event of a payment for the newest offer. The default amount is the price of the offer. */
async function aPayment(world: World, appointmentId: string, given: Partial<Parameters<typeof takePayment>[1]> = {}) {
  const offer = await withSystem(world.system, (tx) =>
    tx
      .selectFrom('appointment_offers as o')
      .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
      .select(['o.id', 'a.patient_id'])
      .where('appointment_id', '=', appointmentId)
      .orderBy('o.created_at', 'desc')
      .executeTakeFirstOrThrow(),
  );
  return {
    payment_id: `pi_${randomUUID()}`,
    page_id: null,
    reference: { kind: 'appointment_offer', id: offer.id, user_id: offer.patient_id },
    amount_cents: 42_000,
    currency: 'eur',
    paid_at: world.clock.now().toISOString(),
    ...given,
  };
}
const mine = async (browser: ReturnType<World['browser']>, id: string) =>
  (await browser.post('/rpc/get_my_appointment', { appointment_id: id })).json;
const detail = async (browser: ReturnType<World['browser']>, id: string) =>
  (await browser.post('/rpc/admin_get_appointment', { appointment_id: id })).json;

test('an appointment goes from request to payment through the HTTP interface', async () => {
  const { world, people, patient, admin } = await meet();
  const asked = await patient.post('/rpc/request_appointment', aRequest({ treatment: 'Hyaluronic acid' }));
  expect(asked.status).toBe(200);
  const id = asked.json.appointment_id;
  const inbox = await admin.post('/rpc/admin_inbox_list');
  expect(inbox.json).toMatchObject({ waiting: 1, rows: [{ appointment_id: id, kind: 'request' }] });

  const offered = await admin.post('/rpc/admin_set_awaiting_payment', anOffer(id));
  expect(offered.json).toMatchObject({ status_canonical: 'awaiting_payment', provider_price_cents: 34_000 });
  const { appointment } = await mine(patient, id);
  expect(appointment).toMatchObject({
    status: 'awaiting_payment',
    scheduled_at: '2026-12-03T13:30:00.000Z',
    timezone: 'Europe/Paris',
    final_amount_cents: 42_000,
    final_currency: 'EUR',
    payment_expires_at: '2026-11-22T09:00:00.000Z',
    final_checkout_url: `http://flaira.test/pay/${id}`,
  });

  const early = await patient.post('/functions/create_checkout_session', { appointment_id: id });
  expect(early.json).toMatchObject({ code: 'QUOTE_NOT_ACCEPTED' });
  const quote = await patient.post('/rpc/get_appointment_quote', { appointment_id: id });
  expect([quote.headers.get('content-type'), quote.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  const sha = appointment.offer.quote_sha256;
  expect((await patient.post('/rpc/accept_appointment_quote', { appointment_id: id, quote_sha256: sha })).status).toBe(
    200,
  );

  const page = await patient.post('/functions/create_checkout_session', { appointment_id: id });
  expect(page.json.expires_at).toBe('2026-11-21T09:00:00.000Z');
  await world.pay(page.json.url);

  const paid = await mine(patient, id);
  expect(paid.appointment).toMatchObject({ status: 'confirmed', payment: { amount_cents: 42_000, refunded_cents: 0 } });
  expect(paid.history.map(({ kind }: { kind: string }) => kind)).toEqual([
    'requested',
    'offer_made',
    'quote_accepted',
    'paid',
  ]);
  const receipt = await patient.post('/rpc/get_appointment_receipt', { appointment_id: id });
  expect(receipt.text.slice(0, 5)).toBe('%PDF-');
  const subjects = (await world.mails()).map(({ subject, to }) => ({ subject, to: to.slice(0, 6) }));
  expect(subjects).toHaveLength(3);
  expect((await detail(admin, id)).timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
    'paid',
    'checkout_opened',
    'quote_accepted',
    'offer_made',
    'requested',
  ]);
  expect(people.admin.role).toBe('admin');
});

describe('paying', () => {
  test('trust 23: fifty clicks at the same time make one payment page and one charge', async () => {
    const { world, people, patient } = await meet();
    const id = await anOffered(world, people);
    const clicks = await Promise.all(
      Array.from({ length: 50 }, () => patient.post('/functions/create_checkout_session', { appointment_id: id })),
    );
    const urls = new Set(clicks.map(({ json }) => json.url));
    expect(clicks.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(urls.size).toBe(1);
    for (const url of urls) await Promise.all([world.pay(url), world.pay(url)]);
    const { payments } = await detail(world.browserOf(people.admin), id);
    expect(payments).toHaveLength(1);
  });

  test('a later click opens a new payment page, and the old page can no longer be paid', async () => {
    const { world, people, patient } = await meet();
    const id = await anOffered(world, people);
    const open = async () =>
      (await patient.post('/functions/create_checkout_session', { appointment_id: id })).json.url;
    const first = await open();
    world.clock.advance(2 * HOUR_MS);
    const second = await open();
    expect(second).not.toBe(first);
    expect(await world.pay(first)).toBe(false);
    expect(await world.pay(second)).toBe(true);
    expect((await mine(patient, id)).appointment.status).toBe('confirmed');
    const again = await patient.post('/functions/create_checkout_session', { appointment_id: id });
    expect(again.json.code).toBe('NOTHING_TO_PAY');
  });

  test('the payment page and the return page have the requested language, not that of the account', async () => {
    const { world, people, patient } = await meet();
    const id = await anOffered(world, people);
    const ask = { appointment_id: id, language: 'fr' };
    const { url } = (await patient.post('/functions/create_checkout_session', ask)).json;
    const page = await patient.get(new URL(url).pathname);
    expect(page.text).toContain('<html lang="fr">');
    expect(page.text).toContain('Paiement d’essai');
    expect(page.text).toContain('/fr/dashboard"');
    expect(page.text).not.toContain('Test checkout');
  });

  test('money that arrives after the end of the offer is refunded, and confirms nothing', async () => {
    const { world, people, patient, admin } = await meet();
    const id = await anOffered(world, people, { offer_expires_hours: 1 });
    world.clock.advance(HOUR_MS - 5 * 60_000);
    const { url } = (await patient.post('/functions/create_checkout_session', { appointment_id: id })).json;
    world.clock.advance(10 * 60_000);
    expect(await world.pay(url)).toBe(true);
    await world.mails();
    const after = await detail(admin, id);
    expect(after.appointment.status).toBe('awaiting_payment');
    expect(after.payments).toMatchObject([{ outcome: 'late', status: 'refunded', refunded_cents: 42_000 }]);
    await world.jobs.runNow('appointments.lapseOffers', {});
    expect((await mine(patient, id)).appointment).toMatchObject({
      status: 'in_progress',
      has_expired_offer: true,
      payment: null,
    });
    const inbox = (await admin.post('/rpc/admin_inbox_list')).json.rows.map(({ kind }: { kind: string }) => kind);
    expect(inbox.toSorted()).toEqual(['offer_expired', 'paid_late']);
    const subjects = (await world.mails()).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.startsWith('We are refunding your payment'))).toBe(true);
    expect(subjects.some((subject) => subject.startsWith('Your appointment is confirmed'))).toBe(false);
  });

  test('an expired offer closes its payment page, and a new attempt to pay is refused as expired', async () => {
    const { world, people, patient } = await meet();
    const id = await anOffered(world, people);
    const { url } = (await patient.post('/functions/create_checkout_session', { appointment_id: id })).json;
    world.clock.advance(48 * HOUR_MS);
    await world.jobs.runNow('appointments.lapseOffers', {});
    await world.mails();
    expect(await world.pay(url)).toBe(false);
    const again = await patient.post('/functions/create_checkout_session', { appointment_id: id });
    expect([again.status, again.json.code]).toEqual([409, 'OFFER_EXPIRED']);
  });

  test('an offer that cannot be ended does not prevent the end of other offers, and is tried again', async () => {
    const { world, people, patient } = await meet();
    const later = { scheduled_at: '2026-12-03T16:30' };
    const ids = [await anOffered(world, people), await anOffered(world, people, later)];
    world.clock.advance(48 * HOUR_MS);
    vi.spyOn(world.outbox, 'emit').mockRejectedValueOnce(new Error('stuck'));
    const states = async () =>
      (await Promise.all(ids.map((id) => mine(patient, id)))).map(({ appointment }) => appointment.status).sort();
    const run = () => world.jobs.runNow('appointments.lapseOffers', {});
    await expect(run()).rejects.toThrow('stuck');
    expect(await states()).toEqual(['awaiting_payment', 'in_progress']);
    await run();
    expect(await states()).toEqual(['in_progress', 'in_progress']);
  });

  /**
   * Each row has two numbers of hours after the offer was made. The first is when the patient paid, according to the
   * provider. The second is when the service processed the webhook event about the payment. The offer lasts 48 hours.
   */
  test.each([
    ['paid and told in time', 1, 2, 'confirmed'],
    ['paid and told in the last moment', 48, 48, 'confirmed'],
    ['paid in time and told late', 47.99, 48.01, 'confirmed'],
    ['paid in time and told a day late', 1, 72, 'confirmed'],
    ['told in time and paid too late, by the provider’s clock', 49, 1, 'late'],
    ['paid and told too late', 49, 50, 'late'],
  ])(
    'a payment is in time by the moment of paying, not by the moment of the report: %s',
    async (_what, paid, told, outcome) => {
      const { world, people, admin } = await meet();
      const id = await anOffered(world, people);
      const made = world.clock.now().getTime();
      world.clock.advance(told * HOUR_MS);
      await takePayment(world, await aPayment(world, id, { paid_at: new Date(made + paid * HOUR_MS).toISOString() }));
      const after = await detail(admin, id);
      expect(after.payments).toMatchObject([{ outcome }]);
      expect(after.appointment.status).toBe(outcome === 'late' ? 'awaiting_payment' : 'confirmed');
    },
  );

  describe('an offer that lapsed before the webhook event about its payment was delivered', () => {
    async function aLapsed() {
      const met = await meet();
      const id = await anOffered(met.world, met.people);
      const paid = await aPayment(met.world, id, {
        paid_at: new Date(met.world.clock.now().getTime() + HOUR_MS).toISOString(),
      });
      met.world.clock.advance(48 * HOUR_MS + 60_000);
      await met.world.jobs.runNow('appointments.lapseOffers', {});
      return { ...met, id, paid };
    }

    test('a payment in time that is reported after its offer lapsed confirms the appointment without work for the team', async () => {
      const { world, people, patient, admin, id, paid } = await aLapsed();
      await takePayment(world, paid);
      await takePayment(world, paid);
      const after = await detail(admin, id);
      expect(after.appointment.status).toBe('confirmed');
      expect(after.payments).toMatchObject([{ outcome: 'confirmed', status: 'paid' }]);
      expect((await mine(patient, id)).appointment).toMatchObject({
        has_expired_offer: false,
        payment: { amount_cents: 42_000 },
      });
      const { rows } = (await admin.post('/rpc/admin_inbox_list')).json;
      expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(['paid']);
      expect(people.admin.role).toBe('admin');
    });

    test('a payment in time confirms the appointment after its offer lapsed, regardless of offers to other patients since', async () => {
      const { world, people, admin, id, paid } = await aLapsed();
      await anOffered(world, people, { scheduled_at: '2026-12-09T10:00' });
      await takePayment(world, paid);
      expect((await detail(admin, id)).appointment.status).toBe('confirmed');
    });

    test.each([
      ['has been cancelled since', { status: 'cancelled' }],
      ['has been put back to pending since', { status: 'pending' }],
    ])('a lapsed offer stays ended despite a payment in time if the appointment %s', async (_what, { status }) => {
      const { world, admin, id, paid } = await aLapsed();
      await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status });
      await takePayment(world, paid);
      const after = await detail(admin, id);
      expect(after.appointment.status).toBe(status);
      expect(after.payments).toMatchObject([{ outcome: 'late' }]);
    });

    test('a lapsed offer stays ended despite a payment in time if another offer has been made since', async () => {
      const { world, people, admin, id, paid } = await aLapsed();
      await makeOffer(world, people.admin, anOffer(id));
      await takePayment(world, paid);
      const after = await detail(admin, id);
      expect(after.appointment.status).toBe('awaiting_payment');
      expect(after.payments).toMatchObject([{ outcome: 'late' }]);
      expect(after.offers.map(({ state }: { state: string }) => state)).toEqual(['open', 'expired']);
    });
  });

  test.each([
    ['one cent', { amount_cents: 1 }],
    ['a cent less', { amount_cents: 41_999 }],
    ['a cent more', { amount_cents: 42_001 }],
    ['another currency', { currency: 'usd' }],
    ['another patient', { by: 'stranger' }],
  ] as const)('a payment of %s confirms nothing, moves no money and waits for the team', async (_what, given) => {
    const { world, people, patient, admin } = await meet();
    const id = await anOffered(world, people);
    const { by, ...differs } = { by: undefined, ...given };
    const user_id = by ? (await world.patient()).userId : people.patient.userId;
    const paid = await aPayment(world, id, differs);
    world.told.length = 0;
    await takePayment(world, { ...paid, reference: { ...paid.reference, user_id } });
    expect(world.told).toContainEqual(expect.objectContaining({ event: { kind: 'appointment.changed', id } }));
    const after = await detail(admin, id);
    expect(after.appointment.status).toBe('awaiting_payment');
    expect(after.payments).toMatchObject([{ outcome: 'mismatch', status: 'paid', refunding_cents: 0 }]);
    expect(after.timeline[0]).toMatchObject({
      kind: 'payment_mismatch',
      details: { asked_cents: 42_000, asked_currency: 'EUR', is_other_person: by !== undefined },
    });
    const { rows } = (await admin.post('/rpc/admin_inbox_list')).json;
    expect(rows[0]).toMatchObject({ kind: 'payment_mismatch', appointment_id: id });
    expect((await mine(patient, id)).appointment.payment).toBeNull();
    // The patient can still pay the price of the offer.
    await takePayment(world, await aPayment(world, id));
    expect((await detail(admin, id)).appointment.status).toBe('confirmed');
  });

  test('a second payment of the same offer is refunded, and the first one stays', async () => {
    const { world, people, admin } = await meet();
    await anOffered(world, people);
    const id = await anOffered(world, people, { scheduled_at: '2026-12-09T10:00' });
    await takePayment(world, await aPayment(world, id));
    world.told.length = 0;
    await takePayment(world, await aPayment(world, id, { payment_id: 'pi_second' }));
    expect(world.told).toContainEqual(expect.objectContaining({ event: { kind: 'appointment.changed', id } }));
    const subjects = (await world.mails()).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('We are refunding your payment'))).toHaveLength(1);
    const after = await detail(admin, id);
    expect(after.appointment.status).toBe('confirmed');
    const outcomes = after.payments.map(({ id: payment, outcome }: { id: string; outcome: string }) => [
      payment,
      outcome,
    ]);
    expect(outcomes.toSorted()).toEqual(
      [
        [expect.stringMatching(/^pi_(?!second)/), 'confirmed'],
        ['pi_second', 'twice'],
      ].toSorted(),
    );
    expect(after.timeline[0]).toMatchObject({ kind: 'paid_late', details: { outcome: 'twice', amount_cents: 42_000 } });
  });

  test('once the next offer is paid, a payment of an earlier offer counts as late, not as a second payment', async () => {
    const { world, people, admin } = await meet();
    const id = await anOffered(world, people);
    const earlier = await aPayment(world, id);
    world.clock.advance(HOUR_MS);
    await makeOffer(world, people.admin, anOffer(id));
    await takePayment(world, await aPayment(world, id));
    await takePayment(world, earlier);
    const { payments, appointment } = await detail(admin, id);
    expect(payments.map(({ outcome }: { outcome: string }) => outcome).toSorted()).toEqual(['confirmed', 'late']);
    expect(appointment.status).toBe('confirmed');
  });

  test('after an offer is paid, its open payment page can no longer be paid', async () => {
    const { world, people, patient } = await meet();
    const id = await anOffered(world, people);
    const { url } = (await patient.post('/functions/create_checkout_session', { appointment_id: id })).json;
    await takePayment(world, await aPayment(world, id));
    await world.outbox.drain();
    expect(await world.pay(url)).toBe(false);
  });

  test('a payment for an erased offer is refunded without an email', async () => {
    const { world, people } = await meet();
    await anOffered(world, people, { scheduled_at: '2026-12-09T10:00' });
    const id = await anOffered(world, people);
    const paid = await aPayment(world, id);
    const refund = vi.spyOn(world.payments, 'refund').mockImplementation(async () => ({}) as never);
    await takePayment(world, paid);
    expect(refund).not.toHaveBeenCalled();
    await withSystem(world.system, (tx) => tx.deleteFrom('appointments').where('id', '=', id).execute());
    await takePayment(world, { ...paid, payment_id: 'pi_gone' });
    expect(refund.mock.calls).toEqual([[{ payment_id: 'pi_gone', idempotency_key: 'gone:pi_gone' }]]);
  });

  test('a payment for an offer that was cancelled in the meantime is refunded', async () => {
    const { world, people, patient, admin } = await meet();
    const id = await anOffered(world, people);
    const { url } = (await patient.post('/functions/create_checkout_session', { appointment_id: id })).json;
    await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'cancelled' });
    // The payment page is still open at the provider, because the event that closes the page waits in the outbox.
    await world.pay(url);
    await world.mails();
    const after = await detail(admin, id);
    expect(after.appointment.status).toBe('cancelled');
    expect(after.payments).toMatchObject([{ outcome: 'late', status: 'refunded' }]);
  });
});

describe('refunds', () => {
  test('refunds are ordered for a part of a payment, then for the rest, and never for more', async () => {
    const { world, people, patient, admin } = await meet();
    const id = await aPaid(world, people);
    const payment_id = await paymentOf(world, people.patient, id);
    const refund = (given: object) =>
      admin.post('/rpc/admin_refund_appointment', {
        appointment_id: id,
        payment_id,
        reason: 'review cancelled',
        idempotency_key: randomUUID(),
        ...given,
      });
    expect((await refund({ amount_cents: 10_000 })).json).toMatchObject({
      status: 'refunding',
      refunding_cents: 10_000,
    });
    await world.mails();
    expect((await mine(patient, id)).appointment.payment).toMatchObject({ refunded_cents: 10_000 });
    expect((await refund({ amount_cents: 32_001 })).json).toMatchObject({
      code: 'REFUND_TOO_HIGH',
      data: { left_cents: 32_000 },
    });
    const key = randomUUID();
    const both = await Promise.all([refund({ idempotency_key: key }), refund({ idempotency_key: key })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await world.mails();
    expect((await detail(admin, id)).payments).toMatchObject([{ status: 'refunded', refunded_cents: 42_000 }]);
    expect((await refund({})).json.code).toBe('REFUND_TOO_HIGH');
    // Another offer is now possible.
    expect((await admin.post('/rpc/admin_set_awaiting_payment', anOffer(id))).status).toBe(200);
  });

  test('an ordered refund counts at once, before the payment provider has carried it out', async () => {
    const { world, people } = await meet();
    const appointment_id = await aPaid(world, people);
    const payment_id = await paymentOf(world, people.patient, appointment_id);
    const refund = (amount_cents?: number) =>
      refundPayment(world, people.admin, {
        appointment_id,
        payment_id,
        amount_cents,
        reason: 'review cancelled',
        idempotency_key: randomUUID(),
      });
    await refund(30_000);
    await expect(refund(12_001)).rejects.toMatchObject({ code: 'REFUND_TOO_HIGH', data: { left_cents: 12_000 } });
    await refund(12_000);
    await expect(refund()).rejects.toMatchObject({ code: 'REFUND_TOO_HIGH', data: { left_cents: 0 } });
  });

  test('a paid appointment cannot be offered again', async () => {
    const { world, people, admin } = await meet();
    const id = await aPaid(world, people);
    expect((await admin.post('/rpc/admin_set_awaiting_payment', anOffer(id))).json.code).toBe('ALREADY_PAID');
  });
});

describe('offers', () => {
  test('a time that the clocks skip is refused, and the team has to choose between two repeated times', async () => {
    const { world, people, admin } = await meet();
    const id = await aRequested(world, people);
    const offer = (given: object) => admin.post('/rpc/admin_set_awaiting_payment', { ...anOffer(id), ...given });
    const skipped = await offer({ scheduled_at: '2027-03-28T02:30' });
    expect(skipped.json).toMatchObject({
      code: 'TIME_DOES_NOT_EXIST',
      data: { before: '2027-03-28T00:30:00.000Z', after: '2027-03-28T01:30:00.000Z' },
    });
    const twice = await offer({ scheduled_at: '2027-10-31T02:30' });
    expect(twice.json).toMatchObject({
      code: 'TIME_IS_AMBIGUOUS',
      data: { earlier: '2027-10-31T00:30:00.000Z', later: '2027-10-31T01:30:00.000Z' },
    });
    const chosen = await offer({ scheduled_at: twice.json.data.later });
    expect(chosen.json.scheduled_at).toBe('2027-10-31T01:30:00.000Z');
    expect((await offer({ timezone: 'Europe/Nantes' })).json.data.fields).toEqual({ timezone: ['unknown'] });
    expect((await offer({ timezone: '+01:00' })).json.data.fields).toEqual({ timezone: ['unknown'] });
    expect((await offer({ scheduled_at: '2026-11-19T14:30' })).json.data.fields).toEqual({ scheduled_at: ['past'] });
    const now = '2026-11-20T09:00:00Z';
    expect(() => readFutureTime(now, 'Europe/Paris', new Date(now))).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
    expect(readFutureTime(now, 'Europe/Paris', new Date(Date.parse(now) - 1))).toEqual(new Date(now));
  });

  test.each([
    ['as high as usual', { patient_price_cents: 2_000_000 }, true],
    ['a cent above', { patient_price_cents: 2_000_001 }, false],
    ['two years ahead', { scheduled_at: '2028-11-19T09:00:00Z' }, true],
    ['a day more', { scheduled_at: '2028-11-20T09:00:01Z' }, false],
    ['of the year 9999', { scheduled_at: '9999-12-31T10:00:00Z' }, false],
  ])('an offer %s has to be confirmed if it is unusual', async (_what, given, isUsual) => {
    const { world, people, admin } = await meet();
    const id = await aRequested(world, people);
    const make = (allow_unusual: boolean) =>
      admin.post('/rpc/admin_set_awaiting_payment', { ...anOffer(id), ...given, allow_unusual });
    const { status, json } = await make(false);
    expect([status, json.code]).toEqual(isUsual ? [200, undefined] : [409, 'UNUSUAL_OFFER']);
    expect((await make(true)).status).toBe(200);
  });

  test('the team has to confirm a second appointment of the same provider within an hour', async () => {
    const { world, people, admin } = await meet();
    const first = await anOffered(world, people);
    const id = await aRequested(world, people);
    const near = { ...anOffer(id), provider_name: 'dr helene VASSEUR', scheduled_at: '2026-12-03T15:29' };
    const refused = await admin.post('/rpc/admin_set_awaiting_payment', near);
    expect(refused.json).toMatchObject({ code: 'DOUBLE_BOOKED', data: { with: [{ appointment_id: first }] } });
    const checked = await admin.post('/rpc/admin_check_provider_time', near);
    expect(checked.json.with).toMatchObject([{ appointment_id: first }]);
    expect(
      (await admin.post('/rpc/admin_set_awaiting_payment', { ...near, scheduled_at: '2026-12-03T15:30' })).status,
    ).toBe(200);
    const forced = await admin.post('/rpc/admin_set_awaiting_payment', { ...near, allow_double_booking: true });
    expect(forced.status).toBe(200);
    const calendar = await admin.post('/rpc/admin_list_scheduled', {
      from: '2026-12-01T00:00:00Z',
      to: '2026-12-08T00:00:00Z',
    });
    expect(calendar.json.map((row: { is_double_booked: boolean }) => row.is_double_booked)).toEqual([true, true]);
    const [provider] = (await admin.post('/rpc/admin_list_providers', { search: 'vasseur lille' })).json;
    expect(provider).toMatchObject({ name: 'Dr Hélène Vasseur', offers: 3, last_price_cents: 34_000 });
    const prices = (await admin.post('/rpc/admin_get_provider', { provider_id: provider.id })).json.prices;
    expect(prices).toHaveLength(3);
  });

  test('a replaced quote can be neither accepted nor paid', async () => {
    const { world, people, patient, admin } = await meet();
    const id = await anOffered(world, people);
    const old = await quoteOf(world, people.patient, id);
    await admin.post('/rpc/admin_set_awaiting_payment', anOffer(id, { patient_price_cents: 50_000 }));
    const accept = (sha: string) =>
      patient.post('/rpc/accept_appointment_quote', { appointment_id: id, quote_sha256: sha });
    expect((await accept(old)).json.code).toBe('QUOTE_OUTDATED');
    expect((await patient.post('/functions/create_checkout_session', { appointment_id: id })).json.code).toBe(
      'QUOTE_NOT_ACCEPTED',
    );
    expect((await accept(await quoteOf(world, people.patient, id))).status).toBe(200);
  });
});
