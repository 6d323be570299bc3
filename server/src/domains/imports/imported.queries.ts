import type { ImportedPhoto, ImportedRecords, ImportedTreatment } from '#contract/imports.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';

/**
 * Queries for a patient's records that the clinic imported from another system. Row-level security shows a doctor only
 * their own patients, and a patient only their own records.
 */

/** Lists the imported treatments, the latest first. */
export async function listImportedTreatments(
  tx: Tx,
  patientId: string,
  limit = 500,
): Promise<(ImportedTreatment & { readonly treatment: string | null })[]> {
  const rows = await tx
    .selectFrom('imported_treatments')
    .select(['id', 'treated_on', 'kind', 'treatment', 'words', 'area', 'product', 'lot', 'amount', 'unit'])
    .select(['practitioner', 'note'])
    .where('user_id', '=', patientId)
    .orderBy('treated_on', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, amount: row.amount === null ? null : Number(row.amount) }));
}

/** Lists the poses and dates of the photos, the latest first. */
export const listImportedViews = (
  tx: Tx,
  patientId: string,
  limit = 60,
): Promise<Pick<ImportedPhoto, 'id' | 'pose' | 'is_verified' | 'taken_on'>[]> =>
  tx
    .selectFrom('imported_photos')
    .select(['id', 'pose', 'is_verified', 'taken_on'])
    .where('user_id', '=', patientId)
    .orderBy('taken_on', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Lists the photos, the latest first, with new links to them. */
export async function listImportedPhotos({ photos }: Context, tx: Tx, patientId: string): Promise<ImportedPhoto[]> {
  const rows = await listImportedViews(tx, patientId);
  const links = await photos.linksFor(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const link = links.get(row.id);
    return link ? [{ ...row, ...link }] : [];
  });
}

export const getMyImported = (ctx: Context, userId: string): Promise<ImportedRecords> =>
  withUser(ctx.db, userId, async (tx) => ({
    treatments: await listImportedTreatments(tx, userId),
    photos: await listImportedPhotos(ctx, tx, userId),
  }));

/** Returns those people in `ids` who have an imported record that is dated `since` or later. */
export async function listImportedSince(tx: Tx, ids: readonly string[], since: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const day = since.toISOString().slice(0, 10);
  const treated = tx
    .selectFrom('imported_treatments')
    .select('user_id')
    .where('user_id', 'in', [...ids])
    .where('treated_on', '>=', day);
  const photographed = tx
    .selectFrom('imported_photos')
    .select('user_id')
    .where('user_id', 'in', [...ids])
    .where('taken_on', '>=', day);
  return (await treated.union(photographed).execute()).map(({ user_id }) => user_id);
}
