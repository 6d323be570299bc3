import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import {
  findBookedService,
  findService,
  listServiceRooms,
  listSites,
  listTaken,
  rangeText,
  type Service,
  takesTime,
} from './find-slots.queries.ts';
import { findSlots, type SlotRules } from './find-slots.ts';
import type { Range } from './ranges.ts';

const MINUTE_MS = 60_000;
/** The desk may enter only times before this instant. This limit catches a mistyped year. */
const END_OF_CALENDAR = Date.UTC(2200, 0);

export interface TimeWanted {
  readonly service_id: string;
  readonly practitioner_id: string;
  readonly site_id: string;
  readonly starts_at: Date;
}

export interface HoldRules extends Pick<SlotRules, 'by' | 'is_booked'> {
  /** True if the desk may take a free time outside the hours of the practitioner. */
  readonly allow_outside_hours?: boolean;
}

/** A taken time with the details that its patient sees. */
export interface TakenTime extends TimeWanted {
  readonly id: string;
  readonly ends_at: Date;
  readonly timezone: string;
}

/**
 * Holds either all of the times or none. Calls for the same practitioner or the same site run one after the other,
 * because they take the same lock. The exclusion constraint of the table ensures that no time is given twice.
 *
 * @throws Refusal NOT_FOUND, TIME_TAKEN, OUTSIDE_HOURS, INVALID_INPUT
 */
export async function holdTimes(
  ctx: Context,
  tx: Tx,
  wanted: readonly TimeWanted[],
  { held_until, ...rules }: HoldRules & { readonly held_until: Date },
): Promise<TakenTime[]> {
  // If the time is already taken, most calls are refused here and need not wait for the lock.
  for (const time of wanted) if (await isBegun(ctx, tx, time)) throw gone(time);
  await lockPlaces(tx, wanted);
  const held: TakenTime[] = [];
  for (const time of wanted) {
    const place = await findPlace(ctx, tx, time, rules);
    const now = ctx.clock.now();
    const id = randomUUIDv7();
    const values = {
      id,
      clinic_id: place.service.clinic_id,
      site_id: time.site_id,
      service_id: time.service_id,
      practitioner_id: time.practitioner_id,
      room_id: place.room_id,
      during: rangeText(place.during),
      blocked: rangeText(place.blocked),
      state: 'held' as const,
      held_until,
      late_minutes: null,
      created_at: now,
      updated_at: now,
    };
    await orTaken(time, tx.insertInto('booked_times').values(values).execute());
    held.push({ ...time, id, ends_at: new Date(place.during.to), timezone: place.timezone });
  }
  return held;
}

/**
 * Moves a time that is held or booked, or whose patient did not come. A held time stays held at its new start, and any
 * other time becomes booked. The old range of the time does not block its new range.
 *
 * @throws Refusal NOT_FOUND, TIME_TAKEN, OUTSIDE_HOURS, INVALID_INPUT
 */
export async function moveTime(
  ctx: Context,
  tx: Tx,
  id: string,
  to: Partial<Omit<TimeWanted, 'service_id'>>,
  rules: HoldRules,
): Promise<TakenTime> {
  const [before] = await listTimes(tx, [id]);
  if (!before || !['held', 'booked', 'no_show'].includes(before.state)) throw new Refusal('NOT_FOUND');
  const wanted = {
    service_id: before.service_id,
    practitioner_id: to.practitioner_id ?? before.practitioner_id,
    site_id: to.site_id ?? before.site_id,
    starts_at: to.starts_at ?? before.starts_at,
  };
  await lockPlaces(tx, [wanted]);
  const place = await findPlace(ctx, tx, wanted, { ...rules, is_booked: rules.by === 'desk' }, id);
  const changes = {
    site_id: wanted.site_id,
    practitioner_id: wanted.practitioner_id,
    room_id: place.room_id,
    during: rangeText(place.during),
    blocked: rangeText(place.blocked),
    state: before.state === 'held' ? ('held' as const) : ('booked' as const),
    calendar_sequence: sql<number>`calendar_sequence + 1`,
    updated_at: ctx.clock.now(),
  };
  await orTaken(wanted, tx.updateTable('booked_times').set(changes).where('id', '=', id).execute());
  return { ...wanted, id, ends_at: new Date(place.during.to), timezone: place.timezone };
}

/**
 * Books a time that is held, released or cancelled, or whose patient did not come. A repeated call changes nothing.
 *
 * @returns false if another patient has the time now, or if there is no such time
 */
export const bookTime = (ctx: Context, tx: Tx, id: string): Promise<boolean> => takeAgain(ctx, tx, id, null);

