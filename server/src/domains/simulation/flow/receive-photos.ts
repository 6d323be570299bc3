import { type PhotoKind, Poses, type Pose } from '#contract/intake.ts';
import { type Markings, noMarkings } from '#contract/markings.ts';
import type { listCurrentPhotos } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import * as cases from '../cases.queries.ts';
import * as drafts from '../drafts.queries.ts';
import { tellAbout } from '../tell-about.ts';
import * as flow from './case-flow.queries.ts';
import { endWaiting } from './request-photos.ts';

type Photos = Awaited<ReturnType<typeof listCurrentPhotos>>;

/**
 * Handles new photos of a patient while a doctor waits for photos. When each requested pose has a photo that is newer
 * than the request, the new photos replace the old photos of the case.
 */
export async function receivePhotos(ctx: Context, tx: Tx, row: cases.CaseRow, photos: Photos): Promise<void> {
  const request = await findAnswered(tx, row, photos);
  if (!request) return;
  await endWaiting(ctx, tx, row, request, 'answered_at');
  await replaceDrawnPhotos(ctx, tx, row, photos);
  await tellAbout(ctx, tx, row);
}

/**
 * Gives the newest photos to a case in the queue. A doctor may have worked on the case before: the case was released,
 * assigned to another doctor, or is redone. If that doctor's photo request is still open and the newest photos answer
 * it, the request ends.
 */
export async function refreshPhotos(ctx: Context, tx: Tx, row: cases.CaseRow, photos: Photos): Promise<void> {
  const request = await findAnswered(tx, row, photos);
  if (request) await endWaiting(ctx, tx, row, request, 'answered_at');
  const before = await cases.listPhotos(tx, row.id);
  const isSame =
    before.length === photos.length && photos.every(({ id }) => before.some(({ photo_id }) => photo_id === id));
  if (!isSame) await replaceDrawnPhotos(ctx, tx, row, photos);
  await tellAbout(ctx, tx, row);
}

/** Returns the open photo request if each requested pose has a photo that is newer than the request. */
async function findAnswered(tx: Tx, { id }: cases.CaseRow, photos: Photos): Promise<flow.PhotoRequestRow | undefined> {
  const request = await flow.findOpenRequest(tx, id);
  const isAnswered = request?.poses.every((pose) =>
    photos.some((photo) => photo.pose === pose && (photo.current_at ?? photo.created_at) > request.requested_at),
  );
  return isAnswered ? request : undefined;
}

/**
 * Replaces the photos of a case. A draft gets a new version, so that no rendering of an old photo can be signed. A case
 * without a draft has no renderings yet.
 */
async function replaceDrawnPhotos(ctx: Context, tx: Tx, row: cases.CaseRow, photos: Photos): Promise<void> {
  const now = ctx.clock.now();
  const before = await cases.listPhotos(tx, row.id);
  await cases.replacePhotos(tx, row.id, photos);
  const draft = await drafts.findLatest(tx, row.id);
  if (draft) {
    const markings = draft.markings && onPhotos(draft.markings, before, await cases.listPhotos(tx, row.id));
    await drafts.insert(tx, row.id, draft.version + 1, { ...draft, markings }, draft.saved_by, now);
  }
  if (draft || row.status === 'in_review') await cases.insertEvent(tx, row.id, 'photos_received', row.patient_id, now);
}

interface CasePhoto {
  readonly pose: PhotoKind;
  readonly photo_id: string;
}

/**
 * Returns the markings after photos of a case were replaced. Brush strokes and corrected points belong to one photo, so
 * they are removed with it. Injection points stay with the photo on which they were placed, until the doctor confirms
 * them on the new photo.
 */
export function onPhotos(markings: Markings, before: readonly CasePhoto[], after: readonly CasePhoto[]): Markings {
  const photoOf = (photos: readonly CasePhoto[], pose: Pose) => photos.find((photo) => photo.pose === pose)?.photo_id;
  const poses = { ...markings.poses };
  for (const pose of Poses) {
    if (photoOf(before, pose) !== photoOf(after, pose)) poses[pose] = noMarkings().poses[pose];
  }
  return { ...markings, poses };
}
