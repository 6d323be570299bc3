import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aBookedTime, aClinic } from '../../../test/a-clinic.ts';
import { anOffered, aPaid } from '../../../test/an-appointment.ts';
import { aWorld } from '../../../test/world.ts';

/** The start of the visit: 14:30 in Paris. */
const AT = '2026-12-03T13:30:00.000Z';

async function meet() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const doctor = await world.practitioner();
  const clinic = await aClinic(world, [doctor.userId]);
  const appointment_id = await aPaid(world, people);
  const time_id = await aBookedTime(world, clinic, { practitioner_id: doctor.userId, starts_at: AT, appointment_id });
  const move = (starts_at: string, given: object = {}) =>
    world
      .browserOf(people.admin)
      .post('/rpc/admin_move_booked_time', { time_id, was_at: AT, starts_at, tell_patient: true, ...given });
  const now = () =>
    withSystem(world.system, (tx) =>
      tx
        .selectFrom('appointments as a')
        .innerJoin('appointment_offers as o', 'o.appointment_id', 'a.id')
        .select(['a.calendar_sequence', 'o.scheduled_at', 'o.timezone', 'o.id as offer_id'])
        .where('a.id', '=', appointment_id)
        .executeTakeFirstOrThrow(),
    );
  return { world, ...people, doctor, clinic, appointment_id, time_id, move, now };
}

test('a visit moves with its appointment, calendar event and reminders, and the patient is notified', async () => {
  const { world, admin, appointment_id, time_id, move, now } = await meet();
  const before = await now();
  await withSystem(world.system, (tx) =>
    tx
      .insertInto('appointment_reminders')
      .values({ offer_id: before.offer_id, hours_before: 168, sent_at: world.clock.now() })
      .execute(),
  );
  const told = (await world.mails()).length;
  const { status, json } = await move('2026-12-04T10:00', { reason: 'The laser is serviced.' });
  expect([status, json]).toEqual([200, { starts_at: '2026-12-04T09:00:00.000Z', ends_at: '2026-12-04T09:30:00.000Z' }]);
  expect(await now()).toMatchObject({
    calendar_sequence: before.calendar_sequence + 1,
    scheduled_at: new Date('2026-12-04T09:00:00Z'),
    timezone: 'Europe/Paris',
  });
  const rows = await withSystem(world.system, async (tx) => ({
    reminders: await tx.selectFrom('appointment_reminders').selectAll().execute(),
    time: await tx.selectFrom('booked_times').selectAll().where('id', '=', time_id).executeTakeFirstOrThrow(),
    step: await tx
      .selectFrom('appointment_events')
      .select(['actor_id', 'reason', 'details'])
      .where('appointment_id', '=', appointment_id)
      .where('kind', '=', 'rescheduled')
      .executeTakeFirstOrThrow(),
  }));
  expect(rows.reminders).toEqual([]);
  expect(rows.time).toMatchObject({ calendar_sequence: 1, blocked: expect.stringContaining('2026-12-04') });
  expect(rows.step).toMatchObject({
    actor_id: admin.userId,
    reason: 'The laser is serviced.',
    details: { from: AT, to: '2026-12-04T09:00:00.000Z', told: true },
  });
  const mails = await world.mails();
  expect(mails.length).toBe(told + 1);
  expect(mails.at(-1)?.text).toContain('10:00');
  expect(mails.at(-1)?.text).toContain('Your payment still counts.');
  expect(
    await world.db.selectFrom('audit_log').select('actor_id').where('action', '=', 'visit.moved').execute(),
  ).toEqual([{ actor_id: admin.userId }]);
});

test('the patient gets no email about a moved visit if the administrator chooses not to send one', async () => {
  const { world, move, now } = await meet();
  const told = (await world.mails()).length;
  expect((await move('2026-12-04T10:00', { tell_patient: false })).status).toBe(200);
  expect((await now()).scheduled_at).toEqual(new Date('2026-12-04T09:00:00Z'));
  expect((await world.mails()).length).toBe(told);
});

test('a time at which the practitioner has another patient is refused, and nothing changes', async () => {
  const { world, doctor, clinic, move, now } = await meet();
  const before = await now();
  const told = (await world.mails()).length;
  await aBookedTime(world, clinic, { practitioner_id: doctor.userId, starts_at: '2026-12-04T09:00:00Z' });
  // At 10:50 the buffers of both visits touch. One minute earlier they overlap.
  for (const taken of ['2026-12-04T10:00', '2026-12-04T10:49'])
    expect((await move(taken)).json).toMatchObject({ code: 'TIME_TAKEN' });
  expect(await now()).toEqual(before);
  expect((await world.mails()).length).toBe(told);
  expect((await move('2026-12-04T10:50')).status).toBe(200);
});

