import { type Insertable, sql } from 'kysely';
import type { KeptTimestamp } from '#contract/verify-proof.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignatureTimestampsTable } from '../simulation.table.ts';

/** Returns the newest signatures that have no timestamp. */
export const listUnstamped = (tx: Tx, most: number): Promise<{ case_id: string; version: number; seal: string }[]> =>
  tx
    .selectFrom('signatures as s')
    .leftJoin('signature_timestamps as t', (join) =>
      join.onRef('t.case_id', '=', 's.case_id').onRef('t.version', '=', 's.version'),
    )
    .select(['s.case_id', 's.version', 's.seal'])
    .where('t.version', 'is', null)
    .orderBy('s.signed_at', 'desc')
    .limit(most)
    .execute();

/** True if a signature has waited for its timestamp since `since`, and no signature got one in this time. */
export async function isStampOverdue(tx: Tx, since: Date): Promise<boolean> {
  const { rows } = await sql<{ is_overdue: boolean }>`select
    not exists (select from signature_timestamps where stamped_at >= ${since}) and exists (
      select from signatures s where s.signed_at < ${since} and not exists (
        select from signature_timestamps t where t.case_id = s.case_id and t.version = s.version)) as is_overdue`.execute(
    tx,
  );
  return rows[0]?.is_overdue === true;
}

/** Stores a timestamp. If two processes have fetched a timestamp for the same signature, only the first is stored. */
export async function insertTimestamp(tx: Tx, row: Insertable<SignatureTimestampsTable>): Promise<void> {
  await tx
    .insertInto('signature_timestamps')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findTimestamp(tx: Tx, caseId: string, version: number): Promise<KeptTimestamp | null> {
  const row = await tx
    .selectFrom('signature_timestamps')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) return null;
  const { token, chain, authority, stamped_at } = row;
  return { token: token.toString('base64'), chain, authority, stamped_at: stamped_at.toISOString() };
}
