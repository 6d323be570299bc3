import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { SkinScoresTable } from '../simulation.table.ts';

export type SkinScoreRow = Selectable<SkinScoresTable>;

/** Returns the unsigned score of a case, if it was measured on the current photo of the case. */
export const findSavedScore = (tx: Tx, caseId: string): Promise<SkinScoreRow | undefined> =>
  tx
    .selectFrom('skin_scores')
    .innerJoin('case_photos', (join) =>
      join.onRef('case_photos.photo_id', '=', 'skin_scores.photo_id').on('case_photos.pose', '=', 'front'),
    )
    .selectAll('skin_scores')
    .where('skin_scores.case_id', '=', caseId)
    .whereRef('case_photos.case_id', '=', 'skin_scores.case_id')
    .where('signed_at', 'is', null)
    .executeTakeFirst();

export const findSignedScore = (tx: Tx, caseId: string, version: number): Promise<SkinScoreRow | undefined> =>
  tx
    .selectFrom('skin_scores')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('version', '=', version)
    .executeTakeFirst();

/** Returns the score of the newest scored photo. If that photo has two signed scores, returns the later one. */
export const findNewestScore = (tx: Tx, patientId: string): Promise<SkinScoreRow | undefined> =>
  tx
    .selectFrom('skin_scores')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('signed_at', 'is not', null)
    .orderBy('photo_taken_at', 'desc')
    .orderBy('signed_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertScore = (tx: Tx, row: Insertable<SkinScoresTable>): Promise<SkinScoreRow> =>
  tx.insertInto('skin_scores').values(row).returningAll().executeTakeFirstOrThrow();

export const updateScore = (tx: Tx, id: string, changes: Updateable<SkinScoresTable>): Promise<unknown> =>
  tx.updateTable('skin_scores').set(changes).where('id', '=', id).execute();

export const deleteSavedScore = (tx: Tx, caseId: string): Promise<unknown> =>
  tx.deleteFrom('skin_scores').where('case_id', '=', caseId).where('signed_at', 'is', null).execute();
