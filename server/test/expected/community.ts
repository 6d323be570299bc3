import { randomUUID } from 'node:crypto';
import { adminOnly, all, nobody, type Rows, signedIn, type Subjects } from './callers.ts';

/** A community of `patient`, open to all, with a post and a comment of theirs. */
export interface CommunitySubjects {
  readonly channel_id: string;
  readonly slug: string;
  readonly post_id: string;
  readonly comment_id: string;
}

const place = ({ community: { channel_id } }: Subjects) => ({ channel_id });
const post = ({ community: { post_id } }: Subjects) => ({ post_id });
const comment = ({ community: { comment_id } }: Subjects) => ({ comment_id });
const statement = 'Prices and brands are not for this place.';

const picture = (subjects: Subjects): FormData => {
  const form = new FormData();
  form.set('kind', 'post');
  form.set('channel_id', subjects.community.channel_id);
  form.set('file', new Blob([new Uint8Array(subjects.picture)], { type: 'image/jpeg' }), 'shot.jpg');
  return form;
};
/** Owner, moderator or administrator of the community. */
const moderators = all(403, { visitor: 401, patient: 200, admin: 200 });
/** There is no such thing, or it is another's: the two look alike. */
const unknown = all(404, { visitor: 401 });
const authorOnly = all(404, { visitor: 401, patient: 200 });

