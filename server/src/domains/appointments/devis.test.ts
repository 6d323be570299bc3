import { describe, expect, test } from 'vitest';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import { anOffer, anOffered, aPaid, aRequested, quoteOf } from '../../../test/an-appointment.ts';
import { readPdf } from '../../../test/read-pdf.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { acceptQuote, getQuote, getQuoteForAdmin } from './accept-quote.ts';
import { makeOffer } from './make-offer.ts';
import { openPayment } from './open-payment.ts';
import { getReceipt } from './receipt.ts';

const DAY_MS = 24 * 3_600_000;

async function meet() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  return { world, people, patient: world.browserOf(people.patient) };
}
const accept = async ({ world, people }: Awaited<ReturnType<typeof meet>>, id: string) =>
  acceptQuote(world, people.patient, id, await quoteOf(world, people.patient, id));
const textOf = async (file: File) =>
  readPdf(Buffer.from(await file.arrayBuffer()))
    .flat()
    .map(({ text }) => text)
    .join(' ');
const offersOf = (world: World) =>
  withSystem(world.system, (tx) => tx.selectFrom('appointment_offers').selectAll().orderBy('created_at').execute());
const pagesOf = (world: World) =>
  withSystem(world.system, (tx) => tx.selectFrom('appointment_pages').select('page_id').execute());

test('a quote cannot be accepted while the birth date is unknown, nor paid before it is accepted', async () => {
  const met = await meet();
  const { world, people, patient } = met;
  const id = await aRequested(world, people);
  await makeOffer(world, people.admin, anOffer(id));
  await withSystem(world.system, (tx) => tx.updateTable('patients').set({ birth_date: null }).execute());
  await expect(accept(met, id)).rejects.toMatchObject({ code: 'BIRTH_DATE_MISSING' });
  const paid = await patient.post('/functions/create_checkout_session', { appointment_id: id });
  expect(paid.json.code).toBe('QUOTE_NOT_ACCEPTED');
  await patient.post('/rpc/set_my_birth_date', { birth_date: '1985-04-02' });
  await accept(met, id);
  expect((await openPayment(world, people.patient, id)).url).toContain('http');
});

describe('an incomplete quote cannot be paid', () => {
  test.each([
    ['registration', { provider_registration: '' }],
    ['insurance', { provider_insurance: ' ' }],
    ['products', { products: '' }],
  ])('a quote without its %s cannot be paid', async (item, without) => {
    const met = await meet();
    const { world, people, patient } = met;
    const id = await aRequested(world, people);
    await makeOffer(world, people.admin, anOffer(id, without));
    await accept(met, id);
    const { json } = await patient.post('/rpc/get_my_appointment', { appointment_id: id });
    expect(json.appointment.offer.missing).toEqual([item]);
    const refused = await patient.post('/functions/create_checkout_session', { appointment_id: id });
    expect([refused.status, refused.json.code, refused.json.data]).toEqual([
      409,
      'QUOTE_INCOMPLETE',
      { missing: [item] },
    ]);
    expect(await pagesOf(world)).toEqual([]);

    await makeOffer(world, people.admin, anOffer(id));
    await accept(met, id);
    expect((await openPayment(world, people.patient, id)).url).toContain('http');
  });

  test('a quote without a tax rate, as in offers of an earlier release, cannot be paid', async () => {
    const met = await meet();
    const id = await anOffered(met.world, met.people);
    await withStaff(met.world.db, met.people.admin.userId, (tx) =>
      tx.updateTable('appointment_offers').set({ vat_permille: null }).where('appointment_id', '=', id).execute(),
    );
    const refused = await met.patient.post('/functions/create_checkout_session', { appointment_id: id });
    expect(refused.json).toMatchObject({ code: 'QUOTE_INCOMPLETE', data: { missing: ['vat'] } });
  });
});

test('registration, insurance and seller are typed once and used for the next offer of the provider', async () => {
  const { world, people } = await meet();
  const bare = { provider_registration: '', provider_insurance: '', provider_seller: '' };
  const [first, second] = [await aRequested(world, people), await aRequested(world, people)];
  await makeOffer(world, people.admin, anOffer(first, { provider_seller: 'Clinique de Lille SAS' }));
  await makeOffer(world, people.admin, anOffer(second, { ...bare, scheduled_at: '2026-12-04T14:30' }));
  expect((await offersOf(world))[1]).toMatchObject({
    provider_registration: 'RPPS 10000000001',
    provider_insurance: 'Sou Médical, policy 4021',
    provider_seller: 'Clinique de Lille SAS',
  });
});

