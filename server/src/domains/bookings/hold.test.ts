import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { withStaff, withSystem, withUser } from '#server/platform/db/db.ts';
import { type BookableTime, someBookableTime } from '../../../test/bookable-time.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { bookTime, holdAgain, type HoldRules, holdTimes, listTimes, moveTime, releaseTimes } from './hold.ts';

// The test clock starts at 2026-11-20T09:00Z, a Friday. 09:00 in Paris is 08:00Z.
const at = (time: string) => new Date(`2026-11-23T${time}:00Z`);
const MINUTE_MS = 60_000;

const wanting = (time: BookableTime, starts: string, practitioner = 0) => ({
  service_id: time.service_id,
  site_id: time.site_id,
  practitioner_id: time.practitioners[practitioner] ?? '',
  starts_at: at(starts),
});

async function meet(options: Parameters<typeof someBookableTime>[1] = {}) {
  const world = await aWorld();
  const patient = await world.patient();
  const admin = await world.admin();
  return { world, patient, admin, time: await someBookableTime(world, options) };
}

const until = (world: World, minutes = 15) => new Date(world.clock.now().getTime() + minutes * MINUTE_MS);

/**
 * Holds times under the rules for patients. The system role writes the rows, because the role of patients may not write
 * booked times.
 */
const asPatient = (world: World, wanted: ReturnType<typeof wanting>[], minutes?: number) =>
  withSystem(world.system, (tx) => holdTimes(world, tx, wanted, { by: 'patient', held_until: until(world, minutes) }));
const asDesk = (world: World, userId: string, wanted: ReturnType<typeof wanting>[], rules: Partial<HoldRules> = {}) =>
  withStaff(world.db, userId, (tx) => holdTimes(world, tx, wanted, { by: 'desk', ...rules, held_until: until(world) }));
const statesOf = (world: World) =>
  withSystem(world.system, (tx) =>
    tx.selectFrom('booked_times').select(['id', 'state']).orderBy('created_at').orderBy('id').execute(),
  );
const codesOf = (tries: PromiseSettledResult<unknown>[]) =>
  tries.map((one) => (one.status === 'fulfilled' ? 'held' : (one.reason as { code: string }).code)).sort();

describe('one slot', () => {
  test('one slot is held by exactly one of a hundred patients who try at the same time', async () => {
    const { world, time } = await meet();
    const tries = Array.from({ length: 100 }, () => asPatient(world, [wanting(time, '09:00')]));
    const codes = codesOf(await Promise.allSettled(tries));
    expect(codes).toEqual([...Array.from({ length: 99 }, () => 'TIME_TAKEN'), 'held']);
    expect(await statesOf(world)).toHaveLength(1);
  });

  test('the database refuses a second row for the same slot, whoever inserts it', async () => {
    const { world, time } = await meet();
    const [held] = await asPatient(world, [wanting(time, '09:00')]);
    const copy = withSystem(world.system, async (tx) => {
      const { id: _, ...row } = await tx
        .selectFrom('booked_times')
        .selectAll()
        .where('id', '=', held?.id ?? '')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('booked_times')
        .values({ ...row, id: randomUUID() })
        .execute();
    });
    await expect(copy).rejects.toMatchObject({ code: '23P01', constraint: 'one_at_a_time_for_practitioner' });
  });

  test('only one of two practitioners gets the only room, and both get a room if there are two', async () => {
    const world = await aWorld();
    const practitioners = [(await world.practitioner()).userId, (await world.practitioner()).userId];
    for (const [rooms, expected] of [
      [1, ['TIME_TAKEN', 'held']],
      [2, ['held', 'held']],
    ] as const) {
      const day = await someBookableTime(world, { practitioners, rooms });
      const starts = rooms === 1 ? '09:00' : '10:00';
      const tries = [0, 1].map((who) => asPatient(world, [wanting(day, starts, who)]));
      expect(codesOf(await Promise.allSettled(tries)), `${rooms}`).toEqual(expected);
    }
  });

  test('a held slot blocks the next slot with its buffer', async () => {
    const { world, time } = await meet({ service: { buffer_after: 20 } });
    await asPatient(world, [wanting(time, '09:00')]);
    await expect(asPatient(world, [wanting(time, '09:45')])).rejects.toMatchObject({
      code: 'TIME_TAKEN',
      data: { starts_at: '2026-11-23T09:45:00.000Z' },
    });
    await asPatient(world, [wanting(time, '10:00')]);
  });
});

