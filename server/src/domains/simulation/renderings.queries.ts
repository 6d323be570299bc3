import type { Insertable, Selectable } from 'kysely';
import type { PhotoKind, Pose } from '#contract/intake.ts';
import type { Style } from '#contract/drafts.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { StoredMark } from './marks/stored-mark.ts';
import type { RenderingsTable, SignaturesTable } from './simulation.table.ts';

export type RenderingRow = Selectable<RenderingsTable>;
export type SignatureRow = Selectable<SignaturesTable>;

const ofVersion = (tx: Tx, caseId: string, version: number) =>
  tx.selectFrom('renderings').selectAll().where('case_id', '=', caseId).where('version', '=', version);

export const list = (tx: Tx, caseId: string, version: number): Promise<RenderingRow[]> =>
  ofVersion(tx, caseId, version).execute();

export const find = (
  tx: Tx,
  caseId: string,
  version: number,
  pose: Pose,
  style: Style,
): Promise<RenderingRow | undefined> =>
  ofVersion(tx, caseId, version).where('pose', '=', pose).where('style', '=', style).executeTakeFirst();

export const insert = (tx: Tx, row: Insertable<RenderingsTable>): Promise<RenderingRow> =>
  tx.insertInto('renderings').values(row).returningAll().executeTakeFirstOrThrow();

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('renderings').where('id', '=', id).execute();
}

/**
 * Moves images to a new version of the draft. The caller chooses the images that would look the same in the new
 * version. Signed images are not moved.
 */
export async function carryOver(
  tx: Tx,
  caseId: string,
  { from, to }: { from: number; to: number },
  pictures: readonly { pose: Pose; style: Style }[],
): Promise<void> {
  for (const { pose, style } of pictures) {
    await tx
      .updateTable('renderings')
      .set({ version: to })
      .where('case_id', '=', caseId)
      .where('version', '=', from)
      .where('pose', '=', pose)
      .where('style', '=', style)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('signatures')
              .select('signatures.version')
              .whereRef('signatures.case_id', '=', 'renderings.case_id')
              .whereRef('signatures.version', '=', 'renderings.version'),
          ),
        ),
      )
      .execute();
  }
}

/** Records that a person opened an image. Returns false if the image does not exist or is already signed. */
export async function markSeen(tx: Tx, caseId: string, id: string, by: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('renderings')
    .set({ seen_at: at, seen_by: by })
    .where('case_id', '=', caseId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const lockPicture = (tx: Tx, caseId: string, id: string): Promise<RenderingRow | undefined> =>
  tx
    .selectFrom('renderings')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/**
 * Stores the marks of an image, with their acceptances. Returns undefined if the image does not exist or is already
 * signed.
 */
export const setMarks = (tx: Tx, id: string, marks: readonly StoredMark[]): Promise<RenderingRow | undefined> =>
  tx
    .updateTable('renderings')
    .set({ marks: JSON.stringify(marks) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Deletes unsigned images of versions earlier than `version`. Returns their ids. */
export async function removeBefore(tx: Tx, caseId: string, version: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('renderings')
    .where('case_id', '=', caseId)
    .where('version', '<', version)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('signatures')
            .select('signatures.version')
            .whereRef('signatures.case_id', '=', 'renderings.case_id')
            .whereRef('signatures.version', '=', 'renderings.version'),
        ),
      ),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export const findLatestSignature = (tx: Tx, caseId: string): Promise<SignatureRow | undefined> =>
  tx
    .selectFrom('signatures')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insertSignature(tx: Tx, row: Insertable<SignaturesTable>): Promise<void> {
  await tx.insertInto('signatures').values(row).execute();
}

export const listSignedPhotos = (
  tx: Tx,
  caseId: string,
  version: number,
): Promise<{ pose: PhotoKind; photo_id: string }[]> =>
  tx
    .selectFrom('signature_photos')
    .select(['pose', 'photo_id'])
    .where('case_id', '=', caseId)
    .where('version', '=', version)
    .execute();

/** Records the photos that the case has now as the photos of the version that is being signed. */
export async function insertSignedPhotos(tx: Tx, caseId: string, version: number): Promise<void> {
  await tx
    .insertInto('signature_photos')
    .columns(['case_id', 'version', 'pose', 'photo_id'])
    .expression((eb) =>
      eb
        .selectFrom('case_photos')
        .select((row) => ['case_id', row.val(version).as('version'), 'pose', 'photo_id'])
        .where('case_id', '=', caseId),
    )
    .execute();
}

export const findSignatureByCode = (tx: Tx, code: string): Promise<SignatureRow | undefined> =>
  tx.selectFrom('signatures').selectAll().where('verification_code', '=', code).executeTakeFirst();

export const listSignaturesOfPatient = (
  tx: Tx,
  patientId: string,
): Promise<{ case_id: string; version: number; number: string; signed_at: Date }[]> =>
  tx
    .selectFrom('signatures')
    .innerJoin('cases', 'cases.id', 'signatures.case_id')
    .select(['signatures.case_id', 'signatures.version', 'cases.number', 'signatures.signed_at'])
    .where('cases.patient_id', '=', patientId)
    .orderBy('signatures.signed_at', 'desc')
    .execute();
