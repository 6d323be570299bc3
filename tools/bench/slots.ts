/**
 * npm run bench -- --only slots
 *
 * Measures how long the service needs to compute the free slots of one month and to list the first page. There are 200
 * practitioners with rooms, hours, absences and 12,400 booked slots. Each round also measures the database queries
 * alone. Then 500 calls try to hold 50 slots at the same moment, and exactly 50 calls must succeed. For comparison, it
 * runs 500 plain inserts into the same table, one after the other.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import {
  findService,
  listExceptions,
  listHours,
  listServicePractitioners,
  listServiceRooms,
  listSiteDays,
  listSites,
  listTaken,
} from '#server/domains/bookings/find-slots.queries.ts';
import { findSlots, holdTimes, showSlots, slotsOf } from '#server/domains/bookings/index.ts';
import { type Tx, withSystem, withUser } from '#server/platform/db/db.ts';
import { startTemporary } from '#server/platform/db/embedded/temporary.ts';
import { median, tell } from './rows.ts';
import { aBenchService, type BenchService } from './service.ts';

const PRACTITIONERS = 200;
const DAYS = 31;
const ROUNDS = 60;
const WARM_UP = 10;
const LIMIT_MS = 50;
const TRIES = 500;
const TIMES = 50;
const DAY_MS = 24 * 3_600_000;

const folder = mkdtempSync(join(tmpdir(), 'flaira-bench-'));
const postgres = await startTemporary();
try {
  const service = await aBenchService(postgres, { name: 'bench_slots', dataDir: folder, fill: fillPeople });
  const place = await fillClinic(service);
  await service.asOwner((client) => client.query('analyze'));
  const isFast = await measureMonth(service, place);
  const isExact = await measureRush(service, place);
  process.exitCode = isFast && isExact ? 0 : 1;
  await service.stop();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Place {
  readonly clinic_id: string;
  readonly site_id: string;
  readonly service_id: string;
  readonly practitioners: readonly string[];
}

/** Creates practitioners who can be booked. */
async function fillPeople(client: Client): Promise<void> {
  await client.query(
    `with people as (
       insert into users (id, email, email_verified, name, role)
       select gen_random_uuid(), 'doctor-' || n || '@example.com', true, 'Dr ' || n, 'practitioner' from generate_series(1, ${PRACTITIONERS}) n
       returning id)
     insert into practitioners (user_id, profession, speciality, registration_number, registration_body, verified_at)
     select id, 'doctor', 'aesthetic_medicine', id::text, 'Bench', now() from people`,
  );
}

/**
 * Creates one site with a room for each practitioner. All practitioners work from Monday to Friday, and each is absent
 * on one day.
 */
async function fillClinic({ context }: BenchService): Promise<Place> {
  const [clinic_id, site_id, service_id] = [randomUUID(), randomUUID(), randomUUID()];
  const created_at = context.clock.now();
  return withSystem(context.system, async (tx) => {
    const people = await tx.selectFrom('practitioners').select('user_id').execute();
    const practitioners = people.map(({ user_id }) => user_id);
    await tx.insertInto('clinics').values({ id: clinic_id, name: 'Bench', created_at }).execute();
    const site = { id: site_id, clinic_id, name: 'Bench', country: 'FR', timezone: 'Europe/Paris', created_at };
    await tx
      .insertInto('clinic_sites')
      .values({ ...site, provider_id: null, checked_at: null })
      .execute();
    const sold = { minutes: 30, buffer_after: 5, price_cents: 42_000, deposit_cents: null, is_direct: true };
    const names = { name_en: 'Bench', name_fr: 'Bench' };
    await tx
      .insertInto('clinic_services')
      .values({ id: service_id, clinic_id, ...names, ...sold, lead_hours: 0, days_ahead: 365, created_at })
      .execute();
    const rooms = practitioners.map((_, index) => ({ id: randomUUID(), site_id, name: `Room ${index}` }));
    await tx
      .insertInto('clinic_rooms')
      .values(rooms.map((room) => ({ ...room, kind: 'room' as const })))
      .execute();
    await tx
      .insertInto('service_rooms')
      .values(rooms.map(({ id }) => ({ service_id, room_id: id })))
      .execute();
    await tx
      .insertInto('service_practitioners')
      .values(practitioners.map((user_id) => ({ service_id, user_id })))
      .execute();
    const spans = [
      { starts: '09:00', ends: '12:30' },
      { starts: '14:00', ends: '18:00' },
    ];
    const rules = practitioners.flatMap((user_id) =>
      [1, 2, 3, 4, 5].flatMap((weekday) =>
        spans.map((span) => ({ user_id, site_id, weekday, ...span, valid_from: '2020-01-01', valid_to: null })),
      ),
    );
    for (let from = 0; from < rules.length; from += 500)
      await tx
        .insertInto('availability_rules')
        .values(rules.slice(from, from + 500).map((rule) => ({ id: randomUUID(), ...rule })))
        .execute();
    await fillTaken(tx, { clinic_id, site_id, service_id, practitioners }, rooms, created_at);
    return { clinic_id, site_id, service_id, practitioners };
  });
}

