import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Tx, withDesk, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aBookedTime, aClinic, type Clinic } from '../../../../test/a-clinic.ts';
import { aPaid } from '../../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../../test/world.ts';

/** The start of the visit: 14:30 in Paris. */
const AT = '2026-12-03T13:30:00.000Z';
const PHONE = '+33 6 12 34 56 78';
const aWeek = { from: '2026-11-30T00:00:00.000Z', to: '2026-12-07T00:00:00.000Z' };

const seat = (world: World, { userId }: SignedIn, { clinic_id }: Clinic) =>
  withSystem(world.system, (tx) =>
    tx
      .insertInto('clinic_members')
      .values({ clinic_id, user_id: userId, role: 'desk', created_at: world.clock.now() })
      .execute(),
  );

/** Makes a visit at a clinic with a desk, and another clinic with its own desk. */
async function meet() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const [doctor, stranger] = [await world.practitioner(), await world.practitioner()];
  const clinic = await aClinic(world, [doctor.userId]);
  const elsewhere = await aClinic(world, [stranger.userId], { name: 'Clinique du Parc' });
  const appointment_id = await aPaid(world, people);
  const time_id = await aBookedTime(world, clinic, { practitioner_id: doctor.userId, starts_at: AT, appointment_id });
  const [desk, other] = [await world.desk(), await world.desk()];
  await seat(world, desk, clinic);
  await seat(world, other, elsewhere);
  const browser = world.browserOf(desk);
  const move = (starts_at: string, given: object = {}) =>
    browser.post('/rpc/desk_move_time', { time_id, was_at: AT, starts_at, tell_patient: true, ...given });
  const now = () =>
    withSystem(world.system, (tx) =>
      tx
        .selectFrom('appointments as a')
        .innerJoin('appointment_offers as o', 'o.appointment_id', 'a.id')
        .innerJoin('appointment_offer_times as t', 't.offer_id', 'o.id')
        .innerJoin('booked_times as b', 'b.id', 't.time_id')
        .select(['a.status', 'a.calendar_sequence', 'o.scheduled_at', 'b.state', 'o.id as offer_id'])
        .select(sql<Date>`lower(b.during)`.as('starts_at'))
        .where('a.id', '=', appointment_id)
        .executeTakeFirstOrThrow(),
    );
  return {
    world,
    ...people,
    doctor,
    stranger,
    clinic,
    elsewhere,
    appointment_id,
    time_id,
    desk,
    other,
    browser,
    move,
    now,
  };
}

test('the desk sees the patients of its clinic and their phone numbers, and the view is recorded', async () => {
  const { world, patient, browser, desk, appointment_id, time_id, clinic, doctor } = await meet();
  await withSystem(world.system, (tx) => sql`update appointments set patient_phone = ${PHONE}`.execute(tx));
  const { status, json } = await browser.post('/rpc/desk_list_times', aWeek);
  expect(status).toBe(200);
  const row = await withSystem(world.system, (tx) =>
    tx.selectFrom('appointments').selectAll().where('id', '=', appointment_id).executeTakeFirstOrThrow(),
  );
  expect(json.times).toMatchObject([
    {
      id: time_id,
      practitioner: { id: doctor.userId, name: expect.stringContaining('Vasseur') },
      visit: {
        appointment_id,
        number: row.number,
        status: 'confirmed',
        patient_name: row.patient_full_name,
        patient_phone: PHONE,
      },
    },
  ]);
  expect(json.sites.map(({ id }: { id: string }) => id)).toEqual([clinic.site_id]);
  expect(json.practitioners.map(({ id }: { id: string }) => id)).toEqual([doctor.userId]);
  expect(JSON.stringify(json)).not.toContain(row.requested_treatment);
  expect(JSON.stringify(json)).not.toContain(patient.userId);
  const looks = await world.db.selectFrom('audit_log').selectAll().where('actor_id', '=', desk.userId).execute();
  expect(looks).toMatchObject([
    { action: 'agenda.viewed', actor_role: 'desk', details: { appointments: [appointment_id] } },
  ]);
});

