import { type AnyPhoto, PhotoKinds } from '#contract/intake.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { PhotoRow } from './photos.queries.ts';

const rank = ({ pose }: { pose: PhotoRow['pose'] }): number => PhotoKinds.indexOf(pose);

/** Returns photos with new links, sorted in the order of `PhotoKinds`. Leaves out deleted photos. */
export async function toPhotoEntries(ctx: Context, tx: Tx, rows: readonly PhotoRow[]): Promise<AnyPhoto[]> {
  const links = await ctx.photos.linksFor(
    tx,
    rows.map((row) => row.id),
  );
  return [...rows]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(({ id, path, pose, created_at, is_verified, width_px, height_px }) => {
      const link = links.get(id);
      if (!link) return [];
      return [{ id, path, pose, created_at: created_at.toISOString(), is_verified, width_px, height_px, ...link }];
    });
}

export async function toPhotoEntry(ctx: Context, tx: Tx, row: PhotoRow): Promise<AnyPhoto> {
  const [entry] = await toPhotoEntries(ctx, tx, [row]);
  if (!entry) throw new Error('a photo without a picture');
  return entry;
}
