import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { EmailChangesTable } from '../identity.table.ts';

export type EmailChange = Selectable<EmailChangesTable>;

export const findEmailChange = (db: Db | Tx, userId: string, now: Date): Promise<EmailChange | undefined> =>
  db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/**
 * Locks and returns the change of address that a link belongs to. The link was sent either to the old or to the new
 * address.
 */
export const findByHashForUpdate = (tx: Tx, hash: Buffer, now: Date): Promise<EmailChange | undefined> =>
  tx
    .selectFrom('email_changes')
    .selectAll()
    .where((eb) => eb.or([eb('old_hash', '=', hash), eb('new_hash', '=', hash)]))
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();

/** Stores a change of address. It replaces the person's earlier one, even if both are requested at the same time. */
export const replaceEmailChange = (
  tx: Tx,
  { user_id, ...row }: Insertable<EmailChangesTable> & { user_id: string },
): Promise<unknown> =>
  tx
    .insertInto('email_changes')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();

export const deleteEmailChange = (tx: Db | Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('email_changes').where('user_id', '=', userId).execute();
