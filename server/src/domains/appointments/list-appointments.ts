import type * as z from 'zod';
import { type AppointmentStatus, AppointmentStatuses, findStatus } from '#contract/appointment-status.ts';
import type { AppointmentFilter, AppointmentList } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import type { Context } from '#server/platform/context.ts';
import { pageOf, readCursor } from '#server/platform/db/cursor.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput } from '#server/platform/refusal.ts';
import { countByStatus, countUpTo, type Filter, listPage } from './list-appointments.queries.ts';
import { showForAdmin } from './show-for-admin.ts';

type List = z.input<typeof AppointmentList>;
export interface ListRequest extends AppointmentFilter {
  readonly limit: number;
  readonly offset: number;
  readonly after?: string | null | undefined;
}

/** The table of the panel: a page of what fits, how many fit, and how many there are of each status. */
export const listAppointments = (ctx: Context, admin: SignedIn, request: ListRequest): Promise<List> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const filter = readFilter(ctx, request);
    const { limit, offset } = request;
    const found = await listPage(tx, filter, { limit: limit + 1, offset, after: readCursor(request.after) });
    const { rows, next } = pageOf(found, limit, ({ created_at: at, id }) => ({ at, id }));
    const counts = showCounts(await countByStatus(tx));
    return {
      rows: await showForAdmin(ctx, tx, rows, admin.language),
      ...(await countTotal(tx, filter, counts)),
      counts,
      next,
    };
  });

/** @throws Refusal INVALID_INPUT for a status that no spelling stands for */
export function readFilter(ctx: Context, { status, search, coordinator, is_overdue }: AppointmentFilter): Filter {
  return {
    status: readStatus(status),
    // Signs alone ask for nothing.
    search: /[\p{L}\p{N}]/u.test(search ?? '') ? (search ?? '') : '',
    coordinator: coordinator ?? null,
    overdueAt: is_overdue ? ctx.clock.now() : null,
  };
}

function readStatus(spelling: string | null | undefined): AppointmentStatus | null {
  if (!spelling || spelling.toLowerCase() === 'all') return null;
  const status = findStatus(spelling);
  if (!status) throw invalidInput({ status: ['unknown'] });
  return status;
}

function showCounts(counts: ReadonlyMap<AppointmentStatus, number>): List['counts'] {
  const byStatus = AppointmentStatuses.map((status) => [status, counts.get(status) ?? 0] as const);
  const all = byStatus.reduce((sum, [, count]) => sum + count, 0);
  return { all, ...(Object.fromEntries(byStatus) as Record<AppointmentStatus, number>) };
}

/** By status alone the tallies know it; anything else is counted, up to a limit. */
async function countTotal(tx: Tx, filter: Filter, counts: List['counts']) {
  if (filter.search === '' && !filter.coordinator && !filter.overdueAt)
    return { total: counts[filter.status ?? 'all'], is_total_exact: true };
  const most = AppointmentLimits.counted;
  const counted = await countUpTo(tx, filter, most);
  return { total: Math.min(counted, most), is_total_exact: counted <= most };
}
