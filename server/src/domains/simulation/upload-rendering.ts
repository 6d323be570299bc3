import { createHash } from 'node:crypto';
import { dateFormat } from '#contract/dates.ts';
import type { Pose } from '#contract/intake.ts';
import type { Rendering, Style } from '#contract/drafts.ts';
import { findUser } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { markSimulation } from '#server/platform/images/mark-simulation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { whileStoring } from '#server/platform/storage/while-storing.ts';
import type { PictureBytes } from '#server/platform/storage/photo-store.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { noteStep } from './case-steps.ts';
import * as cases from './cases.queries.ts';
import * as drafts from './drafts.queries.ts';
import { recordOnCase } from './record-on-case.ts';
import { enterForWork } from './relation/enter-case.ts';
import { checkRendering } from './marks/check-rendering.ts';
import type { StoredMark } from './marks/stored-mark.ts';
import * as renderings from './renderings.queries.ts';
import { isSamePicture } from './same-pictures.ts';
import { sealOf } from './seal.ts';
import { contentOf, listPictures } from './sealed-content.ts';
import { showRenderings } from './show-rendering.ts';
import type { Language } from '#contract/base.ts';

/** One image of a version of the draft. The doctor's browser made it. */
export interface MadePicture {
  readonly version: number;
  readonly pose: Pose;
  readonly style: Style;
  readonly bytes: Buffer;
}

/**
 * Validates the image like any other upload and checks it for artefacts. Writes SIMULATION into the image, and stores
 * it encrypted with the patient's key. If the same image is sent again, the stored image is returned. A different image
 * of the same pose and style replaces the stored image. Once all images of the version are stored, the result contains
 * `seal`, the SHA-256 of the content to sign.
 */
export async function uploadRendering(
  ctx: Context,
  doctor: SignedIn,
  caseId: string,
  made: MadePicture,
): Promise<{ rendering: Rendering; seal: string | null }> {
  const { language, drawn } = await withStaff(ctx.db, doctor.userId, async (tx) => {
    const { row, draft, photoId } = await lockVersion(ctx, tx, doctor, caseId, made);
    const language = siteLanguage((await findUser(tx, row.patient_id))?.language ?? 'en');
    return { language, drawn: { draft, photoId } };
  });
  const details = plateDetails(made.style, language, ctx.clock.now());
  const picture = await ctx.workers.inTurn('pictures', () => markSimulation(made.bytes, { details }));
  const marks = await checkRendering(ctx, doctor.userId, made, drawn);
  return whileStoring(() =>
    withStaff(ctx.db, doctor.userId, async (tx) => {
      const { entered, row, draft, photoId } = await lockVersion(ctx, tx, doctor, caseId, made);
      if (photoId !== drawn.photoId) throw new Refusal('DRAFT_OUTDATED', { version: draft.version });
      const stored = await keep(ctx, tx, row, { ...made, version: draft.version }, { picture, marks });
      const pictures = await listPictures(tx, caseId, draft.version);
      const [rendering] = await showRenderings(ctx, tx, [stored], doctor.userId);
      if (!rendering) throw new Error('a rendering without a picture');
      const details = { version: draft.version, rendering: rendering.id };
      await recordOnCase(ctx, tx, doctor, entered, 'rendering.stored', { details });
      if (pictures.isComplete) await noteStep(ctx, tx, row, doctor, 'signing', draft.saved_at);
      return { rendering, seal: pictures.isComplete ? sealOf(contentOf(row, draft, pictures)) : null };
    }),
  );
}

/**
 * Locks the case, and finds the version to which the image belongs. The doctor may save new versions while images are
 * drawn. An image of an older version is also valid for the newest version if both versions draw it in the same way.
 */
async function lockVersion(
  ctx: Context,
  tx: Tx,
  doctor: SignedIn,
  caseId: string,
  { version, pose, style }: MadePicture,
) {
  const entered = await enterForWork(ctx, tx, doctor, caseId);
  const draft = await drafts.findLatest(tx, caseId);
  const made = draft && version < draft.version ? await drafts.find(tx, caseId, version) : draft;
  const isCurrent = draft && made && made.version === version && isSamePicture(made, draft, pose, style);
  const hasNewPhotos = made && (await cases.listEvents(tx, caseId)).some(isPhotosAfter(made.saved_at));
  if (!isCurrent || (version < draft.version && hasNewPhotos))
    throw new Refusal('DRAFT_OUTDATED', { version: draft?.version ?? 0 });
  const photo = (await cases.listPhotos(tx, caseId)).find((one) => one.pose === pose);
  if (!photo) throw new Refusal('NOT_FOUND');
  return { entered, row: entered.row, draft, photoId: photo.photo_id };
}

const isPhotosAfter =
  (moment: Date) =>
  ({ kind, at }: { kind: string; at: Date }): boolean =>
    kind === 'photos_received' && at >= moment;

async function keep(
  ctx: Context,
  tx: Tx,
  row: cases.CaseRow,
  made: MadePicture,
  { picture, marks }: { picture: PictureBytes; marks: readonly StoredMark[] },
): Promise<renderings.RenderingRow> {
  const { version, pose, style } = made;
  const input_hash = createHash('sha256').update(made.bytes).digest('hex');
  const before = await renderings.find(tx, row.id, version, pose, style);
  // If the same image is sent again, its findings and the doctor's acceptance of them do not change. If it was stored
  // before the automatic check existed, its findings are stored now.
  if (before?.input_hash === input_hash)
    return before.marks ? before : ((await renderings.setMarks(tx, before.id, marks)) ?? before);
  if (before) {
    await renderings.remove(tx, before.id);
    await ctx.photos.delete(tx, before.id);
  }
  const path = `${row.id}/${version}/${pose}-${style}.jpg`;
  const { id } = await ctx.photos.save(tx, { owner: { userId: row.patient_id }, bucket: 'simulations', path, picture });
  const created_at = ctx.clock.now();
  return renderings.insert(tx, {
    id,
    case_id: row.id,
    version,
    pose,
    style,
    input_hash,
    sha256: picture.sha256,
    created_at,
    marks: JSON.stringify(marks),
  });
}

import en from '#messages/en/simulation.json' with { type: 'json' };
import fr from '#messages/fr/simulation.json' with { type: 'json' };

const words = { en, fr } as const;

/** Returns the text that follows "images virtuelles" in the image: the style in the patient's language, and the day. */
function plateDetails(style: Style, language: Language, at: Date): string {
  const format = dateFormat(language, {
    dateStyle: 'medium',
    timeZone: 'Europe/Paris',
  });
  return `${words[language][`style.${style}`]} · ${format.format(at).replace('.', '')}`;
}
