import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { TreatmentPhotosTable, TreatmentRecordsTable } from '../simulation.table.ts';

export type RecordRow = Selectable<TreatmentRecordsTable>;
export type NewRecord = Omit<Insertable<TreatmentRecordsTable>, 'lots' | 'products' | 'points'> &
  Pick<RecordRow, 'products' | 'points'>;
export type TreatmentPhotoRow = Selectable<TreatmentPhotosTable>;

/**
 * Returns every version of every record of these cases. The latest visits come first. Versions with the same day of
 * treatment are sorted by the time of recording, newest first.
 */
export async function listOfCases(tx: Tx, caseIds: readonly string[]): Promise<RecordRow[]> {
  if (caseIds.length === 0) return [];
  return tx
    .selectFrom('treatment_records')
    .selectAll()
    .where('case_id', 'in', [...caseIds])
    .orderBy('treated_on', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('version', 'desc')
    .execute();
}

export async function hasRecord(tx: Tx, caseId: string): Promise<boolean> {
  const row = await tx.selectFrom('treatment_records').select('id').where('case_id', '=', caseId).executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the round of each signed version of a case, as signed_versions() does. A redo starts a new round. A correction
 * does not.
 */
export async function mapRounds(tx: Tx, caseId: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; round: number }>`
    select s.version, count(q.case_id)::int as round
    from signatures s left join redo_requests q on q.case_id = s.case_id and q.requested_at <= s.signed_at
    where s.case_id = ${caseId} group by s.version`.execute(tx);
  return new Map(rows.map(({ version, round }) => [version, round]));
}

export const findNewest = (tx: Tx, caseId: string, id: string): Promise<RecordRow | undefined> =>
  tx
    .selectFrom('treatment_records')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findByCode = (tx: Tx, code: string): Promise<RecordRow | undefined> =>
  tx.selectFrom('treatment_records').selectAll().where('verification_code', '=', code).executeTakeFirst();

/** Returns true if the booked time is a visit of this patient in the calling doctor's agenda. */
export async function isVisitOf(tx: Tx, timeId: string, patientId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select is_visit_of(${timeId}, ${patientId}) as is`.execute(tx);
  return rows[0]?.is ?? false;
}

/** Inserts a version of a record. Returns false if this version already exists. */
export async function insert(tx: Tx, { products, points, ...row }: NewRecord): Promise<boolean> {
  const inserted = await tx
    .insertInto('treatment_records')
    .values({ ...row, products: JSON.stringify(products), points: JSON.stringify(points) })
    .onConflict((conflict) => conflict.columns(['id', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const insertPhoto = (tx: Tx, row: TreatmentPhotoRow): Promise<unknown> =>
  tx.insertInto('treatment_photos').values(row).execute();

/** Returns photos of a case, in the order of the given ids. Leaves out photos of other cases. */
export async function listPhotos(
  tx: Tx,
  caseId: string,
  ids: readonly string[],
): Promise<{ id: string; sha256: string }[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('treatment_photos')
    .select(['id', 'sha256'])
    .where('case_id', '=', caseId)
    .where('id', 'in', [...ids])
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Deletes the rows of photos that were stored before `before` and belong to no record. Returns their ids. */
export async function removeUnnamedPhotos(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from treatment_photos p where p.created_at < ${before}
      and not exists (select from treatment_records r where r.case_id = p.case_id and p.id = any(r.photo_ids))
    returning p.id`.execute(tx);
  return rows.map(({ id }) => id);
}
