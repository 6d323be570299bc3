import type { Selectable } from 'kysely';
import type * as z from 'zod';
import { findStatus } from '#contract/appointment-status.ts';
import { InboxFilter, type LostFilter, LostFilters, type SavedView, ViewFilter } from '#contract/appointments-admin.ts';
import type { AppointmentViewsTable } from './appointments.table.ts';

/** The ids of the existing administrators and providers. A filter may name only these. */
export interface Known {
  readonly coordinators: ReadonlySet<string>;
  readonly providers: ReadonlySet<string>;
}

type Shown = Pick<SavedView, 'filter' | 'inbox' | 'lost'>;
type Stored = Readonly<Record<string, unknown>>;

const lostAs: Readonly<Record<string, LostFilter>> = {
  status: 'status',
  search: 'search',
  coordinator: 'assignee',
  assignee: 'assignee',
  provider_id: 'provider',
  country: 'country',
  requested_from: 'days',
  requested_to: 'days',
  scheduled_from: 'days',
  scheduled_to: 'days',
  timezone: 'days',
  kind: 'kind',
};

/**
 * Returns the parts of a stored filter that still apply, and the names of the parts that no longer do. Another release
 * may have stored the filter, and its people and providers may no longer exist.
 */
export function readView(
  { place, filter: stored }: Pick<Selectable<AppointmentViewsTable>, 'place' | 'filter'>,
  known: Known,
): Shown {
  const shape: Readonly<Record<string, z.ZodType>> = place === 'inbox' ? InboxFilter.shape : ViewFilter.shape;
  const kept: Record<string, unknown> = {};
  const lost = new Set<LostFilter>();
  for (const [part, value] of Object.entries(stored as Stored)) {
    if (value === null || value === undefined) continue;
    const read = Object.hasOwn(shape, part) ? shape[part]?.safeParse(value) : undefined;
    if (read?.success && stillExists(part, String(value), known)) kept[part] = read.data;
    else lost.add(lostAs[part] ?? 'other');
  }
  const found = { lost: LostFilters.filter((part) => lost.has(part)) };
  if (place === 'list') return { filter: ViewFilter.parse(kept), inbox: null, ...found };
  return { filter: {}, inbox: InboxFilter.parse({ show: 'waiting', assignee: 'all', ...kept }), ...found };
}

function stillExists(part: string, value: string, { coordinators, providers }: Known): boolean {
  if (part === 'status') return findStatus(value) !== undefined;
  if (part === 'coordinator') return value === 'none' || coordinators.has(value);
  return part !== 'provider_id' || providers.has(value);
}
