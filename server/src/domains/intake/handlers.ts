import type * as z from 'zod';
import { type PhotoUpload, intake as contract } from '#contract/intake.ts';
import type { Context } from '#server/platform/context.ts';
import { bytesOf } from '#server/platform/http/received-file.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { attachLeadFilesToUser } from './attach-lead-files.ts';
import { claimLeadSecure } from './claim-lead-secure.ts';
import { insertAnswers } from './insert-answers.ts';
import { cookieWith, secretIn } from './lead-cookie.ts';
import type { LeadKey } from './open-lead.ts';
import { getLead } from './show-lead.ts';
import { startLead } from './start-lead.ts';
import { type Shot, uploadLeadPhoto } from './upload-lead-photo.ts';
import { upsertLeadOpen } from './upsert-lead-open.ts';
import { appendUserPhoto, getMyCurrentSet, uploadUserPhoto } from './user-photos.ts';
import { withdrawLead } from './withdraw-lead.ts';

export function intakeRouter(ctx: Context) {
  const os = implementContract(contract);
  const keyOf = ({ headers }: RequestContext, leadId: string): LeadKey => ({
    leadId,
    secret: secretIn(headers, ctx.config.publicUrl),
  });
  return os.router({
    startLead: os.startLead.handler(async ({ context, input }) => {
      const { lead, secret } = await startLead(ctx, keyOf(context, input.lead_id), input.consent, context.ip);
      context.resHeaders.append('set-cookie', cookieWith(secret, ctx.config.publicUrl));
      return lead;
    }),
    getLead: os.getLead.handler(({ context, input }) => getLead(ctx, keyOf(context, input.lead_id))),
    withdrawLead: os.withdrawLead.handler(({ context, input }) => withdrawLead(ctx, keyOf(context, input.lead_id))),
    uploadLeadPhoto: os.uploadLeadPhoto.handler(async ({ context, input }) =>
      uploadLeadPhoto(ctx, keyOf(context, input.lead_id), await shotOf(input)),
    ),
    insertAnswers: os.insertAnswers.handler(({ context, input }) =>
      insertAnswers(ctx, keyOf(context, input.lead_id), input.answers),
    ),
    upsertLeadOpen: os.upsertLeadOpen.handler(({ context, input }) =>
      upsertLeadOpen(ctx, keyOf(context, input.lead_id), input, input.consents),
    ),
    claimLeadSecure: os.claimLeadSecure.handler(({ context, input }) =>
      claimLeadSecure(ctx, context.caller, keyOf(context, input.lead_id), input.user_id),
    ),
    attachLeadFilesToUser: os.attachLeadFilesToUser.handler(({ context, input }) =>
      attachLeadFilesToUser(ctx, context.caller, secretIn(context.headers, ctx.config.publicUrl), input.user_id),
    ),
    getMyCurrentSet: os.getMyCurrentSet.handler(({ context }) => getMyCurrentSet(ctx, context.caller.userId)),
    uploadUserPhoto: os.uploadUserPhoto.handler(async ({ context, input }) =>
      uploadUserPhoto(ctx, context.caller.userId, await shotOf(input)),
    ),
    appendUserPhoto: os.appendUserPhoto.handler(({ context, input }) =>
      appendUserPhoto(ctx, context.caller.userId, input.pose, input.path),
    ),
  });
}

const shotOf = async ({ pose, file, is_verified }: z.output<typeof PhotoUpload>): Promise<Shot> => ({
  pose,
  bytes: await bytesOf(file),
  isVerified: is_verified === 'true',
});
