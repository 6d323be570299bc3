import type { Context } from '#server/platform/context.ts';
import { bytesOf } from '#server/platform/http/received-file.ts';
import { createChannel, getOrCreateUserChannel, suggestSlug } from '../create-channel.ts';
import { archiveChannel, askChannelDeletion, cancelChannelDeletion, reopenChannel } from '../end-channel.ts';
import { markChannelSeen } from '../follows.ts';
import { uploadImage } from '../images.ts';
import {
  answerInvite,
  answerJoinRequest,
  inviteToChannel,
  listChannelInvites,
  listJoinRequests,
  listMyInvites,
  revokeInvite,
} from '../invites.ts';
import { getChannel, listChannels, listMemberships } from '../list-channels.ts';
import { listMembers } from '../list-members.ts';
import { joinChannel, leaveChannel, removeMember, setMemberRole } from '../membership.ts';
import { setChannelBranding, setChannelThemes, updateChannel } from '../update-channel.ts';
import { viewerOf } from '../viewer.ts';
import type { Os } from './os.ts';

export const channelHandlers = (ctx: Context, os: Os) => ({
  listChannels: os.listChannels.handler(({ context, input }) => listChannels(ctx, context.caller, input)),
  getChannel: os.getChannel.handler(({ context, input }) => getChannel(ctx, context.caller, input.slug)),
  createChannel: os.createChannel.handler(({ context, input }) => createChannel(ctx, context.caller, input)),
  suggestSlug: os.suggestSlug.handler(({ context, input }) => suggestSlug(ctx, context.caller, input.name)),
  getOrCreateUserChannel: os.getOrCreateUserChannel.handler(({ context }) =>
    getOrCreateUserChannel(ctx, context.caller),
  ),
  joinChannel: os.joinChannel.handler(({ context, input }) => joinChannel(ctx, context.caller, input)),
  leaveChannel: os.leaveChannel.handler(({ context, input }) => leaveChannel(ctx, context.caller, input)),
  archiveChannel: os.archiveChannel.handler(({ context, input }) =>
    archiveChannel(ctx, context.caller, input.channel_id),
  ),
  reopenChannel: os.reopenChannel.handler(({ context, input }) => reopenChannel(ctx, context.caller, input.channel_id)),
  askChannelDeletion: os.askChannelDeletion.handler(({ context, input }) =>
    askChannelDeletion(ctx, context.caller, input),
  ),
  cancelChannelDeletion: os.cancelChannelDeletion.handler(({ context, input }) =>
    cancelChannelDeletion(ctx, context.caller, input.channel_id),
  ),
  updateChannel: os.updateChannel.handler(({ context, input }) => updateChannel(ctx, context.caller, input)),
  setChannelBranding: os.setChannelBranding.handler(({ context, input }) =>
    setChannelBranding(ctx, context.caller, input),
  ),
  setChannelThemes: os.setChannelThemes.handler(({ context, input }) => setChannelThemes(ctx, context.caller, input)),
  uploadCommunityImage: os.uploadCommunityImage.handler(async ({ context, input: { file, has_consent, ...input } }) =>
    uploadImage(ctx, context.caller, {
      ...input,
      hasConsent: has_consent === 'true',
      bytes: await bytesOf(file),
    }),
  ),
  listMyMemberships: os.listMyMemberships.handler(async ({ context }) =>
    listMemberships(ctx, await viewerOf(ctx.db, context.caller)),
  ),
  markChannelSeen: os.markChannelSeen.handler(({ context, input }) =>
    markChannelSeen(ctx, context.caller, input.channel_id),
  ),
  listChannelMembers: os.listChannelMembers.handler(({ context, input }) => listMembers(ctx, context.caller, input)),
  setMemberRole: os.setMemberRole.handler(({ context, input }) => setMemberRole(ctx, context.caller, input)),
  removeMember: os.removeMember.handler(({ context, input }) => removeMember(ctx, context.caller, input)),
  inviteToChannel: os.inviteToChannel.handler(({ context, input }) => inviteToChannel(ctx, context.caller, input)),
  listChannelInvites: os.listChannelInvites.handler(({ context, input }) =>
    listChannelInvites(ctx, context.caller, input),
  ),
  listMyInvites: os.listMyInvites.handler(({ context }) => listMyInvites(ctx, context.caller)),
  answerInvite: os.answerInvite.handler(({ context, input }) => answerInvite(ctx, context.caller, input)),
  revokeInvite: os.revokeInvite.handler(({ context, input }) => revokeInvite(ctx, context.caller, input.invite_id)),
  listJoinRequests: os.listJoinRequests.handler(({ context, input }) => listJoinRequests(ctx, context.caller, input)),
  answerJoinRequest: os.answerJoinRequest.handler(({ context, input }) =>
    answerJoinRequest(ctx, context.caller, input),
  ),
});