/** Inserts two visits a day and one day of absence for each practitioner. */
async function fillTaken(tx: Tx, place: Place, rooms: readonly { id: string }[], now: Date): Promise<void> {
  const { practitioners, ...where } = place;
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  for (const [index, user_id] of practitioners.entries()) {
    const days = Array.from({ length: DAYS }, (_, day) => day);
    const visits = days.flatMap((day) =>
      [9.5, 14].map((hour) => {
        const start = midnight + (day + 1) * DAY_MS + hour * 3_600_000 + (index % 4) * 900_000;
        const during = `[${new Date(start).toISOString()},${new Date(start + 1_800_000).toISOString()})`;
        const blocked = `[${new Date(start).toISOString()},${new Date(start + 2_100_000).toISOString()})`;
        return {
          id: randomUUID(),
          ...where,
          practitioner_id: user_id,
          room_id: rooms[index]?.id ?? null,
          during,
          blocked,
        };
      }),
    );
    const state = { state: 'booked' as const, held_until: null, late_minutes: null, created_at: now, updated_at: now };
    await tx
      .insertInto('booked_times')
      .values(visits.map((visit) => ({ ...visit, ...state })))
      .execute();
    const day = new Date(midnight + (1 + (index % 20)) * DAY_MS).toISOString().slice(0, 10);
    const off = { id: randomUUID(), user_id, site_id: null, day, kind: 'off' as const, starts: null, ends: null };
    await tx.insertInto('availability_exceptions').values(off).execute();
  }
}

async function measureMonth({ context, person }: BenchService, place: Place): Promise<boolean> {
  const patient = await person({ email: 'patient@bench.example', first_name: 'Claire', last_name: 'Moreau' });
  const now = context.clock.now();
  const wanted = { service_id: place.service_id, from: now, to: new Date(now.getTime() + DAYS * DAY_MS) };
  const timed = async (work: (tx: Tx) => Promise<unknown>): Promise<number> => {
    const begin = performance.now();
    await withUser(context.db, patient.userId, work);
    return performance.now() - begin;
  };
  const find = (tx: Tx) => findSlots(tx, wanted, { by: 'patient', now });
  const ours = async (tx: Tx) => showSlots(await find(tx));
  const bare = (tx: Tx) => queriesAlone(tx, place, wanted, now);
  const slots = slotsOf((await withUser(context.db, patient.userId, find)).free);
  const times = { ours: [] as number[], bare: [] as number[], http: [] as number[] };
  const asked = { service_id: place.service_id, from: wanted.from.toISOString(), to: wanted.to.toISOString() };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const measured = { ours: await timed(ours), bare: await timed(bare) };
    // There are seventy rounds, but an account may send at most sixty queries a minute. So only every second round
    // calls the service.
    const http = round % 2 ? [] : [(await patient.ask('list_slots', asked)).ms];
    if (round < 0) continue;
    times.ours.push(measured.ours);
    times.bare.push(measured.bare);
    times.http.push(...http);
  }
  const value = p95(times.ours);
  const baseline = p95(times.bare);
  const ratio = median(times.ours) / median(times.bare);
  console.log(
    `${slots.length} slots of ${place.practitioners.length} practitioners in ${DAYS} days: median ${median(times.ours).toFixed(1)} ms, p95 ${value.toFixed(1)} ms (at most ${LIMIT_MS}); their queries alone ${median(times.bare).toFixed(1)} ms, p95 ${baseline.toFixed(1)} ms; ratio of the medians ${ratio.toFixed(2)}; over HTTP the first page: median ${median(times.http).toFixed(1)} ms`,
  );
  tell({ part: 'slots', name: 'a month, 200 practitioners, p95', value, unit: 'ms', most: LIMIT_MS });
  tell({
    part: 'slots',
    name: 'a month / its queries alone',
    value: median(times.ours),
    unit: 'ms',
    baseline: median(times.bare),
    ratio,
  });
  tell({ part: 'slots', name: 'the first page over HTTP', value: median(times.http), unit: 'ms' });
  return value <= LIMIT_MS;
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

