import { implement } from '@orpc/server';
import { caseFlow as contract } from '#contract/case-flow.ts';
import { requireRole, requireTeam, requireUser, requireVerifiedPractitioner } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { assignCase, balanceCases, listPractitionerLoad } from './assign-case.ts';
import { saveCaseNote } from './case-note.ts';
import { getDraftVersion, listDraftVersions, nameDraftVersion } from './draft-versions.ts';
import { getSharedSimulation } from './get-shared-simulation.ts';
import { getPlanDocument } from './plan-document.ts';
import { listMyPublished } from './list-my-published.ts';
import { reopenCase } from './reopen-case.ts';
import { requestPhotos, withdrawPhotoRequest } from './request-photos.ts';
import { requestRedo } from './request-redo.ts';
import { getMyAllowance, requestSimulation } from './request-simulation.ts';
import { createShareLink, listShareLinks, revokeShareLink } from './share-links.ts';
import { takeOverCase } from './take-over-case.ts';
import { verifySignature } from './verify-signature.ts';

export function caseFlowRouter(ctx: Context) {
  const os = implement(contract).$context<RequestContext>();
  const doctorOf = ({ caller }: RequestContext): Promise<SignedIn> => requireVerifiedPractitioner(ctx, caller);
  /** Who shares out the work: a verified practitioner, or an administrator, who sees numbers only. */
  const dispatcherOf = ({ caller }: RequestContext): Promise<SignedIn> => requireTeam(ctx, caller);
  const patientOf = ({ caller }: RequestContext): string => requireUser(caller).userId;

  return os.router({
    listPractitionerLoad: os.listPractitionerLoad.handler(async ({ context }) =>
      listPractitionerLoad(ctx, await dispatcherOf(context)),
    ),
    assignCase: os.assignCase.handler(async ({ context, input }) =>
      assignCase(ctx, await dispatcherOf(context), input.case_id, input.practitioner_id),
    ),
    balanceCases: os.balanceCases.handler(async ({ context }) => balanceCases(ctx, await dispatcherOf(context))),
    takeOverCase: os.takeOverCase.handler(async ({ context, input }) =>
      takeOverCase(ctx, await doctorOf(context), input.case_id, input.reason),
    ),
    requestPhotos: os.requestPhotos.handler(async ({ context, input }) =>
      requestPhotos(ctx, await doctorOf(context), input.case_id, input),
    ),
    withdrawPhotoRequest: os.withdrawPhotoRequest.handler(async ({ context, input }) =>
      withdrawPhotoRequest(ctx, await doctorOf(context), input.case_id),
    ),
    getMyAllowance: os.getMyAllowance.handler(({ context }) =>
      getMyAllowance(ctx, requireRole(context.caller, 'patient').userId),
    ),
    requestSimulation: os.requestSimulation.handler(({ context, input }) =>
      requestSimulation(ctx, requireRole(context.caller, 'patient').userId, input.idempotency_key),
    ),
    requestRedo: os.requestRedo.handler(({ context, input }) => requestRedo(ctx, patientOf(context), input)),
    reopenCase: os.reopenCase.handler(async ({ context, input }) =>
      reopenCase(ctx, await doctorOf(context), input.case_id, input.reason),
    ),
    saveCaseNote: os.saveCaseNote.handler(async ({ context, input }) =>
      saveCaseNote(ctx, await doctorOf(context), input.case_id, input),
    ),
    listDraftVersions: os.listDraftVersions.handler(async ({ context, input }) =>
      listDraftVersions(ctx, await doctorOf(context), input),
    ),
    getDraftVersion: os.getDraftVersion.handler(async ({ context, input }) =>
      getDraftVersion(ctx, await doctorOf(context), input.case_id, input.version),
    ),
    nameDraftVersion: os.nameDraftVersion.handler(async ({ context, input }) =>
      nameDraftVersion(ctx, await doctorOf(context), input),
    ),
    verifySignature: os.verifySignature.handler(({ input }) => verifySignature(ctx, input.code)),
    listShareLinks: os.listShareLinks.handler(({ context, input }) =>
      listShareLinks(ctx, patientOf(context), input.case_id),
    ),
    createShareLink: os.createShareLink.handler(({ context, input }) =>
      createShareLink(ctx, patientOf(context), input),
    ),
    revokeShareLink: os.revokeShareLink.handler(({ context, input }) =>
      revokeShareLink(ctx, patientOf(context), input.link_id),
    ),
    getSharedSimulation: os.getSharedSimulation.handler(({ input }) => getSharedSimulation(ctx, input.token)),
    getPlanDocument: os.getPlanDocument.handler(async ({ context, input }) => {
      const user = requireUser(context.caller);
      const reader = user.role === 'patient' ? user : await doctorOf(context);
      const { name, bytes } = await getPlanDocument(ctx, reader, input.case_id, input.language);
      return new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
    }),
    listMyPublished: os.listMyPublished.handler(({ context }) => listMyPublished(ctx, patientOf(context))),
  });
}
