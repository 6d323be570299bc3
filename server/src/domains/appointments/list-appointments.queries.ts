import { sql } from 'kysely';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import type { Cursor } from '#server/platform/db/cursor.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { allColumns, type PrivateAppointment } from './appointments.queries.ts';

export interface Filter {
  readonly status: AppointmentStatus | null;
  /** The search words, or '' if there are none. */
  readonly search: string;
  /** True if the search has neither letters nor digits. In that case nothing matches. */
  readonly fitsNothing: boolean;
  readonly coordinator: string | 'none' | null;
  /** If set, only appointments whose answer was due before this time are selected. */
  readonly overdueAt: Date | null;
  readonly requested: Period;
  /** The period in which the time of the offer in force must lie. */
  readonly scheduled: Period;
  /** The country in which the patient wants the treatment. */
  readonly country: string | null;
  /** The provider of the offer in force. */
  readonly provider: string | null;
}

/** A period that includes `from` and excludes `until`. Null means no limit. */
export interface Period {
  readonly from: Date | null;
  readonly until: Date | null;
}

/** Selects the appointments that match every filter except the search words. */
function filtered(tx: Tx, filter: Filter) {
  const { status, coordinator, overdueAt, requested, country } = filter;
  let query = tx.selectFrom('appointments');
  if (status) query = query.where('status', '=', status);
  if (coordinator === 'none') query = query.where('coordinator_id', 'is', null);
  else if (coordinator) query = query.where('coordinator_id', '=', coordinator);
  if (overdueAt) query = query.where(isOverdue(overdueAt));
  if (requested.from) query = query.where('created_at', '>=', requested.from);
  if (requested.until) query = query.where('created_at', '<', requested.until);
  if (country) query = query.where('country_target', '=', country);
  return hasOfferFilter(filter) ? query.where('id', 'in', offered(tx, filter)) : query;
}

/**
 * Selects appointments whose answer is overdue. The planner cannot estimate an expression in `coalesce`. It therefore
 * reads the index `appointments_due` by date of creation and need not sort all overdue rows. The query skips the
 * requests that the team still has time to answer. These are usually the newest, so it skips few rows.
 */
const isOverdue = (at: Date) =>
  sql<boolean>`status in ('pending', 'in_progress') and answer_due_at is not null and coalesce(answer_due_at < ${at}, false)`;

export const hasOfferFilter = ({ provider, scheduled }: Filter): boolean =>
  provider !== null || scheduled.from !== null || scheduled.until !== null;

function offered(tx: Tx, { provider, scheduled }: Filter) {
  let query = tx
    .selectFrom('appointment_offers')
    .select('appointment_id')
    .where('state', 'in', ['open', 'paid', 'agreed']);
  if (provider) query = query.where('provider_id', '=', provider);
  if (scheduled.from) query = query.where('scheduled_at', '>=', scheduled.from);
  if (scheduled.until) query = query.where('scheduled_at', '<', scheduled.until);
  return query;
}

/** The searchable words of the request and of the provider. The prefix index has the same expression. */
const words = sql`search || provider_search`;
const matches = (search: string) => sql<boolean>`(${words}) @@ search_query(${search})`;
/**
 * Finds rows whose words begin with the search words. The prefix index contains the first twelve letters of each word.
 * Longer search words are compared in the rows that the index finds.
 */
const begins = (search: string) => sql<boolean>`search_keys(${words}, created_at) @> search_starts(${search})
  and (search_starts(${search}) = string_to_array(search_words(${search}), ' ') or ${matches(search)})`;
/**
 * Selects rows that were created in roughly the year before `until`. In the prefix index, each row also has a key for
 * the period of thirty days in which it was created.
 */
const isInYear = (until: Date) => sql<boolean>`search_keys(${words}, created_at) && search_year(${until})`;
const isAfter = ({ at, id }: Cursor) => sql<boolean>`(created_at, id) < (${at}, ${id}::uuid)`;

