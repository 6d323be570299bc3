import type { AnyPhoto, PhotoKind } from '#contract/intake.ts';
import { hasConsent } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { ingestPhoto } from '#server/platform/images/ingest.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { whileStoring } from '#server/platform/storage/while-storing.ts';
import type { PictureBytes } from '#server/platform/storage/photo-store.ts';
import './events.ts';
import { uploadPause_s } from './lead.ts';
import { lockUploadsOf } from './leads.queries.ts';
import { toPhotoEntries, toPhotoEntry } from './photo-entry.ts';
import * as photos from './photos.queries.ts';
import type { Shot } from './upload-lead-photo.ts';

const HOUR_MS = 3_600_000;
const BUCKET = 'user-photos';

/** Returns the person's current photo of each kind. */
export const getMyCurrentSet = (ctx: Context, userId: string): Promise<AnyPhoto[]> =>
  withUser(ctx.db, userId, async (tx) => toPhotoEntries(ctx, tx, await photos.listCurrent(tx, userId)));

/**
 * Stores a retaken photo under a new name. The photo is used only after a call of `appendUserPhoto`. Without this call
 * the photo is deleted after a day.
 */
export async function uploadUserPhoto(ctx: Context, userId: string, shot: Shot): Promise<AnyPhoto> {
  await withUser(ctx.db, userId, (tx) => assertMayUpload(ctx, tx, userId));
  const picture = await ctx.workers.inTurn('pictures', () => ingestPhoto(shot.bytes));
  return whileStoring(() =>
    withUser(ctx.db, userId, async (tx) => {
      await lockUploadsOf(tx, userId);
      await assertMayUpload(ctx, tx, userId);
      return toPhotoEntry(ctx, tx, await store(ctx, tx, userId, shot, picture));
    }),
  );
}

/**
 * Makes a stored photo the current photo of its kind. The path of another person's photo is refused with the same
 * code as an unknown path.
 */
export const appendUserPhoto = (ctx: Context, userId: string, pose: PhotoKind, path: string): Promise<AnyPhoto> =>
  withUser(ctx.db, userId, async (tx) => {
    const photo = await photos.findOfUser(tx, userId, pose, path);
    if (!photo) throw new Refusal('NOT_FOUND');
    if (photo.current_at) return toPhotoEntry(ctx, tx, photo);
    const current = await photos.updateCurrent(tx, photo.id, ctx.clock.now());
    await ctx.outbox.emit(tx, 'intake.photosChanged', { user_id: userId }, { key: photo.id });
    await ctx.realtime.publish(tx, { userId }, { kind: 'photos.changed' });
    return toPhotoEntry(ctx, tx, current);
  });

async function assertMayUpload(ctx: Context, tx: Tx, userId: string): Promise<void> {
  if (!(await hasConsent(tx, { userId }, 'simulation'))) throw new Refusal('CONSENT_REQUIRED');
  const now = ctx.clock.now();
  const lately = await photos.listUploadTimes(tx, userId, new Date(now.getTime() - HOUR_MS));
  const retry_after_s = uploadPause_s(lately.length, lately[0]?.created_at ?? now, now);
  if (retry_after_s > 0) throw new Refusal('RATE_LIMITED', { retry_after_s });
}

async function store(
  ctx: Context,
  tx: Tx,
  userId: string,
  shot: Shot,
  picture: PictureBytes,
): Promise<photos.PhotoRow> {
  const now = ctx.clock.now();
  const { pose, isVerified } = shot;
  const path = await freeName(tx, userId, pose, now.getTime());
  // Two people may have photos with the same name, so the path begins with the person's id.
  const { id } = await ctx.photos.save(tx, { owner: { userId }, bucket: BUCKET, path: `${userId}/${path}`, picture });
  const { sha256, width: width_px, height: height_px } = picture;
  const seen = { sha256, width_px, height_px, is_verified: isVerified };
  return photos.insert(tx, {
    id,
    lead_id: null,
    user_id: userId,
    pose,
    path,
    ...seen,
    created_at: now,
    current_at: null,
  });
}

/**
 * Returns an unused name `{pose}-{timestamp}.jpg`, with the timestamp in milliseconds. If the name is taken, the next
 * free millisecond is used.
 */
async function freeName(tx: Tx, userId: string, pose: PhotoKind, timestamp: number): Promise<string> {
  const name = `${pose}-${timestamp}.jpg`;
  return (await photos.findOfUser(tx, userId, pose, name)) ? freeName(tx, userId, pose, timestamp + 1) : name;
}