/** Communities, and the list of notifications. */
export const communityAnswers: Rows = {
  'community.listChannels': { expected: all(200) },
  'community.getChannel': { input: ({ community: { slug } }) => ({ slug }), expected: signedIn },
  'community.createChannel': {
    input: () => ({ name: 'Calm skin club', description: 'Slow routines only.', visibility: 'open' }),
    expected: signedIn,
  },
  'community.suggestSlug': { input: () => ({ name: 'Calm skin' }), expected: signedIn },
  'community.getOrCreateUserChannel': { expected: signedIn },
  'community.joinChannel': { input: place, expected: signedIn },
  // The patient is the last owner.
  'community.leaveChannel': { input: place, expected: all(200, { visitor: 401, patient: 409 }) },
  'community.updateChannel': {
    input: (s) => ({ ...place(s), rules: ['Your own face only.'] }),
    expected: moderators,
  },
  'community.setChannelBranding': { input: (s) => ({ ...place(s), icon_image_id: null }), expected: moderators },
  'community.setChannelThemes': { input: (s) => ({ ...place(s), themes: ['Acne'] }), expected: moderators },
  'community.uploadCommunityImage': { form: picture, expected: signedIn },
  'community.listMyMemberships': { expected: signedIn },
  'community.markChannelSeen': { input: place, expected: signedIn },
  'community.listChannelMembers': { input: place, expected: signedIn },
  'community.setMemberRole': {
    input: (s) => ({ ...place(s), user_id: nobody, role: 'moderator' }),
    expected: all(403, { visitor: 401, patient: 404, admin: 404 }),
  },
  'community.removeMember': {
    input: (s) => ({ ...place(s), user_id: nobody }),
    expected: all(403, { visitor: 401, patient: 404, admin: 404 }),
  },
  'community.inviteToChannel': {
    input: (s) => ({ ...place(s), handle: 'nobody_at_all' }),
    expected: all(403, { visitor: 401, patient: 404, admin: 404 }),
  },
  'community.listChannelInvites': { input: place, expected: moderators },
  'community.listMyInvites': { expected: signedIn },
  'community.answerInvite': { input: () => ({ invite_id: nobody, accept: true }), expected: unknown },
  'community.revokeInvite': { input: () => ({ invite_id: nobody }), expected: unknown },
  'community.listJoinRequests': { input: place, expected: moderators },
  'community.answerJoinRequest': {
    input: (s) => ({ ...place(s), user_id: nobody, accept: true }),
    expected: all(403, { visitor: 401, patient: 404, admin: 404 }),
  },

  'community.listFeed': { expected: signedIn },
  'community.listExpertArticles': { expected: signedIn },
  'community.listChannelPosts': { input: ({ community: { slug } }) => ({ slug }), expected: signedIn },
  'community.listTagPosts': { input: () => ({ tag: 'peeling' }), expected: signedIn },
  'community.listPersonPosts': { input: () => ({ handle: 'nobody_at_all' }), expected: signedIn },
  'community.listSavedPosts': { expected: signedIn },
  'community.listRecentlyViewed': { expected: signedIn },
  'community.trendingTop3': { expected: signedIn },
  'community.listHotTopics': { expected: signedIn },
  'community.suggestTags': { input: () => ({ search: 'pe' }), expected: signedIn },
  'community.getPost': { input: post, expected: signedIn },
  'community.listComments': { input: post, expected: signedIn },
  'community.getComment': { input: comment, expected: signedIn },
  'community.listVersions': { input: post, expected: signedIn },
  'community.createPost': {
    input: (s) => ({ ...place(s), title: 'Day four', body: '<p>Less red.</p>' }),
    expected: signedIn,
  },
  'community.previewText': { input: () => ({ body: '<p>Less red.</p>' }), expected: signedIn },
  'community.editPost': {
    input: (s) => ({ ...post(s), version: 1, title: 'Redness', body: '<p>Less red.</p>' }),
    expected: authorOnly,
  },
  'community.createComment': { input: (s) => ({ ...post(s), body: '<p>Me too.</p>' }), expected: signedIn },
  'community.editComment': {
    input: (s) => ({ ...comment(s), version: 1, body: '<p>Warm water.</p>' }),
    expected: authorOnly,
  },
  'community.deletePost': { input: () => ({ post_id: nobody }), expected: unknown },
  'community.deleteComment': { input: () => ({ comment_id: nobody }), expected: unknown },
  'community.setLiked': { input: (s) => ({ ...post(s), is_liked: true }), expected: signedIn },
  'community.setSaved': { input: (s) => ({ ...post(s), is_saved: true }), expected: signedIn },
  'community.setPinned': { input: (s) => ({ ...post(s), is_pinned: true }), expected: moderators },
  'community.setLocked': { input: (s) => ({ ...post(s), is_locked: false }), expected: moderators },
  'community.markRead': { input: post, expected: signedIn },
  'community.askPractitioner': { input: (s) => ({ ...post(s), is_asking: true }), expected: signedIn },
  'community.listAskedPosts': { expected: all(403, { visitor: 401, practitioner: 200, admin: 200 }) },
  'community.saveDraft': { input: () => ({ id: randomUUID(), title: 'Day five' }), expected: signedIn },
  'community.listDrafts': { expected: signedIn },
  'community.deleteDraft': { input: () => ({ id: nobody }), expected: signedIn },

  'community.getMyCommunity': { expected: signedIn },
  'community.getPerson': { input: () => ({ handle: 'nobody_at_all' }), expected: unknown },
  'community.updateMyProfile': {
    input: () => ({ handle: `h_${randomUUID().slice(0, 8)}`, display_name: 'Claire' }),
    expected: signedIn,
  },
  'community.suggestPeople': { input: () => ({ search: 'cl' }), expected: signedIn },
  'community.setFollow': { input: (s) => ({ target: post(s), state: 'follow' }), expected: signedIn },
  'community.touchPresence': { expected: signedIn },
  'community.searchCommunity': { input: () => ({ q: 'redness' }), expected: signedIn },

  'community.reportContent': {
    input: ({ community }) => ({
      subject_kind: 'comment',
      subject_id: community.comment_id,
      reason: 'prescription_promotion',
    }),
    expected: signedIn,
  },
  'community.listReports': { expected: adminOnly },
  // A warning for oneself is a slip; the administrator may give it.
  'community.moderate': {
    input: ({ community }) => ({ subject_kind: 'post', subject_id: community.post_id, action: 'warn', statement }),
    expected: all(403, { visitor: 401, patient: 400, admin: 200 }),
  },
  'community.listModerationLog': { input: place, expected: moderators },
  'community.listMyDecisions': { expected: signedIn },
  'community.appealDecision': { input: () => ({ decision_id: nobody, words: statement }), expected: unknown },
  'community.listAppeals': { input: place, expected: moderators },
  'community.answerAppeal': {
    input: () => ({ decision_id: nobody, outcome: 'upheld', statement }),
    expected: all(403, { visitor: 401, admin: 404 }),
  },
  'community.listWordFilters': { input: place, expected: moderators },
  'community.addWordFilter': {
    input: (s) => ({ ...place(s), words: 'cheap vials', action: 'hold' }),
    expected: moderators,
  },
  'community.removeWordFilter': { input: () => ({ id: nobody }), expected: all(403, { visitor: 401, admin: 404 }) },

  'notifications.listNotifications': { expected: signedIn },
  'notifications.markNotificationsRead': { expected: signedIn },
  'notifications.getPushKey': { expected: signedIn },
  'notifications.subscribePush': {
    input: () => ({
      endpoint: 'https://127.0.0.1/push',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    }),
    expected: signedIn,
  },
  'notifications.unsubscribePush': { input: () => ({ endpoint: 'https://127.0.0.1/push' }), expected: signedIn },
};
