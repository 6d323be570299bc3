import type { Rendering } from '#contract/drafts.ts';
import type { PhotoEntry } from '#contract/intake.ts';
import { onlyPoses } from '#contract/photo-kinds.ts';
import { listPhotos, toPhotoEntries } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import * as cases from './cases.queries.ts';
import { findLatestSignature } from './renderings.queries.ts';
import { listPictures } from './sealed-content.ts';
import { showRenderings } from './show-rendering.ts';

/**
 * Returns the images of a case that doctor and patient may see: the photos and, after the signature, the renderings.
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
