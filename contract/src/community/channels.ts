import * as z from 'zod';
import { Id, Instant } from '../base.ts';
import { photoForm, photoRefusals } from '../intake.ts';
import {
  communityProcedure as c,
  ChannelKinds,
  ChannelLabel,
  CommunityLimits,
  Cursor,
  ImageKind,
  ImageSubjects,
  JoinPolicy,
  line,
  lines,
  MemberRole,
  pageOf,
  Person,
  refusals,
  Visibility,
} from './terms.ts';

/** Communities, their members, and the ways of joining. */
export const ChannelCard = ChannelLabel.extend({
  kind: z.enum(ChannelKinds),
  description: z.string().nullable(),
  banner_url: z.string().nullable(),
  themes: z.array(z.string()),
  /** True for the visibilities paid and elite_only. */
  is_exclusive: z.boolean(),
  join_policy: JoinPolicy,
  members_count: z.number().int(),
  posts_count: z.number().int(),
  created_at: Instant,
  /** The caller's role. Null: the caller is not a member. */
  role: MemberRole.nullable(),
  is_member: z.boolean(),
  /** True: the caller has requested to join and waits for the answer. */
  has_requested: z.boolean(),
});
export type ChannelCard = z.infer<typeof ChannelCard>;

export const Channel = ChannelCard.extend({
  online_count: z.number().int(),
  rules: z.array(z.string()),
  /** True for owners, moderators and administrators, who may edit the community. */
  can_edit: z.boolean(),
  can_moderate: z.boolean(),
  /** True for owners and administrators, who may archive or delete the community. False for a person's own page. */
  can_end: z.boolean(),
  /** True: the caller may write posts and comments in this community now. */
  can_post: z.boolean(),
  /** The time at which the community became read-only. An owner may open it again. */
  archived_at: Instant.nullable(),
  /**
   * True: an owner made the community public (readable without an account). Each author decides whether their own
   * thread is public.
   */
  is_on_web: z.boolean(),
  /**
   * The time at which the community will be deleted. Until then it is read-only, and an owner may cancel the deletion.
   */
  delete_at: Instant.nullable(),
  is_muted: z.boolean(),
  /** True: the caller gets a notification for each post of the community. */
  is_followed: z.boolean(),
  open_reports_count: z.number().int().nullable(),
  join_requests_count: z.number().int().nullable(),
  moderators: z.array(Person),
});
export type Channel = z.infer<typeof Channel>;

export const Member = z.object({ person: Person, role: MemberRole, joined_at: Instant, is_online: z.boolean() });
export type Member = z.infer<typeof Member>;

export const Membership = z.object({
  channel: ChannelLabel,
  kind: z.enum(ChannelKinds),
  role: MemberRole,
  /** True: the caller may moderate. A suspended owner or moderator keeps the role, but may not moderate. */
  can_moderate: z.boolean(),
  is_muted: z.boolean(),
  joined_at: Instant,
  /** Number of posts by other people since the caller last opened the community's page. Counting stops at 99. */
  unread_count: z.number().int(),
  /** True: the community is archived or will be deleted. */
  is_read_only: z.boolean(),
  /** The time of the newest post. If there is none, the time at which the community was created. */
  active_at: Instant,
});
export type Membership = z.infer<typeof Membership>;

export const Invite = z.object({
  id: Id,
  channel: ChannelLabel,
  invited_by: Person.nullable(),
  invitee: Person,
  created_at: Instant,
});
export const JoinRequest = z.object({ person: Person, words: z.string(), created_at: Instant });

const Name = line(CommunityLimits.name.max, CommunityLimits.name.min);
const Slug = line(CommunityLimits.slug.max, CommunityLimits.slug.min);
const Description = line(CommunityLimits.description.max, CommunityLimits.description.min);
const Themes = z.array(line(CommunityLimits.theme_max)).max(CommunityLimits.themes_max);
const ChannelId = z.object({ channel_id: Id });
const PageOfChannel = ChannelId.extend({
  limit: z.number().int().min(1).max(100).default(50),
  cursor: Cursor.optional(),
});
const ChannelSettings = z.object({
  name: lines(CommunityLimits.name.max).optional(),
  description: lines(CommunityLimits.description.max).optional(),
  visibility: Visibility.optional(),
  join_policy: JoinPolicy.optional(),
  rules: z.array(line(CommunityLimits.rule_max)).max(CommunityLimits.rules_max).optional(),
});
const JoinState = z.object({
  is_member: z.boolean(),
  has_requested: z.boolean(),
  role: MemberRole.nullable(),
  members_count: z.number().int(),
});
const Ending = z.object({ archived_at: Instant.nullable(), delete_at: Instant.nullable() });
const created = z.object({ channel_id: Id, slug: z.string() });