/**
 * Holds a released or cancelled time again.
 *
 * @returns false if another patient has the time now, or if there is no such time
 */
export const holdAgain = (ctx: Context, tx: Tx, id: string, until: Date): Promise<boolean> =>
  takeAgain(ctx, tx, id, until);

async function takeAgain(ctx: Context, tx: Tx, id: string, held_until: Date | null): Promise<boolean> {
  const [seen] = await listTimes(tx, [id]);
  if (!seen) return false;
  await lockPlaces(tx, [seen]);
  // The row is read again, because its hold may have expired and been released while this call waited for the lock.
  const [time = seen] = await listTimes(tx, [id]);
  const state = held_until ? ('held' as const) : ('booked' as const);
  if (time.state === state) return true;
  // If the patient came (`arrived` or `done`), the time is still booked. A time whose patient did not come blocks
  // nothing, so another patient may have its range by now. The code below therefore checks the range and books the time
  // again.
  if (time.state === 'arrived' || time.state === 'done') return held_until === null;
  await releaseRunOutHere(ctx, tx, time, time.blocked, id);
  if (await isTaken(ctx, tx, time, id)) return false;
  const calendar_sequence = sql<number>`calendar_sequence + 1`;
  const changes = { state, held_until, updated_at: ctx.clock.now(), calendar_sequence };
  await orTaken(time, tx.updateTable('booked_times').set(changes).where('id', '=', id).execute());
  return true;
}

/**
 * Frees times. Held times become released and booked times become cancelled. Times in any other state do not change.
 */
export async function releaseTimes(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('booked_times')
    .set({
      state: sql<'released' | 'cancelled'>`case state when 'held' then 'released' else 'cancelled' end`,
      held_until: null,
      updated_at: ctx.clock.now(),
      calendar_sequence: sql<number>`calendar_sequence + 1`,
    })
    .where('id', 'in', [...ids])
    .where('state', 'in', ['held', 'booked'])
    .execute();
}

/** Returns times by their ids, sorted by their start. */
export const listTimes = async (tx: Tx, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('booked_times as t')
    .innerJoin('clinic_sites as s', 's.id', 't.site_id')
    .leftJoin('clinic_rooms as r', 'r.id', 't.room_id')
    .select(['t.id', 't.service_id', 't.practitioner_id', 't.site_id', 't.room_id', 't.state', 't.blocked'])
    .select(['t.held_until', 's.timezone', 's.name as site_name', 'r.name as room_name'])
    .select([sql<Date>`lower(t.during)`.as('starts_at'), sql<Date>`upper(t.during)`.as('ends_at')])
    .where('t.id', 'in', [...ids])
    .orderBy('starts_at')
    .orderBy('t.id')
    .execute();
  return rows;
};

/** Releases all expired holds. */
export const releaseRunOut = (ctx: Context): Promise<unknown> =>
  withSystem(ctx.system, (tx) =>
    tx
      .updateTable('booked_times')
      .set({ state: 'released', held_until: null, updated_at: ctx.clock.now() })
      .where('state', '=', 'held')
      .where('held_until', '<=', ctx.clock.now())
      .execute(),
  );

interface Place {
  readonly service: Service;
  readonly room_id: string | null;
  readonly timezone: string;
  readonly during: Range;
  readonly blocked: Range;
}

/** Finds a room and the range for a wanted time. The caller must hold the lock of `lockPlaces`. */
async function findPlace(
  ctx: Context,
  tx: Tx,
  wanted: TimeWanted,
  { by, is_booked, allow_outside_hours = false }: HoldRules,
  except?: string,
): Promise<Place> {
  const service = await (is_booked ? findBookedService : findService)(tx, wanted.service_id);
  const [site] = service ? await listSites(tx, service.clinic_id, wanted.site_id) : [];
  if (!service || !site) throw new Refusal('NOT_FOUND');
  const from = wanted.starts_at.getTime();
  if (from >= END_OF_CALENDAR) throw invalidInput({ starts_at: ['out_of_range'] });
  const during = { from, to: from + service.minutes * MINUTE_MS };
  const blocked = {
    from: during.from - service.buffer_before * MINUTE_MS,
    to: during.to + service.buffer_after * MINUTE_MS,
  };
  await releaseRunOutHere(ctx, tx, wanted, rangeText(blocked));
  const place = { service, timezone: site.timezone, during, blocked };
  const now = ctx.clock.now();
  const found = await findSlots(
    tx,
    { ...wanted, from: wanted.starts_at, to: new Date(from + 1) },
    { by, now, except, is_booked },
  );
  if (found.practitioners.length === 0) throw new Refusal('NOT_FOUND');
  const isOffered = found.free.some(({ starts }) => starts.length > 0);
  if (!isOffered && (by === 'patient' || wanted.starts_at <= now)) throw gone(wanted);
  const room_id = await findFreeRoom(ctx, tx, service, wanted.site_id, blocked, except);
  if (room_id === undefined) throw gone(wanted);
  if (isOffered) return { ...place, room_id };
  const asked = { practitioner_id: wanted.practitioner_id, room_id, blocked: rangeText(blocked) };
  if (await isTaken(ctx, tx, asked, except)) throw gone(wanted);
  if (!allow_outside_hours) throw new Refusal('OUTSIDE_HOURS', { starts_at: wanted.starts_at.toISOString() });
  return { ...place, room_id };
}