describe('a patient', () => {
  test('a patient can hold only offered slots', async () => {
    const { world, time } = await meet();
    for (const starts of ['09:07', '07:45', '11:00', '23:00'])
      await expect(asPatient(world, [wanting(time, starts)])).rejects.toMatchObject({
        code: 'TIME_TAKEN',
      });
    const desk = await someBookableTime(world, { service: { is_direct: false } });
    await expect(asPatient(world, [wanting(desk, '09:00')])).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const elsewhere = { ...wanting(time, '09:00'), site_id: desk.site_id };
    await expect(asPatient(world, [elsewhere])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const stranger = { ...wanting(time, '09:00'), practitioner_id: desk.practitioners[0] ?? '' };
    await expect(asPatient(world, [stranger])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await statesOf(world)).toEqual([]);
  });

  test('a patient holds either all of several times or none', async () => {
    const { world, time } = await meet();
    await asPatient(world, [wanting(time, '10:00')]);
    const three = ['09:00', '10:15', '09:30'].map((starts) => wanting(time, starts));
    await expect(asPatient(world, three)).rejects.toMatchObject({
      data: { starts_at: '2026-11-23T10:15:00.000Z' },
    });
    expect(await statesOf(world)).toHaveLength(1);
  });

  test('a patient gets the time of an expired hold, even before the job has released it', async () => {
    const { world, time } = await meet();
    await asPatient(world, [wanting(time, '09:00')], 15);
    world.clock.advance(15 * MINUTE_MS - 1);
    await expect(asPatient(world, [wanting(time, '09:00')])).rejects.toMatchObject({
      code: 'TIME_TAKEN',
    });
    world.clock.advance(1);
    await asPatient(world, [wanting(time, '09:00')]);
    expect((await statesOf(world)).map(({ state }) => state)).toEqual(['released', 'held']);
  });
});

test('the job releases expired holds and nothing else', async () => {
  const { world, time } = await meet();
  await asPatient(world, [wanting(time, '09:00')], 15);
  await asPatient(world, [wanting(time, '10:00')], 16);
  world.clock.advance(15 * MINUTE_MS);
  await world.jobs.runNow('bookings.releaseRunOut', {});
  expect((await statesOf(world)).map(({ state }) => state)).toEqual(['released', 'held']);
});

describe('the desk', () => {
  test('the team can take a time outside the hours only with `allow_outside_hours`, and never a taken time', async () => {
    const { world, admin, time } = await meet({ rooms: 1 });
    const evening = [wanting(time, '18:00')];
    await expect(asDesk(world, admin.userId, evening)).rejects.toMatchObject({
      code: 'OUTSIDE_HOURS',
      data: { starts_at: '2026-11-23T18:00:00.000Z' },
    });
    const [held] = await asDesk(world, admin.userId, evening, { allow_outside_hours: true });
    expect(held).toMatchObject({ ends_at: at('18:30'), timezone: 'Europe/Paris' });
    const [stored] = await withSystem(world.system, (tx) => listTimes(tx, [held?.id ?? '']));
    expect(stored?.room_id).toBe(time.rooms[0]);
    const again = asDesk(world, admin.userId, [wanting(time, '18:15')], { allow_outside_hours: true });
    await expect(again).rejects.toMatchObject({ code: 'TIME_TAKEN' });
  });

  test('the team cannot take a time whose only room is taken by another visit', async () => {
    const world = await aWorld();
    const admin = await world.admin();
    const practitioners = [(await world.practitioner()).userId, (await world.practitioner()).userId];
    const time = await someBookableTime(world, { practitioners, rooms: 1 });
    await asDesk(world, admin.userId, [wanting(time, '18:00', 0)], { allow_outside_hours: true });
    const other = asDesk(world, admin.userId, [wanting(time, '18:00', 1)], { allow_outside_hours: true });
    await expect(other).rejects.toMatchObject({ code: 'TIME_TAKEN' });
  });
});

describe('changes of a held time', () => {
  const system = <T>(world: World, work: Parameters<typeof withSystem<T>>[1]) => withSystem(world.system, work);

  test('a held time can be booked and then cancelled, or released', async () => {
    const { world, time } = await meet();
    const [one, two] = await asPatient(world, [wanting(time, '09:00'), wanting(time, '10:00')]);
    const ids = [one?.id ?? '', two?.id ?? ''];
    expect(await system(world, (tx) => bookTime(world, tx, ids[0] ?? ''))).toBe(true);
    expect(await system(world, (tx) => bookTime(world, tx, ids[0] ?? ''))).toBe(true);
    // A booked time does not expire.
    world.clock.advance(3_600_000);
    await world.jobs.runNow('bookings.releaseRunOut', {});
    expect((await statesOf(world)).map(({ state }) => state)).toEqual(['booked', 'released']);
    await system(world, (tx) => releaseTimes(world, tx, ids));
    expect((await statesOf(world)).map(({ state }) => state)).toEqual(['cancelled', 'released']);
  });

  test('a released time can be booked again, unless another patient has it', async () => {
    const { world, time } = await meet();
    const hold = async (starts: string) => (await asPatient(world, [wanting(time, starts)]))[0]?.id ?? '';
    const [free, lost] = [await hold('09:00'), await hold('10:00')];
    world.clock.advance(15 * MINUTE_MS);
    await world.jobs.runNow('bookings.releaseRunOut', {});
    await hold('10:15');
    expect(await system(world, (tx) => bookTime(world, tx, free))).toBe(true);
    expect(await system(world, (tx) => bookTime(world, tx, lost))).toBe(false);
    expect(await system(world, (tx) => holdAgain(world, tx, lost, until(world)))).toBe(false);
    // An expired hold of another patient does not block the time.
    world.clock.advance(15 * MINUTE_MS);
    expect(await system(world, (tx) => bookTime(world, tx, lost))).toBe(true);
  });

  test('a time can be moved so that it overlaps its old time, but not to a time of another patient', async () => {
    const { world, admin, time } = await meet();
    const [moved] = await asPatient(world, [wanting(time, '09:00')]);
    await asPatient(world, [wanting(time, '10:00')]);
    const move = (starts: string, rules: HoldRules = { by: 'desk' }) =>
      withStaff(world.db, admin.userId, (tx) => moveTime(world, tx, moved?.id ?? '', { starts_at: at(starts) }, rules));
    expect(await move('09:15')).toMatchObject({ starts_at: at('09:15'), ends_at: at('09:45') });
    await expect(move('09:45')).rejects.toMatchObject({ code: 'TIME_TAKEN' });
    await expect(move('19:00')).rejects.toMatchObject({ code: 'OUTSIDE_HOURS' });
    await move('19:00', { by: 'desk', allow_outside_hours: true });
    const [now] = await system(world, (tx) => listTimes(tx, [moved?.id ?? '']));
    expect(now).toMatchObject({ starts_at: at('19:00'), state: 'held' });
    // After the move, the old time is free again.
    await asPatient(world, [wanting(time, '09:00')]);
    await system(world, (tx) => releaseTimes(world, tx, [moved?.id ?? '']));
    await expect(move('08:00')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('the role of patients can neither insert a booked time nor connect one with an offer', async () => {
  const { world, patient, time } = await meet();
  const [held] = await asPatient(world, [wanting(time, '09:00')]);
  const now = world.clock.now();
  const row = {
    id: randomUUID(),
    clinic_id: time.clinic_id,
    site_id: time.site_id,
    service_id: time.service_id,
    practitioner_id: time.practitioners[0] ?? '',
    room_id: null,
    during: '[2026-11-23T10:00:00Z,2026-11-23T10:30:00Z)',
    blocked: '[2026-11-23T10:00:00Z,2026-11-23T10:30:00Z)',
    state: 'held' as const,
    held_until: until(world),
    late_minutes: null,
    created_at: now,
    updated_at: now,
  };
  const link = { offer_id: randomUUID(), time_id: held?.id ?? '' };
  const denied = { code: '42501' };
  await expect(
    withUser(world.db, patient.userId, (tx) => tx.insertInto('booked_times').values(row).execute()),
  ).rejects.toMatchObject(denied);
  await expect(
    withUser(world.db, patient.userId, (tx) => tx.insertInto('appointment_offer_times').values(link).execute()),
  ).rejects.toMatchObject(denied);
});