describe('the reflection period before an operation', () => {
  const operation = { is_operation: true, scheduled_at: '2026-12-20T14:30' };

  test('the reflection period before an operation prevents the payment, and the offer stays open for two days after it', async () => {
    const met = await meet();
    const { world, people, patient } = met;
    const made = world.clock.now().getTime();
    const id = await anOffered(world, people, operation);
    const until = new Date(made + 15 * DAY_MS);
    world.clock.advance(15 * DAY_MS - 1);
    const refused = await patient.post('/functions/create_checkout_session', { appointment_id: id });
    expect([refused.status, refused.json.code, refused.json.data]).toEqual([
      409,
      'REFLECTION_RUNS',
      { until: until.toISOString() },
    ]);
    expect(await pagesOf(world)).toEqual([]);
    world.clock.advance(1);
    await openPayment(world, people.patient, id);
    expect((await offersOf(world))[0]?.expires_at).toEqual(new Date(until.getTime() + 2 * DAY_MS));
  });

  test.each([
    ['FR', 15],
    ['GB', 14],
    ['DE', 0],
  ])('the reflection period has the length that the country requires: %s, %i days', async (country_target, days) => {
    const { world, people } = await meet();
    const id = await aRequested(world, people, { country_target });
    await makeOffer(world, people.admin, anOffer(id, operation));
    expect((await offersOf(world))[0]?.reflection_days).toBe(days);
  });

  test('an injection needs no reflection period', async () => {
    const { world, people } = await meet();
    await anOffered(world, people);
    expect((await offersOf(world))[0]?.reflection_days).toBe(0);
  });

  test('a quote for an operation is incomplete if the appointment begins before the reflection period is over', async () => {
    const { world, people, patient } = await meet();
    const id = await anOffered(world, people, { is_operation: true });
    const { json } = await patient.post('/rpc/get_my_appointment', { appointment_id: id });
    expect(json.appointment.offer.missing).toEqual(['date']);
  });
});

