import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import { aBookedTime, aClinic } from '../../../test/a-clinic.ts';
import { aPaid } from '../../../test/an-appointment.ts';
import { openSession } from '../../../test/sessions.ts';
import { aWorld, type World } from '../../../test/world.ts';

/** 14:30 in Paris on Thursday, 3 December 2026. The test clock starts at 09:00Z on 20 November 2026. */
const AT = '2026-12-03T13:30:00.000Z';
const WEEK = { from: '2026-11-29T00:00:00.000Z', to: '2026-12-08T00:00:00.000Z' };

/** Makes a paid appointment whose time is in the agenda of a practitioner. */
async function meet() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const doctor = await world.practitioner();
  const clinic = await aClinic(world, [doctor.userId]);
  const appointment_id = await aPaid(world, people);
  const time_id = await aBookedTime(world, clinic, { practitioner_id: doctor.userId, starts_at: AT, appointment_id });
  return { world, ...people, doctor, clinic, appointment_id, time_id };
}

const ask = (world: World, caller: SignedIn, name: string, input: object) =>
  world.browserOf(caller).post(`/rpc/${name}`, input);
const set = (world: World, caller: SignedIn, time_id: string, state: string, late_minutes?: number) =>
  ask(world, caller, 'set_visit_state', { time_id, state, ...(late_minutes && { late_minutes }) });
