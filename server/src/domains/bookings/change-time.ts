import { sql } from 'kysely';
import type { BookedState } from '#contract/bookings.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { orTaken } from './hold.ts';
import './bookings.table.ts';

export interface BookedTime {
  readonly id: string;
  readonly clinic_id: string;
  readonly practitioner_id: string;
  readonly state: BookedState;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly late_minutes: number | null;
  /** The time zone of the site. */
  readonly timezone: string;
}

/** Returns a booked time that the caller may see, and locks its row, so that a second change waits for the first. */
export const findTimeForUpdate = (tx: Tx, id: string): Promise<BookedTime | undefined> =>
  tx
    .selectFrom('booked_times as b')
    .innerJoin('clinic_sites as s', 's.id', 'b.site_id')
    .select([
      'b.id',
      'b.clinic_id',
      'b.practitioner_id',
      'b.state',
      sql<Date>`lower(b.during)`.as('starts_at'),
      sql<Date>`upper(b.during)`.as('ends_at'),
      'b.late_minutes',
      's.timezone',
    ])
    .where('b.id', '=', id)
    .forUpdate('b')
    .executeTakeFirst();

/**
 * Sets the state of a booked time.
 *
 * @throws Refusal TIME_TAKEN if another patient has got the time in the meantime
 */
export const setTimeState = (
  tx: Tx,
  time: Pick<BookedTime, 'id' | 'starts_at'>,
  change: { readonly state: BookedState; readonly late_minutes: number | null; readonly at: Date },
): Promise<unknown> =>
  orTaken(
    time,
    tx
      .updateTable('booked_times')
      .set({ state: change.state, late_minutes: change.late_minutes, updated_at: change.at })
      .where('id', '=', time.id)
      .execute(),
  );
