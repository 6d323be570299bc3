import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { CaseReopeningsTable } from '../simulation.table.ts';

export type ReopeningRow = Selectable<CaseReopeningsTable>;

const waiting = (tx: Tx, now: Date) =>
  tx.selectFrom('case_reopenings').selectAll().where('answered_at', 'is', null).where('expires_at', '>', now);

export const findWaiting = (tx: Tx, caseId: string, now: Date): Promise<ReopeningRow | undefined> =>
  waiting(tx, now).where('case_id', '=', caseId).orderBy('asked_at').limit(1).executeTakeFirst();

export const listWaiting = (tx: Tx, now: Date): Promise<ReopeningRow[]> =>
  waiting(tx, now).orderBy('asked_at').limit(100).execute();

export const findWaitingForUpdate = (tx: Tx, id: string, now: Date): Promise<ReopeningRow | undefined> =>
  waiting(tx, now).where('id', '=', id).forUpdate().executeTakeFirst();

export const insert = (tx: Tx, row: Insertable<CaseReopeningsTable>): Promise<ReopeningRow> =>
  tx.insertInto('case_reopenings').values(row).returningAll().executeTakeFirstOrThrow();

export const answer = (tx: Tx, id: string, by: string, is_agreed: boolean, at: Date): Promise<unknown> =>
  tx.updateTable('case_reopenings').set({ answered_at: at, answered_by: by, is_agreed }).where('id', '=', id).execute();
