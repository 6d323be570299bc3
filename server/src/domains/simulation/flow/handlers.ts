import { caseFlow as contract } from '#contract/case-flow.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { endOpening, getLockedCase, openCase } from '../relation/break-glass.ts';
import { answerReopening, askReopening, listReopenings } from './ask-reopening.ts';
import { assignCase, balanceCases, listPractitionerLoad } from './assign-case.ts';
import { saveCaseNote } from './case-note.ts';
import { exportCase } from '../fhir/export-case.ts';
import { getDraftVersion, listDraftVersions, nameDraftVersion } from './draft-versions.ts';
import { getSharedSimulation } from './get-shared-simulation.ts';
import { getPlanDocument } from './plan-document.ts';
import { getSignatureProof } from './signature-proof.ts';
import { listMyPublished } from './list-my-published.ts';
import { reopenCase } from './reopen-case.ts';
import { requestPhotos, withdrawPhotoRequest } from './request-photos.ts';
import { requestRedo } from './request-redo.ts';
import { getMyAllowance, requestSimulation } from './request-simulation.ts';
import { createShareLink, listShareLinks, revokeShareLink } from './share-links.ts';
import { takeOverCase } from './take-over-case.ts';
import { verifySignature } from './verify-signature.ts';

export function caseFlowRouter(ctx: Context) {
  const os = implementContract(contract);

  return os.router({
    listPractitionerLoad: os.listPractitionerLoad.handler(({ context }) => listPractitionerLoad(ctx, context.caller)),
    assignCase: os.assignCase.handler(({ context, input }) =>
      assignCase(ctx, context.caller, input.case_id, input.practitioner_id),
    ),
    balanceCases: os.balanceCases.handler(({ context }) => balanceCases(ctx, context.caller)),
    takeOverCase: os.takeOverCase.handler(({ context, input }) =>
      takeOverCase(ctx, context.caller, input.case_id, input),
    ),
    getLockedCase: os.getLockedCase.handler(({ context, input }) => getLockedCase(ctx, context.caller, input.case_id)),
    openCase: os.openCase.handler(({ context, input }) => openCase(ctx, context.caller, input.case_id, input)),
    endOpening: os.endOpening.handler(({ context, input }) => endOpening(ctx, context.caller, input.opening_id)),
    requestPhotos: os.requestPhotos.handler(({ context, input }) =>
      requestPhotos(ctx, context.caller, input.case_id, input),
    ),
    withdrawPhotoRequest: os.withdrawPhotoRequest.handler(({ context, input }) =>
      withdrawPhotoRequest(ctx, context.caller, input.case_id),
    ),
    getMyAllowance: os.getMyAllowance.handler(({ context }) => getMyAllowance(ctx, context.caller.userId)),
    requestSimulation: os.requestSimulation.handler(({ context, input }) =>
      requestSimulation(ctx, context.caller.userId, input.idempotency_key),
    ),
    requestRedo: os.requestRedo.handler(({ context, input }) => requestRedo(ctx, context.caller.userId, input)),
    reopenCase: os.reopenCase.handler(({ context, input }) =>
      reopenCase(ctx, context.caller, input.case_id, input.reason),
    ),
    askReopening: os.askReopening.handler(({ context, input }) =>
      askReopening(ctx, context.caller, input.case_id, input.note),
    ),
    listReopenings: os.listReopenings.handler(({ context }) => listReopenings(ctx, context.caller)),
    answerReopening: os.answerReopening.handler(({ context, input }) =>
      answerReopening(ctx, context.caller, input.reopening_id, input.agrees),
    ),
    saveCaseNote: os.saveCaseNote.handler(({ context, input }) =>
      saveCaseNote(ctx, context.caller, input.case_id, input),
    ),
    listDraftVersions: os.listDraftVersions.handler(({ context, input }) =>
      listDraftVersions(ctx, context.caller, input),
    ),
    getDraftVersion: os.getDraftVersion.handler(({ context, input }) =>
      getDraftVersion(ctx, context.caller, input.case_id, input.version),
    ),
    nameDraftVersion: os.nameDraftVersion.handler(({ context, input }) => nameDraftVersion(ctx, context.caller, input)),
    verifySignature: os.verifySignature.handler(({ input }) => verifySignature(ctx, input.code)),
    listShareLinks: os.listShareLinks.handler(({ context, input }) =>
      listShareLinks(ctx, context.caller.userId, input.case_id),
    ),
    createShareLink: os.createShareLink.handler(({ context, input }) =>
      createShareLink(ctx, context.caller.userId, input),
    ),
    revokeShareLink: os.revokeShareLink.handler(({ context, input }) =>
      revokeShareLink(ctx, context.caller.userId, input.link_id),
    ),
    getSharedSimulation: os.getSharedSimulation.handler(({ input }) => getSharedSimulation(ctx, input.token)),
    getSignatureProof: os.getSignatureProof.handler(({ context, input }) =>
      getSignatureProof(ctx, context.caller, input.case_id),
    ),
    getPlanDocument: os.getPlanDocument.handler(({ context, input }) =>
      getPlanDocument(ctx, context.caller, input.case_id, input.language),
    ),
    exportCase: os.exportCase.handler(({ context, input }) => exportCase(ctx, context.caller, input.case_id)),
    listMyPublished: os.listMyPublished.handler(({ context }) => listMyPublished(ctx, context.caller.userId)),
  });
}
