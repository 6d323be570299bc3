import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { UrgentReportsTable } from './care.table.ts';

export type UrgentRow = Selectable<UrgentReportsTable>;

const all = (tx: Tx) => tx.selectFrom('urgent_reports').selectAll();

export const listOfUser = (tx: Tx, userId: string): Promise<UrgentRow[]> =>
  all(tx).where('user_id', '=', userId).orderBy('reported_at', 'desc').limit(50).execute();

/**
 * Lists the open reports first, then the reports that were settled since `settledSince`. The list has no limit, because
 * each open report is a patient who must be called.
 */
export const listForStaff = (tx: Tx, settledSince: Date): Promise<UrgentRow[]> =>
  all(tx)
    .where(({ or, eb }) => or([eb('settled_at', 'is', null), eb('settled_at', '>', settledSince)]))
    .orderBy('settled_at', (order) => order.desc().nullsFirst())
    .orderBy('reported_at')
    .execute();

/** Returns the patient's newest open report with all of these signs and this note. */
export const findOpen = (
  tx: Tx,
  userId: string,
  { signs, note }: { readonly signs: readonly string[]; readonly note: string },
): Promise<UrgentRow | undefined> =>
  all(tx)
    .where('user_id', '=', userId)
    .where('settled_at', 'is', null)
    .where('note', '=', note)
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

/** A report waits too long if its last step was at or before these times. */
export interface TooLong {
  /** For reports that nobody has taken or escalated: when they were sent. */
  readonly reported: Date;
  /** For the others: when they were taken or escalated, whichever is later. */
  readonly stepped: Date;
}

/** Selects the open reports that wait too long. */
const waiting = (tx: Tx, { reported, stepped }: TooLong) =>
  all(tx)
    .where('settled_at', 'is', null)
    .where(
      sql<boolean>`case when greatest(acknowledged_at, escalated_at) is null then reported_at <= ${reported}
        else greatest(acknowledged_at, escalated_at) <= ${stepped} end`,
    );

export const listWaiting = (tx: Tx, than: TooLong): Promise<UrgentRow[]> => waiting(tx, than).execute();

/**
 * Locks and returns the report if it still waits too long. Returns undefined if it does not, or if another process has
 * locked it.
 */
export const findWaitingForUpdate = (tx: Tx, than: TooLong, id: string): Promise<UrgentRow | undefined> =>
  waiting(tx, than).where('id', '=', id).forUpdate().skipLocked().executeTakeFirst();
