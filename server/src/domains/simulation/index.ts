import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import './events.ts';
import { defineTimestampJob } from './flow/fetch-timestamps.ts';
import { caseFlowRouter } from './flow/handlers.ts';
import { defineDueTimeJob } from './flow/watch-due-times.ts';
import { defineForgettingJob } from './forget-patients.ts';
import { casesAdminRouter, clinicalPhotosRouter, simulationRouter, treatmentRecordsRouter } from './handlers.ts';
import { openCaseWhenReady } from './open-case.ts';
import './simulation.table.ts';
import { withdrawOpenCases } from './withdraw-cases.ts';
import { simulationData } from './personal.ts';
import { defineTreatmentPhotoJob } from './treatment/photos.ts';

export {
  type CaseRow,
  find as findCase,
  findForUpdate as lockCase,
  listOfPatient as listCasesOfPatient,
} from './cases.queries.ts';
export {
  type CalibrationRow,
  decideOn,
  findCalibration,
  holdCalibration,
  insertCalibration,
  listCalibrations,
  listLooked,
  noteLook,
} from './calibrations.ts';
export { noteStep } from './case-steps.ts';
export { getPlanDocument } from './flow/plan-document.ts';
export { assignCase, balanceCases } from './flow/assign-case.ts';
export { saveCaseNote, showNote } from './flow/case-note.ts';
export { getDraftVersion, listDraftVersions, nameDraftVersion } from './flow/draft-versions.ts';
export { getSharedSimulation } from './flow/get-shared-simulation.ts';
export { answerReopening, askReopening } from './flow/ask-reopening.ts';
export { reopenCase } from './flow/reopen-case.ts';
export { requestPhotos, withdrawPhotoRequest } from './flow/request-photos.ts';
export { requestRedo } from './flow/request-redo.ts';
export { createShareLink, listShareLinks, revokeShareLink } from './flow/share-links.ts';
export { takeOverCase } from './flow/take-over-case.ts';
export { firstVisitOf, listSignedPlans, productsText, type SignedPlan } from './flow/signed-plans.ts';
export { verifySignature } from './flow/verify-signature.ts';
export { getMySimulation } from './get-my-simulation.ts';
export { getStudioCase } from './get-studio-case.ts';
export { chooseClinicalSet } from './clinical/clinical-set.ts';
export { uploadClinicalPhoto } from './clinical/upload.ts';
export { listMyCases } from './list-my-cases.ts';
export { listStudioCases } from './list-studio-cases.ts';
export { endOpening, openCase } from './relation/break-glass.ts';
export { recordOnCase } from './record-on-case.ts';
export { showPicturesForBoth } from './show-rendering.ts';
export { enterCase, onCase, withinOpening } from './relation/enter-case.ts';
export { inChargeOf } from './relation/relation.ts';
export { listEarlierTreatments, listReceivedDoses } from './health.queries.ts';
export { saveDraft } from './save-draft.ts';
export { seeRendering } from './see-rendering.ts';
export { signAndPublish } from './sign-and-publish.ts';
export { saveSkinScore } from './skin-score/save-score.ts';
export { changeOf, overallChange, overallOf, scaleOf } from './skin-score/score.ts';
export { showSigned } from './skin-score/show-score.ts';
export { findNewestScore } from './skin-score/skin-scores.queries.ts';
export { releaseCase, takeCase } from './take-case.ts';
export { look } from './marks/check-rendering.ts';
export { acceptMark } from './marks/accept-mark.ts';
export { hasRecord, listOfCases as listRecords } from './treatment/records.queries.ts';
export { newestOf } from './treatment/treatment-record.ts';
export { listSignedPhotos } from './renderings.queries.ts';
export { listOfCase as listClinicalPhotos } from './clinical/clinical.queries.ts';
export { getCaseRecords, listDosesDone } from './treatment/show-records.ts';
export { correctTreatment, recordTreatment } from './treatment/record-treatment.ts';
export { getMyPassport } from './treatment/passport.ts';
export { exportLot, findLot } from './treatment/find-lot.ts';
export { uploadTreatmentPhoto } from './treatment/photos.ts';
export { uploadRendering } from './upload-rendering.ts';

/**
 * Registers the domain of cases, the studio, and the patient's view of both. The service calls this function once
 * before it starts to listen.
 */
export function register(ctx: Context) {
  const name = 'simulation';
  defineDueTimeJob(ctx);
  defineTimestampJob(ctx);
  ctx.personal.add(simulationData);
  defineForgettingJob(ctx);
  defineTreatmentPhotoJob(ctx);
  ctx.outbox.on('intake.leadAttached', ({ payload }) => openCaseWhenReady(ctx, payload.user_id), { name });
  ctx.outbox.on('intake.photosChanged', ({ payload }) => openCaseWhenReady(ctx, payload.user_id), { name });
  ctx.outbox.on('identity.birthDateGiven', ({ payload }) => openCaseWhenReady(ctx, payload.user_id), { name });
  ctx.outbox.on(
    'identity.consentGiven',
    async ({ payload }) => {
      if (payload.purpose === 'simulation') await openCaseWhenReady(ctx, payload.user_id, { isConsentNew: true });
    },
    { name },
  );
  ctx.outbox.on(
    'identity.consentWithdrawn',
    async ({ payload }) => {
      if (payload.purpose === 'simulation') await withdrawOpenCases(ctx, payload.user_id);
    },
    { name },
  );
  return {
    router: simulationRouter(ctx),
    caseFlow: caseFlowRouter(ctx),
    treatmentRecords: treatmentRecordsRouter(ctx),
    clinicalPhotos: clinicalPhotosRouter(ctx),
    admin: casesAdminRouter(ctx),
  } satisfies Registered & {
    caseFlow: unknown;
    treatmentRecords: unknown;
    clinicalPhotos: unknown;
    admin: unknown;
  };
}
