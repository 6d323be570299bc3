import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import {
  type ImageKind,
  ImageRules,
  type ImageSubjects,
  type UploadedImage,
  WriteLimits,
} from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { ingestPhoto } from '#server/platform/images/ingest.ts';
import { whileStoring } from '#server/platform/storage/while-storing.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { assetUrl, picturesIn } from './asset-links.ts';
import { assertNotSuspended, assertWritable, lockWriter } from './may-write.ts';
import { assertModerator } from './moderators.ts';
import { channelOf, type Viewer, viewerOf } from './viewer.ts';

export interface NewImage {
  readonly channel_id?: string | undefined;
  readonly kind: ImageKind;
  readonly subject: (typeof ImageSubjects)[number];
  readonly hasConsent: boolean;
  readonly bytes: Buffer;
}

const FOLDERS: Readonly<Record<ImageKind, string>> = { post: 'posts', banner: 'banners', icon: 'icons' };
const HOUR_MS = 3_600_000;
/** Milliseconds after which an image that no text or community uses is deleted. */
const UNUSED_MS = 24 * HOUR_MS;

/**
 * Checks an image by its bytes, and stores it encrypted with the uploader's key. The service chooses the file name,
 * because the name of a file on a phone is private. An image of another person needs that person's consent, which the
 * uploader confirms.
 */
export async function uploadImage(
  ctx: Context,
  caller: SignedIn,
  input: NewImage,
): Promise<z.input<typeof UploadedImage>> {
  const viewer = await viewerOf(ctx.db, caller, input.channel_id ? { channelId: input.channel_id } : {});
  const channelId = input.channel_id ? channelOf(viewer).id : null;
  if (input.kind !== 'post' && input.channel_id) assertModerator(viewer, channelOf(viewer));
  if (input.subject === 'other' && !input.hasConsent) throw new Refusal('PHOTO_CONSENT_REQUIRED');
  await ctx.db.transaction().execute(async (tx) => {
    await lockWriter(ctx, tx, viewer.userId);
    await assertNotSuspended(ctx, tx, viewer.userId, channelId);
    if (channelId) await assertWritable(tx, channelId);
    await assertPace(ctx, tx, viewer.userId);
  });
  const rules = ImageRules[input.kind];
  const picture = await ctx.workers.inTurn('pictures', () =>
    ingestPhoto(input.bytes, {
      max_mb: ImageRules.max_mb,
      min_side_px: input.kind === 'post' ? ImageRules.post.min_px : 1,
      stored_px: rules.stored_px,
      judge: (size) => assertShape(input.kind, size),
    }),
  );
  const now = ctx.clock.now();
  const owner = input.kind === 'post' || !channelId ? viewer.userId : channelId;
  const path = `${FOLDERS[input.kind]}/${owner}-${now.getTime()}-${randomBytes(6).toString('hex')}.jpg`;
  return whileStoring(() =>
    withSystem(ctx.system, async (tx) => {
      const { id } = await ctx.photos.save(tx, {
        owner: { userId: viewer.userId },
        bucket: 'community-assets',
        path,
        picture,
      });
      await sql`insert into community_images (id, path, kind, channel_id, uploaded_by, subject, consent_at, width, height, created_at)
      values (${id}, ${path}, ${input.kind}, ${channelId}, ${viewer.userId}, ${input.subject}, ${input.subject === 'other' ? now : null},
        ${picture.width}, ${picture.height}, ${now})`.execute(tx);
      // The image is not published yet, so only a signed link opens it.
      return { id, path, url: assetUrl(ctx, path, 'paid'), width: picture.width, height: picture.height };
    }),
  );
}

/**
 * Refuses a banner or icon with a wrong shape or too small a width. The refusal names the width and height of the
 * uploaded image, not of the smaller stored copy.
 */
function assertShape(kind: ImageKind, { width, height }: { width: number; height: number }): void {
  if (kind === 'post') return;
  const { ratio, tolerance, min_px } = ImageRules[kind];
  const isFitting = Math.abs(width / height / ratio - 1) <= tolerance && width >= min_px;
  if (!isFitting) throw new Refusal(kind === 'icon' ? 'IMAGE_NOT_SQUARE' : 'IMAGE_RATIO', { width, height });
}

