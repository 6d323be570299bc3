import { sql } from 'kysely';
import type { AdminCase } from '#contract/admin.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { pageOf, readCursor } from '#server/platform/db/cursor.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { isWaiting } from '../queue.queries.ts';

const HOUR_MS = 3_600_000;
const SOON_HOURS = 12;

export interface CasesPage {
  readonly filter: 'open' | 'late' | 'published';
  readonly limit: number;
  readonly after?: string | null | undefined;
}

/**
 * Returns a page of cases, with statistics of the open cases and of the cases published in the last 30 days. Open cases
 * are sorted by due time. Published cases are sorted newest first.
 */
export const listCases = (ctx: Context, { userId }: SignedIn, { filter, limit, after }: CasesPage) =>
  withStaff(ctx.db, userId, async (tx) => {
    const now = ctx.clock.now();
    const found = await listPage(tx, filter, limit + 1, readCursor(after), now);
    const { rows, next } = pageOf(found, limit, (row) => ({
      at: (filter === 'published' ? row.published_at : null) ?? row.due_at,
      id: row.id,
    }));
    return { rows: await showRows(tx, rows, now), next, sla: await measure(tx, now) };
  });

type Row = Awaited<ReturnType<typeof listPage>>[number];

function listPage(
  tx: Tx,
  filter: CasesPage['filter'],
  limit: number,
  after: { at: Date; id: string } | null,
  now: Date,
) {
  const cases = tx
    .selectFrom('cases')
    .select(['id', 'number', 'status', 'plan', 'received_at', 'due_at', 'taken_at', 'published_at', 'practitioner_id'])
    .select(isWaiting.as('is_waiting_for_photos'))
    .limit(limit);
  if (filter === 'published') {
    const published = cases.where('status', '=', 'published').orderBy('published_at', 'desc').orderBy('id', 'desc');
    return (
      after ? published.where(sql<boolean>`(published_at, id) < (${after.at}, ${after.id}::uuid)`) : published
    ).execute();
  }
  let open = cases.where('status', 'in', ['received', 'in_review']).orderBy('due_at').orderBy('id');
  if (filter === 'late') open = open.where('due_at', '<', now).where(sql<boolean>`not ${isWaiting}`);
  return (after ? open.where(sql<boolean>`(due_at, id) > (${after.at}, ${after.id}::uuid)`) : open).execute();
}

async function showRows(tx: Tx, rows: readonly Row[], now: Date): Promise<AdminCase[]> {
  const names = await namesOf(tx, [...new Set(rows.flatMap(({ practitioner_id }) => practitioner_id ?? []))]);
  return rows.map(({ practitioner_id, received_at, due_at, taken_at, published_at, ...row }) => ({
    ...row,
    received_at: received_at.toISOString(),
    due_at: due_at.toISOString(),
    taken_at: taken_at?.toISOString() ?? null,
    published_at: published_at?.toISOString() ?? null,
    practitioner_name: names.get(practitioner_id ?? '') ?? null,
    is_late: row.status === 'published' ? (published_at ?? now) > due_at : !row.is_waiting_for_photos && due_at < now,
  }));
}

async function measure(tx: Tx, now: Date) {
  const soon = new Date(now.getTime() + SOON_HOURS * HOUR_MS);
  const monthAgo = new Date(now.getTime() - 30 * 24 * HOUR_MS);
  const { rows } = await sql<{
    open: number;
    late: number;
    due_soon: number;
    published_30_days: number;
    on_time_30_days: number;
    median_hours_30_days: number | null;
  }>`
    with open as (
      select due_at, ${isWaiting} as is_waiting from cases where status in ('received', 'in_review')
    ), published as (
      select published_at, due_at, received_at from cases where status = 'published' and published_at > ${monthAgo}
    )
    select (select count(*) from open) as open,
           (select count(*) from open where due_at < ${now} and not is_waiting) as late,
           (select count(*) from open where due_at >= ${now} and due_at < ${soon}) as due_soon,
           (select count(*) from published) as published_30_days,
           (select count(*) from published where published_at <= due_at) as on_time_30_days,
           (select percentile_cont(0.5) within group (order by extract(epoch from published_at - received_at) / 3600)
            from published)::float8 as median_hours_30_days`.execute(tx);
  const [measured] = rows;
  if (!measured) throw new Error('counts have one row');
  return measured;
}
