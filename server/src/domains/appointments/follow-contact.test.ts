import { expect, test, vi } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aDirectService, TEN_IN_PARIS } from '../../../test/a-direct-service.ts';
import { anOffer, anOffered, aRequested, quoteOf } from '../../../test/an-appointment.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';
import { readAcceptedQuote } from './accepted-quote.ts';
import { find, offerColumns } from './appointments.queries.ts';
import { makeOffer } from './make-offer.ts';
import { openPayment } from './open-payment.ts';
import { setStatus } from './set-status.ts';

const OLD = 'claire@example.org';
const NEW = 'claire.moreau@example.org';

async function aPatient() {
  const world = await aWorld();
  const people = { patient: await world.patient({ email: OLD }), admin: await world.admin() };
  return { world, people, browser: world.browserOf(people.patient) };
}
type Made = Awaited<ReturnType<typeof aPatient>>;

/** Returns the email address and the phone number of each appointment, by its id. */
const contacts = async (world: World) => {
  await world.outbox.drain();
  const rows = await withSystem(world.system, (tx) =>
    tx.selectFrom('appointments').select(['id', 'patient_email', 'patient_phone']).execute(),
  );
  return Object.fromEntries(rows.map(({ id, ...row }) => [id, [row.patient_email, row.patient_phone]]));
};

const setPhone = ({ browser }: Made, phone: string | null, last_name = 'Moreau') =>
  browser.post('/rpc/set_my_details', {
    first_name: 'Claire',
    last_name,
    phone,
    birth_date: null,
    language: 'en',
  });

/** Changes the email address with both links. */
async function setEmail({ world, browser }: Made): Promise<void> {
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  await browser.post('/rpc/request_email_change', { email: NEW });
  for (const { text } of (await world.mails()).filter((mail) => mail.text.includes('/confirm-email?')))
    await world.browser().post('/rpc/confirm_email_change', { token: /token=([\w-]+)/.exec(text)?.[1] ?? '' });
}

test('a new phone number reaches the appointments that are not over, and no others', async () => {
  const made = await aPatient();
  const { world, people } = made;
  await setPhone(made, '+33 6 12 34 56 78');
  const [open, over] = [await aRequested(world, people), await aRequested(world, people)];
  const other = await aRequested(world, { patient: await world.patient() });
  const before = (await contacts(world))[other];
  await setStatus(world, people.admin, { appointment_ids: [over], status: 'cancelled', reason: 'on the phone' });
  await setPhone(made, '+33 6 99 99 99 99');
  expect(await contacts(world)).toEqual({
    [open]: [OLD, '+33 6 99 99 99 99'],
    [over]: [OLD, '+33 6 12 34 56 78'],
    [other]: before,
  });
  await setPhone(made, null);
  expect((await contacts(world))[open]).toEqual([OLD, null]);
});

test('a corrected name reaches the appointments without an accepted quote', async () => {
  const made = await aPatient();
  const { world, people } = made;
  await setPhone(made, null);
  const [requested, accepted] = [await aRequested(world, people), await anOffered(world, people)];
  await setPhone(made, null, 'Moreau-Petit');
  await world.outbox.drain();
  const rows = await withSystem(world.system, (tx) =>
    tx.selectFrom('appointments').select(['id', 'patient_full_name']).execute(),
  );
  expect(Object.fromEntries(rows.map(({ id, patient_full_name }) => [id, patient_full_name]))).toEqual({
    [requested]: 'Claire Moreau-Petit',
    // The patient accepted a quote for this name.
    [accepted]: 'Claire Moreau',
  });
});

