import { implement } from '@orpc/server';
import { progress as contract } from '#contract/progress.ts';
import { requireCallerIs, requireRole, requireStaff, requireUser } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
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
  const os = implement(contract).$context<RequestContext>();
  const patientOf = ({ caller }: RequestContext): string => requireRole(caller, 'patient').userId;
  const adminOf = ({ caller }: RequestContext): string => requireStaff(caller, 'admin').userId;

  return os.router({
    getDashboardSummary: os.getDashboardSummary.handler(({ context, input }) => {
      const { userId } = requireUser(context.caller);
      requireCallerIs(context.caller, input.user_id ?? userId);
      return getDashboardSummary(ctx, patientOf(context), input.time_zone, context.caller.language);
    }),
    updateProgressSettings: os.updateProgressSettings.handler(({ context, input }) =>
      updateSettings(ctx, patientOf(context), input),
    ),
    noteShare: os.noteShare.handler(({ context, input }) => noteShare(ctx, patientOf(context), input)),

    listFriends: os.listFriends.handler(({ context }) => listFriends(ctx, patientOf(context))),
    getMyInvite: os.getMyInvite.handler(({ context }) => getMyInvite(ctx, patientOf(context))),
    renewMyInvite: os.renewMyInvite.handler(({ context }) => renewMyInvite(ctx, patientOf(context))),
    getInvite: os.getInvite.handler(({ context, input }) => getInvite(ctx, patientOf(context), input.token)),
    acceptInvite: os.acceptInvite.handler(({ context, input }) => acceptInvite(ctx, patientOf(context), input.token)),
    confirmFriend: os.confirmFriend.handler(({ context, input }) =>
      confirmFriend(ctx, patientOf(context), input.connection_id),
    ),
    endFriendship: os.endFriendship.handler(({ context, input }) =>
      endFriendship(ctx, patientOf(context), input.connection_id),
    ),

    listChallenges: os.listChallenges.handler(({ context }) => listChallenges(ctx, patientOf(context))),
    joinChallenge: os.joinChallenge.handler(({ context, input }) =>
      joinChallenge(ctx, patientOf(context), input.challenge_id, input.time_zone),
    ),
    leaveChallenge: os.leaveChallenge.handler(({ context, input }) =>
      leaveChallenge(ctx, patientOf(context), input.challenge_id),
    ),

    claimReward: os.claimReward.handler(({ context, input }) => claimReward(ctx, patientOf(context), input.reward_id)),
    getMemberAchievements: os.getMemberAchievements.handler(({ context, input }) => {
      requireUser(context.caller);
      return getMemberAchievements(ctx, input.user_id);
    }),

    listMyPhotos: os.listMyPhotos.handler(({ context, input }) => listMyPhotos(ctx, patientOf(context), input)),

    adminListProducts: os.adminListProducts.handler(({ context }) => listProducts(ctx, adminOf(context))),
    adminSaveProduct: os.adminSaveProduct.handler(({ context, input }) => saveProduct(ctx, adminOf(context), input)),
    adminDeleteProduct: os.adminDeleteProduct.handler(({ context, input }) =>
      deleteProduct(ctx, adminOf(context), input.id),
    ),
    adminListRewardClaims: os.adminListRewardClaims.handler(({ context }) => listClaims(ctx, adminOf(context))),
    adminFulfilRewardClaim: os.adminFulfilRewardClaim.handler(({ context, input }) =>
      fulfilClaim(ctx, adminOf(context), input.id),
    ),
  });
}
