import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { TreatmentPhoto } from '#contract/treatment-records.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { ingestPhoto } from '#server/platform/images/ingest.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { whileStoring } from '#server/platform/storage/while-storing.ts';
import { recordOnCase } from '../record-on-case.ts';
import { enterCase, withinOpening } from '../relation/enter-case.ts';
import { findLatestSignature } from '../renderings.queries.ts';
import { insertPhoto, removeUnnamedPhotos } from './records.queries.ts';

const DAY_MS = 86_400_000;

/** Stores a photo of the visit. The photo is checked and encrypted like every other photo of the patient. */
export async function uploadTreatmentPhoto(
  ctx: Context,
  doctor: SignedIn,
  caseId: string,
  bytes: Buffer,
): Promise<TreatmentPhoto> {
  // This call checks whether the doctor may see the case, before the service processes the image.
  await withStaff(ctx.db, doctor.userId, (tx) => enterCase(ctx, tx, doctor, caseId));
  const picture = await ctx.workers.inTurn('pictures', () => ingestPhoto(bytes));
  return whileStoring(() =>
    withStaff(ctx.db, doctor.userId, async (tx) => {
      const entered = await enterCase(ctx, tx, doctor, caseId);
      if (!(await findLatestSignature(tx, caseId))) throw new Refusal('CASE_NOT_SIGNED');
      const owner = { userId: entered.row.patient_id };
      const path = `${caseId}/${randomUUID()}.jpg`;
      const { id, sha256 } = await ctx.photos.save(tx, { owner, bucket: 'treatments', path, picture });
      const created_at = ctx.clock.now();
      await insertPhoto(tx, { id, case_id: caseId, sha256, uploaded_by: doctor.userId, created_at });
      const links = (await withinOpening(ctx, entered.opening).photos.linksFor(tx, [id])).get(id);
      if (!links) throw new Error('a photo without a picture');
      await recordOnCase(ctx, tx, doctor, entered, 'treatment.photo_added', { details: { photo: id } });
      return { id, ...links };
    }),
  );
}

/** Defines the job that deletes photos that were uploaded for a record but still belong to no record after a day. */
export function defineTreatmentPhotoJob(ctx: Context): void {
  ctx.jobs.define(
    'simulation.deleteUnnamedPhotos',
    z.object({}),
    () =>
      withSystem(ctx.system, async (tx) => {
        const ids = await removeUnnamedPhotos(tx, new Date(ctx.clock.now().getTime() - DAY_MS));
        for (const id of ids) await ctx.photos.delete(tx, id);
      }),
    { cron: '53 2 * * *' },
  );
}
