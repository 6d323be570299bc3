import type * as z from 'zod';
import { type AppointmentStatus, AppointmentStatuses, findStatus } from '#contract/appointment-status.ts';
import type { AppointmentFilter, AppointmentList } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import { startOfDay, UnknownZone } from '#server/platform/calendar/wall-clock.ts';
import type { Context } from '#server/platform/context.ts';
import { pageOf, readCursor } from '#server/platform/db/cursor.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput } from '#server/platform/refusal.ts';
import type { PrivateAppointment } from './appointments.queries.ts';
import { assertCountries } from './countries.ts';
import {
  countByStatus,
  countUpTo,
  type Filter,
  findPage,
  hasOfferFilter,
  type Page,
  type Period,
  sampleNewest,
  walkPage,
} from './list-appointments.queries.ts';
import { showForAdmin } from './show-for-admin.ts';

type List = z.input<typeof AppointmentList>;
export interface ListRequest extends AppointmentFilter {
  readonly limit: number;
  readonly offset: number;
  readonly after?: string | null | undefined;
}

/**
 * Returns one page of the appointments that match the filter, the number of matches, and the number of appointments of
 * each status. The number of matches may be only a lower bound.
 */
export const listAppointments = (ctx: Context, admin: SignedIn, request: ListRequest): Promise<List> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const filter = readFilter(ctx, request);
    const { limit, offset } = request;
    const page = { limit: limit + 1, offset, after: readCursor(request.after) };
    const counts = showCounts(await countByStatus(tx));
    if (filter.fitsNothing) return { rows: [], total: 0, is_total_exact: true, counts, next: null };
    const { found, ...total } =
      filter.search === ''
        ? { found: await walkPage(tx, filter, page), ...(await countPlain(tx, filter, counts)) }
        : await search(tx, filter, page);
    const { rows, next } = pageOf(found, limit, ({ created_at: at, id }) => ({ at, id }));
    return { rows: await showForAdmin(ctx, tx, rows, admin.language), ...total, counts, next };
  });

/**
 * Reads the filter of a request.
 *
 * @throws Refusal INVALID_INPUT for an unknown status, country or time zone
 */
export function readFilter(ctx: Context, given: AppointmentFilter): Filter {
  const { status, search, coordinator, is_overdue, country = null, provider_id } = given;
  assertCountries({ country });
  return {
    status: readStatus(status),
    search: search ?? '',
    fitsNothing: !!search && !/[\p{L}\p{N}]/u.test(search),
    coordinator: coordinator ?? null,
    overdueAt: is_overdue ? ctx.clock.now() : null,
    requested: readDays(given.requested_from, given.requested_to, given.timezone),
    scheduled: readDays(given.scheduled_from, given.scheduled_to, given.timezone),
    country,
    provider: provider_id ?? null,
  };
}

type Given<T> = T | null | undefined;

/** Converts days in a time zone to a period that includes the first and the last day. */
function readDays(first: Given<string>, last: Given<string>, timezone: Given<string>): Period {
  const zone = timezone ?? 'UTC';
  try {
    return { from: first ? startOfDay(first, zone) : null, until: last ? startOfDay(last, zone, 1) : null };
  } catch (error) {
    if (error instanceof UnknownZone) throw invalidInput({ timezone: ['unknown'] });
    throw error;
  }
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

type Total = Pick<List, 'total' | 'is_total_exact'>;
type Found = Total & { found: PrivateAppointment[] };

/**
 * Counts the matches of a filter without search words. For a filter by status only, the number comes from the tallies.
 * Otherwise rows are counted up to a limit.
 */
async function countPlain(tx: Tx, filter: Filter, counts: List['counts']): Promise<Total> {
  if (isStatusAlone(filter)) return { total: counts[filter.status ?? 'all'], is_total_exact: true };
  const most = AppointmentLimits.counted;
  const counted = await countUpTo(tx, filter, most);
  return { total: Math.min(counted, most), is_total_exact: counted <= most };
}

const isStatusAlone = (filter: Filter): boolean =>
  !filter.coordinator &&
  !filter.overdueAt &&
  !filter.requested.from &&
  !filter.requested.until &&
  !filter.country &&
  !hasOfferFilter(filter);

/**
 * The sample has the newest `rows` rows. If at least `frequent` of them match, the search reads rows by date. Otherwise
 * it uses the prefix index.
 */
const SAMPLE = { rows: 1000, frequent: 20 } as const;
/**
 * The highest number of rows that a search gathers through the prefix index and then sorts. If more rows match, the
 * search reads the rows by date instead.
 */
const MOST_GATHERED = 3000;

/**
 * Searches for words. For frequent words the rows are read by date, and the total is only a lower bound. For rare words
 * the rows are read through the prefix index. If fewer than `SAMPLE.rows` rows match the rest of the filter, they are
 * all read, and the total is exact.
 */
async function search(tx: Tx, filter: Filter, page: Page): Promise<Found> {
  const { seen, matching, newest } = await sampleNewest(tx, filter, SAMPLE.rows);
  const isWhole = seen < SAMPLE.rows;
  const isRare = !isWhole && matching < SAMPLE.frequent;
  const byWords = isRare ? await searchByWords(tx, filter, page, newest) : null;
  if (byWords) return byWords;
  const found = await walkPage(tx, filter, page);
  // An empty page may lie far after the last match. So its offset does not count as a lower bound for the total.
  const read = found.length > 0 ? page.offset + found.length - 1 : 0;
  const known = isRare ? MOST_GATHERED : Math.max(matching, read);
  return { found, total: isWhole ? matching : known, is_total_exact: isWhole };
}

/**
 * Searches for rare words. The newest year often fills the first page, and then the total is only a lower bound.
 * Otherwise all years are searched, and the total is exact. Returns null if there are too many matches to sort.
 */
async function searchByWords(tx: Tx, filter: Filter, page: Page, newest: Date): Promise<Found | null> {
  const isFirst = !page.after && page.offset === 0;
  const year = isFirst ? await findPage(tx, filter, page, MOST_GATHERED, newest) : undefined;
  if (year === null) return null;
  if (year?.rows.length === page.limit) return { found: year.rows, total: year.total - 1, is_total_exact: false };
  const all = await findPage(tx, filter, page, MOST_GATHERED);
  return all && { found: all.rows, total: all.total, is_total_exact: true };
}

/** Returns a page of matching rows. Frequent words are searched by date, and rare words through the prefix index. */
export async function findRows(tx: Tx, filter: Filter, page: Page): Promise<PrivateAppointment[]> {
  if (filter.fitsNothing) return [];
  return filter.search === '' ? walkPage(tx, filter, page) : (await search(tx, filter, page)).found;
}