export const UploadedImage = z.object({
  id: Id,
  /** The path in the bucket community-assets: `posts/…`, `banners/…` or `icons/…`. */
  path: z.string(),
  /**
   * The link for <img src>. The server recognises the image in a text by this link. For each reader, it replaces the
   * link with a fresh one.
   */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});

export const channelProcedures = {
  listChannels: c(
    'list_channels',
    'visitor',
    'List communities by name. Visitors get only the open ones. `slugs` selects, `search` filters',
  )
    .errors(refusals('PLAN_REQUIRED'))
    .input(
      z.object({
        search: lines(100).default(''),
        theme: lines(CommunityLimits.theme_max).optional(),
        slugs: z.array(z.string().max(80)).max(50).optional(),
        ids: z.array(Id).max(200).optional(),
        view: z.enum(['all', 'exclusive']).default('all'),
        sort: z.enum(['name', 'members', 'newest']).default('name'),
        joined_only: z.boolean().default(false),
        limit: z.number().int().min(1).max(CommunityLimits.list_channels).default(CommunityLimits.list_channels),
        cursor: Cursor.optional(),
      }),
    )
    .output(pageOf(ChannelCard).extend({ total: z.number().int() })),
  getChannel: c('get_channel', 'signedIn', 'Return one community, and what the caller may do there')
    .input(z.object({ slug: z.string().max(80) }))
    .output(Channel),
  createChannel: c('rpc_create_channel', 'signedIn', 'Create a community. The caller becomes its owner')
    .errors(refusals('SLUG_UNUSABLE', 'SLUG_TAKEN', 'PLAN_REQUIRED', 'SUSPENDED', 'WORD_REFUSED'))
    .input(
      z.object({
        name: Name,
        description: Description,
        visibility: Visibility,
        /**
         * The address, if the caller chose one. Otherwise the server makes it from the name. If the address is taken,
         * the server appends -2, -3 …
         */
        slug: Slug.optional(),
        join_policy: JoinPolicy.default('open'),
        themes: Themes.default([]),
        idempotency_key: Id.optional(),
      }),
    )
    .output(created),
  suggestSlug: c(
    'suggest_channel_slug',
    'signedIn',
    'Return the address that a name would get now, or null if it gives no valid address',
  )
    .input(z.object({ name: lines(CommunityLimits.name.max) }))
    .output(z.object({ slug: z.string().nullable(), is_free: z.boolean() })),
  getOrCreateUserChannel: c(
    'rpc_get_or_create_user_channel',
    'signedIn',
    'Return the caller’s own page, and create it if necessary',
  ).output(created),
  joinChannel: c('rpc_join_channel', 'signedIn', 'Join a community, or ask to join it')
    .errors(refusals('SUSPENDED', 'COMMUNITY_READ_ONLY'))
    .input(ChannelId.extend({ words: lines(500).default('') }))
    .output(JoinState),
  leaveChannel: c(
    'rpc_leave_channel',
    'signedIn',
    'Leave a community. The last owner must name a successor, unless the community is archived or will be deleted',
  )
    .errors(refusals('LAST_OWNER'))
    .input(ChannelId.extend({ successor_id: Id.optional() }))
    .output(JoinState),
  archiveChannel: c(
    'archive_channel',
    'moderator',
    'Make a community read-only. Members still find it. Only owners may do so',
  )
    .errors(refusals('NOT_A_MODERATOR'))
    .input(ChannelId)
    .output(Ending),
  reopenChannel: c('reopen_channel', 'moderator', 'Reopen an archived community. Only owners may do so')
    .errors(refusals('NOT_A_MODERATOR'))
    .input(ChannelId)
    .output(Ending),
  askChannelDeletion: c(
    'ask_channel_deletion',
    'moderator',
    'Schedule the deletion of a community. The owner types its address. It is read-only at once, deleted after 14 days, and its members are notified',
  )
    .errors(refusals('NOT_A_MODERATOR'))
    .input(ChannelId.extend({ slug: z.string().max(80) }))
    .output(Ending),
  cancelChannelDeletion: c(
    'cancel_channel_deletion',
    'moderator',
    'Cancel the deletion of a community. Only owners may do so',
  )
    .errors(refusals('NOT_A_MODERATOR'))
    .input(ChannelId)
    .output(Ending),
  updateChannel: c(
    'update_channel',
    'moderator',
    'Change name, description, visibility, joining and rules of a community. A blank text is saved as null',
  )
    .errors(refusals('NOT_A_MODERATOR', 'PLAN_REQUIRED', 'WORD_REFUSED', 'CHANGED_SINCE'))
    .input(
      ChannelId.extend({
        ...ChannelSettings.shape,
        /**
         * The values that the caller saw. If a field of the call has another value by now, the call is refused with
         * CHANGED_SINCE.
         */
        was: ChannelSettings.optional(),
      }),
    )
    .output(ChannelCard),
  setChannelBranding: c(
    'set_channel_branding',
    'moderator',
    'Choose banner and icon from images that the caller uploaded. Null removes one',
  )
    .errors(refusals('NOT_A_MODERATOR'))
    .input(ChannelId.extend({ banner_image_id: Id.nullable().optional(), icon_image_id: Id.nullable().optional() }))
    .output(ChannelCard),
  setChannelThemes: c('set_channel_themes', 'moderator', 'Replace the themes of a community')
    .errors(refusals('NOT_A_MODERATOR', 'WORD_REFUSED', 'CHANGED_SINCE'))
    .input(
      ChannelId.extend({
        themes: Themes,
        /** The themes that the caller saw. If the stored themes differ, the call is refused with CHANGED_SINCE. */
        themes_were: Themes.optional(),
      }),
    )
    .output(ChannelCard),
  uploadCommunityImage: c(
    'upload_community_image',
    'signedIn',
    'Store an image for a post, a banner or an icon. It is encoded again without metadata',
    photoForm,
  )
    .errors({
      ...photoRefusals,
      ...refusals(
        'IMAGE_NOT_SQUARE',
        'IMAGE_RATIO',
        'PHOTO_CONSENT_REQUIRED',
        'NOT_A_MODERATOR',
        'SUSPENDED',
        'COMMUNITY_READ_ONLY',
      ),
    })
    .input(
      z.object({
        /** The community of the image. Absent for the banner or icon of a community that does not exist yet. */
        channel_id: Id.optional(),
        kind: ImageKind,
        subject: z.enum(ImageSubjects).default('nobody'),
        /** 'true': the author declares that the person in the image has consented. */
        has_consent: z.enum(['true', 'false']).default('false'),
        file: z.file(),
      }),
    )
    .output(UploadedImage),

  listMyMemberships: c('list_my_memberships', 'signedIn', 'List the caller’s page and communities by name').output(
    z.array(Membership),
  ),
  markChannelSeen: c('mark_channel_seen', 'signedIn', 'Mark everything in a community as read by the caller')
    .input(ChannelId)
    .output(z.object({ unread_count: z.literal(0) })),
  listChannelMembers: c('list_channel_members', 'signedIn', 'List owners, then moderators, then members')
    .input(PageOfChannel.extend({ search: lines(60).default('') }))
    .output(pageOf(Member)),
  setMemberRole: c(
    'set_member_role',
    'moderator',
    'Change the role of a member. Only owners may do so. An owner can step down if another owner remains',
  )
    .errors(refusals('NOT_A_MODERATOR', 'LAST_OWNER'))
    .input(ChannelId.extend({ user_id: Id, role: MemberRole }))
    .output(z.object({ role: MemberRole })),
  removeMember: c('remove_member', 'moderator', 'Remove a member from a community. Only moderators may do so')
    .errors(refusals('NOT_A_MODERATOR', 'LAST_OWNER'))
    .input(ChannelId.extend({ user_id: Id }))
    .output(z.object({ members_count: z.number().int() })),

  inviteToChannel: c(
    'invite_to_channel',
    'moderator',
    'Invite a person by handle. People whose plan does not open the community get no notice',
  )
    .errors(refusals('NOT_A_MODERATOR'))
    .input(ChannelId.extend({ handle: z.string().max(60) }))
    .output(Invite),
  listChannelInvites: c('list_channel_invites', 'moderator', 'List the open invitations of a community, newest first')
    .errors(refusals('NOT_A_MODERATOR'))
    .input(PageOfChannel)
    .output(pageOf(Invite)),
  listMyInvites: c('list_my_invites', 'signedIn', 'List the open invitations of the caller').output(z.array(Invite)),
  answerInvite: c('answer_invite', 'signedIn', 'Accept or decline an invitation')
    .errors(refusals('SUSPENDED', 'COMMUNITY_READ_ONLY'))
    .input(z.object({ invite_id: Id, accept: z.boolean() }))
    .output(created.extend({ is_member: z.boolean() })),
  revokeInvite: c('revoke_invite', 'moderator', 'Revoke an invitation')
    .errors(refusals('NOT_A_MODERATOR'))
    .input(z.object({ invite_id: Id }))
    .output(z.object({ revoked: z.boolean() })),
  listJoinRequests: c('list_join_requests', 'moderator', 'List the open requests to join, oldest first')
    .errors(refusals('NOT_A_MODERATOR'))
    .input(PageOfChannel)
    .output(pageOf(JoinRequest)),
  answerJoinRequest: c('answer_join_request', 'moderator', 'Accept or decline a request to join')
    .errors(refusals('NOT_A_MODERATOR', 'COMMUNITY_READ_ONLY'))
    .input(ChannelId.extend({ user_id: Id, accept: z.boolean() }))
    .output(z.object({ is_member: z.boolean() })),
};
