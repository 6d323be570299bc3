import { simulation as contract } from '#contract/simulation.ts';
import { getSigningKeys, proveSignature } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { bytesOf } from '#server/platform/http/received-file.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
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
