import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { Range } from './ranges.ts';

/** Rows that take time: what was held and ran out does not. */
export const takesTime = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`booked_times.state in ('held', 'booked', 'arrived', 'done')
    and (booked_times.held_until is null or booked_times.held_until > ${now})`;

export const rangeText = ({ from, to }: Range): string =>
  `[${new Date(from).toISOString()},${new Date(to).toISOString()})`;

/** A service of an active clinic. */
export const findService = (tx: Tx, id: string) =>
  tx
    .selectFrom('clinic_services as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .selectAll('s')
    .where('s.id', '=', id)
    .where('s.is_active', '=', true)
    .where('c.is_active', '=', true)
    .executeTakeFirst();
export type Service = NonNullable<Awaited<ReturnType<typeof findService>>>;

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

/** The rooms and devices of which a service needs one, at all sites. */
export const listServiceRooms = (tx: Tx, serviceId: string) =>
  tx
    .selectFrom('service_rooms as needed')
    .innerJoin('clinic_rooms as room', 'room.id', 'needed.room_id')
    .select(['room.id', 'room.site_id', 'room.is_active'])
    .where('needed.service_id', '=', serviceId)
    .orderBy('room.name')
    .orderBy('room.id')
    .execute();

/** Those who may carry out a service and can work now: their registration is verified, and nobody suspended them. */
export const listServicePractitioners = async (
  tx: Tx,
  serviceId: string,
  practitionerId: string | undefined,
): Promise<{ id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select people.id, people.name from who_carries_out(${serviceId}) as able join people on people.id = able
    where ${practitionerId ?? null}::uuid is null or people.id = ${practitionerId ?? null}
    order by people.name, people.id`.execute(tx);
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

const ms = (instant: RawBuilder<unknown>) => sql<number>`(extract(epoch from ${instant}) * 1000)::float8`;

/** What is taken of practitioners and rooms in a stretch of time, by their ids. One row for each of them: thousands of rows would cost more than the slots. */
export async function listTaken(
  tx: Tx,
  practitionerIds: readonly string[],
  roomIds: readonly string[],
  { within, now, except }: { readonly within: Range; readonly now: Date; readonly except?: string | undefined },
): Promise<Map<string, Range[]>> {
  const asked = rangeText(within);
  const begins = ms(sql`lower(during)`);
  const ends = ms(sql`upper(during)`);
  const { rows } = await sql<{ of: string; begins: string; ends: string }>`
    with taken as (
      select practitioner_id as of, blocked as during from booked_times
      where practitioner_id = any(${practitionerIds}::uuid[]) and blocked && ${asked}::tstzrange and ${takesTime(now)}
        and id is distinct from ${except ?? null}::uuid
      union all
      select room_id, blocked from booked_times
      where room_id = any(${roomIds}::uuid[]) and blocked && ${asked}::tstzrange and ${takesTime(now)}
        and id is distinct from ${except ?? null}::uuid
      union all
      select user_id, during * ${asked}::tstzrange from busy_times where user_id = any(${practitionerIds}::uuid[]) and during && ${asked}::tstzrange
    )
    select of, string_agg(${begins}::text, ',' order by during) as begins, string_agg(${ends}::text, ',' order by during) as ends
    from taken group by of`.execute(tx);
  return new Map(
    rows.map((row) => {
      const to = row.ends.split(',');
      return [row.of, row.begins.split(',').map((from, index) => ({ from: Number(from), to: Number(to[index]) }))];
    }),
  );
}
