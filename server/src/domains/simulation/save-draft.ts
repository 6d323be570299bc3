import { isDeepStrictEqual } from 'node:util';
import { Poses } from '#contract/intake.ts';
import { type Injection, noMarkings } from '#contract/markings.ts';
import { type Draft, Styles, type TreatmentPlan } from '#contract/drafts.ts';
import { clinicalTreatments } from '#engine/clinical.ts';
import { type Calibration, isTreatmentName, parseDose, parseRecipe, RecipeError } from '#engine/recipe.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { assertDataset } from './assert-dataset.ts';
import { assertSessions } from './assert-sessions.ts';
import { findCalibration } from './calibrations.ts';
import { noteDrawing } from './case-steps.ts';
import { listPhotos } from './cases.queries.ts';
import * as drafts from './drafts.queries.ts';
import { onCaseInWork } from './relation/enter-case.ts';
import { carryOver, removeBefore } from './renderings.queries.ts';
import { samePictures } from './same-pictures.ts';
import { showDraft } from './show-draft.ts';

/**
 * Saves a new version of the draft. `baseVersion` is the version that the doctor changed. If it is no longer the newest
 * version, the call is refused, so that two windows cannot overwrite each other's work. Saving the same content from
 * the same base creates no new version. Images that the change does not affect are moved to the new version. Other
 * images of older versions are deleted.
 * @throws Refusal for a treatment that the clinical dataset does not contain, a dose out of its range, or another
 * version of the dataset.
 */
export const saveDraft = (
  ctx: Context,
  doctor: SignedIn,
  caseId: string,
  baseVersion: number,
  content: drafts.DraftContent,
): Promise<Draft> =>
  onCaseInWork(ctx, doctor, caseId, 'draft.saved', async (tx, { row, details }) => {
    assertClinical(content, await findCalibration(tx));
    const latest = await drafts.findLatest(tx, caseId);
    const version = latest?.version ?? 0;
    assertNoNewItems(content.plan, latest?.plan);
    const isKnown = latest !== undefined && isSame(latest, content);
    if (isKnown && (baseVersion === version || baseVersion === version - 1)) return showDraft(latest);
    if (baseVersion !== version || (await hasOldMarks(tx, caseId, content)))
      throw new Refusal('DRAFT_OUTDATED', { version });
    const saved = await drafts.insert(tx, caseId, version + 1, content, doctor.userId, ctx.clock.now());
    details['version'] = saved.version;
    await noteDrawing(ctx, tx, row, doctor);
    if (latest) await carryOver(tx, caseId, { from: version, to: saved.version }, samePictures(latest, content));
    await clearPictures(ctx, tx, caseId, saved.version);
    return showDraft(saved);
  });

/** Requires that the current clinical dataset allows each dose, because a doctor will sign these doses. */
function assertClinical({ recipes, plan, markings }: drafts.DraftContent, inForce: Calibration | undefined): void {
  assertDataset({ recipes, plan }, inForce);
  for (const style of Styles) refuseWrong(`recipes.${style}.`, () => parseRecipe(recipes[style], inForce));
  assertSessions(plan.sessions ?? []);
  for (const [at, point] of (markings?.injections ?? []).entries()) assertPoint(point, `markings.injections.${at}`);
}

function refuseWrong(prefix: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (error instanceof RecipeError) throw invalidInput({ [`${prefix}${error.path}`]: ['out_of_range'] });
    throw error;
  }
}

/**
 * Requires that the dose of an injection point is within the limit of its treatment area. The clinical dataset sets
 * this limit for one visit. The treatment plan prints the doses of the points, so they must be correct.
 */
function assertPoint({ treatment, dose }: Injection, path: string): void {
  if (!isTreatmentName(treatment) || clinicalTreatments[treatment].unit === 'percent')
    throw invalidInput({ [`${path}.treatment`]: ['out_of_range'] });
  refuseWrong('', () => parseDose(treatment, dose, `${path}.dose`));
}

/**
 * Returns whether brush strokes or corrected points were made on another photo than the current one of the pose. A page
 * that was opened before the patient's new photos may still have them.
 */
async function hasOldMarks(tx: Tx, caseId: string, { markings }: drafts.DraftContent): Promise<boolean> {
  const photos = await listPhotos(tx, caseId);
  return Poses.some((pose) => {
    const photo_id = markings?.poses[pose].photo_id;
    return photo_id !== undefined && !photos.some((photo) => photo.pose === pose && photo.photo_id === photo_id);
  });
}

/**
 * Refuses new items in free text, because a treatment plan must be readable in every language. An old treatment plan
 * has free-text items instead of visits (`sessions`). The doctor may keep or remove its items.
 */
function assertNoNewItems({ items }: TreatmentPlan, before: TreatmentPlan | undefined): void {
  const isNew = items.some((item) => !before?.items.some((known) => isDeepStrictEqual(known, item)));
  if (isNew) throw invalidInput({ 'plan.items': ['out_of_range'] });
}

const isSame = (row: drafts.DraftRow, content: drafts.DraftContent): boolean =>
  isDeepStrictEqual(comparable(row), comparable(content));

const comparable = ({ style, recipes, plan, markings }: drafts.DraftContent) => ({
  style,
  recipes,
  plan,
  markings: markings ?? noMarkings(),
});

async function clearPictures(ctx: Context, tx: Tx, caseId: string, version: number): Promise<void> {
  for (const id of await removeBefore(tx, caseId, version)) await ctx.photos.delete(tx, id);
}