export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly after: Cursor | null;
}

/**
 * Returns a page sorted by date, the newest first. The query reads rows by date and compares their words until the page
 * is full. This is fast for frequent words, or without words.
 */
export function walkPage(tx: Tx, filter: Filter, { limit, offset, after }: Page): Promise<PrivateAppointment[]> {
  let rows = filtered(tx, filter).select(allColumns).orderBy('created_at', 'desc').orderBy('id', 'desc');
  // With `coalesce` the planner expects many matches, so it reads the rows by date until the page is full. Without
  // `coalesce` it sometimes reads and sorts the whole table.
  if (filter.search !== '') rows = rows.where(sql<boolean>`coalesce(${matches(filter.search)}, false)`);
  if (after) rows = rows.where(isAfter(after));
  return rows.limit(limit).offset(offset).execute();
}

/**
 * Finds a page through the prefix index, in the same order as `walkPage`. Also returns the number of matches in all
 * years, or only in the year before `until` if it is given. Returns null if there are more than `most` matches. This is
 * fast for rare words.
 */
export async function findPage(tx: Tx, filter: Filter, { limit, offset, after }: Page, most: number, until?: Date) {
  // The matches are found in a separate query. Row-level security hides from the planner how frequent a word is. In a
  // single query, the planner would read the whole table for a word without matches.
  const found = tx.with(
    (cte) => cte('found').materialized(),
    () =>
      filtered(tx, filter)
        .where((eb) => (until ? eb.and([begins(filter.search), isInYear(until)]) : begins(filter.search)))
        .select(['id', 'created_at'])
        .limit(most + 1),
  );
  const page = await found
    .selectFrom('found')
    .select(['id', sql<number>`(select count(*) from found)`.as('total')])
    .where((eb) => (after ? isAfter(after) : eb.lit(true)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  // A page after the last match has no row, and thus no row with the total. So a second query counts the matches.
  const isAfterLast = page.length === 0 && (offset > 0 || after !== null);
  const counted = isAfterLast ? found.selectFrom('found').select(sql<number>`count(*)`.as('total')) : undefined;
  const total = page[0]?.total ?? (await counted?.executeTakeFirst())?.total ?? 0;
  if (total > most) return null;
  const ids = page.map(({ id }) => id);
  return { rows: ids.length > 0 ? await listByIds(tx, ids) : [], total };
}

const listByIds = (tx: Tx, ids: readonly string[]): Promise<PrivateAppointment[]> =>
  tx
    .selectFrom('appointments')
    .select(allColumns)
    .where('id', 'in', [...ids])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/**
 * Reads the newest `size` rows that match the filter, ignoring its search words. Returns the number of these rows, the
 * number of rows among them that match the words, and the date of the newest row.
 */
export async function sampleNewest(tx: Tx, filter: Filter, size: number) {
  const newest = filtered(tx, filter)
    .select(['created_at', matches(filter.search).as('is_match')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size);
  return tx
    .selectFrom(newest.as('newest'))
    .select(({ fn }) => [
      fn.countAll<number>().as('seen'),
      fn.max('created_at').as('newest'),
      fn.countAll<number>().filterWhere('is_match', '=', true).as('matching'),
    ])
    .executeTakeFirstOrThrow();
}

/** Counts the rows that match the filter, ignoring its search words. Counting stops at `most + 1`. */
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

/** Counts all appointments by status, from the table of tallies. */
export async function countByStatus(tx: Tx): Promise<Map<AppointmentStatus, number>> {
  const rows = await tx
    .selectFrom('appointment_tallies')
    .select(['status', sql<number>`sum(change)::bigint`.as('count')])
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

/** Sums the tallies of each status into one row. */
export async function foldTallies(tx: Tx): Promise<void> {
  await sql`
    with gone as (delete from appointment_tallies returning status, change)
    insert into appointment_tallies (status, change)
    select status, sum(change) from gone group by status having sum(change) <> 0`.execute(tx);
}
