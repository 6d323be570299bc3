import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { someBookableTime } from '../../../test/bookable-time.ts';
import { aWorld, type World } from '../../../test/world.ts';

// The test clock starts at 2026-11-20T09:00Z, a Friday.
const monday = { from: '2026-11-23T00:00:00Z', to: '2026-11-24T00:00:00Z' };

async function meet() {
  const world = await aWorld();
  const patient = world.browserOf(await world.patient());
  const admin = world.browserOf(await world.admin());
  return { world, patient, admin };
}

const taking = (
  world: World,
  row: { practitioner_id: string; site_id: string; service_id: string; clinic_id: string },
) => ({
  id: randomUUID(),
  room_id: null,
  during: '[2026-11-23T08:30Z,2026-11-23T09:00Z)',
  blocked: '[2026-11-23T08:30Z,2026-11-23T09:00Z)',
  state: 'booked' as const,
  held_until: null,
  late_minutes: null,
  created_at: world.clock.now(),
  updated_at: world.clock.now(),
  ...row,
});

/** Enters a busy time of an external calendar. */
async function aBusyTime(world: World, user_id: string, during: string): Promise<void> {
  const feed = { id: randomUUID(), user_id, address: 'https://x.example/a.ics', created_at: world.clock.now() };
  await withSystem(world.system, async (tx) => {
    await tx
      .insertInto('busy_feeds')
      .values({ ...feed, read_at: null, failed_at: null, fault: null, etag: null })
      .execute();
    await tx.insertInto('busy_times').values({ feed_id: feed.id, user_id, during }).execute();
  });
}

