import { sql } from 'kysely';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Cursor } from '#server/platform/db/cursor.ts';
import { allColumns, type PrivateAppointment } from './appointments.queries.ts';

export interface Filter {
  readonly status: AppointmentStatus | null;
  /** Words; '' for all. */
  readonly search: string;
  readonly coordinator: string | 'none' | null;
  /** Should have been answered before this moment. */
  readonly overdueAt: Date | null;
}

function filtered(tx: Tx, { status, search, coordinator, overdueAt }: Filter) {
  let query = tx.selectFrom('appointments');
  if (status) query = query.where('status', '=', status);
  if (search !== '') query = query.where(sql<boolean>`search @@ search_query(${search})`);
  if (coordinator === 'none') query = query.where('coordinator_id', 'is', null);
  else if (coordinator) query = query.where('coordinator_id', '=', coordinator);
  if (overdueAt) query = query.where('status', 'in', ['pending', 'in_progress']).where('answer_due_at', '<', overdueAt);
  return query;
}

/** A page, newest first: after the cursor, or from an offset. */
export function listPage(
  tx: Tx,
  filter: Filter,
  page: { limit: number; offset: number; after: Cursor | null },
): Promise<PrivateAppointment[]> {
  const rows = filtered(tx, filter)
    .select(allColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset);
  const { after } = page;
  return (after ? rows.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id}::uuid)`) : rows).execute();
}

/** How many fit, counted up to `most + 1`. */
export async function countUpTo(tx: Tx, filter: Filter, most: number): Promise<number> {
  const some = filtered(tx, filter)
    .select(sql`1`.as('one'))
    .limit(most + 1);
  const { count } = await tx
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** All appointments by status, from the running tallies. */
export async function countByStatus(tx: Tx): Promise<Map<AppointmentStatus, number>> {
  const rows = await tx
    .selectFrom('appointment_tallies')
    .select(['status', sql<number>`sum(change)::bigint`.as('count')])
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

/** Folds the tallies of each status into one row. */
export async function foldTallies(tx: Tx): Promise<void> {
  await sql`
    with gone as (delete from appointment_tallies returning status, change)
    insert into appointment_tallies (status, change)
    select status, sum(change) from gone group by status having sum(change) <> 0`.execute(tx);
}
