import { implement } from '@orpc/server';
import { site as contract } from '#contract/site.ts';
import { requireStaff } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { blockStates, listVersions } from './block-states.ts';
import { discardDraft, restoreVersion, saveBlock } from './save-block.ts';

const adminOf = ({ caller }: RequestContext): string => requireStaff(caller, 'admin').userId;

export function siteRouter(ctx: Context) {
  const os = implement(contract).$context<RequestContext>();
  return os.router({
    adminGetSiteContent: os.adminGetSiteContent.handler(({ context, input }) => {
      adminOf(context);
      return blockStates(ctx, input);
    }),
    adminSaveSiteBlock: os.adminSaveSiteBlock.handler(({ context, input }) => saveBlock(ctx, adminOf(context), input)),
    adminDiscardSiteDraft: os.adminDiscardSiteDraft.handler(({ context, input }) => {
      adminOf(context);
      return discardDraft(ctx, input);
    }),
    adminListSiteVersions: os.adminListSiteVersions.handler(({ context, input }) => {
      adminOf(context);
      return listVersions(ctx, input);
    }),
    adminRestoreSiteVersion: os.adminRestoreSiteVersion.handler(({ context, input }) =>
      restoreVersion(ctx, adminOf(context), input.id, input.newest_id),
    ),
  });
}
