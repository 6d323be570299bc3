import { randomUUID } from 'node:crypto';
import { AvatarSide } from '#contract/account.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { ingestPhoto } from '#server/platform/images/ingest.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { whileStoring } from '#server/platform/storage/while-storing.ts';
import { countTry } from '../limit-tries.ts';

const MAX_MB = 5;
const UPLOADS = { max: 20, window_s: 3600 };

/**
 * Stores the person's avatar. The image is checked, encoded again, and encrypted with the person's key, like every
 * photo. The previous avatar is deleted.
 */
export async function setAvatar(ctx: Context, userId: string, bytes: Buffer): Promise<void> {
  const retry_after_s = await countTry(ctx.db, 'upload-avatar', userId, UPLOADS);
  if (retry_after_s > 0) throw new Refusal('RATE_LIMITED', { retry_after_s });
  const rules = { max_mb: MAX_MB, min_side_px: AvatarSide, stored_px: AvatarSide };
  const picture = await ctx.workers.inTurn('pictures', () => ingestPhoto(bytes, rules));
  await whileStoring(() =>
    withSystem(ctx.system, async (tx) => {
      const path = `${userId}/avatar-${randomUUID()}.jpg`;
      const { id } = await ctx.photos.save(tx, { owner: { userId }, bucket: 'avatars', path, picture });
      await replace(ctx, tx, userId, id);
    }),
  );
}

export const removeAvatar = (ctx: Context, userId: string): Promise<void> =>
  withSystem(ctx.system, (tx) => replace(ctx, tx, userId, null));

/** Replaces the avatar. Simultaneous uploads run one after the other, so that no file remains without a row. */
async function replace(ctx: Context, tx: Tx, userId: string, id: string | null): Promise<void> {
  const before = await tx
    .selectFrom('users')
    .select('avatar_id')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  await tx.updateTable('users').set({ avatar_id: id }).where('id', '=', userId).execute();
  if (before?.avatar_id) await ctx.photos.delete(tx, before.avatar_id);
}
