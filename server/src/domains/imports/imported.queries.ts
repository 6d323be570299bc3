import { sql } from 'kysely';
import type { ImportedPhoto, ImportedPhotos, ImportedRecords, ImportedTreatment } from '#contract/imports.ts';
import type { Context } from '#server/platform/context.ts';
import { type Cursor, pageOf, readCursor } from '#server/platform/db/cursor.ts';
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
export function listImportedViews(
  tx: Tx,
  patientId: string,
  limit: number,
  after: Cursor | null = null,
): Promise<Pick<ImportedPhoto, 'id' | 'pose' | 'is_verified' | 'taken_on'>[]> {
  const rows = tx
    .selectFrom('imported_photos')
    .select(['id', 'pose', 'is_verified', 'taken_on'])
    .where('user_id', '=', patientId)
    .orderBy('taken_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (!after) return rows.execute();
  const day = sql`(${after.at}::timestamptz at time zone 'UTC')::date`;
  return rows.where(sql<boolean>`(taken_on, id) < (${day}, ${after.id}::uuid)`).execute();
}

/** The number of photos on a page. */
const PAGE = 60;

/** Lists a page of the photos, the latest first, with new links to them. */
export async function listImportedPhotos(
  { photos }: Context,
  tx: Tx,
  patientId: string,
  after?: string | null,
): Promise<ImportedPhotos> {
  const found = await listImportedViews(tx, patientId, PAGE + 1, readCursor(after));
  const { rows, next } = pageOf(found, PAGE, ({ taken_on, id }) => ({ at: new Date(`${taken_on}T00:00:00Z`), id }));
  const links = await photos.linksFor(
    tx,
    rows.map(({ id }) => id),
  );
  const shown = rows.flatMap((row) => {
    const link = links.get(row.id);
    return link ? [{ ...row, ...link }] : [];
  });
  return { photos: shown, next };
}

export const getMyImported = (ctx: Context, userId: string, after?: string | null): Promise<ImportedRecords> =>
  withUser(ctx.db, userId, async (tx) => ({
    treatments: after ? [] : await listImportedTreatments(tx, userId),
    ...(await listImportedPhotos(ctx, tx, userId, after)),
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
