import { createHash } from 'node:crypto';
import { onlyPoses } from '#contract/photo-kinds.ts';
import { listPhotos } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import * as cases from './cases.queries.ts';
import type { DraftRow } from './drafts.queries.ts';
import * as renderings from './renderings.queries.ts';
import { isComplete } from './case.ts';
import { findSavedScore, findSignedScore, type SkinScoreRow } from './skin-score/skin-scores.queries.ts';
import { type SealedContent, sealOf } from './seal.ts';

/**
 * The stored images of one version and its skin score. `isComplete` is true if each pose has a rendering in every
 * style.
 */
export interface VersionPictures {
  readonly renderings: renderings.RenderingRow[];
  readonly photos: Awaited<ReturnType<typeof listPhotos>>;
  readonly isComplete: boolean;
  readonly skinScore: SkinScoreRow | undefined;
}

/**
 * Returns the images of a version. If the version is signed, its photos are those that were signed. Otherwise they are
 * the current photos of the case.
 */
export async function listPictures(tx: Tx, caseId: string, version: number): Promise<VersionPictures> {
  const signed = await renderings.listSignedPhotos(tx, caseId, version);
  const sources = signed.length > 0 ? signed : await cases.listPhotos(tx, caseId);
  const photos = await listPhotos(
    tx,
    sources.map((source) => source.photo_id),
  );
  const made = await renderings.list(tx, caseId, version);
  const skinScore = await (signed.length > 0 ? findSignedScore(tx, caseId, version) : findSavedScore(tx, caseId));
  return {
    renderings: made,
    photos,
    isComplete: isComplete(
      made,
      onlyPoses(sources).map((source) => source.pose),
    ),
    skinScore,
  };
}

export const contentOf = (
  { number }: { number: string },
  draft: DraftRow,
  pictures: VersionPictures,
): SealedContent => ({
  case_number: number,
  version: draft.version,
  recipes: draft.recipes,
  plan: draft.plan,
  markings: draft.markings,
  renderings: pictures.renderings,
  photos: pictures.photos,
  skin_score: pictures.skinScore?.scores,
  accepted: acceptedOn(pictures.renderings),
});

/**
 * Returns the accepted marks, sorted by pose, then by style, then by their position in the list. The order of the rows
 * does not matter.
 */
function acceptedOn(rows: readonly renderings.RenderingRow[]): SealedContent['accepted'] {
  const keyOf = ({ pose, style }: { pose: string; style: string }) => `${pose} ${style}`;
  const all = [...rows]
    .sort((p, q) => (keyOf(p) < keyOf(q) ? -1 : 1))
    .flatMap(({ pose, style, marks }) =>
      (marks ?? []).flatMap(({ kind, x, y, accepted }) =>
        accepted ? [{ pose, style, kind, x, y, at: accepted.at }] : [],
      ),
    );
  return all.length > 0 ? all : undefined;
}

/**
 * Computes the seal from the stored files. Every image is decrypted and hashed again. Returns null if an image is
 * missing or cannot be decrypted.
 */
export async function sealOfStoredFiles(
  ctx: Context,
  tx: Tx,
  content: SealedContent,
  pictures: VersionPictures,
): Promise<string | null> {
  const made = await hashAll(ctx, tx, pictures.renderings);
  const photos = await hashAll(ctx, tx, pictures.photos);
  return made && photos ? sealOf({ ...content, renderings: made, photos }) : null;
}

/** Returns the rows with the hash of each stored image. Returns null if an image is missing or cannot be decrypted. */
export async function hashAll<T extends { id: string }>(
  ctx: Context,
  tx: Tx,
  rows: readonly T[],
): Promise<(T & { sha256: string })[] | null> {
  const hashes = await Promise.all(rows.map((row) => hashOf(ctx, tx, row.id)));
  const hashed = rows.flatMap((row, i) => (hashes[i] ? [{ ...row, sha256: hashes[i] }] : []));
  return hashed.length === rows.length ? hashed : null;
}

/**
 * Returns the hash of a stored image. Returns null if the image is missing or was changed, because a changed image
 * cannot be decrypted. Throws if the store is down.
 */
async function hashOf(ctx: Context, tx: Tx, id: string): Promise<string | null> {
  try {
    const bytes = await ctx.photos.read(tx, id);
    return bytes && createHash('sha256').update(bytes).digest('hex');
  } catch (error) {
    if (error instanceof Error && ('syscall' in error || '$metadata' in error || 'severity' in error)) throw error;
    return null;
  }
}