test('reloading a desk page adds no second entry to the audit log, unless it shows a new visit', async () => {
  const { world, browser, desk, appointment_id, clinic, doctor, patient, admin } = await meet();
  const looks = async () => {
    await browser.post('/rpc/desk_list_times', aWeek);
    const entries = world.db.selectFrom('audit_log').select('details').where('actor_id', '=', desk.userId);
    return (await entries.orderBy('id').execute()).map(({ details }) => details['appointments']);
  };
  expect(await looks()).toEqual([[appointment_id]]);
  expect(await looks()).toHaveLength(1);
  const second = await aPaid(world, { patient, admin }, { allow_double_booking: true });
  await aBookedTime(world, clinic, {
    practitioner_id: doctor.userId,
    starts_at: '2026-12-03T15:30:00.000Z',
    appointment_id: second,
  });
  expect((await looks()).at(-1)).toEqual([appointment_id, second]);
  expect(await looks()).toHaveLength(2);
});

test('the filters of the desk by place, practitioner, service and state leave out times that do not match', async () => {
  const { browser, clinic, doctor, time_id } = await meet();
  const ask = async (filter: object) =>
    (await browser.post('/rpc/desk_list_times', { ...aWeek, ...filter })).json.times.map(
      ({ id }: { id: string }) => id,
    );
  for (const filter of [
    { site_id: clinic.site_id },
    { practitioner_id: doctor.userId },
    { service_id: clinic.service_id },
    { state: 'booked' },
  ])
    expect(await ask(filter)).toEqual([time_id]);
  for (const filter of [{ site_id: time_id }, { practitioner_id: time_id }, { service_id: time_id }, { state: 'done' }])
    expect(await ask(filter)).toEqual([]);
});

test('the desk of another clinic sees and changes nothing', async () => {
  const { world, other, time_id, elsewhere, stranger, now, clinic, doctor } = await meet();
  const theirs = await aBookedTime(world, elsewhere, { practitioner_id: stranger.userId, starts_at: AT });
  const browser = world.browserOf(other);
  const before = await now();
  const { json } = await browser.post('/rpc/desk_list_times', aWeek);
  expect(json.times.map(({ id }: { id: string }) => id)).toEqual([theirs]);
  world.clock.set(new Date(AT));
  const asked: [string, object][] = [
    ['desk_set_visit_state', { time_id, state: 'arrived' }],
    ['desk_move_time', { time_id, was_at: AT, starts_at: '2026-12-04T10:00', tell_patient: true }],
    ['desk_get_clinic_hours', { clinic_id: clinic.clinic_id, user_id: doctor.userId }],
    [
      'desk_save_clinic_hours',
      { clinic_id: clinic.clinic_id, user_id: doctor.userId, rules: [], exceptions: [], version: 'v' },
    ],
    ['desk_get_site_days', { site_id: clinic.site_id }],
    ['desk_save_site_days', { site_id: clinic.site_id, days: [], version: 'v' }],
    ['desk_make_site_calendar', { site_id: clinic.site_id }],
  ];
  for (const [name, input] of asked)
    expect([name, (await browser.post(`/rpc/${name}`, input)).status]).toEqual([name, 404]);
  expect(await now()).toEqual(before);
});

/** Checks the tables that the desk may read. Each query counts the rows about the visit at the first clinic. */
test('with its own database role, the desk of another clinic finds no rows of this clinic', async () => {
  const { world, desk, other, time_id, clinic, appointment_id, doctor } = await meet();
  const counts = (tx: Tx) =>
    sql<Record<string, number>>`select
      (select count(*)::int from booked_times where id = ${time_id}) as times,
      (select count(*)::int from appointment_offer_times where time_id = ${time_id}) as ties,
      (select count(id)::int from appointment_offers where appointment_id = ${appointment_id}) as offers,
      (select count(id)::int from appointments where id = ${appointment_id}) as appointments,
      (select count(*)::int from clinics where id = ${clinic.clinic_id}) as clinics,
      (select count(*)::int from clinic_sites where clinic_id = ${clinic.clinic_id}) as sites,
      (select count(*)::int from clinic_rooms where site_id = ${clinic.site_id}) as rooms,
      (select count(*)::int from clinic_services where clinic_id = ${clinic.clinic_id}) as services,
      (select count(*)::int from service_rooms where room_id = ${clinic.room_id}) as needs,
      (select count(*)::int from service_practitioners where user_id = ${doctor.userId}) as carriers,
      (select count(*)::int from clinic_members where user_id = ${doctor.userId}) as members,
      (select count(*)::int from desk_colleagues() where id = ${doctor.userId}) as colleagues`
      .execute(tx)
      .then(({ rows: [row] }) => row);
  const own = await withDesk(world.db, desk.userId, counts);
  expect(Object.values(own ?? {})).toEqual(Array.from({ length: 12 }, () => 1));
  const foreign = await withDesk(world.db, other.userId, counts);
  expect(Object.values(foreign ?? {})).toEqual(Array.from({ length: 12 }, () => 0));
  const { numUpdatedRows } = await withDesk(world.db, other.userId, (tx) =>
    tx.updateTable('booked_times').set({ state: 'cancelled' }).where('id', '=', time_id).executeTakeFirst(),
  );
  expect(numUpdatedRows).toBe(0n);
});