const timeOf = (world: World, id: string) =>
  withSystem(world.system, (tx) =>
    tx.selectFrom('booked_times').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
const statusOf = (world: World, id: string) =>
  withSystem(world.system, async (tx) => {
    const { status } = await tx
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return status;
  });
const auditOf = (world: World, action: string) =>
  world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'patient_id', 'reason', 'details'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();

test('a practitioner sees the patient, the place and the treatment of a visit, and the view is recorded', async () => {
  const { world, doctor, appointment_id, time_id } = await meet();
  await busyFor(world, doctor.userId, '[2026-12-03T09:00:00Z,2026-12-03T10:00:00Z)');
  const { status, json } = await ask(world, doctor, 'list_my_agenda', WEEK);
  expect(status).toBe(200);
  expect(json.times).toMatchObject([
    {
      id: time_id,
      state: 'booked',
      starts_at: AT,
      ends_at: '2026-12-03T14:00:00.000Z',
      blocked_from: '2026-12-03T13:20:00.000Z',
      blocked_until: '2026-12-03T14:10:00.000Z',
      room_name: 'Room 1',
      service: { name_en: 'Botulinum toxin' },
      site: { name: 'Clinique Vasseur', timezone: 'Europe/Paris' },
      visit: { appointment_id, patient_name: expect.stringMatching(/\S/), treatment: 'Botox', status: 'confirmed' },
      case_id: null,
    },
  ]);
  expect(json.busy).toEqual([{ from: '2026-12-03T09:00:00.000Z', to: '2026-12-03T10:00:00.000Z' }]);
  expect(json.has_hours).toBe(false);
  expect(await auditOf(world, 'agenda.viewed')).toMatchObject([
    { actor_id: doctor.userId, details: { appointments: [appointment_id] } },
  ]);
});

test('opening the agenda in another session of the same account adds its own entry to the audit log', async () => {
  const { world, doctor } = await meet();
  const other = { ...doctor, sessionId: await openSession(world, doctor.userId, true) };
  for (const caller of [doctor, doctor, other, other]) await ask(world, caller, 'list_my_agenda', WEEK);
  expect((await auditOf(world, 'agenda.viewed')).map(({ details }) => details)).toMatchObject([
    { session: doctor.sessionId },
    { session: other.sessionId },
  ]);
});

test('an agenda of at most six weeks shows the times that overlap them, except cancelled and released times', async () => {
  const { world, doctor, clinic } = await meet();
  const practitioner_id = doctor.userId;
  for (const state of ['cancelled', 'released'] as const)
    await aBookedTime(world, clinic, { practitioner_id, starts_at: '2026-12-04T09:00:00Z', state });
  const held = await aBookedTime(world, clinic, { practitioner_id, starts_at: '2026-12-04T09:00:00Z', state: 'held' });
  const overMidnight = { from: '2026-12-04T09:15:00Z', to: '2026-12-05T00:00:00Z' };
  const { json } = await ask(world, doctor, 'list_my_agenda', overMidnight);
  expect(json.times.map(({ id }: { id: string }) => id)).toEqual([held]);
  expect(json.times[0].visit).toBeNull();
  const year = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
  for (const name of ['list_my_agenda', 'admin_list_booked_times']) {
    const caller = name === 'list_my_agenda' ? doctor : await world.admin();
    expect((await ask(world, caller, name, year)).json).toMatchObject({ code: 'INVALID_INPUT' });
  }
});

test('a practitioner of another clinic sees nothing through the procedure or directly in the database', async () => {
  const { world, time_id } = await meet();
  const stranger = await world.practitioner();
  await aClinic(world, [stranger.userId], { name: 'Another clinic' });
  expect((await ask(world, stranger, 'list_my_agenda', WEEK)).json.times).toEqual([]);
  expect((await set(world, stranger, time_id, 'arrived')).status).toBe(404);
  expect(await seenBy(world, stranger)).toEqual({ times: 0, visits: 0 });
});

test('a colleague at the same clinic does not see the patients of the practitioner', async () => {
  const { world, clinic, time_id } = await meet();
  const colleague = await world.practitioner();
  await withSystem(world.system, (tx) =>
    tx
      .insertInto('clinic_members')
      .values({ clinic_id: clinic.clinic_id, user_id: colleague.userId, role: 'owner', created_at: new Date() })
      .execute(),
  );
  // The owner of a clinic sees the booked times of the clinic. Only the practitioner of a booked time sees the patient.
  expect(await seenBy(world, colleague)).toEqual({ times: 1, visits: 0 });
  expect((await ask(world, colleague, 'list_my_agenda', WEEK)).json.times).toEqual([]);
  world.clock.set(new Date(AT));
  expect((await set(world, colleague, time_id, 'arrived')).status).toBe(404);
});

test('a practitioner whose registration is not verified sees no patients', async () => {
  const { world, clinic, appointment_id } = await meet();
  const unverified = await world.practitioner({ verified: false });
  const given = { practitioner_id: unverified.userId, starts_at: '2026-12-04T09:00:00Z', appointment_id };
  await aBookedTime(world, clinic, { ...given, state: 'held' });
  expect((await ask(world, unverified, 'list_my_agenda', WEEK)).status).toBe(403);
  expect(await seenBy(world, unverified)).toEqual({ times: 0, visits: 0 });
  // Once the registration is verified, the practitioner sees the booked time and its visit.
  await world.database.owner.query('update practitioners set verified_at = now() where user_id = $1', [
    unverified.userId,
  ]);
  expect(await seenBy(world, unverified)).toEqual({ times: 1, visits: 1 });
});

test('a released time no longer gives access to the patient', async () => {
  const { world, doctor, time_id } = await meet();
  expect(await seenBy(world, doctor)).toEqual({ times: 1, visits: 1 });
  await withSystem(world.system, (tx) =>
    tx.updateTable('booked_times').set({ state: 'released' }).where('id', '=', time_id).execute(),
  );
  expect(await seenBy(world, doctor)).toEqual({ times: 1, visits: 0 });
});

test('arrived, late and done are recorded once each, and a finished visit sets its appointment to done', async () => {
  const { world, doctor, patient, time_id, appointment_id } = await meet();
  world.clock.set(new Date(AT));
  expect((await set(world, doctor, time_id, 'arrived')).json).toEqual({ state: 'arrived', late_minutes: null });
  expect((await set(world, doctor, time_id, 'arrived')).status).toBe(200);
  expect((await set(world, doctor, time_id, 'arrived', 20)).json).toEqual({ state: 'arrived', late_minutes: 20 });
  expect(await statusOf(world, appointment_id)).toBe('confirmed');
  expect((await set(world, doctor, time_id, 'done')).json).toEqual({ state: 'done', late_minutes: 20 });
  expect((await set(world, doctor, time_id, 'done')).status).toBe(200);
  expect(await timeOf(world, time_id)).toMatchObject({ state: 'done', late_minutes: 20 });
  expect(await statusOf(world, appointment_id)).toBe('done');
  expect(await auditOf(world, 'visit.changed')).toMatchObject(
    [
      { from: 'booked', to: 'arrived', late_minutes: null },
      { from: 'arrived', to: 'arrived', late_minutes: 20 },
      { from: 'arrived', to: 'done', late_minutes: 20 },
    ].map((details) => ({ actor_id: doctor.userId, patient_id: patient.userId, details })),
  );
  // The state of a visit that is done does not change.
  expect((await set(world, doctor, time_id, 'arrived')).json).toMatchObject({ code: 'NOT_IN_THIS_STATE' });
});

test('a visit can be marked as arrived from midnight of its local day, and as a no-show from its start', async () => {
  const { world, doctor, time_id } = await meet();
  const midnight = Date.parse('2026-12-02T23:00:00Z');
  world.clock.set(new Date(midnight - 1));
  expect((await set(world, doctor, time_id, 'arrived')).json).toMatchObject({ code: 'VISIT_TOO_EARLY' });
  world.clock.set(new Date(midnight));
  expect((await set(world, doctor, time_id, 'arrived')).status).toBe(200);
  expect((await set(world, doctor, time_id, 'booked')).json).toEqual({ state: 'booked', late_minutes: null });
  world.clock.set(new Date(Date.parse(AT) - 1));
  expect((await set(world, doctor, time_id, 'no_show')).json).toMatchObject({ code: 'VISIT_TOO_EARLY' });
  world.clock.set(new Date(AT));
  expect((await set(world, doctor, time_id, 'no_show')).json).toEqual({ state: 'no_show', late_minutes: null });
});

test('after a no-show, a patient who does come gets the time if it is still free', async () => {
  const { world, doctor, clinic, time_id } = await meet();
  world.clock.set(new Date(AT));
  await set(world, doctor, time_id, 'no_show');
  expect((await set(world, doctor, time_id, 'arrived', 15)).json).toEqual({ state: 'arrived', late_minutes: 15 });
  await set(world, doctor, time_id, 'no_show');
  await aBookedTime(world, clinic, { practitioner_id: doctor.userId, starts_at: AT });
  expect((await set(world, doctor, time_id, 'arrived')).json).toMatchObject({ code: 'TIME_TAKEN' });
});

test('a time that is only held cannot be marked as arrived, and an administrator can mark any visit', async () => {
  const { world, doctor, admin, clinic, time_id } = await meet();
  world.clock.set(new Date(AT));
  const given = { practitioner_id: doctor.userId, starts_at: '2026-12-03T16:00:00Z', state: 'held' } as const;
  const held = await aBookedTime(world, clinic, given);
  expect((await set(world, doctor, held, 'arrived')).json).toMatchObject({ code: 'NOT_IN_THIS_STATE' });
  expect((await set(world, admin, time_id, 'arrived')).status).toBe(200);
  expect(await auditOf(world, 'visit.changed')).toMatchObject([{ actor_id: admin.userId }]);
});

test('administrators see the times of all clinics, and filter them by place, practitioner, service and state', async () => {
  const { world, admin, doctor, clinic, time_id } = await meet();
  const other = await world.practitioner();
  const elsewhere = await aClinic(world, [other.userId], { name: 'Another clinic', timezone: 'America/Montreal' });
  const given = { practitioner_id: other.userId, starts_at: AT, state: 'held' } as const;
  const second = await aBookedTime(world, elsewhere, given);
  const list = async (filter: object) => {
    const { json } = await ask(world, admin, 'admin_list_booked_times', { ...WEEK, ...filter });
    return json.times.map(({ id }: { id: string }) => id).sort();
  };
  expect(await list({})).toEqual([time_id, second].sort());
  expect(await list({ site_id: clinic.site_id })).toEqual([time_id]);
  expect(await list({ practitioner_id: other.userId })).toEqual([second]);
  expect(await list({ service_id: elsewhere.service_id })).toEqual([second]);
  expect(await list({ state: 'booked' })).toEqual([time_id]);
  expect(await list({ state: 'done' })).toEqual([]);
  const { json } = await ask(world, admin, 'admin_list_booked_times', { ...WEEK, site_id: clinic.site_id });
  expect(json.times[0].practitioner).toMatchObject({ id: doctor.userId, name: expect.stringMatching(/\S/) });
  expect(json.sites.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Another clinic', 'Clinique Vasseur']),
  );
  expect(json.practitioners.map(({ id }: { id: string }) => id).sort()).toEqual([doctor.userId, other.userId].sort());
});

async function seenBy(world: World, { userId }: SignedIn) {
  return withStaff(world.db, userId, async (tx) => ({
    times: (await tx.selectFrom('booked_times').select('id').execute()).length,
    visits: (await tx.selectFrom('appointment_offer_times').select('time_id').execute()).length,
  }));
}

const busyFor = (world: World, user_id: string, during: string) =>
  withSystem(world.system, async (tx) => {
    const id = randomUUID();
    const feed = { id, user_id, address: 'https://calendar.example/busy.ics', created_at: world.clock.now() };
    await tx.insertInto('busy_feeds').values(feed).execute();
    await tx.insertInto('busy_times').values({ feed_id: id, user_id, during }).execute();
  });
