import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';

/** Selects the times that end after `now`, are booked or held by an open offer, and may be seen by the caller. */
const timesAhead = (tx: Tx, now: Date) =>
  tx
    .selectFrom('booked_times as b')
    .where(sql<boolean>`upper(b.during) > ${now}`)
    .where((is) =>
      is.or([
        is('b.state', 'in', ['booked', 'arrived']),
        is.and([is('b.state', '=', 'held'), is('b.held_until', '>', now)]),
      ]),
    );

/** Counts the practitioner's times at a clinic that end after `now` and are booked, or held by an open offer. */
export async function countTimesAhead(tx: Tx, clinicId: string, userId: string, now: Date): Promise<number> {
  const { count } = await timesAhead(tx, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('b.clinic_id', '=', clinicId)
    .where('b.practitioner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** A part of a day in the local time of the site. */
interface PartOfDay {
  /** Null means every site. */
  readonly site_id: string | null;
  readonly day: string;
  /** HH:MM. Null means the whole day. */
  readonly starts: string | null;
  readonly ends: string | null;
}

/**
 * Lists the times of `timesAhead` that overlap one of the given parts of a day, in the order of their start.
 *
 * @param practitionerId limits the list to one practitioner; null means every practitioner
 */
export async function listTimesIn(tx: Tx, parts: readonly PartOfDay[], practitionerId: string | null, now: Date) {
  if (parts.length === 0) return [];
  const localStart = sql`(part.day + coalesce(part.starts, '00:00')) at time zone s.timezone`;
  const localEnd = sql`(part.day + coalesce(part.ends, '24:00')) at time zone s.timezone`;
  const days = parts.map(({ day }) => day).sort();
  // In every time zone, the local days lie within these days of UTC. The index on `during` can use them.
  const near = sql`tstzrange((${days[0]}::date - 1) at time zone 'UTC', (${days.at(-1)}::date + 2) at time zone 'UTC')`;
  return timesAhead(tx, now)
    .innerJoin('clinic_sites as s', 's.id', 'b.site_id')
    .select(['b.id', 'b.practitioner_id', 'b.site_id', 's.name as site_name', 's.timezone'])
    .select([sql<Date>`lower(b.during)`.as('starts_at'), sql<boolean>`b.state = 'held'`.as('is_held')])
    .$if(practitionerId !== null, (times) => times.where('b.practitioner_id', '=', practitionerId ?? ''))
    .where(sql<boolean>`b.during && ${near}`)
    .where(
      sql<boolean>`exists (
        select from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
          as part (site_id uuid, day date, starts time, ends time)
        where (part.site_id is null or part.site_id = b.site_id)
          and upper(b.during) > ${localStart} and lower(b.during) < ${localEnd})`,
    )
    .orderBy(sql`lower(b.during)`)
    .orderBy('b.id')
    .execute();
}
