import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { UrgentReportsTable } from './care.table.ts';

export type UrgentRow = Selectable<UrgentReportsTable>;

const all = (tx: Tx) => tx.selectFrom('urgent_reports').selectAll();

export const listOfUser = (tx: Tx, userId: string): Promise<UrgentRow[]> =>
  all(tx).where('user_id', '=', userId).orderBy('reported_at', 'desc').limit(50).execute();

/** Lists the open reports first, then the reports that were settled since `settledSince`. */
export const listForStaff = (tx: Tx, settledSince: Date): Promise<UrgentRow[]> =>
  all(tx)
    .where(({ or, eb }) => or([eb('settled_at', 'is', null), eb('settled_at', '>', settledSince)]))
    .orderBy('settled_at', (order) => order.desc().nullsFirst())
    .orderBy('reported_at')
    .limit(200)
    .execute();

/** Returns the newest report of the patient since `since` that contains all of these signs. */
export const findWithSigns = (
  tx: Tx,
  userId: string,
  { since, signs }: { readonly since: Date; readonly signs: readonly string[] },
): Promise<UrgentRow | undefined> =>
  all(tx)
    .where('user_id', '=', userId)
    .where('reported_at', '>=', since)
    .where(sql<boolean>`signs @> ${[...signs]}::text[]`)
    .orderBy('reported_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const find = (tx: Tx, id: string): Promise<UrgentRow | undefined> =>
  all(tx).where('id', '=', id).executeTakeFirst();

export const findForUpdate = (tx: Tx, id: string): Promise<UrgentRow | undefined> =>
  all(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export const insert = (tx: Tx, row: Insertable<UrgentReportsTable>): Promise<UrgentRow> =>
  tx.insertInto('urgent_reports').values(row).returningAll().executeTakeFirstOrThrow();

export const update = (tx: Tx, id: string, changes: Updateable<UrgentReportsTable>): Promise<UrgentRow> =>
  tx.updateTable('urgent_reports').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const setPhone = (tx: Tx, id: string, phone: string): Promise<unknown> =>
  tx.updateTable('urgent_reports').set({ phone }).where('id', '=', id).execute();

/**
 * Locks and returns the reports that were taken by a person who is not one of these people. Nobody would call the
 * patients of such reports.
 */
export const listAbandonedForUpdate = (tx: Tx, able: readonly string[]): Promise<UrgentRow[]> =>
  all(tx)
    .where('settled_at', 'is', null)
    .where('acknowledged_at', 'is not', null)
    .where(sql<boolean>`(acknowledged_by is null or acknowledged_by <> all(${[...able]}::uuid[]))`)
    .forUpdate()
    .execute();

/** Selects reports from `before` or earlier that nobody has taken, settled or escalated. */
const unanswered = (tx: Tx, before: Date) =>
  all(tx)
    .where('acknowledged_at', 'is', null)
    .where('settled_at', 'is', null)
    .where('escalated_at', 'is', null)
    .where('reported_at', '<=', before);

export const listUnanswered = (tx: Tx, before: Date): Promise<UrgentRow[]> => unanswered(tx, before).execute();

/**
 * Returns the report and locks it. Returns undefined if another process has locked the report, or if someone has taken,
 * settled or escalated it.
 */
export const findUnansweredForUpdate = (tx: Tx, before: Date, id: string): Promise<UrgentRow | undefined> =>
  unanswered(tx, before).where('id', '=', id).forUpdate().skipLocked().executeTakeFirst();