async function assertPace(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - HOUR_MS);
  const { rows } = await sql<{ at: Date }>`select created_at as at from community_images
    where uploaded_by = ${userId} and created_at > ${since} order by created_at desc limit ${WriteLimits.images_per_hour}`.execute(
    tx,
  );
  const oldest = rows.length === WriteLimits.images_per_hour ? rows.at(-1) : undefined;
  if (oldest)
    throw new Refusal('RATE_LIMITED', {
      retry_after_s: Math.max(1, Math.ceil((oldest.at.getTime() - since.getTime()) / 1000)),
    });
}

/**
 * Assigns these images to a text, and releases all other images of the text. The assigned images must be the writer's
 * own and in no other text. Returns the path of the first image, which the card shows. Returns null if there are no
 * images.
 */
export async function claimImages(
  tx: Tx,
  viewer: Viewer,
  paths: readonly string[],
  contentId: string,
  channelId: string,
): Promise<string | null> {
  const wanted = [...new Set(paths)];
  const { rows } = wanted.length
    ? await sql`update community_images set content_id = ${contentId}, channel_id = ${channelId}
      where path = any(${wanted}) and kind = 'post' and uploaded_by = ${viewer.userId} and (content_id is null or content_id = ${contentId})
        and (channel_id is null or channel_id = ${channelId} or content_id is null) returning id`.execute(tx)
    : { rows: [] };
  if (rows.length !== wanted.length) throw invalidInput({ body: ['image_unknown'] });
  await sql`update community_images set content_id = null where content_id = ${contentId} and path <> all(${wanted}::text[])`.execute(
    tx,
  );
  return wanted[0] ?? null;
}

interface Served {
  id: string;
  kind: ImageKind;
  is_open: boolean;
  is_shown: boolean;
  is_waiting: boolean;
}

/**
 * Returns the image at an address. In an open community the address alone is enough. In other communities, and before
 * publication, a signed link is needed. While a removal by a moderator is in force, no link opens the image.
 */
export async function openImage(
  ctx: Context,
  path: string,
  isLinkValid: boolean,
): Promise<{ bytes: Buffer; isOpen: boolean } | null> {
  const { rows } = await sql<Served>`select i.id, i.kind, coalesce(ch.visibility = 'open', false) as is_open,
      case when i.kind = 'post' then coalesce(p.state = 'visible' and coalesce(c.state, 'visible') = 'visible', false)
        else coalesce(i.path in (ch.banner_path, ch.icon_path), false) end as is_shown,
      case when i.kind = 'post' then i.content_id is null or coalesce(c.state, p.state) = 'held' else coalesce(i.path not in (ch.banner_path, ch.icon_path), true) end as is_waiting
    from community_images i left join channels ch on ch.id = i.channel_id
    left join comments c on c.id = i.content_id
    left join posts p on p.id = coalesce(c.post_id, i.content_id)
    where i.path = ${path}`.execute(ctx.db);
  const image = rows[0];
  if (!image) return null;
  const isOpen = image.is_open && image.is_shown;
  if (!isOpen && !(isLinkValid && (image.is_shown || image.is_waiting))) return null;
  const bytes = await ctx.photos.read(ctx.system, image.id);
  return bytes && { bytes, isOpen };
}

/**
 * Deletes images older than a day that no text or community uses, or whose uploader has left. Images in drafts stay.
 */
export async function deleteUnusedImages(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - UNUSED_MS);
  const drafted = await listDrafted(ctx, before);
  await withSystem(ctx.system, async (tx) => {
    const { rows } = await sql<{ id: string }>`delete from community_images i where i.created_at < ${before}
      and (i.uploaded_by is null or (i.kind = 'post' and i.content_id is null and i.path <> all(${drafted}::text[]))
        or (i.kind <> 'post' and not exists (select from channels c where i.path in (c.banner_path, c.icon_path)))) returning i.id`.execute(
      tx,
    );
    for (const { id } of rows) await ctx.photos.delete(tx, id);
  });
}

/** Returns the paths of the images in drafts. It reads each writer's drafts with the rights of that writer. */
async function listDrafted(ctx: Context, before: Date): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`select distinct uploaded_by as writer from community_images
    where kind = 'post' and content_id is null and uploaded_by is not null and created_at < ${before}`.execute(ctx.db);
  const paths: string[] = [];
  for (const { writer } of rows) {
    const drafts = await withUser(ctx.db, writer, (tx) =>
      sql<{ body: string }>`select body from community_drafts where user_id = ${writer}`.execute(tx),
    );
    paths.push(...drafts.rows.flatMap(({ body }) => picturesIn(body)));
  }
  return paths;
}
