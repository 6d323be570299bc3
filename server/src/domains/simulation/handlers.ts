import { casesAdmin } from '#contract/admin.ts';
import { clinicalPhotos } from '#contract/clinical-photos.ts';
import { simulation as contract } from '#contract/simulation.ts';
import { treatmentRecords } from '#contract/treatment-records.ts';
import { getSigningKeys, proveSignature } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { bytesOf } from '#server/platform/http/received-file.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { listCases } from './admin/list-cases.ts';
import { chooseClinicalSet, getClinicalSet, getMyClinicalSets } from './clinical/clinical-set.ts';
import { type ClinicalShot, uploadClinicalPhoto, uploadMyClinicalPhoto } from './clinical/upload.ts';
import { acceptMark } from './marks/accept-mark.ts';
import { getMySimulation } from './get-my-simulation.ts';
import { getStudioCase } from './get-studio-case.ts';
import { listMyCases } from './list-my-cases.ts';
import { listStudioCases } from './list-studio-cases.ts';
import { saveDraft } from './save-draft.ts';
import { seeRendering } from './see-rendering.ts';
import { signAndPublish } from './sign-and-publish.ts';
import { getSkinFollowUp, signSkinFollowUp } from './skin-score/follow-up.ts';
import { saveSkinScore } from './skin-score/save-score.ts';
import { releaseCase, takeCase } from './take-case.ts';
import { exportLot, findLot } from './treatment/find-lot.ts';
import { getPassportDocument } from './treatment/passport-document.ts';
import { getMyPassport } from './treatment/passport.ts';
import { uploadTreatmentPhoto } from './treatment/photos.ts';
import { correctTreatment, recordTreatment } from './treatment/record-treatment.ts';
import { getCaseRecords } from './treatment/show-records.ts';
import { uploadRendering } from './upload-rendering.ts';

export function simulationRouter(ctx: Context) {
  const os = implementContract(contract);

  return os.router({
    listMyCases: os.listMyCases.handler(({ context }) => listMyCases(ctx, context.caller.userId)),
    getMySimulation: os.getMySimulation.handler(({ context, input }) =>
      getMySimulation(ctx, context.caller.userId, input.case_id),
    ),
    listStudioCases: os.listStudioCases.handler(({ context, input }) => listStudioCases(ctx, context.caller, input)),
    getStudioCase: os.getStudioCase.handler(({ context, input }) => getStudioCase(ctx, context.caller, input.case_id)),
    takeCase: os.takeCase.handler(({ context, input }) => takeCase(ctx, context.caller, input.case_id)),
    releaseCase: os.releaseCase.handler(({ context, input }) => releaseCase(ctx, context.caller, input.case_id)),
    saveSimulationDraft: os.saveSimulationDraft.handler(({ context, input }) =>
      saveDraft(ctx, context.caller, input.case_id, input.base_version, input),
    ),
    uploadRendering: os.uploadRendering.handler(async ({ context, input: { case_id, file, ...made } }) => {
      return uploadRendering(ctx, context.caller, case_id, { ...made, bytes: await bytesOf(file) });
    }),
    seeRendering: os.seeRendering.handler(({ context, input }) =>
      seeRendering(ctx, context.caller, input.case_id, input.rendering_id),
    ),
    acceptMark: os.acceptMark.handler(({ context, input }) => acceptMark(ctx, context.caller, input)),
    getSigningKeys: os.getSigningKeys.handler(({ context }) => getSigningKeys(ctx, context.caller)),
    signAndPublish: os.signAndPublish.handler(async ({ context, input: { proof, ...signing } }) => {
      const proven = await proveSignature(ctx, context.caller, signing.seal, proof);
      return signAndPublish(ctx, context.caller, { ...signing, proven });
    }),
    saveSkinScore: os.saveSkinScore.handler(({ context, input }) =>
      saveSkinScore(ctx, context.caller, input.case_id, input.scores, input.photo_id),
    ),
    getSkinFollowUp: os.getSkinFollowUp.handler(({ context, input }) =>
      getSkinFollowUp(ctx, context.caller, input.case_id),
    ),
    signSkinFollowUp: os.signSkinFollowUp.handler(({ context, input }) => signSkinFollowUp(ctx, context.caller, input)),
  });
}

export function casesAdminRouter(ctx: Context) {
  const os = implementContract(casesAdmin);
  return os.router({
    adminListCases: os.adminListCases.handler(({ context, input }) =>
      listCases(ctx, context.caller, input ?? { filter: 'open', limit: 50 }),
    ),
  });
}

type ClinicalForm = Omit<ClinicalShot, 'bytes' | 'distance_cm'> & { readonly distance_cm: string; readonly file: File };

const shotOf = async ({ file, distance_cm, ...form }: ClinicalForm): Promise<ClinicalShot> => ({
  ...form,
  distance_cm: Number(distance_cm),
  bytes: await bytesOf(file),
});

export function clinicalPhotosRouter(ctx: Context) {
  const os = implementContract(clinicalPhotos);

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

export function treatmentRecordsRouter(ctx: Context) {
  const os = implementContract(treatmentRecords);

  return os.router({
    getCaseRecords: os.getCaseRecords.handler(({ context, input }) =>
      getCaseRecords(ctx, context.caller, input.case_id),
    ),
    recordTreatment: os.recordTreatment.handler(({ context, input }) => recordTreatment(ctx, context.caller, input)),
    correctTreatment: os.correctTreatment.handler(({ context, input }) => correctTreatment(ctx, context.caller, input)),
    uploadTreatmentPhoto: os.uploadTreatmentPhoto.handler(async ({ context, input }) =>
      uploadTreatmentPhoto(ctx, context.caller, input.case_id, await bytesOf(input.file)),
    ),
    getMyPassport: os.getMyPassport.handler(({ context }) => getMyPassport(ctx, context.caller.userId)),
    getPassportDocument: os.getPassportDocument.handler(({ context, input }) =>
      getPassportDocument(ctx, context.caller.userId, input.language),
    ),
    findLot: os.findLot.handler(({ context, input }) => findLot(ctx, context.caller, input.lot)),
    exportLot: os.exportLot.handler(({ context, input }) => exportLot(ctx, context.caller, input.lot)),
  });
}