/** Returns a free room, null if the service needs none, or undefined if none is free. */
async function findFreeRoom(
  ctx: Context,
  tx: Tx,
  service: Service,
  siteId: string,
  blocked: Range,
  except: string | undefined,
): Promise<string | null | undefined> {
  const needed = service.is_video ? [] : await listServiceRooms(tx, service.id);
  if (needed.length === 0) return null;
  const here = needed.filter(({ site_id, is_active }) => site_id === siteId && is_active).map(({ id }) => id);
  const now = ctx.clock.now();
  const taken = await listTaken(tx, { practitionerIds: [], roomIds: here, within: blocked, now, except });
  return here.find((id) => !taken.has(id));
}

interface Asked {
  readonly practitioner_id: string;
  readonly room_id: string | null;
  /** The taken range including its buffers, in the notation of PostgreSQL. */
  readonly blocked: string;
}

/**
 * Returns whether another appointment or hold of the practitioner or the room overlaps the range. Busy times of
 * external calendars are not checked here, because the desk may book over them. `findPlace` treats such a booking as
 * one outside the hours.
 */
async function isTaken(ctx: Context, tx: Tx, asked: Asked, except?: string): Promise<boolean> {
  const found = await tx
    .selectFrom('booked_times')
    .select('id')
    .where(sql<boolean>`blocked && ${asked.blocked}::tstzrange`)
    .where(sql<boolean>`(practitioner_id = ${asked.practitioner_id}::uuid or room_id = ${asked.room_id}::uuid)`)
    .where(takesTime(ctx.clock.now()))
    .where(sql<boolean>`id is distinct from ${except ?? null}::uuid`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether another taken time of the practitioner includes the start of the wanted time. */
async function isBegun(ctx: Context, tx: Tx, { practitioner_id, starts_at }: TimeWanted): Promise<boolean> {
  const found = await tx
    .selectFrom('booked_times')
    .select('id')
    .where('practitioner_id', '=', practitioner_id)
    .where(sql<boolean>`blocked @> ${starts_at}::timestamptz`)
    .where(takesTime(ctx.clock.now()))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const gone = ({ starts_at }: Pick<TimeWanted, 'starts_at'>): Refusal =>
  new Refusal('TIME_TAKEN', { starts_at: starts_at.toISOString() });

/**
 * Releases the expired holds in this range that any patient has with the practitioner or at the site, because the
 * exclusion constraint still treats them as taken.
 */
const releaseRunOutHere = (
  ctx: Context,
  tx: Tx,
  { practitioner_id, site_id }: Pick<TimeWanted, 'practitioner_id' | 'site_id'>,
  blocked: string,
  but: string | null = null,
) =>
  sql`select release_run_out(${practitioner_id}, ${site_id}, ${blocked}::tstzrange, ${ctx.clock.now()}, ${but}::uuid)`.execute(
    tx,
  );

/**
 * Takes advisory locks for the practitioners and sites, so that calls for the same practitioner or site run one after
 * the other. Without the locks, two inserts that conflict in an exclusion constraint could deadlock. The locks are
 * always taken in the same order.
 */
async function lockPlaces(tx: Tx, wanted: readonly Pick<TimeWanted, 'practitioner_id' | 'site_id'>[]): Promise<void> {
  const keys = wanted.flatMap(({ practitioner_id, site_id }) => [`time:${site_id}`, `time:${practitioner_id}`]);
  for (const key of [...new Set(keys)].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Runs a statement. @throws Refusal TIME_TAKEN if the exclusion constraint refuses the row */
export async function orTaken<T>(time: Pick<TimeWanted, 'starts_at'>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: string }).code !== '23P01') throw error;
    throw gone(time);
  }
}
