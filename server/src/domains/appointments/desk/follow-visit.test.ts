import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aBookedTime, aClinic } from '../../../../test/a-clinic.ts';
import { aPaid } from '../../../../test/an-appointment.ts';
import { aWorld } from '../../../../test/world.ts';
import { followDoneVisit, followMovedVisit } from './follow-visit.ts';

const AT = '2026-12-03T13:30:00.000Z';
const LATER = '2026-12-04T13:30:00.000Z';

/** Makes a paid appointment with a visit. The tests deliver the events of the visit late or twice. */
async function meet() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const [doctor, desk] = [await world.practitioner(), await world.desk()];
  const clinic = await aClinic(world, [doctor.userId]);
  await withSystem(world.system, (tx) =>
    tx
      .insertInto('clinic_members')
      .values({ clinic_id: clinic.clinic_id, user_id: desk.userId, role: 'desk', created_at: world.clock.now() })
      .execute(),
  );
  const appointment_id = await aPaid(world, people);
  const time_id = await aBookedTime(world, clinic, { practitioner_id: doctor.userId, starts_at: AT, appointment_id });
  const system = (statement: ReturnType<typeof sql>) => withSystem(world.system, (tx) => statement.execute(tx));
  await system(sql`update appointment_offers set scheduled_at = ${AT}`);
  const moved = { time_id, to: LATER, by: desk.userId, tell_patient: true, reason: '' };
  const place = (starts_at: string) =>
    system(sql`update booked_times set during = tstzrange(${starts_at}::timestamptz, ${starts_at}::timestamptz + interval '30 minutes'),
      blocked = tstzrange(${starts_at}::timestamptz, ${starts_at}::timestamptz + interval '30 minutes')`);
  const state = () =>
    withSystem(world.system, (tx) =>
      tx
        .selectFrom('appointments as a')
        .innerJoin('appointment_offers as o', 'o.appointment_id', 'a.id')
        .select(['a.status', 'a.calendar_sequence', 'o.scheduled_at'])
        .executeTakeFirstOrThrow(),
    );
  const move = (starts_at: string) =>
    world
      .browserOf(desk)
      .post('/rpc/desk_move_time', { time_id, was_at: AT, starts_at, tell_patient: true, reason: '' });
  return { world, desk, time_id, moved, place, state, system, move };
}

test('an event about a moved visit changes the appointment once, even if it is delivered twice', async () => {
  const { world, moved, place, state } = await meet();
  const told = (await world.mails()).length;
  const before = await state();
  await place(LATER);
  await followMovedVisit(world, moved);
  await followMovedVisit(world, moved);
  expect(await state()).toEqual({
    status: 'confirmed',
    calendar_sequence: before.calendar_sequence + 1,
    scheduled_at: new Date(LATER),
  });
  expect((await world.mails()).length).toBe(told + 1);
});

test('an event about a move is ignored if the visit was moved again or the appointment was cancelled', async () => {
  const { world, moved, place, state, system } = await meet();
  await place('2026-12-05T13:30:00.000Z');
  await followMovedVisit(world, moved);
  expect((await state()).scheduled_at).toEqual(new Date(AT));
  await place(LATER);
  await system(sql`update appointments set status = 'cancelled'`);
  await followMovedVisit(world, moved);
  expect((await state()).scheduled_at).toEqual(new Date(AT));
});

test.each([
  ['is only there by now', 'arrived', 'confirmed', 'confirmed'],
  ['was cancelled meanwhile', 'done', 'cancelled', 'cancelled'],
] as const)('a visit that %s closes no appointment', async (_what, time, status, still) => {
  const { world, desk, time_id, state, system } = await meet();
  await system(sql`update booked_times set state = ${time}`);
  await system(sql`update appointments set status = ${status}`);
  await followDoneVisit(world, { time_id, by: desk.userId });
  expect((await state()).status).toBe(still);
});

test.each([
  ['whose patient is there', sql`update booked_times set state = 'arrived'`],
  ['whose appointment is over', sql`update appointments set status = 'done'`],
  ['that is not paid', sql`update appointment_offers set state = 'open'`],
])('the desk cannot move a visit %s', async (_what, statement) => {
  const { system, move, state } = await meet();
  await system(statement);
  expect((await move('2026-12-04T10:00')).json).toMatchObject({ code: 'NOT_IN_THIS_STATE' });
  expect((await state()).scheduled_at).toEqual(new Date(AT));
});
