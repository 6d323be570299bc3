import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type InboxAssignee, type InboxKind, InboxKinds, type InboxRow } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { pageOf, readCursor } from '#server/platform/db/cursor.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockAppointmentsOf, noteEntries } from './inbox-history.ts';
import { sleeps } from './snooze.ts';

/**
 * The sort key of open entries. Entries with a deadline come first, sorted by deadline. The other entries follow, the
 * longest wait first. The index `appointment_inbox_order` has the same expression.
 */
const sortedBy = sql<Date>`coalesce((i.due_at at time zone 'UTC' - interval '1000 years') at time zone 'UTC', i.created_at)`;
/** Selects a column of the appointment, or '' if the entry belongs to no appointment. */
const word = (column: string) => sql<string>`coalesce(${sql.ref(column)}, '')`;

const selectRows = (tx: Tx) =>
  tx
    .selectFrom('appointment_inbox as i')
    .leftJoin('appointments as a', 'a.id', 'i.appointment_id')
    .leftJoin('ledger_differences as d', 'd.id', 'i.difference_id')
    .leftJoin('payments as p', (join) => join.onRef('p.id', '=', 'i.payment_id').on('i.appointment_id', 'is', null))
    .select([
      'i.id as inbox_id',
      'i.appointment_id',
      'a.patient_id',
      'i.kind',
      word('a.number').as('number'),
      word('a.patient_email').as('patient_email'),
      word('a.patient_full_name').as('patient_full_name'),
      word('a.city_current').as('city_current'),
      word('a.city_target').as('city_target'),
      word('a.requested_treatment').as('requested_treatment'),
      'i.created_at',
      'i.handled_at',
      'i.handled_by',
      'i.due_at',
      'i.snoozed_until',
      'i.coordinator_id',
      'i.dispute_id',
      'i.practitioner_id',
      sql<
        InboxRow['difference']
      >`case when d.id is not null then json_build_object('subject', d.subject, 'ledger_cents', d.ledger_cents,
        'provider_cents', d.provider_cents, 'currency', d.currency) end`.as('difference'),
      sql<
        InboxRow['payment']
      >`case when p.id is not null then json_build_object('id', p.id, 'amount_cents', p.amount_cents, 'currency', p.currency) end`.as(
        'payment',
      ),
      sortedBy.as('sorted_by'),
    ]);
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirst']>>>;

export interface InboxPage {
  readonly limit: number;
  readonly after?: string | null | undefined;
  readonly is_handled: boolean;
  /** If true, the page lists the snoozed entries. Otherwise it lists the waiting entries. */
  readonly is_snoozed?: boolean;
  readonly assignee?: InboxAssignee;
  readonly kind?: InboxKind | null | undefined;
}

/**
 * Lists open or handled entries. Open entries with a deadline come first, sorted by deadline. The other open entries
 * follow, the longest wait first. Handled entries are sorted newest first.
 */
export const listInbox = (
  ctx: Context,
  { userId }: SignedIn,
  { limit, after, is_handled, is_snoozed = false, assignee = 'all', kind = null }: InboxPage,
) =>
  withStaff(ctx.db, userId, async (tx) => {
    const now = ctx.clock.now();
    const ofKind = kind ? sql<SqlBool>`i.kind = ${kind}` : sql<SqlBool>`true`;
    const isShown = sql<SqlBool>`(${isOf(assignee, userId)} and ${ofKind})`;
    const column = is_handled ? sql<Date | null>`i.handled_at` : sortedBy;
    const direction = is_handled ? 'desc' : 'asc';
    const state = is_handled ? sql<SqlBool>`i.handled_at is not null` : isOpen(now, is_snoozed);
    const page = selectRows(tx)
      .where(state)
      .where(isShown)
      .where(isKnown)
      .orderBy(column, direction)
      .orderBy('i.id', direction)
      .limit(limit + 1);
    const cursor = readCursor(after);
    const found = await (cursor
      ? page.where(
          sql<boolean>`(${column}, i.id) ${sql.raw(is_handled ? '<' : '>')} (${cursor.at}, ${cursor.id}::uuid)`,
        )
      : page
    ).execute();
    const { rows, next } = pageOf(found, limit, (row) => ({
      at: (is_handled ? row.handled_at : null) ?? row.sorted_by,
      id: row.inbox_id,
    }));
    return { rows: await showRows(tx, rows), ...(await count(tx, now, isShown)), next };
  });

