import type { AnyPhoto, PhotoKind } from '#contract/intake.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { ingestPhoto } from '#server/platform/images/ingest.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { PictureBytes } from '#server/platform/storage/photo-store.ts';
import { whileStoring } from '#server/platform/storage/while-storing.ts';
import { isWindowOver, uploadPause_s } from './lead.ts';
import * as leads from './leads.queries.ts';
import { type LeadKey, openLeadToChange } from './open-lead.ts';
import { toPhotoEntry } from './photo-entry.ts';
import * as photos from './photos.queries.ts';

export interface Shot {
  readonly pose: PhotoKind;
  readonly bytes: Buffer;
  readonly isVerified: boolean;
}

/**
 * Adds or replaces one photo of a lead. The browser's right to upload is checked before the bytes are processed, and
 * again after the lead is locked. One transaction stores the new photo and deletes the old one. Sending the same bytes
 * again changes nothing.
 */
export async function uploadLeadPhoto(ctx: Context, key: LeadKey, shot: Shot): Promise<AnyPhoto> {
  await withSystem(ctx.system, async (tx) => countUpload(ctx, tx, await openLeadToChange(tx, key)));
  const picture = await ctx.workers.inTurn('pictures', () => ingestPhoto(shot.bytes));
  return whileStoring(() =>
    withSystem(ctx.system, async (tx) => {
      const lead = await openLeadToChange(tx, key);
      const before = await photos.findOfLead(tx, lead.id, shot.pose);
      if (before?.sha256 === picture.sha256) return toPhotoEntry(ctx, tx, before);
      if (before) await removePhoto(ctx, tx, before.id);
      return toPhotoEntry(ctx, tx, await store(ctx, tx, lead.id, shot, picture));
    }),
  );
}

async function countUpload(ctx: Context, tx: Tx, { id, uploads, uploads_since }: leads.LeadRow): Promise<void> {
  const now = ctx.clock.now();
  const retry_after_s = uploadPause_s(uploads, uploads_since, now);
  if (retry_after_s > 0) throw new Refusal('RATE_LIMITED', { retry_after_s });
  const isOver = isWindowOver(uploads_since, now);
  await leads.update(tx, id, isOver ? { uploads: 1, uploads_since: now } : { uploads: uploads + 1 });
}

async function removePhoto(ctx: Context, tx: Tx, id: string): Promise<void> {
  await photos.remove(tx, id);
  await ctx.photos.delete(tx, id);
}

async function store(
  ctx: Context,
  tx: Tx,
  leadId: string,
  shot: Shot,
  picture: PictureBytes,
): Promise<photos.PhotoRow> {
  const { pose, isVerified } = shot;
  const path = `leads/${leadId}/${pose}.jpg`;
  const { id } = await ctx.photos.save(tx, { owner: { leadId }, bucket: 'user-uploads', path, picture });
  const now = ctx.clock.now();
  const { sha256, width: width_px, height: height_px } = picture;
  const seen = { sha256, width_px, height_px, is_verified: isVerified };
  return photos.insert(tx, {
    id,
    lead_id: leadId,
    user_id: null,
    pose,
    path,
    ...seen,
    created_at: now,
    current_at: now,
  });
}
