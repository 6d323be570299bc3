import { progress as contract } from '#contract/progress.ts';
import { requireCallerIs } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { joinChallenge, leaveChallenge, listChallenges } from './challenges.ts';
import { acceptInvite, confirmFriend, endFriendship, getInvite, listFriends } from './friends.ts';
import { listMyPhotos } from './gallery.ts';
import { getDashboardSummary } from './get-dashboard-summary.ts';
import { getMyInvite, renewMyInvite } from './invites.ts';
import { deleteProduct, listProducts, saveProduct } from './products.ts';
import { claimReward, fulfilClaim, getMemberAchievements, listClaims } from './rewards.ts';
import { updateSettings } from './settings.ts';
import { noteShare } from './shares.ts';

export function progressRouter(ctx: Context) {
  const os = implementContract(contract);

  return os.router({
    getDashboardSummary: os.getDashboardSummary.handler(({ context, input }) => {
      const { userId, language } = context.caller;
      requireCallerIs(context.caller, input.user_id ?? userId);
      return getDashboardSummary(ctx, userId, input.time_zone, language);
    }),
    updateProgressSettings: os.updateProgressSettings.handler(({ context, input }) =>
      updateSettings(ctx, context.caller.userId, input),
    ),
    noteShare: os.noteShare.handler(({ context, input }) => noteShare(ctx, context.caller.userId, input)),

    listFriends: os.listFriends.handler(({ context }) => listFriends(ctx, context.caller.userId)),
    getMyInvite: os.getMyInvite.handler(({ context }) => getMyInvite(ctx, context.caller.userId)),
    renewMyInvite: os.renewMyInvite.handler(({ context }) => renewMyInvite(ctx, context.caller.userId)),
    getInvite: os.getInvite.handler(({ context, input }) => getInvite(ctx, context.caller.userId, input.token)),
    acceptInvite: os.acceptInvite.handler(({ context, input }) =>
      acceptInvite(ctx, context.caller.userId, input.token),
    ),
    confirmFriend: os.confirmFriend.handler(({ context, input }) =>
      confirmFriend(ctx, context.caller.userId, input.connection_id),
    ),
    endFriendship: os.endFriendship.handler(({ context, input }) =>
      endFriendship(ctx, context.caller.userId, input.connection_id),
    ),

    listChallenges: os.listChallenges.handler(({ context }) => listChallenges(ctx, context.caller.userId)),
    joinChallenge: os.joinChallenge.handler(({ context, input }) =>
      joinChallenge(ctx, context.caller.userId, input.challenge_id, input.time_zone),
    ),
    leaveChallenge: os.leaveChallenge.handler(({ context, input }) =>
      leaveChallenge(ctx, context.caller.userId, input.challenge_id),
    ),

    claimReward: os.claimReward.handler(({ context, input }) =>
      claimReward(ctx, context.caller.userId, input.reward_id),
    ),
    getMemberAchievements: os.getMemberAchievements.handler(({ input }) => getMemberAchievements(ctx, input.user_id)),

    listMyPhotos: os.listMyPhotos.handler(({ context, input }) => listMyPhotos(ctx, context.caller.userId, input)),

    adminListProducts: os.adminListProducts.handler(({ context }) => listProducts(ctx, context.caller.userId)),
    adminSaveProduct: os.adminSaveProduct.handler(({ context, input }) =>
      saveProduct(ctx, context.caller.userId, input),
    ),
    adminDeleteProduct: os.adminDeleteProduct.handler(({ context, input }) =>
      deleteProduct(ctx, context.caller.userId, input.id),
    ),
    adminListRewardClaims: os.adminListRewardClaims.handler(({ context }) => listClaims(ctx, context.caller.userId)),
    adminFulfilRewardClaim: os.adminFulfilRewardClaim.handler(({ context, input }) =>
      fulfilClaim(ctx, context.caller.userId, input.id),
    ),
  });
}
