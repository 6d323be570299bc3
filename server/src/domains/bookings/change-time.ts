import { sql } from 'kysely';
import type { BookedState } from '#contract/bookings.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import './bookings.table.ts';

export interface BookedTime {
  readonly id: string;
  readonly practitioner_id: string;
  readonly state: BookedState;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly late_minutes: number | null;
  /** The clock of its site. */
  readonly timezone: string;
}

/** A time that the caller may see, locked: a second change waits for the first. */
export const findTimeForUpdate = (tx: Tx, id: string): Promise<BookedTime | undefined> =>
  tx
    .selectFrom('booked_times as b')
    .innerJoin('clinic_sites as s', 's.id', 'b.site_id')
    .select([
      'b.id',
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

/** @throws Refusal TIME_TAKEN when the time was given to somebody else meanwhile */
export const setTimeState = (
  tx: Tx,
  id: string,
  change: { readonly state: BookedState; readonly late_minutes: number | null; readonly at: Date },
): Promise<unknown> =>
  whereFree(
    tx
      .updateTable('booked_times')
      .set({ state: change.state, late_minutes: change.late_minutes, updated_at: change.at })
      .where('id', '=', id)
      .execute(),
  );

/**
 * Moves a time with its buffers. Practitioner, room and length stay.
 *
 * @throws Refusal TIME_TAKEN when practitioner or room have something else then
 */
export const moveTime = (tx: Tx, time: BookedTime, startsAt: Date, at: Date): Promise<unknown> => {
  const by_ms = startsAt.getTime() - time.starts_at.getTime();
  const moved = (range: 'during' | 'blocked') =>
    sql<string>`tstzrange(lower(${sql.ref(range)}) + make_interval(secs => ${by_ms / 1000}),
                          upper(${sql.ref(range)}) + make_interval(secs => ${by_ms / 1000}))`;
  return whereFree(
    tx
      .updateTable('booked_times')
      .set(({ eb }) => ({
        during: moved('during'),
        blocked: moved('blocked'),
        calendar_sequence: eb('calendar_sequence', '+', 1),
        updated_at: at,
      }))
      .where('id', '=', time.id)
      .execute(),
  );
};

/** PostgreSQL's code for a row that an exclusion constraint refuses. */
const EXCLUDED = '23P01';

const whereFree = <T>(change: Promise<T>): Promise<T> =>
  change.catch((error: unknown) => {
    throw (error as { code?: string }).code === EXCLUDED ? new Refusal('TIME_TAKEN') : error;
  });