describe('the versions of a quote', () => {
  test('the versions of a quote are numbered without a gap, and each stays readable', async () => {
    const { world, people, patient } = await meet();
    const id = await aRequested(world, people);
    for (const patient_price_cents of [42_000, 40_000, 39_000]) {
      await makeOffer(world, people.admin, anOffer(id, { patient_price_cents }));
      world.clock.advance(1000);
    }
    const { json } = await patient.post('/rpc/get_my_appointment', { appointment_id: id });
    const number = `D-2026-00${json.appointment.number.slice(2)}`;
    expect(json.appointment.offer.quote_number).toBe(`${number} v3`);
    expect(json.earlier_quotes.map((quote: { quote_number: string }) => quote.quote_number)).toEqual([
      `${number} v2`,
      `${number} v1`,
    ]);
    const first = await getQuote(world, people.patient, id, 1);
    expect(first.name).toBe(`${number}-v1-quote.pdf`);
    expect(await textOf(first)).toContain('€420 ');
    expect(await textOf(await getQuote(world, people.patient, id))).toContain('€390 ');
  });

  test('the team can open a version of a quote that was replaced, and the view is recorded', async () => {
    const { world, people } = await meet();
    const id = await aRequested(world, people);
    for (const patient_price_cents of [42_000, 40_000]) {
      await makeOffer(world, people.admin, anOffer(id, { patient_price_cents }));
      world.clock.advance(1000);
    }
    const admin = world.browserOf(people.admin);
    const { offers } = (await admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json;
    const quotes = offers.map(({ quote }: { quote: { number: string; version: number } | null }) => quote);
    expect(quotes).toMatchObject([{ version: 2 }, { version: 1, number: expect.stringMatching(/^D-2026-\d+ v1$/) }]);
    expect(await textOf(await getQuoteForAdmin(world, people.admin, id, 1))).toContain('€420 ');
    expect(await textOf(await getQuoteForAdmin(world, people.admin, id, 2))).toContain('€400 ');
    const { rows } = await world.database.owner.query(
      "select details from audit_log where action = 'appointment.viewed' and reason = 'quote' order by id",
    );
    expect(rows).toEqual([{ details: { version: 1 } }, { details: { version: 2 } }]);
    const ask = { appointment_id: id, version: 3 };
    expect((await admin.post('/rpc/admin_get_quote', ask)).status).toBe(404);
    const stranger = world.browserOf(people.patient);
    expect((await stranger.post('/rpc/admin_get_quote', { ...ask, version: 1 })).status).toBe(403);
  });

  test('a quote cannot be opened by another patient, or in a version that was never made', async () => {
    const { world, people, patient } = await meet();
    const id = await anOffered(world, people);
    const other = world.browserOf(await world.patient());
    const ask = { appointment_id: id, version: 1 };
    expect((await patient.post('/rpc/get_appointment_quote', ask)).status).toBe(200);
    expect((await other.post('/rpc/get_appointment_quote', ask)).status).toBe(404);
    expect((await patient.post('/rpc/get_appointment_quote', { ...ask, version: 2 })).status).toBe(404);
  });
});

test('after a move, the patient reads the quote as it was accepted, and the new date below it', async () => {
  const { world, people } = await meet();
  const id = await aPaid(world, people);
  const accepted = await textOf(await getQuote(world, people.patient, id));
  expect(accepted).toContain('Thursday, 3 December 2026 at 14:30');
  expect(accepted).not.toContain('was moved');
  const moved = await world.browserOf(people.admin).post('/rpc/admin_reschedule_appointment', {
    appointment_id: id,
    scheduled_at: '2026-12-10T09:00',
    timezone: 'Europe/Paris',
  });
  expect(moved.status).toBe(200);
  // The patient accepted the English quote. A French quote with the same hash does not exist.
  for (const language of ['en', 'fr'] as const) {
    const text = await textOf(await getQuote(world, { ...people.patient, language }, id));
    expect(text).toContain('Thursday, 3 December 2026 at 14:30');
    expect(text).toMatch(/The appointment was moved .* It is now Thursday, 10 December 2026 at 09:00/);
    expect(text).toContain('Tuesday, 1 December 2026 at 14:30');
  }
  const stranger = await world.patient();
  await expect(getQuote(world, stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each<[string, ('done' | 'cancelled')?, { alternatives_until?: Date; state?: 'withdrawn' }?]>([
  ['done', 'done'],
  ['cancelled', 'cancelled'],
  ['without a time while other times are offered', undefined, { alternatives_until: new Date('2026-12-01T09:00Z') }],
  ['offered again', undefined, { state: 'withdrawn' }],
])(
  'after a move, the quote of an appointment that is %s names the new date only if it still applies',
  async (_is, status, change) => {
    const { world, people } = await meet();
    const id = await aPaid(world, people);
    const { admin, patient } = people;
    const to = { appointment_id: id, scheduled_at: '2026-12-10T09:00', timezone: 'Europe/Paris' };
    await world.browserOf(admin).post('/rpc/admin_reschedule_appointment', to);
    const given = { appointment_ids: [id], status, reason: 'As agreed' };
    if (status) await world.browserOf(admin).post('/rpc/admin_set_appointment_status', given);
    if (change)
      await withStaff(world.db, admin.userId, (tx) =>
        tx.updateTable('appointment_offers').set(change).where('appointment_id', '=', id).execute(),
      );
    const text = await textOf(await getQuote(world, patient, id, 1));
    expect(text).toContain('Thursday, 3 December 2026 at 14:30');
    expect(text.includes('It is now Thursday, 10 December 2026 at 09:00')).toBe(status === 'done');
  },
);

test('quote and receipt have number, seller, registration, act and tax', async () => {
  const { world, people } = await meet();
  const id = await aPaid(world, people, { provider_seller: 'Clinique de Lille SAS' });
  const both = ['Clinique de Lille SAS', 'RPPS 10000000001', 'Botulinum toxin injection', '€350 ', '20%', '€70 '];
  const quote = await textOf(await getQuote(world, people.patient, id));
  const receipt = await textOf(await getReceipt(world, people.patient, id));
  expect(both.filter((words) => !quote.includes(words))).toEqual([]);
  expect(both.filter((words) => !receipt.includes(words))).toEqual([]);
  expect(quote).toMatch(/D-2026-\d{6} v1/);
  expect(quote).toContain('Sou Médical, policy 4021');
  expect(quote).toContain('Botulinum toxin, 50 units');
  expect(receipt).toMatch(/R-2026-\d{6}-1/);
});
