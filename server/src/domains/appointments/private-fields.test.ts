import { randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { isContractProcedure } from '@orpc/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { appointments } from '#contract/appointments.ts';
import type { OfferInput } from '#contract/appointments-admin.ts';
import { withUser } from '#server/platform/db/db.ts';
import { anOffer, anOffered, aPaid, aRequest, paymentOf } from '../../../test/an-appointment.ts';
import { someBookableTime } from '../../../test/bookable-time.ts';
import type { Browser } from '../../../test/browser.ts';
import { aWorld, type World } from '../../../test/world.ts';

/** Values of the private fields. These texts and numbers occur nowhere else. */
const secrets = {
  admin_private_note: 'SECRET-NOTE-OF-THE-TEAM',
  provider_initial_price_cents: 7_654_321,
  negotiated_price_cents: 6_543_217,
  provider_price_cents: 5_432_176,
  offer_private_note: 'SECRET-NOTE-OF-THE-OFFER',
  reason: 'SECRET-REASON',
  coordinator: 'Secretcoordinator',
};
const names = [
  'admin_private_note',
  'provider_initial_price',
  'negotiated_price',
  'provider_price',
  'private_note',
  'coordinator',
];
const leaksIn = (text: string): string[] =>
  [...Object.values(secrets).map(String), ...names].filter((secret) => text.includes(secret));

/**
 * Wraps a patient's browser to record the text of every response and the name of every API procedure that was called.
 */
function listening(browser: Browser) {
  const heard: string[] = [];
  const called = new Set<string>();
  const post = async (path: string, body: object = {}) => {
    const answer = await browser.post(path, body);
    called.add(path);
    heard.push(answer.text);
    return answer;
  };
  return { post, heard, called };
}

/** Returns the text of a PDF with its streams decompressed. */
function unpacked(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)endstream/g);
  return [...streams].map(([, bytes = '']) => inflate(Buffer.from(bytes, 'latin1'))).join('\n');
}
function inflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

async function keepSecrets(world: World, admin: Browser, id: string, given: Partial<OfferInput> = {}): Promise<void> {
  const { reason, offer_private_note, provider_price_cents, coordinator: _name, ...info } = secrets;
  await admin.post('/rpc/admin_add_private_info', { appointment_id: id, ...info, provider_price_cents: undefined });
  const all: { id: string; name: string }[] = (await admin.post('/rpc/admin_list_coordinators')).json;
  const coordinator = all.find(({ name }) => name.includes(secrets.coordinator));
  await admin.post('/rpc/admin_assign_appointments', { appointment_ids: [id], coordinator_id: coordinator?.id });
  await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'in_progress', reason });
  const offer = anOffer(id, {
    provider_price_cents,
    admin_private_note: offer_private_note,
    allow_double_booking: true,
    ...given,
  });
  expect((await admin.post('/rpc/admin_set_awaiting_payment', offer)).status).toBe(200);
  await world.mails();
}

/** Returns the input of an offer with two times. */
async function twoTimes(world: World): Promise<Partial<OfferInput>> {
  const { service_id, site_id, practitioners } = await someBookableTime(world);
  const starts = ['2026-12-03T09:00:00Z', '2026-12-03T10:00:00Z'] as const;
  const place = { service_id, site_id, practitioner_id: practitioners[0] ?? '' };
  return { scheduled_at: starts[0], times: starts.map((starts_at) => ({ ...place, starts_at })) };
}

