import type { Context } from '#server/platform/context.ts';
import { withOwnLinks } from '../asset-links.ts';
import { askPractitioner } from '../ask-practitioner.ts';
import { cleanHtml } from '../clean-html.ts';
import { setCosigned } from '../cosign-answer.ts';
import { deleteDraft, listDrafts, saveDraft } from '../drafts.ts';
import {
  listAskedPosts,
  listChannelPosts,
  listExpertArticles,
  listFeed,
  listPersonPosts,
  listRecentlyViewed,
  listSavedPosts,
  listTagPosts,
} from '../list-posts.ts';
import { markRead, setLiked, setLocked, setPinned, setSaved } from '../marks.ts';
import { getComment, getPost, listComments, listVersions } from '../read-post.ts';
import { listHotTopics, suggestTags, trendingTop3 } from '../topics.ts';
import { createComment, deleteComment, editComment } from '../write-comment.ts';
import { createPost, deletePost, editPost } from '../write-post.ts';
import type { Os } from './os.ts';

export const postHandlers = (ctx: Context, os: Os) => ({
  listFeed: os.listFeed.handler(({ context, input }) => listFeed(ctx, context.caller, input)),
  listExpertArticles: os.listExpertArticles.handler(({ context, input }) =>
    listExpertArticles(ctx, context.caller, input),
  ),
  listChannelPosts: os.listChannelPosts.handler(({ context, input }) => listChannelPosts(ctx, context.caller, input)),
  listTagPosts: os.listTagPosts.handler(({ context, input }) => listTagPosts(ctx, context.caller, input)),
  listPersonPosts: os.listPersonPosts.handler(({ context, input }) => listPersonPosts(ctx, context.caller, input)),
  listSavedPosts: os.listSavedPosts.handler(({ context, input }) => listSavedPosts(ctx, context.caller, input)),
  listRecentlyViewed: os.listRecentlyViewed.handler(({ context, input }) =>
    listRecentlyViewed(ctx, context.caller, input),
  ),
  listAskedPosts: os.listAskedPosts.handler(({ context, input }) => listAskedPosts(ctx, context.caller, input)),
  trendingTop3: os.trendingTop3.handler(({ context }) => trendingTop3(ctx, context.caller)),
  listHotTopics: os.listHotTopics.handler(({ context, input }) => listHotTopics(ctx, context.caller, input.limit)),
  suggestTags: os.suggestTags.handler(({ context, input }) => suggestTags(ctx, context.caller, input.search)),
  getPost: os.getPost.handler(({ context, input }) => getPost(ctx, context.caller, input)),
  listComments: os.listComments.handler(({ context, input }) => listComments(ctx, context.caller, input)),
  getComment: os.getComment.handler(({ context, input }) => getComment(ctx, context.caller, input.comment_id)),
  listVersions: os.listVersions.handler(({ context, input }) =>
    listVersions(ctx, context.caller, 'post_id' in input ? input.post_id : input.comment_id),
  ),
  createPost: os.createPost.handler(({ context, input }) => createPost(ctx, context.caller, input)),
  previewText: os.previewText.handler(async ({ context, input }) => {
    const { userId } = context.caller;
    const { html, removed } = cleanHtml(input.body);
    return { body: await withOwnLinks(ctx, userId, html), removed: [...removed] };
  }),
  editPost: os.editPost.handler(({ context, input }) => editPost(ctx, context.caller, input)),
  deletePost: os.deletePost.handler(({ context, input }) => deletePost(ctx, context.caller, input.post_id)),
  createComment: os.createComment.handler(({ context, input }) => createComment(ctx, context.caller, input)),
  editComment: os.editComment.handler(({ context, input }) => editComment(ctx, context.caller, input)),
  deleteComment: os.deleteComment.handler(({ context, input }) => deleteComment(ctx, context.caller, input.comment_id)),
  setLiked: os.setLiked.handler(({ context, input }) => setLiked(ctx, context.caller, input)),
  setSaved: os.setSaved.handler(({ context, input }) => setSaved(ctx, context.caller, input)),
  setPinned: os.setPinned.handler(({ context, input }) => setPinned(ctx, context.caller, input)),
  setLocked: os.setLocked.handler(({ context, input }) => setLocked(ctx, context.caller, input)),
  markRead: os.markRead.handler(({ context, input }) => markRead(ctx, context.caller, input.post_id)),
  askPractitioner: os.askPractitioner.handler(({ context, input }) => askPractitioner(ctx, context.caller, input)),
  saveDraft: os.saveDraft.handler(({ context, input }) => saveDraft(ctx, context.caller, input)),
  setCosigned: os.setCosigned.handler(({ context, input }) => setCosigned(ctx, context.caller, input)),
  listDrafts: os.listDrafts.handler(({ context }) => listDrafts(ctx, context.caller)),
  deleteDraft: os.deleteDraft.handler(({ context, input }) => deleteDraft(ctx, context.caller, input.id)),
});