test('the desk cannot move a time to a place of another clinic', async () => {
  const { world, desk, elsewhere, time_id } = await meet();
  const carry = withDesk(world.db, desk.userId, (tx) =>
    tx.updateTable('booked_times').set({ site_id: elsewhere.site_id }).where('id', '=', time_id).execute(),
  );
  await expect(carry).rejects.toMatchObject({ code: '42501' });
});

test('the desk sees only the name, the phone number and the appointment state of a patient', async () => {
  const { world } = await meet();
  const { rows } = await world.database.owner.query<{ at: string }>(`
    select table_name || '.' || column_name as at from information_schema.column_privileges
    where grantee = 'app_desk' and table_schema = 'public' and table_name not like 'clinic%' and table_name not like 'service%'
      and table_name not like 'availability%' and table_name not in ('site_days', 'booked_times', 'calendar_feeds')
      and privilege_type in ('SELECT', 'INSERT', 'UPDATE') order by 1`);
  expect(rows.map(({ at }) => at)).toEqual([
    'appointment_offer_times.is_chosen',
    'appointment_offer_times.offer_id',
    'appointment_offer_times.time_id',
    'appointment_offers.appointment_id',
    'appointment_offers.id',
    'appointment_offers.is_video',
    'appointment_offers.state',
    'appointments.id',
    'appointments.number',
    'appointments.patient_full_name',
    'appointments.patient_phone',
    'appointments.status',
    'busy_times.during',
    'busy_times.user_id',
  ]);
});

test('a cancelled time no longer gives access to the patient', async () => {
  const { world, browser, time_id, desk, appointment_id } = await meet();
  await withSystem(world.system, (tx) =>
    tx.updateTable('booked_times').set({ state: 'cancelled' }).where('id', '=', time_id).execute(),
  );
  const found = await withDesk(world.db, desk.userId, (tx) =>
    tx.selectFrom('appointments').select('id').where('id', '=', appointment_id).execute(),
  );
  expect(found).toEqual([]);
  expect((await browser.post('/rpc/desk_list_times', aWeek)).json.times).toEqual([]);
});

test('the desk marks a visit on its day, and a finished visit sets its appointment to done', async () => {
  const { world, browser, time_id, now, desk, appointment_id } = await meet();
  const mark = (state: string, late_minutes: number | null = null) =>
    browser.post('/rpc/desk_set_visit_state', { time_id, state, late_minutes });
  expect((await mark('arrived')).json).toMatchObject({ code: 'VISIT_TOO_EARLY' });
  world.clock.set(new Date(AT));
  expect((await mark('arrived', 5)).json).toEqual({ state: 'arrived', late_minutes: 5 });
  expect((await mark('done')).json).toEqual({ state: 'done', late_minutes: 5 });
  await world.outbox.drain();
  expect(await now()).toMatchObject({ state: 'done', status: 'done' });
  const step = await withSystem(world.system, (tx) =>
    tx
      .selectFrom('appointment_events')
      .select(['actor_id', 'to_status'])
      .where('appointment_id', '=', appointment_id)
      .where('to_status', '=', 'done')
      .executeTakeFirst(),
  );
  expect(step).toEqual({ actor_id: desk.userId, to_status: 'done' });
  expect((await mark('arrived')).json).toMatchObject({ code: 'NOT_IN_THIS_STATE' });
});

