import { type Selectable, sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { ClinicalPhotosTable, ClinicalSetsTable } from '../simulation.table.ts';

export type ClinicalPhotoRow = Selectable<ClinicalPhotosTable>;

export const findSet = (tx: Tx, caseId: string): Promise<Selectable<ClinicalSetsTable> | undefined> =>
  tx.selectFrom('clinical_sets').selectAll().where('case_id', '=', caseId).executeTakeFirst();

export async function saveSet(tx: Tx, row: Selectable<ClinicalSetsTable>): Promise<void> {
  const { taken_by, chosen_by, chosen_at } = row;
  await tx
    .insertInto('clinical_sets')
    .values(row)
    .onConflict((conflict) => conflict.column('case_id').doUpdateSet({ taken_by, chosen_by, chosen_at }))
    .execute();
}

/** Ends the series of the case. */
export const endSet = (tx: Tx, caseId: string): Promise<unknown> =>
  tx.deleteFrom('clinical_sets').where('case_id', '=', caseId).execute();

/**
 * Locks the photos of the case's series until the transaction ends. Each of two simultaneous uploads returns the whole
 * series, so the second must see the photo of the first. Otherwise the page would show only one of the two photos.
 */
export const lockPhotosOf = (tx: Tx, caseId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`clinical-photos:${caseId}`}, 0))`.execute(tx);

/** Returns all photos of the case's series, newest first. */
export const listOfCase = (tx: Tx, caseId: string): Promise<ClinicalPhotoRow[]> =>
  tx
    .selectFrom('clinical_photos')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

export const insertPhoto = (tx: Tx, row: ClinicalPhotoRow): Promise<unknown> =>
  tx.insertInto('clinical_photos').values(row).execute();
