import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { anOffer, anOffered, aRequested } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { makeOffer } from './make-offer.ts';
import { openPayment } from './open-payment.ts';

const HOUR_MS = 3_600_000;

async function meet() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  return { world, people, patient: world.browserOf(people.patient), admin: world.browserOf(people.admin) };
}

const pagesOf = (world: World) =>
  withSystem(world.system, (tx) =>
    tx.selectFrom('appointment_pages').select(['url', 'expires_at', 'closed_at']).orderBy('opened_at').execute(),
  );
const offersOf = (world: World) =>
  withSystem(world.system, (tx) => tx.selectFrom('appointment_offers').selectAll().orderBy('created_at').execute());

describe('a payment page', () => {
  test('a payment page is returned again for clicks within a minute, and then replaced by a new one', async () => {
    const { world, people } = await meet();
    const id = await anOffered(world, people);
    const first = await openPayment(world, people.patient, id);
    world.clock.advance(59_999);
    expect((await openPayment(world, people.patient, id)).url).toBe(first.url);
    world.clock.advance(1);
    const second = await openPayment(world, people.patient, id);
    expect(second.url).not.toBe(first.url);
    expect(await pagesOf(world)).toMatchObject([
      { url: first.url, closed_at: world.clock.now() },
      { url: second.url, closed_at: null },
    ]);
  });

  test('a payment page ends after 24 hours, and never later than its offer', async () => {
    const { world, people } = await meet();
    const now = world.clock.now().getTime();
    const long = await anOffered(world, people, { offer_expires_hours: 72 });
    const short = await anOffered(world, people, { offer_expires_hours: 1, scheduled_at: '2026-12-04T14:30' });
    expect((await openPayment(world, people.patient, long)).expires_at).toEqual(new Date(now + 24 * HOUR_MS));
    expect((await openPayment(world, people.patient, short)).expires_at).toEqual(new Date(now + HOUR_MS));
    expect((await pagesOf(world)).map(({ expires_at }) => expires_at.getTime() - now)).toEqual(
      expect.arrayContaining([24 * HOUR_MS, HOUR_MS]),
    );
    // A payment page that has ended need not be closed.
    world.clock.advance(24 * HOUR_MS);
    const close = vi.spyOn(world.payments, 'expirePage');
    await openPayment(world, people.patient, long);
    expect(close).not.toHaveBeenCalled();
  });

  test('a payment page belongs to one offer, so another appointment gets its own page', async () => {
    const { world, people } = await meet();
    const ids = [await anOffered(world, people), await anOffered(world, people, { scheduled_at: '2026-12-04T14:30' })];
    const urls = [];
    for (const id of ids) urls.push((await openPayment(world, people.patient, id)).url);
    expect(new Set(urls).size).toBe(2);
    // A new payment page for the first appointment does not close the payment page of the second one.
    world.clock.advance(61_000);
    await openPayment(world, people.patient, ids[0] ?? '');
    const closed = (await pagesOf(world)).filter(({ closed_at }) => closed_at).map(({ url }) => url);
    expect(closed).toEqual([urls[0]]);
  });

  test('a payment page that a cancellation closed is not returned again after the cancellation is undone', async () => {
    const { world, people, admin } = await meet();
    const id = await anOffered(world, people);
    const first = await openPayment(world, people.patient, id);
    const cancel = { appointment_id: id, cancelled_by: 'flaira' };
    const { change_id } = (await admin.post('/rpc/admin_cancel_appointment', cancel)).json;
    await world.outbox.drain();
    expect((await admin.post('/rpc/admin_undo_status', { change_id })).json.undone).toEqual([id]);
    const second = await openPayment(world, people.patient, id);
    expect(second.url).not.toBe(first.url);
    expect(await world.pay(second.url)).toBe(true);
  });

  test('a payment page can be opened until the last moment of the offer, and has the requested language', async () => {
    const { world, people } = await meet();
    const id = await anOffered(world, people, { offer_expires_hours: 1 });
    const end = world.clock.now().getTime() + HOUR_MS;
    world.clock.set(new Date(end));
    await expect(openPayment(world, people.patient, id)).rejects.toMatchObject({ code: 'OFFER_EXPIRED' });
    world.clock.set(new Date(end - 1));
    await openPayment(world, people.patient, id, 'en');
    const pages = await world.db
      .selectFrom('test_checkout_objects')
      .select('data')
      .where('kind', '=', 'page')
      .execute();
    expect(pages).toMatchObject([{ data: { language: 'en', cancel_url: 'http://flaira.test/dashboard' } }]);
  });

  test('a payment page cannot be opened by another person', async () => {
    const { world, people } = await meet();
    const id = await anOffered(world, people);
    const stranger = await world.patient();
    await expect(openPayment(world, stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(openPayment(world, people.patient, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await pagesOf(world)).toEqual([]);
  });
});

describe('making an offer', () => {
  test('unknown appointments and unknown providers are not found', async () => {
    const { world, people } = await meet();
    const id = await aRequested(world, people);
    for (const offer of [anOffer(randomUUID()), anOffer(id, { provider_id: randomUUID() })])
      await expect(makeOffer(world, people.admin, offer)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await offersOf(world)).toEqual([]);
  });

  test('a treatment that is included in the plan is not offered for money', async () => {
    const { world, people } = await meet();
    const id = await aRequested(world, people);
    await withSystem(world.system, (tx) =>
      tx.updateTable('appointments').set({ requested_treatment: 'Baby Botox' }).where('id', '=', id).execute(),
    );
    await expect(makeOffer(world, people.admin, anOffer(id))).rejects.toMatchObject({ code: 'INCLUDED_IN_PLAN' });
    expect(await offersOf(world)).toEqual([]);
  });

  test('a provider can be chosen from the list, and the price of the provider may be empty', async () => {
    const { world, people } = await meet();
    const [first, second] = [await aRequested(world, people), await aRequested(world, people)];
    await makeOffer(world, people.admin, anOffer(first));
    const provider_id = (await offersOf(world))[0]?.provider_id ?? '';
    const given = { provider_id, provider_name: 'Another name', scheduled_at: '2026-12-04T14:30' };
    const { provider_price_cents: _, ...open } = anOffer(second, given);
    await makeOffer(world, people.admin, open);
    expect((await offersOf(world))[1]).toMatchObject({ provider_id, provider_price_cents: null });
  });

  test('a new offer closes the payment page of the earlier one, and answers the change request of the patient', async () => {
    const { world, people, patient, admin } = await meet();
    const id = await anOffered(world, people);
    const { url } = await openPayment(world, people.patient, id);
    const wish = {
      appointment_id: id,
      wish: 'reschedule',
      note: 'A week later, please.',
      idempotency_key: randomUUID(),
    };
    expect((await patient.post('/rpc/request_appointment_change', wish)).json).toMatchObject({
      open_wish: 'reschedule',
    });
    await makeOffer(world, people.admin, anOffer(id, { scheduled_at: '2026-12-10T14:30' }));
    await world.outbox.drain();
    expect(await world.pay(url)).toBe(false);
    const { appointment } = (await admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json;
    expect(appointment.open_wish).toBeNull();
  });

  test('two offers at once cannot give one hour of a provider to two patients', async () => {
    const { world, people } = await meet();
    const ids = await Promise.all(Array.from({ length: 6 }, () => aRequested(world, people)));
    // The provider is already in the list, so only the lock on its entry prevents conflicting offers.
    const [known, ...waiting] = ids;
    await makeOffer(world, people.admin, anOffer(known ?? '', { scheduled_at: '2026-12-04T14:30' }));
    const made = await Promise.allSettled(waiting.map((id) => makeOffer(world, people.admin, anOffer(id))));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await offersOf(world)).toHaveLength(2);
  });
});

describe('an offer that ends', () => {
  const lapse = (world: World) => world.jobs.runNow('appointments.lapseOffers', {});

  test('an offer that ends closes its payment page, and the patient is notified once', async () => {
    const { world, people } = await meet();
    const id = await anOffered(world, people);
    world.clock.advance(47 * HOUR_MS);
    await openPayment(world, people.patient, id);
    await world.mails();
    world.clock.advance(HOUR_MS - 1);
    await lapse(world);
    expect((await offersOf(world))[0]?.state).toBe('open');
    expect((await pagesOf(world))[0]?.closed_at).toBeNull();
    world.clock.advance(1);
    await lapse(world);
    await lapse(world);
    await world.outbox.drain();
    expect((await pagesOf(world))[0]?.closed_at).toEqual(world.clock.now());
    const subjects = (await world.mails()).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Your offer has ended'))).toHaveLength(1);
  });

  test('an offer that was cancelled while the job ended other offers stays cancelled', async () => {
    const { world, people, admin } = await meet();
    const first = await anOffered(world, people);
    const second = await anOffered(world, people, { scheduled_at: '2026-12-04T14:30' });
    world.clock.advance(48 * HOUR_MS);
    const emit = world.outbox.emit.bind(world.outbox);
    vi.spyOn(world.outbox, 'emit').mockImplementationOnce(async (...given) => {
      await admin.post('/rpc/admin_cancel_appointment', { appointment_id: second, cancelled_by: 'flaira' });
      return emit(...given);
    });
    await lapse(world);
    const statusOf = async (id: string) =>
      (await admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json.appointment.status;
    expect([await statusOf(first), await statusOf(second)]).toEqual(['in_progress', 'cancelled']);
    const { rows } = (await admin.post('/rpc/admin_inbox_list')).json;
    const ended = rows.filter(({ kind }: { kind: string }) => kind === 'offer_expired');
    expect(ended).toMatchObject([{ appointment_id: first }]);
  });
});