test('if the desk moves a visit, its appointment moves too, and the patient gets one email', async () => {
  const { world, move, now, desk } = await meet();
  const before = await now();
  const told = (await world.mails()).length;
  const { status, json } = await move('2026-12-04T10:00', { reason: 'The laser is serviced.' });
  expect([status, json]).toEqual([200, { starts_at: '2026-12-04T09:00:00.000Z', ends_at: '2026-12-04T09:30:00.000Z' }]);
  await world.outbox.drain();
  expect(await now()).toMatchObject({
    calendar_sequence: before.calendar_sequence + 1,
    scheduled_at: new Date('2026-12-04T09:00:00Z'),
    starts_at: new Date('2026-12-04T09:00:00Z'),
  });
  const mails = await world.mails();
  expect(mails.length).toBe(told + 1);
  expect(mails.at(-1)?.text).toContain('10:00');
  // A repeated move finds the visit already at its new time, and changes nothing.
  expect((await move('2026-12-04T10:00')).status).toBe(200);
  await world.outbox.drain();
  expect((await world.mails()).length).toBe(told + 1);
  const entries = await world.db.selectFrom('audit_log').selectAll().where('action', '=', 'visit.moved').execute();
  expect(entries).toMatchObject([{ actor_id: desk.userId, actor_role: 'desk', reason: 'The laser is serviced.' }]);
});

test('no email about a move is sent if the desk chooses not to notify the patient', async () => {
  const { world, move, now } = await meet();
  const told = (await world.mails()).length;
  expect((await move('2026-12-04T10:00', { tell_patient: false })).status).toBe(200);
  await world.outbox.drain();
  expect((await now()).scheduled_at).toEqual(new Date('2026-12-04T09:00:00Z'));
  expect((await world.mails()).length).toBe(told);
});

test('if two people move a visit, the second move is refused', async () => {
  const { move } = await meet();
  expect((await move('2026-12-04T10:00')).status).toBe(200);
  expect((await move('2026-12-04T11:00')).json).toMatchObject({ code: 'CHANGED_SINCE' });
});

test('the desk cannot move a visit to a time that another patient has, even if it cannot see the reason', async () => {
  const { world, move, now, doctor, elsewhere, clinic } = await meet();
  await aBookedTime(world, clinic, { practitioner_id: doctor.userId, starts_at: '2026-12-04T09:00:00Z' });
  await aBookedTime(world, elsewhere, { practitioner_id: doctor.userId, starts_at: '2026-12-05T09:00:00Z' });
  for (const taken of ['2026-12-04T10:00', '2026-12-05T10:00'])
    expect((await move(taken)).json).toMatchObject({ code: 'TIME_TAKEN' });
  expect((await now()).starts_at).toEqual(new Date(AT));
});

test('a desk account is refused without a clinic, without a second factor, or when it is suspended', async () => {
  const { world, clinic, desk, browser } = await meet();
  const nowhere = world.browserOf(await world.desk());
  expect((await nowhere.post('/rpc/desk_list_times', aWeek)).json).toMatchObject({ code: 'FORBIDDEN' });
  const weak = await world.desk({ secondFactor: false });
  await seat(world, weak, clinic);
  expect((await world.browserOf(weak).post('/rpc/desk_list_times', aWeek)).json).toMatchObject({
    code: 'SECOND_FACTOR_REQUIRED',
  });
  expect((await browser.post('/rpc/desk_list_times', aWeek)).status).toBe(200);
  await withSystem(world.system, (tx) => tx.deleteFrom('clinic_members').where('user_id', '=', desk.userId).execute());
  expect((await browser.post('/rpc/desk_list_times', aWeek)).json).toMatchObject({ code: 'FORBIDDEN' });
  await seat(world, desk, clinic);
  await world.database.owner.query('update users set suspended_at = now() where id = $1', [desk.userId]);
  const suspended = withDesk(world.db, desk.userId, (tx) => tx.selectFrom('booked_times').select('id').execute());
  expect(await suspended).toEqual([]);
});