describe('slots for a patient', () => {
  test('slots for a patient are those of all practitioners, without booked, held and busy times', async () => {
    const { world, patient } = await meet();
    const [first, second] = [(await world.practitioner()).userId, (await world.practitioner()).userId];
    const time = await someBookableTime(world, { practitioners: [first, second], ends: '10:30' });
    const { practitioners: _, rooms: __, ...place } = time;
    const held_until = new Date(world.clock.now().getTime() + 3_600_000);
    await withSystem(world.system, async (tx) => {
      await tx
        .insertInto('booked_times')
        .values([
          taking(world, { ...place, practitioner_id: first }),
          { ...taking(world, { ...place, practitioner_id: second }), state: 'held', held_until },
          {
            ...taking(world, { ...place, practitioner_id: first }),
            state: 'cancelled',
            during: '[2026-11-23T08:00Z,2026-11-23T08:30Z)',
            blocked: '[2026-11-23T08:00Z,2026-11-23T08:30Z)',
          },
        ])
        .execute();
    });
    await aBusyTime(world, second, '[,2026-11-23T08:10Z)');
    const asked = { service_id: time.service_id, ...monday };
    const starts = async () => {
      const { status, json } = await patient.post('/rpc/list_slots', asked);
      expect(status).toBe(200);
      expect(json.more_from).toBeNull();
      return (json.slots as { starts_at: string; practitioner_id: string }[]).map(({ starts_at, practitioner_id }) => [
        starts_at.slice(11, 16),
        practitioner_id === first ? 'first' : 'second',
      ]);
    };
    expect(await starts()).toEqual([
      ['08:00', 'first'],
      ['09:00', 'first'],
      ['09:00', 'second'],
    ]);
    // The hold has expired, but the busy times of the external calendar still block slots.
    world.clock.advance(3_600_000);
    expect((await starts()).filter(([, who]) => who === 'second')).toEqual([
      ['08:15', 'second'],
      ['08:30', 'second'],
      ['08:45', 'second'],
      ['09:00', 'second'],
    ]);
  });

  test('slots keep buffers around busy times that begin or end at any second, for a day and for a single start', async () => {
    const { world, patient } = await meet();
    const { service_id, practitioners } = await someBookableTime(world, {
      service: { buffer_before: 1, buffer_after: 1 },
    });
    await aBusyTime(world, practitioners[0] ?? '', '[2026-11-23T08:30:30Z,2026-11-23T08:59:30Z)');
    const starts = async (from: string, to: string) => {
      const { json } = await patient.post('/rpc/list_slots', { service_id, from, to });
      return json.slots.map(({ starts_at }: { starts_at: string }) => starts_at.slice(11, 16));
    };
    const expected = ['09:15', '09:30', '09:45', '10:00', '10:15', '10:30'];
    expect(await starts(monday.from, monday.to)).toEqual(expected);
    for (const start of ['08:00', '09:00', '09:15', '10:30', '10:45'])
      expect(await starts(`2026-11-23T${start}:00Z`, `2026-11-23T${start}:01Z`)).toEqual(
        expected.filter((one) => one === start),
      );
  });

  test('no slots are listed for a patient if only the desk books the service, or service or clinic are inactive', async () => {
    const { world, patient, admin } = await meet();
    const desk = await someBookableTime(world, { service: { is_direct: false, price_cents: null } });
    const gone = await someBookableTime(world, { service: { is_active: false } });
    const closed = await someBookableTime(world);
    await withSystem(world.system, (tx) =>
      tx.updateTable('clinics').set({ is_active: false }).where('id', '=', closed.clinic_id).execute(),
    );
    for (const { service_id } of [desk, gone, closed])
      expect((await patient.post('/rpc/list_slots', { service_id, ...monday })).status).toBe(404);
    expect(
      (await admin.post('/rpc/admin_list_slots', { service_id: desk.service_id, ...monday })).json.slots,
    ).toHaveLength(11);
    expect((await admin.post('/rpc/admin_list_slots', { service_id: gone.service_id, ...monday })).status).toBe(404);
  });

  test('slots for a patient respect the lead time, which does not apply to the team', async () => {
    const { world, patient, admin } = await meet();
    const { service_id } = await someBookableTime(world);
    const today = { service_id, from: '2026-11-20T00:00:00Z', to: '2026-11-22T00:00:00Z' };
    const first = async (browser: typeof patient, path: string) =>
      (await browser.post(path, today)).json.slots[0]?.starts_at;
    expect(await first(patient, '/rpc/list_slots')).toBe('2026-11-21T09:00:00.000Z');
    expect(await first(admin, '/rpc/admin_list_slots')).toBe('2026-11-20T09:00:00.000Z');
  });

  test('slots name no practitioner who is suspended, not verified or excluded by the filters', async () => {
    const { world, admin } = await meet();
    const [well, suspended] = [(await world.practitioner()).userId, (await world.practitioner()).userId];
    const unverified = (await world.practitioner({ verified: false })).userId;
    const time = await someBookableTime(world, { practitioners: [well, suspended, unverified] });
    await withSystem(world.system, (tx) =>
      tx.updateTable('users').set({ suspended_at: world.clock.now() }).where('id', '=', suspended).execute(),
    );
    const { json } = await admin.post('/rpc/admin_list_slots', { service_id: time.service_id, ...monday });
    expect(json.practitioners.map(({ id }: { id: string }) => id)).toEqual([well]);
    for (const filter of [{ practitioner_id: suspended }, { site_id: randomUUID() }]) {
      const filtered = { service_id: time.service_id, ...monday, ...filter };
      expect((await admin.post('/rpc/admin_list_slots', filtered)).json).toMatchObject({ slots: [], sites: [] });
    }
  });

  test('a list of slots includes the price to pay and the end of free cancellation', async () => {
    const { world, patient } = await meet();
    const { service_id } = await someBookableTime(world, { service: { deposit_cents: 9_000, free_until_hours: 72 } });
    expect((await patient.post('/rpc/list_slots', { service_id, ...monday })).json.service).toEqual({
      id: service_id,
      name_en: 'Botulinum toxin',
      name_fr: 'Toxine botulique',
      minutes: 30,
      is_video: false,
      price_cents: 42_000,
      deposit_cents: 9_000,
      currency: 'EUR',
      free_until_hours: 72,
    });
  });

  test('a list of slots covers a month at most', async () => {
    const { world, patient } = await meet();
    const { service_id } = await someBookableTime(world);
    const from = '2026-12-01T00:00:00Z';
    for (const [to, status] of [
      ['2027-01-01T00:00:00Z', 200],
      ['2027-01-01T00:00:01Z', 400],
      [from, 400],
    ] as const)
      expect((await patient.post('/rpc/list_slots', { service_id, from, to })).status).toBe(status);
  });
});

test.for([
  ['9999-12-01T00:00:00Z', '9999-12-02T00:00:00Z'],
  ['0000-01-01T00:00:00Z', '0000-01-02T00:00:00Z'],
])('a list of slots for a year outside the calendar is refused: %s', async ([from, to]) => {
  const { world, patient } = await meet();
  const { service_id } = await someBookableTime(world);
  expect((await patient.post('/rpc/list_slots', { service_id, from, to })).status).toBe(400);
});
