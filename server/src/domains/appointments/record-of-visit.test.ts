import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aBookedTime, aClinic } from '../../../test/a-clinic.ts';
import { aSignedCase } from '../../../test/a-case.ts';
import { aPaid } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { recordedOf } from './agenda.queries.ts';

/**
 * Makes a patient with a signed case and a visit. With `own`, the practitioner of the visit is in charge of the case.
 * With `other`, another practitioner is in charge of it.
 */
async function meet(whose: 'own' | 'other' = 'own') {
  const world = await aWorld();
  const { doctor: inCharge, patient, caseId } = await aSignedCase(world);
  const doctor = whose === 'own' ? inCharge : await world.practitioner();
  const clinic = await aClinic(world, [doctor.userId]);
  const appointment_id = await aPaid(world, { patient, admin: await world.admin() });
  const now = world.clock.now();
  const starts_at = now.toISOString();
  const given = { practitioner_id: doctor.userId, starts_at, state: 'arrived' as const, appointment_id };
  const time_id = await aBookedTime(world, clinic, given);
  return { world, doctor, patient, caseId, clinic, appointment_id, time_id, now };
}
type Met = Awaited<ReturnType<typeof meet>>;

const ask = (world: World, caller: SignedIn, name: string, input: object = {}) =>
  world.browserOf(caller).post(`/rpc/${name}`, input);

const record = ({ world, doctor, caseId, now }: Met, time_id: string | null) =>
  ask(world, doctor, 'record_treatment', {
    case_id: caseId,
    plan_version: 1,
    time_id,
    record: {
      visit: null,
      treated_on: now.toISOString().slice(0, 10),
      products: [
        {
          product: 'botulinum_toxin_a',
          name: 'Toxin A 100',
          manufacturer: 'Acme Pharma',
          lot: 'C7654-C3',
          expires_on: '2099-01-31',
          gtin: null,
          serial: null,
        },
      ],
      points: [
        { treatment: 'forehead', side: null, product: 0, amount: 10, unit: 'units', instrument: 'needle', events: [] },
      ],
      events: [],
      photo_ids: [],
    },
    idempotency_key: randomUUID(),
  });

async function agendaOf({ world, doctor, now }: Met, id: string) {
  const [from, to] = [-86_400_000, 86_400_000].map((by) => new Date(now.getTime() + by).toISOString());
  const { json } = await ask(world, doctor, 'list_my_agenda', { from, to });
  return json.times.find((time: { id: string }) => time.id === id);
}
const missing = async ({ world, doctor }: Met) =>
  (await ask(world, doctor, 'list_visits_without_record')).json as { times: { id: string }[]; total: number };

test('for the practitioner in charge, the agenda has the case of a visit, and whether the treatment was recorded', async () => {
  const met = await meet();
  expect(await agendaOf(met, met.time_id)).toMatchObject({ case_id: met.caseId, record: 'missing' });
  // The list includes a visit once it has begun.
  met.world.clock.set(new Date(met.now.getTime() + 60_000));
  expect((await missing(met)).times.map(({ id }) => id)).toEqual([met.time_id]);
  expect((await record(met, met.time_id)).status).toBe(200);
  expect(await agendaOf(met, met.time_id)).toMatchObject({ record: 'recorded' });
  expect(await missing(met)).toEqual({ times: [], total: 0 });
});

test('a corrected record still belongs to its visit', async () => {
  const met = await meet();
  const { json } = await record(met, met.time_id);
  const [{ id: record_id, version, ...made }] = json.records;
  const { visit, treated_on, products, points, events, note } = made;
  const { status } = await ask(met.world, met.doctor, 'correct_treatment', {
    case_id: met.caseId,
    record_id,
    base_version: version,
    correction: 'The note was missing',
    record: { visit, treated_on, products, points, events, note: `${note}.`, photo_ids: [] },
    idempotency_key: randomUUID(),
  });
  expect(status).toBe(200);
  const rows = await withSystem(met.world.system, (tx) =>
    tx.selectFrom('treatment_records').select(['version', 'time_id']).orderBy('version').execute(),
  );
  expect(rows).toEqual([1, 2].map((number) => ({ version: number, time_id: met.time_id })));
});

test('a record cannot name a visit of another patient or of another practitioner', async () => {
  const met = await meet();
  const admin = await met.world.admin();
  const other = await aPaid(met.world, { patient: await met.world.patient(), admin }, { allow_double_booking: true });
  const colleague = await met.world.practitioner();
  const starts_at = new Date(met.now.getTime() - 7_200_000).toISOString();
  const theirs = { practitioner_id: met.doctor.userId, starts_at, state: 'arrived' as const, appointment_id: other };
  const again = await aPaid(met.world, { patient: met.patient, admin }, { allow_double_booking: true });
  const elsewhere = { ...theirs, practitioner_id: colleague.userId, appointment_id: again, room_id: null };
  for (const given of [theirs, elsewhere]) {
    const refused = await record(met, await aBookedTime(met.world, met.clinic, given));
    expect(refused.json).toMatchObject({ code: 'INVALID_INPUT' });
  }
  expect((await record(met, null)).status).toBe(200);
});

test('a practitioner who is not in charge of the case can record only after opening it with a reason', async () => {
  const met = await meet('other');
  expect(await agendaOf(met, met.time_id)).toMatchObject({ case_id: null, record: 'missing' });
  expect((await record(met, met.time_id)).status).not.toBe(200);
  const why = { case_id: met.caseId, reason: 'second_opinion', note: 'The patient comes to me today' };
  expect((await ask(met.world, met.doctor, 'open_case', why)).status).toBe(200);
  expect(await agendaOf(met, met.time_id)).toMatchObject({ case_id: met.caseId });
  expect((await record(met, met.time_id)).status).toBe(200);
  expect(await agendaOf(met, met.time_id)).toMatchObject({ record: 'recorded' });
});

test('another practitioner cannot read whether a visit was recorded', async () => {
  const met = await meet();
  await record(met, met.time_id);
  const stranger = await met.world.practitioner();
  expect((await ask(met.world, stranger, 'list_visits_without_record')).json).toEqual({ times: [], total: 0 });
  const seen = (userId: string) => withStaff(met.world.db, userId, (tx) => recordedOf(tx, [met.time_id]));
  expect([...(await seen(stranger.userId))]).toEqual([]);
  expect([...(await seen(met.doctor.userId))]).toEqual([met.time_id]);
});

test('a review visit needs no treatment record', async () => {
  const met = await meet();
  await withSystem(met.world.system, (tx) =>
    tx.updateTable('clinic_services').set({ is_review: true, price_cents: null }).execute(),
  );
  expect(await agendaOf(met, met.time_id)).toMatchObject({ record: null });
});
