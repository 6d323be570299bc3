import { launch as launchContract } from '#contract/launch.ts';
import { site as contract } from '#contract/site.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { blockStates, listVersions } from './block-states.ts';
import { chooseWording, publishSite, readLaunch, settleLine } from './launch.ts';
import type { Published } from './published.ts';
import { readSite } from './read-site.ts';
import { discardDraft, restoreVersion, saveBlock } from './save-block.ts';

export function siteRouter(ctx: Context, published: Published) {
  const os = implementContract(contract);
  return os.router({
    readSite: os.readSite.handler(({ context, input }) => readSite(ctx, published, context, input)),
    adminGetSiteContent: os.adminGetSiteContent.handler(({ input }) => blockStates(ctx, input)),
    adminSaveSiteBlock: os.adminSaveSiteBlock.handler(({ context, input }) =>
      saveBlock(ctx, context.caller.userId, input),
    ),
    adminDiscardSiteDraft: os.adminDiscardSiteDraft.handler(({ input }) => discardDraft(ctx, input)),
    adminListSiteVersions: os.adminListSiteVersions.handler(({ input }) => listVersions(ctx, input)),
    adminRestoreSiteVersion: os.adminRestoreSiteVersion.handler(({ context, input }) =>
      restoreVersion(ctx, context.caller.userId, input.id, input.newest_id),
    ),
  });
}

export function launchRouter(ctx: Context) {
  const os = implementContract(launchContract);
  return os.router({
    adminGetLaunch: os.adminGetLaunch.handler(() => readLaunch(ctx)),
    adminSettleLaunchLine: os.adminSettleLaunchLine.handler(({ context, input }) =>
      settleLine(ctx, context.caller, input),
    ),
    adminChooseWording: os.adminChooseWording.handler(({ context, input }) =>
      chooseWording(ctx, context.caller, input),
    ),
    adminPublishSite: os.adminPublishSite.handler(({ context }) => publishSite(ctx, context.caller)),
  });
}
