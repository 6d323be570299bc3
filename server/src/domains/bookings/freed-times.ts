import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import './bookings.table.ts';

/** A time that was held or booked and is free again. */
export interface FreedTime {
  readonly id: number;
  readonly site_id: string;
  readonly practitioner_id: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/**
 * Returns up to 200 future freed times that were not yet offered to the waiting list, in the order in which they became
 * free. Deletes past freed times.
 */
export async function listFreedTimes(tx: Tx, now: Date): Promise<FreedTime[]> {
  await tx.deleteFrom('freed_times').where(sql<Date>`lower(during)`, '<=', now).execute();
  return tx
    .selectFrom('freed_times')
    .select(['id', 'site_id', 'practitioner_id'])
    .select([sql<Date>`lower(during)`.as('starts_at'), sql<Date>`upper(during)`.as('ends_at')])
    .orderBy('id')
    .limit(200)
    .execute();
}

export const forgetFreedTime = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('freed_times').where('id', '=', id).execute();
