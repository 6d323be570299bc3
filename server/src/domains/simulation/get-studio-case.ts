import type { CaseAccess } from '#contract/care-relation.ts';
import type { StudioCase } from '#contract/cases.ts';
import { onlyExpressions, onlyPoses } from '#contract/photo-kinds.ts';
import { findUser, namesOf } from '#server/domains/identity/index.ts';
import { findAnswers, listPhotos, toPhotoEntries } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { styleAskedFor } from './case.ts';
import { findCalibration } from './calibrations.ts';
import * as cases from './cases.queries.ts';
import { findLatest, get } from './drafts.queries.ts';
import { showNote } from './flow/case-note.ts';
import { findOpenRequest, listRedos } from './flow/case-flow.queries.ts';
import { showRequest } from './list-my-cases.ts';
import { ageOf } from './list-studio-cases.ts';
import { recordOnCase } from './record-on-case.ts';
import { showOpening } from './relation/break-glass.ts';
import { type Entered, enterCase, withinOpening } from './relation/enter-case.ts';
import * as openings from './relation/openings.queries.ts';
import { relationTo } from './relation/relation.ts';
import { findWaiting } from './relation/reopenings.queries.ts';
import { showReopening } from './relation/show-reopening.ts';
import { findLatestSignature, listSignaturesOfPatient, listSignedPhotos } from './renderings.queries.ts';
import { sealOf } from './seal.ts';
import { contentOf, listPictures } from './sealed-content.ts';
import { emptyDraft, showDraft } from './show-draft.ts';
import { showSaved } from './skin-score/show-score.ts';
import { findSavedScore } from './skin-score/skin-scores.queries.ts';
import { showRenderings } from './show-rendering.ts';

/** The maximum number of earlier photo sets that the studio shows. */
const MOST_EARLIER_SETS = 3;

export const getStudioCase = (ctx: Context, doctor: SignedIn, caseId: string): Promise<StudioCase> =>
  withStaff(ctx.db, doctor.userId, (tx) => showStudioCase(ctx, tx, doctor, caseId));

/** Returns a case as the studio shows it, if the doctor may see the case. The access is logged. */
export async function showStudioCase(house: Context, tx: Tx, doctor: SignedIn, caseId: string): Promise<StudioCase> {
  const entered = await enterCase(house, tx, doctor, caseId);
  const { row } = entered;
  const ctx = withinOpening(house, entered.opening);
  const answers = await findAnswers(tx, row.patient_id);
  const signed_version = (await findLatestSignature(tx, caseId))?.version ?? null;
  // After a withdrawn consent, a signed case may have a newer version that nobody signed. It is shown in the next work.
  const isSigned = row.status === 'published' && signed_version !== null;
  const draft = isSigned ? await get(tx, caseId, signed_version) : await findLatest(tx, caseId);
  const pictures = await listPictures(tx, caseId, draft?.version ?? 0);
  const shots = await toPhotoEntries(ctx, tx, pictures.photos);
  const { id, number, status, plan, practitioner_id } = row;
  const calibration = await findCalibration(tx);
  const shown: StudioCase = {
    id,
    number,
    status,
    plan,
    received_at: row.received_at.toISOString(),
    due_at: row.due_at.toISOString(),
    patient: await showPatient(ctx, tx, row.patient_id),
    practitioner_id,
    practitioner_name: (await namesOf(tx, practitioner_id ? [practitioner_id] : [])).get(practitioner_id ?? '') ?? null,
    photos: onlyPoses(shots),
    expressions: onlyExpressions(shots),
    earlier_sets: await showEarlierSets(ctx, tx, row.patient_id, pictures.photos),
    answers: answers?.answers ?? null,
    style_asked_for: styleAskedFor(answers?.answers),
    history: await showHistory(tx, caseId),
    access: await showAccess(ctx, tx, doctor, entered),
    assigned_to: row.assigned_to,
    photo_request: showRequest(await findOpenRequest(tx, caseId)),
    redo_wishes: (await listRedos(tx, [caseId])).map(({ requested_at, wishes }) => ({
      requested_at: requested_at.toISOString(),
      wishes,
    })),
    signed_version,
    note: await showNote(tx, caseId),
    draft: draft ? showDraft(draft) : emptyDraft(styleAskedFor(answers?.answers), calibration),
    calibration: calibration ?? null,
    renderings: await showRenderings(ctx, tx, pictures.renderings, doctor.userId),
    skin_score: showSaved(await findSavedScore(tx, caseId)),
    seal: draft && pictures.isComplete ? sealOf(contentOf(row, draft, pictures)) : null,
  };
  const seen = [...shots, ...shown.earlier_sets.flatMap((set) => set.photos)].map((photo) => photo.id);
  await recordOnCase(ctx, tx, doctor, entered, 'case.viewed', {
    details: { photos: seen, answers: answers?.version ?? null },
  });
  return shown;
}

async function showPatient(ctx: Context, tx: Tx, patientId: string): Promise<StudioCase['patient']> {
  const user = await findUser(tx, patientId);
  if (!user) throw new Refusal('NOT_FOUND');
  const { first_name, last_name, language } = user;
  return { first_name, last_name, language, age_years: await ageOf(ctx, tx, patientId) };
}

/**
 * Returns the photos of a patient's earlier signatures, newest first. They show how the face looked before. The current
 * photos of the case are not included.
 */
async function showEarlierSets(
  ctx: Context,
  tx: Tx,
  patientId: string,
  present: readonly { id: string }[],
): Promise<StudioCase['earlier_sets']> {
  const known = new Set(present.map(({ id }) => id));
  const sets: StudioCase['earlier_sets'] = [];
  for (const { case_id, version, number, signed_at } of await listSignaturesOfPatient(tx, patientId)) {
    const ids = (await listSignedPhotos(tx, case_id, version)).map(({ photo_id }) => photo_id);
    const fresh = ids.filter((id) => !known.has(id));
    if (fresh.length === 0) continue;
    for (const id of fresh) known.add(id);
    const photos = onlyPoses(await toPhotoEntries(ctx, tx, await listPhotos(tx, fresh)));
    if (photos.length > 0) sets.push({ number, signed_at: signed_at.toISOString(), photos });
    if (sets.length === MOST_EARLIER_SETS) break;
  }
  return sets;
}

async function showHistory(tx: Tx, caseId: string): Promise<StudioCase['history']> {
  const events = await cases.listEvents(tx, caseId);
  const names = await namesOf(tx, [...new Set(events.flatMap((event) => event.actor_id ?? []))]);
  return events.map(({ at, kind, actor_id }) => ({
    at: at.toISOString(),
    kind,
    actor_name: names.get(actor_id ?? '') ?? null,
  }));
}

/**
 * Returns why this doctor may see the case, the emergency accesses that are in force (each for one hour, with a stated
 * reason), and a waiting request to reopen the case.
 */
async function showAccess(ctx: Context, tx: Tx, doctor: SignedIn, { row }: Pick<Entered, 'row'>): Promise<CaseAccess> {
  const now = ctx.clock.now();
  const relation = relationTo(doctor.userId, row);
  const open = await openings.list(tx, row.id, now);
  const asked = row.status === 'published' ? await findWaiting(tx, row.id, now) : undefined;
  return {
    relation: relation === 'foreign' ? 'opened' : relation,
    openings: await Promise.all(open.map((opening) => showOpening(tx, opening, doctor.userId))),
    is_signer: (await findLatestSignature(tx, row.id))?.practitioner_id === doctor.userId,
    reopening: asked ? await showReopening(tx, asked, doctor) : null,
  };
}
