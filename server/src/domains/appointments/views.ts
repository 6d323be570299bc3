import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import { findStatus } from '#contract/appointment-status.ts';
import {
  type AppointmentFilter,
  InboxFilter,
  type LostFilter,
  LostFilters,
  type SavedView,
  ViewFilter,
  type ViewPlace,
} from '#contract/appointments-admin.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AppointmentViewsTable } from './appointments.table.ts';
import { administrators } from './team-notes.ts';

/** Lists the saved views of a page of the admin panel: the reader's own views, and those of the team. */
export const listViews = (ctx: Context, { userId }: SignedIn, place: ViewPlace): Promise<SavedView[]> =>
  withStaff(ctx.db, userId, async (tx) => {
    const rows = await visible(tx, userId).where('place', '=', place).orderBy('name').execute();
    return showViews(tx, userId, rows);
  });

export interface NewView {
  readonly name: string;
  readonly filter: AppointmentFilter;
  readonly inbox?: InboxFilter | null | undefined;
  readonly is_shared: boolean;
}

/** Saves a filter as a view. The view replaces the owner's view of the same name on the same page. */
export const saveView = (
  ctx: Context,
  { userId }: SignedIn,
  { name, filter, inbox, is_shared }: NewView,
): Promise<SavedView> =>
  withStaff(ctx.db, userId, async (tx) => {
    await assertNamesNobody(tx, name);
    const place: ViewPlace = inbox ? 'inbox' : 'list';
    const kept = { filter: stored(inbox ?? filter), is_shared };
    const row = await tx
      .insertInto('appointment_views')
      .values({ id: randomUUIDv7(), owner_id: userId, name, place, ...kept })
      .onConflict((conflict) =>
        conflict.columns(['owner_id', 'name']).doUpdateSet(kept).where('appointment_views.place', '=', place),
      )
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Refusal('VIEW_NAME_TAKEN');
    return showView(tx, userId, row);
  });

export interface ViewChange {
  readonly view_id: string;
  readonly name?: string | undefined;
  readonly filter?: AppointmentFilter | undefined;
  readonly inbox?: InboxFilter | undefined;
  readonly is_shared?: boolean | undefined;
}

/**
 * Changes a view. People can change their own views and those of the team. For private views of other people, the
 * result is NOT_FOUND.
 */
export const changeView = (
  ctx: Context,
  { userId }: SignedIn,
  { view_id, ...change }: ViewChange,
): Promise<SavedView> =>
  withStaff(ctx.db, userId, async (tx) => {
    const before = await visible(tx, userId).where('id', '=', view_id).forUpdate().executeTakeFirst();
    if (!before) throw new Refusal('NOT_FOUND');
    const { name = before.name, is_shared = before.is_shared } = change;
    if (name !== before.name) await assertFree(tx, before.owner_id, name);
    const filter = before.place === 'inbox' ? change.inbox : change.filter;
    const row = await tx
      .updateTable('appointment_views')
      .set({ name, is_shared, ...(filter && { filter: stored(filter) }) })
      .where('id', '=', view_id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        // The owner has used this name in another window in the meantime.
        throw (error as { code?: string }).code === '23505' ? new Refusal('VIEW_NAME_TAKEN') : error;
      });
    return showView(tx, userId, row);
  });

/** Sets the view that a page shows first for this person. If `viewId` is null, the page starts without a filter. */
export const setDefaultView = (
  ctx: Context,
  { userId }: SignedIn,
  place: ViewPlace,
  viewId: string | null,
): Promise<void> =>
  withStaff(ctx.db, userId, async (tx) => {
    await tx.deleteFrom('appointment_default_views').where('user_id', '=', userId).where('place', '=', place).execute();
    if (!viewId) return;
    const found = await visible(tx, userId).where('id', '=', viewId).where('place', '=', place).executeTakeFirst();
    if (!found) throw new Refusal('NOT_FOUND');
    await tx
      .insertInto('appointment_default_views')
      .values({ user_id: userId, place, view_id: viewId })
      .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet({ view_id: viewId }))
      .execute();
  });

export const deleteView = (ctx: Context, { userId }: SignedIn, id: string): Promise<void> =>
  withStaff(ctx.db, userId, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('appointment_views')
      .where('id', '=', id)
      .where((eb) => eb.or([eb('owner_id', '=', userId), eb('is_shared', '=', true)]))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal('NOT_FOUND');
  });

const visible = (tx: Tx, userId: string) =>
  tx
    .selectFrom('appointment_views')
    .selectAll()
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('is_shared', '=', true)]));

/** Returns the JSON of a filter without its search words, which may name a patient. */
const stored = ({ search: _search, ...filter }: (AppointmentFilter | InboxFilter) & { search?: unknown }): string =>
  JSON.stringify(filter satisfies ViewFilter | InboxFilter);

async function assertFree(tx: Tx, owner_id: string, name: string): Promise<void> {
  await assertNamesNobody(tx, name);
  const taken = await tx
    .selectFrom('appointment_views')
    .select('id')
    .where('owner_id', '=', owner_id)
    .where('name', '=', name)
    .executeTakeFirst();
  if (taken) throw new Refusal('VIEW_NAME_TAKEN');
}

/**
 * Refuses a name that contains a patient's name or email address. The whole team can read the name of a shared view,
 * and the view stays when a patient's account is erased. Patient names of one word are not checked, because such a word
 * could be a town.
 */
async function assertNamesNobody(tx: Tx, name: string): Promise<void> {
  const named = await tx
    .selectFrom('appointments')
    .select('id')
    .where((eb) =>
      eb.or([
        sql<boolean>`search_words(patient_full_name) like '% %'
          and position(' ' || search_words(patient_full_name) || ' ' in ' ' || search_words(${name}) || ' ') > 0`,
        sql<boolean>`patient_email <> '' and position(lower(patient_email) in lower(${name})) > 0`,
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (named) throw new Refusal('VIEW_NAMES_PATIENT');
}

type Row = Selectable<AppointmentViewsTable>;

async function showView(tx: Tx, userId: string, row: Row): Promise<SavedView> {
  const [shown] = await showViews(tx, userId, [row]);
  if (!shown) throw new Refusal('NOT_FOUND');
  return shown;
}

async function showViews(tx: Tx, userId: string, rows: readonly Row[]): Promise<SavedView[]> {
  const known = await whatIsKnown(tx, rows);
  const defaults = await tx
    .selectFrom('appointment_default_views')
    .select('view_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    place: row.place,
    ...readView(row, known),
    is_shared: row.is_shared,
    is_mine: row.owner_id === userId,
    is_default: defaults.some(({ view_id }) => view_id === row.id),
  }));
}

async function whatIsKnown(tx: Tx, rows: readonly Row[]): Promise<Known> {
  const asked = rows.flatMap(({ filter }) => filter.provider_id ?? []);
  const providers =
    asked.length > 0
      ? await tx.selectFrom('providers').select('id').where(sql<string>`id::text`, 'in', asked).execute()
      : [];
  const team = await administrators(tx).execute();
  return { coordinators: new Set(team.map(({ id }) => id)), providers: new Set(providers.map(({ id }) => id)) };
}

/** The ids of the existing administrators and providers. A filter may name only these. */
interface Known {
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
 * Returns the parts of a stored filter that still apply, and the names of the parts that no longer apply. An earlier or
 * later release may have stored the filter. The people and providers that the filter names may no longer exist.
 */
function readView(
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
