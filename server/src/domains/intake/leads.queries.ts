import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { LeadsTable } from './intake.table.ts';

export type LeadRow = Selectable<LeadsTable>;

/**
 * Locks and returns a lead. Every change of a lead, its photos or its answers takes this lock, so that uploads,
 * claiming and attaching run one after the other.
 */
export const findForUpdate = (tx: Tx, id: string): Promise<LeadRow | undefined> =>
  tx.selectFrom('leads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Inserts a lead. Returns false if its id is taken. */
export async function insert(tx: Tx, row: Insertable<LeadsTable>): Promise<boolean> {
  const result = await tx
    .insertInto('leads')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function update(tx: Tx, id: string, changes: Updateable<LeadsTable>): Promise<void> {
  await tx.updateTable('leads').set(changes).where('id', '=', id).execute();
}

/**
 * Locks and lists the leads that an account has claimed, and the lead from which the account was created. Leads that
 * are already attached are left out.
 */
export const listUnattachedForUpdate = (tx: Tx, userId: string, signedUpWith: string | null): Promise<LeadRow[]> =>
  tx
    .selectFrom('leads')
    .selectAll()
    .where('attached_at', 'is', null)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('id', '=', signedUpWith)]))
    .orderBy('id')
    .forUpdate()
    .execute();

const expired = (tx: Tx, before: Date) =>
  tx.selectFrom('leads').select('id').where('attached_at', 'is', null).where('created_at', '<', before);

export const listExpired = (tx: Tx, before: Date, limit: number): Promise<{ id: string }[]> =>
  expired(tx, before).orderBy('created_at').limit(limit).execute();

/**
 * Locks a lead and returns true, if the lead is expired and belongs to no account. Otherwise, or if another process has
 * locked the lead, returns false.
 */
export const isExpiredForUpdate = async (tx: Tx, before: Date, id: string): Promise<boolean> =>
  (await expired(tx, before).where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()) !== undefined;

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('leads').where('id', '=', id).execute();
}

/** Locks the uploads of a person, so that two simultaneous uploads do not take the same name. */
export async function lockUploadsOf(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${userId}`}, 0))`.execute(tx);
}
