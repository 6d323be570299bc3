import { sql } from 'kysely';
import type { Visibility } from '#contract/community.ts';
import { expiryOf, isLinkValid, signLink } from '#server/platform/crypto/signed-link.ts';
import type { Context } from '#server/platform/context.ts';

const PURPOSE = 'community-asset';
const LIFE_S = 3600;

/**
 * Returns the link to an image. In a community that is open to all, the link is unsigned. In other communities it is
 * signed and valid for 30 to 60 minutes.
 */
export function assetUrl(ctx: Context, path: string, visibility: Visibility): string {
  if (visibility === 'open') return `/community-assets/${path}`;
  const now = ctx.clock.now();
  // The link expires on a full half hour, so that all requests within half an hour get the same link.
  const start = new Date(Math.floor(now.getTime() / 1_800_000) * 1_800_000);
  const expiresAt = expiryOf(start, LIFE_S);
  const signature = signLink(ctx.config.linkKey, { purpose: PURPOSE, objectId: path, expiresAt, epoch: 0 });
  return `/community-assets/${path}?e=${expiresAt}&s=${signature}`;
}

export const assetUrlOrNull = (ctx: Context, path: string | null, visibility: Visibility): string | null =>
  path === null ? null : assetUrl(ctx, path, visibility);

export function isAssetLinkValid(ctx: Context, path: string, query: URLSearchParams): boolean {
  const subject = { purpose: PURPOSE, objectId: path, expiresAt: Number(query.get('e')), epoch: 0 };
  return isLinkValid(ctx.config.linkKey, subject, query.get('s') ?? '', ctx.clock.now());
}

const PICTURE = /src="\/community-assets\/(posts\/[\w.-]+)"/g;
const srcOf = (ctx: Context, path: string, visibility: Visibility): string =>
  `src="${assetUrl(ctx, path, visibility).replace('&', '&amp;')}"`;

/** Returns the paths of the images in a stored text. */
export const picturesIn = (html: string): string[] => [...html.matchAll(PICTURE)].map(([, path = '']) => path);

/** Returns a stored text with image links that are valid now. */
export const withAssetLinks = (ctx: Context, html: string, visibility: Visibility): string =>
  visibility === 'open' ? html : html.replace(PICTURE, (_whole, path: string) => srcOf(ctx, path, visibility));

/**
 * Returns an unpublished text for its writer. Only links to images that the writer uploaded are signed, even if the
 * text contains other addresses.
 */
export async function withOwnLinks(ctx: Context, userId: string, html: string): Promise<string> {
  const paths = picturesIn(html);
  if (paths.length === 0) return html;
  const { rows } = await sql<{
    path: string;
  }>`select path from community_images where uploaded_by = ${userId} and path = any(${paths})`.execute(ctx.db);
  const own = new Set(rows.map(({ path }) => path));
  return html.replace(PICTURE, (whole, path: string) => (own.has(path) ? srcOf(ctx, path, 'paid') : whole));
}