test('trust 19: no response, live event or email to a patient and no outbox event contains a private field', async () => {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  await world.admin({ last_name: secrets.coordinator });
  const admin = world.browserOf(people.admin);
  const patient = listening(world.browserOf(people.patient));
  const paidId = await aPaid(world, people);
  await keepSecrets(world, admin, await anOffered(world, people, { allow_double_booking: true }));

  await patient.post('/rpc/list_countries');
  await patient.post('/rpc/set_latest_appointment_countries', { country_current: 'FR', country_target: 'BE' });
  const id = (await patient.post('/rpc/request_appointment', aRequest())).json.appointment_id;
  const own = { appointment_id: id };
  await keepSecrets(world, admin, id, await twoTimes(world));
  await admin.post('/rpc/admin_set_shared_details', { appt_id: id, details: 'We have found a date.' });
  await patient.post('/rpc/ask_about_appointment', {
    ...own,
    body: 'May I come earlier?',
    idempotency_key: randomUUID(),
  });
  await admin.post('/rpc/admin_answer_appointment', { ...own, body: 'Yes.', idempotency_key: randomUUID() });
  for (const path of ['get_my_appointments', 'get_my_appointments_v2', 'get_my_benefits'])
    await patient.post(`/rpc/${path}`);
  const { appointment: unchosen } = (await patient.post('/rpc/get_my_appointment', own)).json;
  const time_id = unchosen.offer.times[1].id;
  const appointment = (await patient.post('/rpc/choose_offer_time', { ...own, time_id })).json;
  await patient.post('/rpc/mark_appointment_read', own);
  await patient.post('/rpc/get_appointment_quote', own);
  await patient.post('/rpc/accept_appointment_quote', { ...own, quote_sha256: appointment.offer.quote_sha256 });
  const { url } = (await patient.post('/functions/create_checkout_session', own)).json;
  await world.pay(url);
  await world.mails();
  await patient.post('/rpc/get_appointment_receipt', own);
  await patient.post('/rpc/get_appointment_calendar', own);
  const moved = await patient.post('/rpc/move_my_appointment', { ...own, starts_at: '2026-12-03T10:15:00Z' });
  expect(moved.status).toBe(200);
  const { practitioner_id } = moved.json.move;
  const others = [{ practitioner_id, starts_at: '2026-12-03T09:15:00Z' }];
  await admin.post('/rpc/admin_offer_alternatives', { ...own, times: others });
  const [alternative] = (await patient.post('/rpc/get_my_appointment', own)).json.appointment.alternatives.times;
  expect((await patient.post('/rpc/choose_alternative', { ...own, time_id: alternative.id })).status).toBe(200);
  expect((await patient.post('/rpc/decline_alternatives', own)).status).toBe(409);
  await patient.post('/rpc/request_appointment_change', {
    ...own,
    wish: 'cancel',
    note: '',
    idempotency_key: randomUUID(),
  });
  await admin.post('/rpc/admin_refund_appointment', {
    appointment_id: paidId,
    payment_id: await paymentOf(world, people.patient, paidId),
    reason: secrets.reason,
    idempotency_key: randomUUID(),
  });
  const mails = await world.mails();
  await patient.post('/rpc/get_my_appointment', own);

  const paths = Object.values(appointments).map((one) => (isContractProcedure(one) ? one['~orpc'].route.path : ''));
  expect([...patient.called].sort()).toEqual(paths.sort());
  expect(patient.heard.flatMap(leaksIn)).toEqual([]);
  expect(patient.heard.map((text) => unpacked(Buffer.from(text, 'latin1'))).flatMap(leaksIn)).toEqual([]);
  expect(leaksIn(JSON.stringify(world.told))).toEqual([]);
  expect(mails.length).toBeGreaterThan(8);
  const sent = await world.db.selectFrom('mailbox').selectAll().execute();
  expect(leaksIn(JSON.stringify(sent))).toEqual([]);
  const events = await world.db.selectFrom('outbox').selectAll().execute();
  expect(leaksIn(JSON.stringify(events))).toEqual([]);
  // An administrator does get all private fields. This proves that the checks above would find them.
  const seen = await admin.post('/rpc/admin_get_appointment', own);
  expect(leaksIn(seen.text)).toEqual(expect.arrayContaining(Object.values(secrets).map(String)));
});

test('trust 19: the database itself refuses private columns and the rows of other patients to a patient’s transaction', async () => {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const other = await world.patient();
  await aPaid(world, people);
  const asPatient = (userId: string, query: string) =>
    withUser(world.db, userId, async (tx) => (await sql.raw(query).execute(tx)).rows.length);
  const tables = [
    'appointments',
    'appointment_offers',
    'appointment_pages',
    'appointment_payments',
    'appointment_messages',
    'appointment_events',
  ];
  for (const table of tables) expect(await asPatient(other.userId, `select 1 from ${table}`), table).toBe(0);
  expect(await asPatient(people.patient.userId, 'select 1 from appointments')).toBe(1);
  for (const query of [
    'select admin_private_note from appointments',
    'select negotiated_price_cents from appointments',
    'select provider_initial_price_cents from appointments',
    'select coordinator_id from appointments',
    'select provider_price_cents from appointment_offers',
    'select private_note from appointment_offers',
    'select reason from appointment_events',
    'select details from appointment_events',
    'select * from appointment_inbox',
    'select * from appointment_refunds',
    'select * from providers',
    'select * from appointment_views',
    'select * from appointment_default_views',
  ])
    await expect(asPatient(people.patient.userId, query), query).rejects.toThrow(/permission denied/);
  await expect(
    asPatient(people.patient.userId, `update appointment_payments set amount_cents = 1 returning 1`),
  ).rejects.toThrow(/permission denied/);
});

test('trust 8: the subjects of emails name neither the treatment nor the place nor the provider', async () => {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  await aPaid(world, people);
  const subjects = (await world.mails()).map(({ subject }) => subject);
  expect(subjects).toHaveLength(3);
  expect(subjects.join(' ')).not.toMatch(/botox|vasseur|paris|nantes|lille/i);
});

test.each(['en', 'fr'] as const)(
  'trust 8: the title of a calendar event says only that there is an appointment, in %s',
  async (language) => {
    const world = await aWorld();
    const people = { patient: await world.patient({ language }), admin: await world.admin() };
    const id = await aPaid(world, people);
    await world.mails();
    const { text } = await world
      .browserOf(people.patient)
      .post('/rpc/get_appointment_calendar', { appointment_id: id });
    const mailed = await world.db.selectFrom('mailbox').selectAll().execute();
    const sent = mailed
      .flatMap(({ attachments }) => attachments ?? [])
      .filter(({ file_name }) => file_name.endsWith('.ics'));
    expect(sent).toHaveLength(1);
    for (const file of [text, sent[0]?.content ?? '']) {
      const lines = file.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
      expect(lines.filter((line) => line.startsWith('SUMMARY'))).toEqual([
        language === 'en' ? 'SUMMARY:Flaira appointment' : 'SUMMARY:Rendez-vous Flaira',
      ]);
      expect(file).not.toMatch(/botox|injection|toxin|filler|laser/i);
    }
  },
);
