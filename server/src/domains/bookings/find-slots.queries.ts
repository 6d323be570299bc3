import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { Range } from './ranges.ts';

/** Returns the condition for rows whose time is taken. The time of an expired hold is not taken. */
export const takesTime = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`booked_times.state in ('held', 'booked', 'arrived', 'done')
    and (booked_times.held_until is null or booked_times.held_until > ${now})`;

export const rangeText = ({ from, to }: Range): string =>
  `[${new Date(from).toISOString()},${new Date(to).toISOString()})`;

const ofActiveClinic = (tx: Tx, id: string) =>
  tx
    .selectFrom('clinic_services as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .selectAll('s')
    .where('s.id', '=', id)
    .where('c.is_active', '=', true);

/** Returns an active service of an active clinic. */
export const findService = (tx: Tx, id: string) =>
  ofActiveClinic(tx, id).where('s.is_active', '=', true).executeTakeFirst();

/**
 * Returns a service of an active clinic, even if the clinic no longer offers it. Patients may still have visits for
 * such a service.
 */
export const findBookedService = (tx: Tx, id: string): ReturnType<typeof findService> =>
  ofActiveClinic(tx, id).executeTakeFirst();

export type Service = NonNullable<Awaited<ReturnType<typeof findService>>>;

/**
 * Returns the terms under which patients may book these services without the team. Leaves out inactive services and
 * services of inactive clinics.
 */
export const listTerms = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('clinic_services as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .select(['s.id', 's.is_direct', 's.free_until_hours'])
    .where('s.id', 'in', [...ids])
    .where('s.is_active', '=', true)
    .where('c.is_active', '=', true)
    .execute();

export const listSites = (tx: Tx, clinicId: string, siteId: string | undefined) => {
  const all = tx
    .selectFrom('clinic_sites')
    .select(['id', 'name', 'timezone', 'country'])
    .where('clinic_id', '=', clinicId)
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('id');
  return (siteId === undefined ? all : all.where('id', '=', siteId)).execute();
};

export const listSiteDays = (tx: Tx, siteIds: readonly string[], first: string, last: string) =>
  tx
    .selectFrom('site_days')
    .select(['site_id', 'day', 'is_open'])
    .where('site_id', 'in', [...siteIds])
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();

/** Lists the rooms and devices of a service, at all sites. A visit needs one of these rooms or devices. */
export const listServiceRooms = (tx: Tx, serviceId: string) =>
  tx
    .selectFrom('service_rooms as needed')
    .innerJoin('clinic_rooms as room', 'room.id', 'needed.room_id')
    .select(['room.id', 'room.site_id', 'room.is_active'])
    .where('needed.service_id', '=', serviceId)
    .orderBy('room.name')
    .orderBy('room.id')
    .execute();

/**
 * Lists the practitioners who may carry out a service and can work now: their registration is verified, and they are
 * not suspended. Only doctors carry out video visits.
 */
export const listServicePractitioners = async (
  tx: Tx,
  serviceId: string,
  practitionerId: string | undefined,
): Promise<{ id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from who_carries_out_by_name(${serviceId})
    where ${practitionerId ?? null}::uuid is null or id = ${practitionerId ?? null}
    order by name, id`.execute(tx);
  return rows;
};

export const listHours = (tx: Tx, siteIds: readonly string[], practitionerIds: readonly string[]) =>
  tx
    .selectFrom('availability_rules')
    .select(['user_id', 'site_id', 'weekday', 'starts', 'ends', 'valid_from', 'valid_to'])
    .where('site_id', 'in', [...siteIds])
    .where('user_id', 'in', [...practitionerIds])
    .execute();

export const listExceptions = (tx: Tx, practitionerIds: readonly string[], first: string, last: string) =>
  tx
    .selectFrom('availability_exceptions')
    .select(['user_id', 'site_id', 'day', 'kind', 'starts', 'ends'])
    .where('user_id', 'in', [...practitionerIds])
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();

/**
 * Collects ranges as bytes. Each range is two integers of four bytes: its start and its end in minutes since 1970,
 * rounded outwards. Returning ten thousand ranges as text took 5 ms longer. `date_part` is used because `extract`
 * computes in `numeric`, which is slow.
 */
const packed = (range: string) =>
  sql.raw(`string_agg(int4send(floor(date_part('epoch', lower(${range})) / 60)::int4) ||
                      int4send(ceil(date_part('epoch', upper(${range})) / 60)::int4), '')`);

export interface AskedTaken {
  readonly practitionerIds: readonly string[];
  readonly roomIds: readonly string[];
  readonly within: Range;
  readonly now: Date;
  /** A booked time that is not treated as taken, because the caller is moving it. */
  readonly except?: string | undefined;
}

/**
 * Returns the taken ranges in a period, in minutes since 1970. The keys are the ids of practitioners and rooms. The
 * query returns one row for each pair of a practitioner and a room, and one for the external calendars of each
 * practitioner. A large clinic has ten thousand booked times in a month, and reading one row for each of them would
 * take longer than computing the slots.
 */
export async function listTaken(
  tx: Tx,
  { practitionerIds, roomIds, within, now, except }: AskedTaken,
): Promise<Map<string, Range[]>> {
  const asked = rangeText(within);
  const { rows } = await sql<{ of: string; room_id: string | null; ranges: Buffer }>`
    select practitioner_id as of, room_id, ${packed('blocked')} as ranges
    from booked_times
    where (practitioner_id = any(${practitionerIds}::uuid[]) or room_id = any(${roomIds}::uuid[]))
      and blocked && ${asked}::tstzrange and ${takesTime(now)} and id is distinct from ${except ?? null}::uuid
    group by practitioner_id, room_id
    union all
    select user_id, null, ${packed('during')}
    from (select user_id, during * ${asked}::tstzrange as during
          from busy_times where user_id = any(${practitionerIds}::uuid[]) and during && ${asked}::tstzrange) busy
    group by user_id`.execute(tx);
  const taken = new Map<string, Range[]>();
  for (const { of, room_id, ranges } of rows) {
    const read = unpack(ranges);
    for (const id of room_id ? [of, room_id] : [of]) taken.set(id, [...(taken.get(id) ?? []), ...read]);
  }
  return taken;
}

function unpack(bytes: Buffer): Range[] {
  const ranges: Range[] = [];
  for (let at = 0; at < bytes.length; at += 8)
    ranges.push({ from: bytes.readInt32BE(at), to: bytes.readInt32BE(at + 4) });
  return ranges;
}
