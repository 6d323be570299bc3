import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import './bookings.table.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** A time that was held or booked is free again. The trigger that stores the freed time emits the event. */
    'bookings.timeFreed': { time_id: string };
  }
}

/** A time that was held or booked and is free again. */
export interface FreedTime {
  readonly id: number;
  /** The id of the booked time. After a move, this booked time is at another range. */
  readonly time_id: string;
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
    .select(['id', 'time_id', 'site_id', 'practitioner_id'])
    .select([sql<Date>`lower(during)`.as('starts_at'), sql<Date>`upper(during)`.as('ends_at')])
    .orderBy('id')
    .limit(200)
    .execute();
}

export const forgetFreedTime = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('freed_times').where('id', '=', id).execute();
