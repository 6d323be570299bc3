import { type PhotoEntry, Poses } from '#contract/intake.ts';
import { type Rendering, Styles } from '#contract/drafts.ts';
import { onlyPoses } from '#contract/photo-kinds.ts';
import { listPhotos, toPhotoEntries } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import * as cases from './cases.queries.ts';
import { showMarks } from './marks/stored-mark.ts';
import { findLatestSignature, type RenderingRow } from './renderings.queries.ts';
import { listPictures } from './sealed-content.ts';

const rank = ({ pose, style }: RenderingRow): number => Poses.indexOf(pose) * Styles.length + Styles.indexOf(style);

/** Returns renderings with new links. They are sorted by pose, and then from the least to the most visible style. */
export async function showRenderings(
  ctx: Context,
  tx: Tx,
  rows: readonly RenderingRow[],
  /**
   * The doctor who views the renderings. If it is given, the result includes the marks of the automatic check, and
   * whether this doctor has seen each image at full size. Patients do not get this information.
   */
  doctorId?: string,
): Promise<Rendering[]> {
  const links = await ctx.photos.linksFor(
    tx,
    rows.map((row) => row.id),
  );
  return [...rows]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(({ id, pose, style, sha256, created_at, seen_by, marks: found }) => {
      const link = links.get(id);
      const is_seen = doctorId !== undefined && seen_by === doctorId;
      const marks = doctorId !== undefined && { marks: found && showMarks(found, doctorId) };
      return link
        ? [{ id, pose, style, sha256, created_at: created_at.toISOString(), ...link, is_seen, ...marks }]
        : [];
    });
}

/**
 * Returns the images of a case that both the doctor and the patient may see: the photos and, after the signature, the
 * renderings.
 */
export async function showPicturesForBoth(
  ctx: Context,
  tx: Tx,
  { id, published_at }: Pick<cases.CaseRow, 'id' | 'published_at'>,
): Promise<{ photos: PhotoEntry[]; renderings: Rendering[] }> {
  const signature = published_at ? await findLatestSignature(tx, id) : undefined;
  if (signature) {
    const pictures = await listPictures(tx, id, signature.version);
    return {
      photos: onlyPoses(await toPhotoEntries(ctx, tx, pictures.photos)),
      renderings: await showRenderings(ctx, tx, pictures.renderings),
    };
  }
  const sources = await cases.listPhotos(tx, id);
  const photos = await listPhotos(
    tx,
    sources.map(({ photo_id }) => photo_id),
  );
  return { photos: onlyPoses(await toPhotoEntries(ctx, tx, photos)), renderings: [] };
}