test('a room can be booked only once at a time', async () => {
  const { world, clinic, move } = await meet();
  const other = await world.practitioner();
  await aBookedTime(world, clinic, { practitioner_id: other.userId, starts_at: '2026-12-04T09:00:00Z' });
  expect((await move('2026-12-04T10:00')).json).toMatchObject({ code: 'TIME_TAKEN' });
});

test('if two people move a visit at once, the second move is refused because the visit has changed', async () => {
  const { world, move } = await meet();
  const told = (await world.mails()).length;
  const answers = await Promise.all([move('2026-12-04T10:00'), move('2026-12-04T15:00')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.json).toMatchObject({ code: 'CHANGED_SINCE' });
  expect((await world.mails()).length).toBe(told + 1);
});

test('a second click on the same move of a visit sends no second email', async () => {
  const { world, move } = await meet();
  await move('2026-12-04T10:00');
  const told = (await world.mails()).length;
  expect((await move('2026-12-04T10:00')).status).toBe(200);
  expect((await world.mails()).length).toBe(told);
});

test('only booked visits can be moved, only into the future, and only to an unambiguous local time', async () => {
  const { world, doctor, move, time_id } = await meet();
  expect((await move('2026-11-19T10:00')).json).toMatchObject({ code: 'INVALID_INPUT' });
  expect((await move('2027-03-28T02:30')).json).toMatchObject({ code: 'TIME_DOES_NOT_EXIST' });
  expect((await move('2027-10-31T02:30')).json).toMatchObject({ code: 'TIME_IS_AMBIGUOUS' });
  world.clock.set(new Date(AT));
  await world.browserOf(doctor).post('/rpc/set_visit_state', { time_id, state: 'arrived' });
  expect((await move('2026-12-04T10:00')).json).toMatchObject({ code: 'NOT_IN_THIS_STATE' });
});

test('a move to a year after the end of the calendar is refused, and nothing moves', async () => {
  const { move, now } = await meet();
  const before = await now();
  expect((await move('9999-12-31T23:50')).json).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await now()).toEqual(before);
});

test('a moved visit gets the current length of its service', async () => {
  const { world, clinic, time_id, move } = await meet();
  const { service_id } = clinic;
  await withSystem(world.system, (tx) =>
    tx.updateTable('clinic_services').set({ minutes: 45 }).where('id', '=', service_id).execute(),
  );
  expect((await move('2026-12-04T10:00')).json).toMatchObject({ ends_at: '2026-12-04T09:45:00.000Z' });
  const { during } = await withSystem(world.system, (tx) =>
    tx.selectFrom('booked_times').select('during').where('id', '=', time_id).executeTakeFirstOrThrow(),
  );
  expect(during).toContain('09:45:00');
});

test('the calendar file of the patient has the length of the booked time, or an hour if no time is known', async () => {
  const { world, patient, appointment_id, time_id } = await meet();
  const file = async () =>
    (await world.browserOf(patient).post('/rpc/get_appointment_calendar', { appointment_id })).text;
  expect(await file()).toContain('DTEND;TZID=Europe/Paris:20261203T150000');
  await withSystem(world.system, (tx) =>
    tx.deleteFrom('appointment_offer_times').where('time_id', '=', time_id).execute(),
  );
  // No length is known, so the event lasts an hour.
  expect(await file()).toContain('DTEND;TZID=Europe/Paris:20261203T153000');
});

test('a second click on the same new date changes nothing and sends no second email', async () => {
  const { world, admin, appointment_id, now } = await meet();
  const set = (scheduled_at: string) => {
    world.clock.advance(1000);
    return world.browserOf(admin).post('/rpc/admin_reschedule_appointment', {
      appointment_id,
      scheduled_at,
      timezone: 'Europe/Paris',
      allow_outside_hours: true,
    });
  };
  expect((await set('2026-12-04T10:00')).status).toBe(200);
  const [told, moved] = [(await world.mails()).length, await now()];
  expect((await set('2026-12-04T10:00')).status).toBe(200);
  expect(await now()).toEqual(moved);
  expect((await world.mails()).length).toBe(told);
  expect((await set('2026-12-04T11:00')).status).toBe(200);
  expect((await world.mails()).length).toBe(told + 1);
});

test('the email about a moved visit without a payment says nothing about a payment', async () => {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const id = await anOffered(world, people);
  const admin = world.browserOf(people.admin);
  const confirm = { appointment_ids: [id], status: 'confirmed', reason: 'Free of charge.' };
  expect((await admin.post('/rpc/admin_set_appointment_status', confirm)).json.changed).toEqual([id]);
  const to = { appointment_id: id, scheduled_at: '2026-12-10T09:00', timezone: 'Europe/Paris' };
  expect((await admin.post('/rpc/admin_reschedule_appointment', to)).status).toBe(200);
  const mail = (await world.mails()).find(({ subject }) => subject.startsWith('Your appointment has a new time'));
  expect(mail?.text).toContain('10 December');
  expect(mail?.text).not.toMatch(/payment|paid/i);
});
