import { implement } from '@orpc/server';
import { simulation as contract } from '#contract/simulation.ts';
import { requireUser, requireVerifiedPractitioner } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { getMySimulation } from './get-my-simulation.ts';
import { getStudioCase } from './get-studio-case.ts';
import { listMyCases } from './list-my-cases.ts';
import { listStudioCases } from './list-studio-cases.ts';
import { saveDraft } from './save-draft.ts';
import { signAndPublish } from './sign-and-publish.ts';
import { getSkinFollowUp, signSkinFollowUp } from './skin-score/follow-up.ts';
import { saveSkinScore } from './skin-score/save-score.ts';
import { releaseCase, takeCase } from './take-case.ts';
import { uploadRendering } from './upload-rendering.ts';

export function simulationRouter(ctx: Context) {
  const os = implement(contract).$context<RequestContext>();
  const doctorOf = ({ caller }: RequestContext): Promise<SignedIn> => requireVerifiedPractitioner(ctx, caller);

  return os.router({
    listMyCases: os.listMyCases.handler(({ context }) => listMyCases(ctx, requireUser(context.caller).userId)),
    getMySimulation: os.getMySimulation.handler(({ context, input }) =>
      getMySimulation(ctx, requireUser(context.caller).userId, input.case_id),
    ),
    listStudioCases: os.listStudioCases.handler(async ({ context, input }) =>
      listStudioCases(ctx, await doctorOf(context), input),
    ),
    getStudioCase: os.getStudioCase.handler(async ({ context, input }) =>
      getStudioCase(ctx, await doctorOf(context), input.case_id),
    ),
    takeCase: os.takeCase.handler(async ({ context, input }) => takeCase(ctx, await doctorOf(context), input.case_id)),
    releaseCase: os.releaseCase.handler(async ({ context, input }) =>
      releaseCase(ctx, await doctorOf(context), input.case_id),
    ),
    saveSimulationDraft: os.saveSimulationDraft.handler(async ({ context, input }) =>
      saveDraft(ctx, await doctorOf(context), input.case_id, input.base_version, input),
    ),
    uploadRendering: os.uploadRendering.handler(async ({ context, input: { case_id, file, ...made } }) => {
      const doctor = await doctorOf(context);
      return uploadRendering(ctx, doctor, case_id, { ...made, bytes: Buffer.from(await file.arrayBuffer()) });
    }),
    signAndPublish: os.signAndPublish.handler(async ({ context, input }) =>
      signAndPublish(ctx, await doctorOf(context), input),
    ),
    saveSkinScore: os.saveSkinScore.handler(async ({ context, input }) =>
      saveSkinScore(ctx, await doctorOf(context), input.case_id, input.scores, input.photo_id),
    ),
    getSkinFollowUp: os.getSkinFollowUp.handler(async ({ context, input }) =>
      getSkinFollowUp(ctx, await doctorOf(context), input.case_id),
    ),
    signSkinFollowUp: os.signSkinFollowUp.handler(async ({ context, input }) =>
      signSkinFollowUp(ctx, await doctorOf(context), input),
    ),
  });
}
