import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PhotoKind } from '#contract/intake.ts';
import type { CaseEventKind } from '#contract/cases.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { CasesTable } from './simulation.table.ts';

export type CaseRow = Selectable<CasesTable>;

export const find = (tx: Tx, id: string): Promise<CaseRow | undefined> =>
  tx.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Returns a case and locks it until the transaction ends. A transaction with the rights of staff finds only open cases.
 */
export const findForUpdate = (tx: Tx, id: string): Promise<CaseRow | undefined> =>
  tx.selectFrom('cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const listOfPatient = (tx: Tx, patientId: string): Promise<CaseRow[]> =>
  tx.selectFrom('cases').selectAll().where('patient_id', '=', patientId).orderBy('received_at', 'desc').execute();

export const listOfPatientForUpdate = (tx: Tx, patientId: string): Promise<CaseRow[]> =>
  tx.selectFrom('cases').selectAll().where('patient_id', '=', patientId).forUpdate().execute();

/**
 * Ensures that only one transaction at a time opens a case for this patient. A row lock is not enough, because a new
 * patient has no row yet.
 */
export const lockCasesOf = (tx: Tx, patientId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`cases:${patientId}`}, 0))`.execute(tx);

/** Inserts a case. Returns undefined if the patient already has an open case. */
export const insert = (tx: Tx, row: Insertable<CasesTable>): Promise<CaseRow | undefined> =>
  tx
    .insertInto('cases')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const update = (tx: Tx, id: string, changes: Updateable<CasesTable>): Promise<CaseRow> =>
  tx.updateTable('cases').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const listPhotos = (tx: Tx, caseId: string): Promise<{ pose: PhotoKind; photo_id: string }[]> =>
  tx.selectFrom('case_photos').select(['pose', 'photo_id']).where('case_id', '=', caseId).execute();

export async function replacePhotos(
  tx: Tx,
  caseId: string,
  photos: readonly { pose: PhotoKind; id: string }[],
): Promise<void> {
  await tx.deleteFrom('case_photos').where('case_id', '=', caseId).execute();
  const rows = photos.map(({ pose, id }) => ({ case_id: caseId, pose, photo_id: id }));
  await tx.insertInto('case_photos').values(rows).execute();
}

export async function insertEvent(
  tx: Tx,
  caseId: string,
  kind: CaseEventKind,
  actorId: string | null,
  at: Date,
): Promise<void> {
  await tx.insertInto('case_events').values({ case_id: caseId, kind, actor_id: actorId, at }).execute();
}

export const listEvents = (
  tx: Tx,
  caseId: string,
): Promise<{ at: Date; actor_id: string | null; kind: CaseEventKind }[]> =>
  tx.selectFrom('case_events').select(['at', 'actor_id', 'kind']).where('case_id', '=', caseId).orderBy('id').execute();

/** Returns those patients from the list who have a signature or a treatment record from `moment` or later. */
export async function listSignedSince(tx: Tx, patientIds: readonly string[], moment: Date): Promise<Set<string>> {
  if (patientIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('cases')
    .select('patient_id')
    .distinct()
    .where('patient_id', 'in', [...patientIds])
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('published_at', '>=', moment),
        exists(
          selectFrom('treatment_records')
            .select('treatment_records.id')
            .whereRef('treatment_records.case_id', '=', 'cases.id')
            .where('treatment_records.recorded_at', '>=', moment),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map(({ patient_id }) => patient_id));
}