/**
 * Leaves out entries of an unknown kind. While a new release is being deployed, it may already have stored such
 * entries.
 */
const isKnown = sql<SqlBool>`i.kind = any(${[...InboxKinds]})`;

/** Selects the entries of the caller, the entries without a coordinator, or all entries. */
function isOf(assignee: InboxAssignee, userId: string): RawBuilder<SqlBool> {
  if (assignee === 'mine') return sql`i.coordinator_id = ${userId}::uuid`;
  return assignee === 'none' ? sql`i.coordinator_id is null` : sql`true`;
}

/**
 * Selects either the open entries that are snoozed or those that are not snoozed. PostgreSQL's planner expects few
 * snoozed entries, and would read and sort all of them. `coalesce` hides the condition from the planner. The planner
 * then reads the index of snoozed entries, which has the order of the list.
 */
const isOpen = (now: Date, isSnoozed: boolean): RawBuilder<SqlBool> =>
  isSnoozed
    ? sql`i.handled_at is null and i.snoozed_until is not null and coalesce(${sleeps(now)}, false)`
    : sql`i.handled_at is null and not ${sleeps(now)}`;

/**
 * Counts open entries. `waiting` counts the entries of the whole team, like the number in the navigation. `shown` and
 * `snoozed` count the entries that match the filter. Counting stops at `AppointmentLimits.counted + 1`.
 */
async function count(tx: Tx, now: Date, isShown: RawBuilder<SqlBool>) {
  const upTo = (isSnoozed: boolean, isCounted: RawBuilder<SqlBool>) =>
    sql<number>`(select count(*)::int from (select from appointment_inbox i where ${isOpen(now, isSnoozed)} and ${isKnown} and ${isCounted}
      limit ${AppointmentLimits.counted + 1}) as counted)`;
  const { rows } = await sql<{ waiting: number; shown: number; snoozed: number }>`
    select ${upTo(false, sql`true`)} as waiting, ${upTo(false, isShown)} as shown, ${upTo(true, isShown)} as snoozed`.execute(
    tx,
  );
  return rows[0] ?? { waiting: 0, shown: 0, snoozed: 0 };
}

/**
 * Marks an entry as handled, or reopens it. A second call changes nothing, so the entry still names the person who
 * handled it first.
 */
export const handleInbox = (
  ctx: Context,
  { userId }: SignedIn,
  inboxId: string,
  isHandled: boolean,
): Promise<InboxRow> =>
  withStaff(ctx.db, userId, async (tx) => {
    await handle(ctx, tx, { by: userId, at: ctx.clock.now() }, { inbox_ids: [inboxId], is_handled: isHandled });
    const row = await selectRows(tx).where('i.id', '=', inboxId).executeTakeFirst();
    const [shown] = row ? await showRows(tx, [row]) : [];
    if (!shown) throw new Refusal('NOT_FOUND');
    return shown;
  });

export interface Handling {
  readonly inbox_ids: readonly string[];
  readonly is_handled: boolean;
  /** If set, only entries that the caller marked as handled at exactly this time are reopened. */
  readonly undoes?: string | null | undefined;
}

/**
 * Marks several entries as handled, or reopens them. Leaves out entries that are unknown or already in the wanted
 * state. An undo also leaves out entries that a colleague has changed in the meantime.
 */
