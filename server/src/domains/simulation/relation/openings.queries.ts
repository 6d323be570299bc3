import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { CaseOpeningsTable } from '../simulation.table.ts';

export type OpeningRow = Selectable<CaseOpeningsTable>;

const living = (tx: Tx, now: Date) =>
  tx.selectFrom('case_openings').selectAll().where('ended_at', 'is', null).where('expires_at', '>', now);

export const findOf = (tx: Tx, caseId: string, doctorId: string, now: Date): Promise<OpeningRow | undefined> =>
  living(tx, now)
    .where('case_id', '=', caseId)
    .where('opened_by', '=', doctorId)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Returns who has emergency access (for one hour, with a stated reason) to a case now. Row-level security shows doctors
 * their own access. It also shows them every access to the cases that they are in charge of.
 */
export const list = (tx: Tx, caseId: string, now: Date): Promise<OpeningRow[]> =>
  living(tx, now).where('case_id', '=', caseId).orderBy('opened_at').execute();

export const findForUpdate = (tx: Tx, id: string, now: Date): Promise<OpeningRow | undefined> =>
  living(tx, now).where('id', '=', id).forUpdate().executeTakeFirst();

export const insert = (tx: Tx, row: Insertable<CaseOpeningsTable>): Promise<OpeningRow> =>
  tx.insertInto('case_openings').values(row).returningAll().executeTakeFirstOrThrow();

export const end = (tx: Tx, id: string, by: string, at: Date): Promise<unknown> =>
  tx.updateTable('case_openings').set({ ended_at: at, ended_by: by }).where('id', '=', id).execute();
