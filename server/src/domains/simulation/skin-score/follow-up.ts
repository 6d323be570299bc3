import { onlyPoses } from '#contract/photo-kinds.ts';
import type { GivenScores, SignedScore, SkinFollowUp } from '#contract/skin-score.ts';
import { listVerifiedDoctors, requireSigner } from '#server/domains/identity/index.ts';
import { listCurrentPhotos, toPhotoEntries } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CaseRow } from '../cases.queries.ts';
import { assertNotTaken } from '../open-for-work.ts';
import { recordOnCase } from '../record-on-case.ts';
import { enterCase, type Entered, onCase, withinOpening } from '../relation/enter-case.ts';
import { inChargeOf } from '../relation/relation.ts';
import { overallOf } from './score.ts';
import { showSigned } from './show-score.ts';
import { tellScored } from './sign-score.ts';
import { findNewestScore, insertScore, type SkinScoreRow } from './skin-scores.queries.ts';

export interface FollowUpSigning {
  readonly case_id: string;
  readonly photo_id: string;
  readonly scores: GivenScores;
  readonly idempotency_key: string;
}

/**
 * Returns the current front photo of a patient with a signed case, if the photo is newer than the last scored photo.
 * The access is logged.
 */
export const getSkinFollowUp = (ctx: Context, doctor: SignedIn, caseId: string): Promise<SkinFollowUp> =>
  onCase(ctx, doctor, caseId, 'photo.viewed', async (tx, { row, opening, details }) => {
    assertSigned(row);
    const previous = await findNewestScore(tx, row.patient_id);
    const photo = await findUnscoredPhoto(tx, row.patient_id, previous);
    const [shown] = onlyPoses(await toPhotoEntries(withinOpening(ctx, opening), tx, photo ? [photo] : []));
    details['photo'] = photo?.id ?? null;
    return { photo: shown ?? null, previous: previous ? show(previous) : null };
  });

/**
 * Signs the score of a newer photo. No gate (condition for signing) is checked, because there is no rendering that the
 * doctor must first look at. A photo is scored only once, and the doctor in charge should do it. A doctor with
 * emergency access may sign only if nobody is in charge, or if the doctor in charge may no longer work, for example
 * after a suspension.
 */
export const signSkinFollowUp = (
  ctx: Context,
  doctor: SignedIn,
  { idempotency_key, ...signing }: FollowUpSigning,
): Promise<SignedScore> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const entered = await enterCase(ctx, tx, doctor, signing.case_id);
    const { row } = entered;
    assertSigned(row);
    const isAble = (await listVerifiedDoctors(tx)).some(({ user_id }) => user_id === inChargeOf(row));
    if (isAble) await assertNotTaken(tx, row, doctor.userId);
    const hash = requestHash('sign_skin_follow_up', signing);
    await once(tx, { scope: doctor.userId, key: idempotency_key, hash }, () => sign(ctx, tx, doctor, entered, signing));
    const newest = await findNewestScore(tx, row.patient_id);
    if (!newest) throw new Error('a signed score is missing');
    return show(newest);
  });

async function sign(
  ctx: Context,
  tx: Tx,
  doctor: SignedIn,
  entered: Entered,
  { photo_id, scores }: Omit<FollowUpSigning, 'idempotency_key'>,
): Promise<null> {
  const { id, patient_id } = entered.row;
  const practitioner = await requireSigner(tx, doctor.userId);
  const photo = await findUnscoredPhoto(tx, patient_id, await findNewestScore(tx, patient_id));
  if (photo?.id !== photo_id) throw new Refusal('SCORE_PHOTO_MISSING');
  const at = ctx.clock.now();
  await insertScore(tx, {
    patient_id,
    case_id: id,
    photo_id,
    photo_taken_at: photo.created_at,
    scores: JSON.stringify(scores),
    overall: overallOf(scores),
    saved_by: doctor.userId,
    saved_at: at,
    signed_at: at,
    practitioner_name: practitioner.name,
  });
  await tellScored(ctx, tx, patient_id);
  await recordOnCase(ctx, tx, doctor, entered, 'skin_score.signed', { details: { photo: photo_id } });
  return null;
}

function assertSigned({ status }: CaseRow): void {
  if (status !== 'published') throw new Refusal('CASE_NOT_SIGNED');
}

async function findUnscoredPhoto(tx: Tx, patientId: string, newest: SkinScoreRow | undefined) {
  const front = (await listCurrentPhotos(tx, patientId)).find(({ pose }) => pose === 'front');
  return front && (!newest || front.created_at > newest.photo_taken_at) ? front : undefined;
}

const show = (row: SkinScoreRow): SignedScore =>
  showSigned({ ...row, overall: Number(row.overall), signed_at: row.signed_at ?? row.saved_at });