export const handleMany = (ctx: Context, { userId }: SignedIn, handling: Handling) =>
  withStaff(ctx.db, userId, async (tx) => {
    // The clock is read once, so that all entries get the same time. An undo selects the entries by this time.
    const at = ctx.clock.now();
    const done = new Set(await handle(ctx, tx, { by: userId, at }, handling));
    const asked = [...new Set(handling.inbox_ids)];
    return {
      changed: asked.filter((id) => done.has(id)),
      kept: asked.filter((id) => !done.has(id)),
      handled_at: handling.is_handled && done.size > 0 ? at.toISOString() : null,
    };
  });

/** Marks entries as handled, or reopens them. @returns the ids of the changed entries */
async function handle(
  ctx: Context,
  tx: Tx,
  { by, at }: { by: string; at: Date },
  { inbox_ids, is_handled, undoes }: Handling,
): Promise<string[]> {
  await lockAppointmentsOf(tx, inbox_ids);
  let found = tx
    .selectFrom('appointment_inbox')
    .select(['id', 'appointment_id', 'difference_id', 'payment_id', 'kind'])
    .where('id', 'in', [...inbox_ids])
    .where('handled_at', is_handled ? 'is' : 'is not', null);
  if (undoes) found = found.where('handled_at', '=', new Date(undoes)).where('handled_by', '=', by);
  // The entries are locked in a fixed order, so that two administrators with the same entries do not deadlock.
  const entries = await found.orderBy('id').forUpdate().execute();
  const ids = entries.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await tx
    .updateTable('appointment_inbox')
    // A reopened entry waits at once, even if it was snoozed before.
    .set({ handled_at: is_handled ? at : null, handled_by: is_handled ? by : null, snoozed_until: null })
    .where('id', 'in', ids)
    .execute();
  await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
  await noteEntries(ctx, tx, by, entries, is_handled ? 'inbox_handled' : 'inbox_reopened');
  return ids;
}

/**
 * Marks the open entries of these kinds as handled. Call this function when the work that the entries ask for is done.
 * The trigger `inbox_follows` handles the entries that depend on the state of the appointment.
 */
export async function handleAll(
  ctx: Context,
  tx: Tx,
  appointmentId: string,
  kinds: readonly InboxKind[],
): Promise<void> {
  await tx
    .updateTable('appointment_inbox')
    .set({ handled_at: ctx.clock.now() })
    .where('appointment_id', '=', appointmentId)
    .where('kind', 'in', [...kinds])
    .where('handled_at', 'is', null)
    .execute();
  await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
}

/**
 * Marks the open entries that ask for a decision about this payment as handled. Call this function when a refund of the
 * payment was ordered. Entries about other payments of the appointment stay open.
 *
 * @param until leaves entries open that were added after this time
 */
export async function handlePayment(ctx: Context, tx: Tx, paymentId: string, until: Date): Promise<void> {
  const handled = await tx
    .updateTable('appointment_inbox')
    .set({ handled_at: ctx.clock.now() })
    .where('payment_id', '=', paymentId)
    .where('created_at', '<=', until)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  if (handled.numUpdatedRows) await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
}

async function showRows(tx: Tx, rows: readonly Row[]): Promise<InboxRow[]> {
  const people = rows.flatMap(({ handled_by, coordinator_id, practitioner_id }) =>
    [handled_by, coordinator_id, practitioner_id].filter((id) => id !== null),
  );
  const names = await namesOf(tx, [...new Set(people)]);
  return rows.map(
    ({ created_at, handled_at, handled_by, due_at, snoozed_until, practitioner_id, sorted_by: _s, ...row }) => ({
      ...row,
      inbox_created_at: created_at.toISOString(),
      handled_at: handled_at?.toISOString() ?? null,
      due_at: due_at?.toISOString() ?? null,
      snoozed_until: snoozed_until?.toISOString() ?? null,
      coordinator_name: names.get(row.coordinator_id ?? '') ?? null,
      handled_by_name: names.get(handled_by ?? '') ?? null,
      practitioner_name: names.get(practitioner_id ?? '') ?? null,
    }),
  );
}
