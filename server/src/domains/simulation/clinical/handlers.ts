import { clinicalPhotos as contract } from '#contract/clinical-photos.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { bytesOf } from '#server/platform/http/received-file.ts';
import { chooseClinicalSet, getClinicalSet, getMyClinicalSets } from './clinical-set.ts';
import { type ClinicalShot, uploadClinicalPhoto, uploadMyClinicalPhoto } from './upload.ts';

type Form = Omit<ClinicalShot, 'bytes' | 'distance_cm'> & { readonly distance_cm: string; readonly file: File };

const shotOf = async ({ file, distance_cm, ...form }: Form): Promise<ClinicalShot> => ({
  ...form,
  distance_cm: Number(distance_cm),
  bytes: await bytesOf(file),
});

export function clinicalPhotosRouter(ctx: Context) {
  const os = implementContract(contract);

  return os.router({
    getClinicalSet: os.getClinicalSet.handler(({ context, input }) =>
      getClinicalSet(ctx, context.caller, input.case_id),
    ),
    chooseClinicalSet: os.chooseClinicalSet.handler(({ context, input }) =>
      chooseClinicalSet(ctx, context.caller, input.case_id, input.taken_by),
    ),
    uploadClinicalPhoto: os.uploadClinicalPhoto.handler(async ({ context, input: { case_id, ...form } }) =>
      uploadClinicalPhoto(ctx, context.caller, case_id, await shotOf(form)),
    ),
    getMyClinicalSets: os.getMyClinicalSets.handler(({ context }) => getMyClinicalSets(ctx, context.caller.userId)),
    uploadMyClinicalPhoto: os.uploadMyClinicalPhoto.handler(async ({ context, input: { case_id, ...form } }) =>
      uploadMyClinicalPhoto(ctx, context.caller.userId, case_id, await shotOf(form)),
    ),
  });
}
