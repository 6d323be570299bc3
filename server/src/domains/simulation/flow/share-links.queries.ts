import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { ShareLinksTable } from '../simulation.table.ts';

export type ShareLinkRow = Selectable<ShareLinksTable>;

export const listOfCase = (tx: Tx, caseId: string): Promise<ShareLinkRow[]> =>
  tx.selectFrom('share_links').selectAll().where('case_id', '=', caseId).orderBy('created_at', 'desc').execute();

export const find = (tx: Tx, id: string): Promise<ShareLinkRow | undefined> =>
  tx.selectFrom('share_links').selectAll().where('id', '=', id).executeTakeFirst();

export const insert = (tx: Tx, row: Insertable<ShareLinksTable>): Promise<ShareLinkRow> =>
  tx.insertInto('share_links').values(row).returningAll().executeTakeFirstOrThrow();

export const revoke = (tx: Tx, id: string, at: Date): Promise<ShareLinkRow> =>
  tx
    .updateTable('share_links')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${at})` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Finds the active link by the hash of its secret, counts the view, and returns the link. */
export const findLivingAndCount = (tx: Tx, tokenHash: Buffer, now: Date): Promise<ShareLinkRow | undefined> =>
  tx
    .updateTable('share_links')
    .set({ views: sql`views + 1`, last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
