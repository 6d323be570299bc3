import type { GivenScores, SavedScore } from '#contract/skin-score.ts';
import { listPhotos } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type CaseRow, listPhotos as listCasePhotos } from '../cases.queries.ts';
import { findLatest } from '../drafts.queries.ts';
import { onCaseInWork } from '../relation/enter-case.ts';
import { sealOf } from '../seal.ts';
import { contentOf, listPictures } from '../sealed-content.ts';
import { overallOf } from './score.ts';
import { showSaved } from './show-score.ts';
import { deleteSavedScore, insertScore } from './skin-scores.queries.ts';

/**
 * Stores the values that the doctor confirmed for the case's front photo. If `scores` is null, the score is removed.
 * The next signature covers the score. The function therefore returns the new `seal` (SHA-256 of the content to sign),
 * or null if there is no draft with all its images.
 */
export const saveSkinScore = (
  ctx: Context,
  doctor: SignedIn,
  caseId: string,
  scores: GivenScores | null,
  photoId?: string,
): Promise<{ skin_score: SavedScore | null; seal: string | null }> =>
  onCaseInWork(ctx, doctor, caseId, 'skin_score.saved', async (tx, { row }) => {
    await deleteSavedScore(tx, caseId);
    const saved = scores ? await insertScore(tx, await scoreOf(ctx, tx, doctor, row, scores, photoId)) : undefined;
    const draft = await findLatest(tx, caseId);
    const pictures = await listPictures(tx, caseId, draft?.version ?? 0);
    const seal = draft && pictures.isComplete ? sealOf(contentOf(row, draft, pictures)) : null;
    return { skin_score: showSaved(saved), seal };
  });

async function scoreOf(
  ctx: Context,
  tx: Tx,
  doctor: SignedIn,
  { id, patient_id }: CaseRow,
  scores: GivenScores,
  photoId?: string,
) {
  const front = (await listCasePhotos(tx, id)).find(({ pose }) => pose === 'front');
  const [photo] = await listPhotos(tx, front ? [front.photo_id] : []);
  if (!photo || (photoId && photoId !== photo.id)) throw new Refusal('SCORE_PHOTO_MISSING');
  return {
    patient_id,
    case_id: id,
    photo_id: photo.id,
    photo_taken_at: photo.created_at,
    scores: JSON.stringify(scores),
    overall: overallOf(scores),
    saved_by: doctor.userId,
    saved_at: ctx.clock.now(),
  };
}
