import { randomUUID } from 'node:crypto';
import { all, nobody, type Rows, type Subjects } from './callers.ts';

/** A community that `patient` owns. It is open to all and has a post and a comment by the patient. */
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

/** Expected responses of the procedures for communities and for the list of notifications. */
export const communityAnswers: Rows = {
  'community.listChannels': {},
  'community.getChannel': { input: ({ community: { slug } }) => ({ slug }) },
  'community.createChannel': {
    input: () => ({ name: 'Calm skin club', description: 'Slow routines only.', visibility: 'open' }),
  },
  'community.suggestSlug': { input: () => ({ name: 'Calm skin' }) },
  'community.getOrCreateUserChannel': {},
  'community.joinChannel': { input: place },
  // The patient is the only owner of the community, so they cannot leave it.
  'community.leaveChannel': { input: place, expected: all(200, { patient: 409 }) },
  // No community is archived here, because the next calls of this test write in it.
  'community.archiveChannel': { input: () => ({ channel_id: nobody }), expected: all(404) },
  'community.reopenChannel': { input: place, expected: all(403, { patient: 200, admin: 200 }) },
  'community.askChannelDeletion': {
    input: (s) => ({ ...place(s), slug: 'not-its-address' }),
    expected: all(403, { patient: 400, admin: 400 }),
  },
  'community.cancelChannelDeletion': { input: place, expected: all(403, { patient: 200, admin: 200 }) },
  'community.updateChannel': {
    input: (s) => ({ ...place(s), rules: ['Your own face only.'] }),
    expected: all(403, { patient: 200, admin: 200 }),
  },
  'community.setChannelBranding': {
    input: (s) => ({ ...place(s), icon_image_id: null }),
    expected: all(403, { patient: 200, admin: 200 }),
  },
  'community.setChannelThemes': {
    input: (s) => ({ ...place(s), themes: ['Acne'] }),
    expected: all(403, { patient: 200, admin: 200 }),
  },
  'community.uploadCommunityImage': { form: picture },
  'community.listMyMemberships': {},
  'community.getSinceLastVisit': {},
  'community.closeSinceLastVisit': {},
  'community.getMyDigest': {},
  'community.setMyDigest': { input: () => ({ is_on: false }) },
  'community.previewMyDigest': {},
  'community.getMyReading': {},
  'community.setMyReading': { input: () => ({ languages: ['fr', 'ja'] }) },
  'community.markChannelSeen': { input: place },
  'community.listChannelMembers': { input: place },
  'community.setMemberRole': {
    input: (s) => ({ ...place(s), user_id: nobody, role: 'moderator' }),
    expected: all(403, { patient: 404, admin: 404 }),
  },
  'community.removeMember': {
    input: (s) => ({ ...place(s), user_id: nobody }),
    expected: all(403, { patient: 404, admin: 404 }),
  },
  'community.inviteToChannel': {
    input: (s) => ({ ...place(s), handle: 'nobody_at_all' }),
    expected: all(403, { patient: 404, admin: 404 }),
  },
  'community.listChannelInvites': { input: place, expected: all(403, { patient: 200, admin: 200 }) },
  'community.listMyInvites': {},
  'community.answerInvite': { input: () => ({ invite_id: nobody, accept: true }), expected: all(404) },
  'community.revokeInvite': { input: () => ({ invite_id: nobody }), expected: all(404) },
  'community.listJoinRequests': { input: place, expected: all(403, { patient: 200, admin: 200 }) },
  'community.answerJoinRequest': {
    input: (s) => ({ ...place(s), user_id: nobody, accept: true }),
    expected: all(403, { patient: 404, admin: 404 }),
  },

  'community.listFeed': {},
  'community.listExpertArticles': {},
  'community.listChannelPosts': { input: ({ community: { slug } }) => ({ slug }) },
  'community.listTagPosts': { input: () => ({ tag: 'peeling' }) },
  'community.listPersonPosts': { input: () => ({ handle: 'nobody_at_all' }) },
  'community.listSavedPosts': {},
  'community.listRecentlyViewed': {},
  'community.trendingTop3': {},
  'community.listHotTopics': {},
  'community.suggestTags': { input: () => ({ search: 'pe' }) },
  'community.getPost': { input: post },
  'community.listComments': { input: post },
  'community.getComment': { input: comment },
  'community.listVersions': { input: post },
  'community.createPost': {
    input: (s) => ({ ...place(s), title: 'Day four', body: '<p>Less red.</p>' }),
  },
  'community.previewText': { input: () => ({ body: '<p>Less red.</p>' }) },
  'community.editPost': {
    input: (s) => ({ ...post(s), version: 1, title: 'Redness', body: '<p>Less red.</p>' }),
    expected: all(404, { patient: 200 }),
  },
  'community.createComment': { input: (s) => ({ ...post(s), body: '<p>Me too.</p>' }) },
  'community.editComment': {
    input: (s) => ({ ...comment(s), version: 1, body: '<p>Warm water.</p>' }),
    expected: all(404, { patient: 200 }),
  },
  'community.deletePost': { input: () => ({ post_id: nobody }), expected: all(404) },
  'community.deleteComment': { input: () => ({ comment_id: nobody }), expected: all(404) },
  'community.setLiked': { input: (s) => ({ ...post(s), is_liked: true }) },
  // The comment is not signed, so it cannot be co-signed.
  'community.setCosigned': {
    input: (s) => ({ ...comment(s), version: 1, is_cosigned: true }),
    expected: all(404),
  },
  'community.setSaved': { input: (s) => ({ ...post(s), is_saved: true }) },
  'community.setPinned': {
    input: (s) => ({ ...post(s), is_pinned: true }),
    expected: all(403, { patient: 200, admin: 200 }),
  },
  'community.setLocked': {
    input: (s) => ({ ...post(s), is_locked: false }),
    expected: all(403, { patient: 200, admin: 200 }),
  },
  'community.markRead': { input: post },
  'community.askPractitioner': { input: (s) => ({ ...post(s), is_asking: true }) },
  'community.listAskedPosts': {},
  'community.saveDraft': { input: () => ({ id: randomUUID(), title: 'Day five' }) },
  'community.listDrafts': {},
  'community.deleteDraft': { input: () => ({ id: nobody }) },

  'community.getMyCommunity': {},
  'community.getPerson': { input: () => ({ handle: 'nobody_at_all' }), expected: all(404) },
  'community.updateMyProfile': {
    input: () => ({ handle: `h_${randomUUID().slice(0, 8)}`, display_name: 'Claire' }),
  },
  'community.suggestNames': {},
  'community.chooseMyName': { input: () => ({ display_name: `Fern ${randomUUID().slice(0, 8)}` }) },
  'community.suggestPeople': { input: () => ({ search: 'cl' }) },
  'community.setFollow': { input: (s) => ({ target: post(s), state: 'follow' }) },
  'community.touchPresence': {},
  'community.searchCommunity': { input: () => ({ q: 'redness' }) },

  'community.reportContent': {
    input: ({ community }) => ({
      subject_kind: 'comment',
      subject_id: community.comment_id,
      reason: 'prescription_promotion',
    }),
  },
  'community.getTransparency': { expected: all(200) },
  'community.listLibrary': { expected: all(200) },
  'community.getLibraryPage': { input: () => ({ slug: 'nowhere' }), expected: all(200) },
  'community.getLibraryThread': { input: () => ({ slug: 'nowhere', post_id: nobody }), expected: all(200) },
  'community.setChannelOnWeb': {
    input: (subjects) => ({ ...place(subjects), is_on_web: false }),
    expected: all(403, { visitor: 401, patient: 200, admin: 200 }),
  },
  'community.setPostOnWeb': {
    input: (subjects) => ({ ...post(subjects), is_on_web: false }),
    expected: all(404, { visitor: 401, patient: 200 }),
  },
  'community.listGuides': { input: ({ community: { slug } }) => ({ slug }) },
  'community.getGuide': { input: () => ({ guide_id: nobody }), expected: all(404) },
  'community.getLibraryGuide': { input: () => ({ slug: 'nowhere', guide_id: nobody }), expected: all(200) },
  'community.createGuide': {
    input: (subjects) => ({ ...place(subjects), title: 'The first week', body: '<p>Cool water.</p>' }),
    expected: all(403, { visitor: 401, patient: 200, admin: 200 }),
  },
  'community.editGuide': {
    input: () => ({ guide_id: nobody, version: 1, title: 'The first week', body: '<p>Cool water.</p>' }),
    expected: all(404, { visitor: 401 }),
  },
  'community.deleteGuide': { input: () => ({ guide_id: nobody }), expected: all(404) },
  'community.listGuideReviewers': { input: () => ({ guide_id: nobody }), expected: all(404) },
  'community.askGuideReview': {
    input: () => ({ guide_id: nobody, version: 1, reviewer_id: nobody }),
    expected: all(404),
  },
  'community.reviewGuide': { input: () => ({ guide_id: nobody, version: 1 }), expected: all(404) },
  'community.declineGuideReview': {
    input: () => ({ guide_id: nobody, words: 'Not my field.' }),
    expected: all(404),
  },
  'community.listMyReports': {},
  'community.askReportReview': { input: () => ({ report_id: nobody, words: statement }), expected: all(404) },
  'community.listMyHolds': {},
  'community.answerHold': { input: () => ({ hold_id: nobody, words: statement }), expected: all(404) },
  'community.listReportReviews': { input: place, expected: all(403, { patient: 200, admin: 200 }) },
  'community.answerReportReview': {
    input: () => ({ review_id: nobody, outcome: 'upheld', statement }),
    expected: all(403, { admin: 404 }),
  },
  'community.listReports': { input: place, expected: all(403, { patient: 200, admin: 200 }) },
  // A moderator must not warn themselves. The administrator may warn anyone. The row of editPost has changed the post once.
  'community.moderate': {
    input: ({ community }) => ({
      subject_kind: 'post',
      subject_id: community.post_id,
      version: 2,
      action: 'warn',
      statement,
    }),
    expected: all(403, { patient: 400, admin: 200 }),
  },
  'community.getReportedThread': { input: () => ({ report_id: nobody }), expected: all(404) },
  'community.decideTogether': {
    input: () => ({ cases: [{ report_id: nobody }], action: 'dismiss' }),
    expected: all(404),
  },
  // A caller can undo only decisions of their own, so the call finds no decision.
  'community.undoDecisions': { input: () => ({ decision_ids: [nobody] }), expected: all(404) },
  'community.listModerationLog': { input: place, expected: all(403, { patient: 200, admin: 200 }) },
  'community.listMyDecisions': {},
  'community.appealDecision': { input: () => ({ decision_id: nobody, words: statement }), expected: all(404) },
  'community.listAppeals': { input: place, expected: all(403, { patient: 200, admin: 200 }) },
  'community.answerAppeal': {
    input: () => ({ decision_id: nobody, outcome: 'upheld', statement }),
    expected: all(403, { admin: 404 }),
  },
  'community.listWordFilters': { input: place, expected: all(403, { patient: 200, admin: 200 }) },
  'community.addWordFilter': {
    input: (s) => ({ ...place(s), words: 'cheap vials', action: 'hold' }),
    expected: all(403, { patient: 200, admin: 200 }),
  },
  'community.removeWordFilter': { input: () => ({ id: nobody }), expected: all(403, { admin: 404 }) },

  'notifications.listNotifications': {},
  'notifications.markNotificationsRead': {},
  'notifications.getPushKey': {},
  'notifications.subscribePush': {
    input: () => ({
      endpoint: 'https://127.0.0.1/push',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    }),
  },
  'notifications.unsubscribePush': { input: () => ({ endpoint: 'https://127.0.0.1/push' }) },
};
