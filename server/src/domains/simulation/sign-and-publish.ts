import type { TreatmentPlan } from '#contract/drafts.ts';
import type { CaseStatus } from '#contract/cases.ts';
import { requireSigner, type Proven } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { assertDataset } from './assert-dataset.ts';
import { findCalibration } from './calibrations.ts';
import { assertGates } from './assert-gates.ts';
import * as cases from './cases.queries.ts';
import * as drafts from './drafts.queries.ts';
import './events.ts';
import { findOpenRequest } from './flow/case-flow.queries.ts';
import { endWaiting } from './flow/request-photos.ts';
import { recordOnCase } from './record-on-case.ts';
import { enterForWork } from './relation/enter-case.ts';
import { insertSignature, insertSignedPhotos } from './renderings.queries.ts';
import { contentOf, listPictures, sealOfStoredFiles } from './sealed-content.ts';
import { signSavedScore } from './skin-score/sign-score.ts';
import { tellAbout } from './tell-about.ts';
import { newVerificationCode } from './verification-code.ts';

/** The version that the doctor has looked at. `seal` is the SHA-256 of its content. */
export interface Signing {
  readonly case_id: string;
  readonly version: number;
  readonly seal: string;
  readonly idempotency_key: string;
  /** The time zone of the doctor, in which the gates count days. */
  readonly time_zone: string;
  /** The proof that the doctor confirmed this signature. */
  readonly proven: Proven;
}

export interface Published {
  readonly status: CaseStatus;
  readonly published_at: string;
  readonly seal: string;
}

/**
 * Signs the content whose hash is `seal`, if every gate (condition for signing) is met, and publishes it to the
 * patient. One transaction stores the signature, the publication, the history, the email and the audit entry. Before
 * the signature the stored files are hashed again, so that the doctor signs exactly the images that they saw.
 */
export const signAndPublish = (ctx: Context, doctor: SignedIn, signing: Signing): Promise<Published> =>
  withStaff(ctx.db, doctor.userId, (tx) => {
    const { idempotency_key, proven: _, ...input } = signing;
    const hash = requestHash('sign_and_publish', input);
    return once(tx, { scope: doctor.userId, key: idempotency_key, hash }, () => publish(ctx, tx, doctor, signing));
  });

async function publish(
  ctx: Context,
  tx: Tx,
  doctor: SignedIn,
  { case_id, version, seal, proven, time_zone }: Signing,
): Promise<Published> {
  const practitioner = await requireSigner(tx, doctor.userId);
  const entered = await enterForWork(ctx, tx, doctor, case_id);
  const { row } = entered;
  const at = ctx.clock.now();
  await assertSealed(ctx, tx, doctor, row, { version, seal, at, time_zone });

  const { name, registration_number, registration_body } = practitioner;
  await insertSignature(tx, {
    case_id,
    version,
    practitioner_id: doctor.userId,
    practitioner_name: name,
    registration_number,
    registration_body,
    seal,
    signed_at: at,
    verification_code: newVerificationCode(),
    method: proven.method,
    proof: proven.proof && JSON.stringify(proven.proof),
  });
  await insertSignedPhotos(tx, case_id, version);
  await signSavedScore(ctx, tx, row, { version, practitioner_name: name, at });
  // The doctor signed without the requested photos. A request that stays open would ask the patient for them for ever,
  // and a redo of the case would wait for them.
  const request = await findOpenRequest(tx, case_id);
  if (request) await endWaiting(ctx, tx, row, request, 'withdrawn_at');
  const { status } = await cases.update(tx, case_id, { status: 'published', published_at: at });
  await cases.insertEvent(tx, case_id, 'published', doctor.userId, at);
  const event = { user_id: row.patient_id, case_id };
  await ctx.outbox.emit(tx, 'simulation.published', event, { key: `${case_id}:${version}` });
  await tellAbout(ctx, tx, row);
  await recordOnCase(ctx, tx, doctor, entered, 'simulation.signed', {
    details: { version, seal, method: proven.method },
  });
  return { status, published_at: at.toISOString(), seal };
}

const hasTreatments = ({ items, sessions = [] }: TreatmentPlan): boolean =>
  items.length > 0 || sessions.some((session) => session.items.length > 0);

async function assertSealed(
  ctx: Context,
  tx: Tx,
  doctor: SignedIn,
  row: cases.CaseRow,
  { version, seal, at, time_zone }: Pick<Signing, 'version' | 'seal' | 'time_zone'> & { at: Date },
): Promise<void> {
  const draft = await drafts.findLatest(tx, row.id);
  if (draft?.version !== version) throw new Refusal('DRAFT_OUTDATED', { version: draft?.version ?? 0 });
  assertDataset(draft, await findCalibration(tx));
  if (!hasTreatments(draft.plan)) throw new Refusal('PLAN_INCOMPLETE');
  const pictures = await listPictures(tx, row.id, version);
  if (!pictures.isComplete) throw new Refusal('RENDERINGS_INCOMPLETE');
  const found = await sealOfStoredFiles(ctx, tx, contentOf(row, draft, pictures), pictures);
  if (found !== seal) throw new Refusal('SEAL_MISMATCH');
  await assertGates(tx, row, draft, pictures, { userId: doctor.userId, time_zone, now: at });
}
