import { randomUUID } from 'node:crypto';
import { CLINICAL, type ClinicalSet, type ClinicalView, type Lights } from '#contract/clinical-photos.ts';
import { hasConsent } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { ingestPhoto } from '#server/platform/images/ingest.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { PictureBytes } from '#server/platform/storage/photo-store.ts';
import { whileStoring } from '#server/platform/storage/while-storing.ts';
import * as cases from '../cases.queries.ts';
import { recordOnCase } from '../record-on-case.ts';
import { enterCase, withinOpening } from '../relation/enter-case.ts';
import { tellAbout } from '../tell-about.ts';
import { showSet } from './clinical-set.ts';
import * as clinical from './clinical.queries.ts';

export interface ClinicalShot {
  readonly view: ClinicalView;
  readonly taken_on: string;
  readonly device: string;
  readonly distance_cm: number;
  readonly light: (typeof Lights)[number];
  readonly bytes: Buffer;
}

/** Stores a photo that the doctor took for a clinical series. */
export async function uploadClinicalPhoto(
  ctx: Context,
  doctor: SignedIn,
  caseId: string,
  shot: ClinicalShot,
): Promise<ClinicalSet> {
  const enter = async (tx: Tx) => {
    const entered = await enterCase(ctx, tx, doctor, caseId);
    await assertAsked(ctx, tx, caseId, 'doctor', shot);
    return entered;
  };
  // This call checks whether the doctor may add a photo, before the service processes the image.
  await withStaff(ctx.db, doctor.userId, enter);
  const picture = await ctx.workers.inTurn('pictures', () => ingestPhoto(shot.bytes));
  return whileStoring(() =>
    withStaff(ctx.db, doctor.userId, async (tx) => {
      await clinical.lockPhotosOf(tx, caseId);
      const entered = await enter(tx);
      const id = await store(ctx, tx, entered.row, { shot, picture, taken_by: 'doctor', added_by: doctor.userId });
      await recordOnCase(ctx, tx, doctor, entered, 'photos.clinical_added', { details: { photo: id } });
      return showSet(withinOpening(ctx, entered.opening), tx, entered.row);
    }),
  );
}

/** Stores a photo that the patient took for a series. The doctor must have requested the series from the patient. */
export async function uploadMyClinicalPhoto(
  ctx: Context,
  userId: string,
  caseId: string,
  shot: ClinicalShot,
): Promise<ClinicalSet> {
  const enter = async (tx: Tx) => {
    const row = await cases.find(tx, caseId);
    if (row?.patient_id !== userId) throw new Refusal('NOT_FOUND');
    if (!(await hasConsent(tx, { userId }, 'simulation'))) throw new Refusal('CONSENT_REQUIRED');
    await assertAsked(ctx, tx, caseId, 'patient', shot);
    return row;
  };
  await withUser(ctx.db, userId, enter);
  const picture = await ctx.workers.inTurn('pictures', () => ingestPhoto(shot.bytes));
  return whileStoring(() =>
    withUser(ctx.db, userId, async (tx) => {
      await clinical.lockPhotosOf(tx, caseId);
      const row = await enter(tx);
      await store(ctx, tx, row, { shot, picture, taken_by: 'patient', added_by: userId });
      return showSet(ctx, tx, row);
    }),
  );
}

/**
 * Refuses photos of a series that was not requested. A doctor may add photos to any requested series. A patient may add
 * photos only to a series that the doctor requested from the patient. Also refuses a date in the future, and photos
 * beyond the limit of a series.
 */
async function assertAsked(
  ctx: Context,
  tx: Tx,
  caseId: string,
  by: 'doctor' | 'patient',
  { taken_on }: ClinicalShot,
): Promise<void> {
  const set = await clinical.findSet(tx, caseId);
  if (!set || (by === 'patient' && set.taken_by !== 'patient')) throw new Refusal('CLINICAL_NOT_ASKED');
  // `taken_on` is the date in the time zone of the browser, which can already be tomorrow in UTC.
  const tomorrow = new Date(ctx.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  if (taken_on > tomorrow) throw new Refusal('CLINICAL_DATE');
  if ((await clinical.listOfCase(tx, caseId)).length >= CLINICAL.most) throw new Refusal('CLINICAL_FULL');
}

interface Taken {
  readonly shot: ClinicalShot;
  readonly picture: PictureBytes;
  readonly taken_by: 'doctor' | 'patient';
  readonly added_by: string;
}

async function store(
  ctx: Context,
  tx: Tx,
  row: cases.CaseRow,
  { shot, picture, taken_by, added_by }: Taken,
): Promise<string> {
  const owner = { userId: row.patient_id };
  const path = `${row.id}/${randomUUID()}.jpg`;
  const { id, sha256 } = await ctx.photos.save(tx, { owner, bucket: 'treatments', path, picture });
  const { view, taken_on, device, distance_cm, light } = shot;
  await clinical.insertPhoto(tx, {
    id,
    case_id: row.id,
    view,
    taken_on,
    device,
    distance_cm,
    light,
    taken_by,
    added_by,
    sha256,
    width_px: picture.width,
    height_px: picture.height,
    created_at: ctx.clock.now(),
  });
  await tellAbout(ctx, tx, row);
  return id;
}