/** Runs only the database queries and computes nothing from them. */
async function queriesAlone(tx: Tx, place: Place, { from, to }: { from: Date; to: Date }, now: Date): Promise<void> {
  const [first, last] = [from, to].map((day) => day.toISOString().slice(0, 10));
  const service = await findService(tx, place.service_id);
  const sites = (await listSites(tx, service?.clinic_id ?? '', undefined)).map(({ id }) => id);
  const people = (await listServicePractitioners(tx, place.service_id, undefined)).map(({ id }) => id);
  const rooms = (await listServiceRooms(tx, place.service_id)).map(({ id }) => id);
  await listTaken(tx, {
    practitionerIds: people,
    roomIds: rooms,
    within: { from: from.getTime(), to: to.getTime() },
    now,
  });
  await listSiteDays(tx, sites, first ?? '', last ?? '');
  await listHours(tx, sites, people);
  await listExceptions(tx, people, first ?? '', last ?? '');
}

async function measureRush({ context, person }: BenchService, place: Place): Promise<boolean> {
  const patient = await person({ email: 'rush@bench.example', first_name: 'Anna', last_name: 'Weiss' });
  const now = context.clock.now();
  const from = new Date(now.getTime() + 40 * DAY_MS);
  const { free } = await withUser(context.db, patient.userId, (tx) =>
    findSlots(
      tx,
      { service_id: place.service_id, from, to: new Date(from.getTime() + 20 * DAY_MS) },
      { by: 'patient', now },
    ),
  );
  const wanted = spread(slotsOf(free)).slice(0, TIMES);
  const held_until = new Date(now.getTime() + 15 * 60_000);
  const begin = performance.now();
  const tries = await Promise.allSettled(
    Array.from({ length: TRIES }, (_, index) => {
      const time = wanted[index % TIMES];
      if (!time) throw new Error('there are too few slots');
      const asked = { ...time, service_id: place.service_id, starts_at: new Date(time.starts_at) };
      // This call runs with the rights of the service, because patients have no right to write booked times.
      return withSystem(context.system, (tx) => holdTimes(context, tx, [asked], { by: 'patient', held_until }));
    }),
  );
  const value = performance.now() - begin;
  const held = tries.filter(({ status }) => status === 'fulfilled').length;
  const codes = new Set(tries.flatMap((one) => (one.status === 'rejected' ? wordFor(one.reason) : [])));
  const { count } = await withSystem(context.system, (tx) =>
    tx
      .selectFrom('booked_times')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'held')
      .executeTakeFirstOrThrow(),
  );
  const baseline = await bareInserts(context, place, now);
  const ratio = value / baseline;
  console.log(
    `${TRIES} tries at once for ${TIMES} times: ${held} held (${count} rows), the others ${[...codes].join(', ')}; ${value.toFixed(0)} ms, ${TRIES} bare inserts ${baseline.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`,
  );
  tell({
    part: 'slots',
    name: `${TRIES} at once for ${TIMES} times: held`,
    value: held,
    unit: 'times',
    least: TIMES,
    most: TIMES,
  });
  tell({ part: 'slots', name: `${TRIES} at once / bare inserts`, value, unit: 'ms', baseline, ratio });
  return held === TIMES && count === TIMES && [...codes].join() === 'TIME_TAKEN';
}

/** Selects slots that do not conflict: one for each practitioner. */
function spread<T extends { readonly practitioner_id: string }>(slots: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const slot of slots) if (!seen.has(slot.practitioner_id)) seen.set(slot.practitioner_id, slot);
  return [...seen.values()];
}

/** Runs transactions of one insert each, with times in a year that the benchmark does not query. */
async function bareInserts(context: BenchService['context'], place: Place, now: Date): Promise<number> {
  const { practitioners, ...where } = place;
  const start = now.getTime() + 500 * DAY_MS;
  const begin = performance.now();
  for (let index = 0; index < TRIES; index++) {
    const at = start + index * 3_600_000;
    const during = `[${new Date(at).toISOString()},${new Date(at + 1_800_000).toISOString()})`;
    const rest = { held_until: null, late_minutes: null, created_at: now, updated_at: now };
    const row = { id: randomUUID(), ...where, practitioner_id: practitioners[0] ?? '', room_id: null, during };
    await withSystem(context.system, (tx) =>
      tx
        .insertInto('booked_times')
        .values({ ...row, blocked: during, state: 'booked', ...rest })
        .execute(),
    );
  }
  return performance.now() - begin;
}

/** Returns the code of a refusal, or the message of any other error. */
function wordFor(reason: unknown): string {
  const { code, message } = reason as { code?: string; message: string };
  return code ?? message;
}
