import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';

/** Counts the practitioner's times at a clinic that end after `now` and are booked, or held by an open offer. */
export async function countTimesAhead(tx: Tx, clinicId: string, userId: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('booked_times')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('clinic_id', '=', clinicId)
    .where('practitioner_id', '=', userId)
    .where(sql<boolean>`upper(during) > ${now}`)
    .where((is) =>
      is.or([is('state', 'in', ['booked', 'arrived']), is.and([is('state', '=', 'held'), is('held_until', '>', now)])]),
    )
    .executeTakeFirstOrThrow();
  return count;
}