test('a name that was corrected while a quote was accepted follows when the patient chooses another time', async () => {
  const made = await aPatient();
  const { world, people, browser } = made;
  await setPhone(made, null);
  const { userId: practitioner_id } = await world.practitioner();
  const { service_id, site_id } = await aDirectService(world, { practitioners: [practitioner_id], provider: null });
  const times = [0, 1].map((n) => {
    const starts_at = new Date(Date.parse(TEN_IN_PARIS) + n * 3_600_000).toISOString();
    return { service_id, site_id, practitioner_id, starts_at };
  });
  const appointment_id = await aRequested(world, people);
  await world
    .browserOf(people.admin)
    .post('/rpc/admin_set_awaiting_payment', { ...anOffer(appointment_id, { scheduled_at: TEN_IN_PARIS }), times });
  const shown = async () => (await browser.post('/rpc/get_my_appointment', { appointment_id })).json.appointment;
  const choose = async (n: number) => {
    const { id: time_id } = (await shown()).offer.times[n];
    expect((await browser.post('/rpc/choose_offer_time', { appointment_id, time_id })).status).toBe(200);
  };
  await choose(0);
  const quote_sha256 = await quoteOf(world, people.patient, appointment_id);
  const accepted = await browser.post('/rpc/accept_appointment_quote', { appointment_id, quote_sha256 });
  expect(accepted.status).toBe(200);
  await setPhone(made, null, 'Moreau-Petit');
  await world.outbox.drain();
  expect((await shown()).patient_full_name).toBe('Claire Moreau');
  await choose(1);
  await world.outbox.drain();
  expect((await shown()).patient_full_name).toBe('Claire Moreau-Petit');
});

/** Returns the name in the appointment, and the name in each quote with whether its accepted text is unchanged. */
const namesIn = ({ world }: Made, id: string) =>
  withSystem(world.system, async (tx) => {
    const row = await find(tx, id);
    if (!row) throw new Error('no appointment');
    const offers = await tx
      .selectFrom('appointment_offers')
      .select(offerColumns)
      .where('appointment_id', '=', id)
      .orderBy('created_at')
      .execute();
    const quotes = offers.map(async (offer) => {
      const { paper, isIntact } = await readAcceptedQuote(tx, row, offer, 'en');
      return [paper.lines[0]?.[1], isIntact];
    });
    return [row.patient_full_name, await Promise.all(quotes)];
  });

test('a name that was corrected after a quote was accepted is in the next quote, and the accepted quote stays', async () => {
  const made = await aPatient();
  const { world, people } = made;
  await setPhone(made, null);
  const id = await anOffered(world, people);
  await setPhone(made, null, 'Moreau-Petit');
  await world.outbox.drain();
  expect(await namesIn(made, id)).toEqual(['Claire Moreau', [['Claire Moreau', true]]]);
  world.clock.advance(1000);
  await makeOffer(world, people.admin, anOffer(id));
  await world.outbox.drain();
  expect(await namesIn(made, id)).toEqual([
    'Claire Moreau-Petit',
    [
      ['Claire Moreau', true],
      ['Claire Moreau-Petit', false],
    ],
  ]);
});

test('a corrected name reaches an appointment whose offer with an accepted quote has expired', async () => {
  const made = await aPatient();
  const { world, people } = made;
  await setPhone(made, null);
  const id = await anOffered(world, people);
  world.clock.set(new Date('2026-12-03T12:00:00Z'));
  await setPhone(made, null, 'Moreau-Petit');
  await world.outbox.drain();
  await world.jobs.runNow('appointments.lapseOffers', {});
  await world.outbox.drain();
  expect(await namesIn(made, id)).toEqual(['Claire Moreau-Petit', [['Claire Moreau', true]]]);
});

test('a new email address reaches the appointments that are not over', async () => {
  const made = await aPatient();
  const { world, people } = made;
  const id = await aRequested(world, people);
  const [, phone] = (await contacts(world))[id] ?? [];
  await setEmail(made);
  expect(await contacts(world)).toEqual({ [id]: [NEW, phone] });
});

test('the payment page names the present email address of the patient', async () => {
  const made = await aPatient();
  const { world, people } = made;
  const id = await anOffered(world, people);
  await withSystem(world.system, (tx) =>
    tx.updateTable('users').set({ email: NEW }).where('id', '=', people.patient.userId).execute(),
  );
  const opened = vi.spyOn(world.payments, 'openPage');
  await openPayment(world, people.patient, id);
  expect(opened.mock.calls[0]?.[0]).toMatchObject({ customer_email: NEW });
});
