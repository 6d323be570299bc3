import * as z from 'zod';
import { Id } from '../base.ts';
import { Comment, CommentId, CommentPage, Post, PostId, PostPage } from './content.ts';
import { shownLanguages } from './reading.ts';
import { communityProcedure as c, ChannelLabel, CommunityLimits, Cursor, lines, refusals, TagLabel } from './terms.ts';
import { TrendingTopic } from './trending.ts';

export const FeedSorts = ['hot', 'latest', 'top', 'unanswered'] as const;
export const Periods = ['day', 'week', 'month', 'year', 'all'] as const;

const paged = {
  limit: z.number().int().min(1).max(50).default(CommunityLimits.page),
  cursor: Cursor.optional(),
};
const FeedQuery = z.object({
  view: z.enum(['all', 'exclusive']).default('all'),
  sort: z.enum(FeedSorts).default('hot'),
  /** The period for the order `top`. Other orders ignore it. */
  period: z.enum(Periods).default('week'),
  ...shownLanguages,
  ...paged,
});

/** Procedures for reading lists of posts, topics, and posts with their comments. */
export const postProcedures = {
  listFeed: c(
    'list_feed',
    'signedIn',
    'Posts of all communities the caller may read, without muted ones; `scope: joined` of their own',
  )
    .errors(refusals('PLAN_REQUIRED'))
    .input(FeedQuery.extend({ scope: z.enum(['everywhere', 'joined']).default('everywhere') }))
    .output(PostPage),
  listExpertArticles: c('list_expert_articles', 'signedIn', 'Posts by verified practitioners')
    .errors(refusals('PLAN_REQUIRED'))
    .input(
      z.object({
        view: z.enum(['all', 'exclusive']).default('all'),
        sort: z.enum(['latest', 'hot']).default('latest'),
        ...shownLanguages,
        ...paged,
      }),
    )
    .output(PostPage),
  listChannelPosts: c('list_channel_posts', 'signedIn', 'Posts of one community, the pinned ones first')
    .input(FeedQuery.omit({ view: true }).extend({ slug: z.string().max(80) }))
    .output(PostPage),
  listTagPosts: c('list_tag_posts', 'signedIn', 'Posts under a tag, newest first; for a tag community, too')
    .input(
      z.object({
        tag: z.string().max(80),
        sort: z.enum(['latest', 'hot']).default('latest'),
        ...shownLanguages,
        limit: z.number().int().min(1).max(CommunityLimits.tag_page).default(CommunityLimits.tag_page),
        cursor: Cursor.optional(),
      }),
    )
    .output(PostPage.extend({ tag: TagLabel, is_followed: z.boolean(), is_muted: z.boolean() })),
  listPersonPosts: c('list_person_posts', 'signedIn', 'Posts of one person that the caller may read')
    .input(z.object({ handle: z.string().max(60), ...paged }))
    .output(PostPage),
  listSavedPosts: c('list_saved_posts', 'signedIn', 'Posts the caller saved, last saved first')
    .input(z.object(paged))
    .output(PostPage),
  listRecentlyViewed: c('list_recently_viewed', 'signedIn', 'Posts the caller opened, and the communities they are in')
    .input(z.object(paged))
    .output(PostPage.extend({ channels: z.array(ChannelLabel) })),
  trendingTop3: c('community_trending_top3', 'signedIn', 'The three topics with most posts in seven days').output(
    z.array(TrendingTopic),
  ),
  listHotTopics: c('list_hot_topics', 'signedIn', 'Topics by posts in seven days')
    .input(z.object({ limit: z.number().int().min(1).max(50).default(20) }))
    .output(z.array(TrendingTopic.extend({ is_followed: z.boolean() }))),
  suggestTags: c('suggest_tags', 'signedIn', 'Tags that begin like this')
    .input(z.object({ search: lines(CommunityLimits.tag_max) }))
    .output(z.array(TagLabel.extend({ posts_count: z.number().int() }))),

  getPost: c('get_post', 'signedIn', 'A post with the first page of its comments')
    .input(PostId.extend({ sort: z.enum(['best', 'newest', 'oldest']).default('best') }))
    .output(z.object({ post: Post, comments: CommentPage })),
  listComments: c(
    'list_comments',
    'signedIn',
    'More comments of a post; with `parent_id`, more replies to that comment',
  )
    .input(
      PostId.extend({
        sort: z.enum(['best', 'newest', 'oldest']).default('best'),
        parent_id: Id.optional(),
        cursor: Cursor.optional(),
        limit: z.number().int().min(1).max(100).default(CommunityLimits.comment_page),
      }),
    )
    .output(CommentPage),
  getComment: c('get_comment', 'signedIn', 'One comment with its parents, for links from notifications and searches')
    .input(CommentId)
    .output(z.object({ post_id: Id, comments: z.array(Comment) })),
  listAskedPosts: c(
    'list_asked_posts',
    'team',
    'For practitioners: posts that ask for one, in a language that they read or that nobody else there reads',
  )
    .input(z.object({ ...shownLanguages, ...paged }))
    .output(PostPage),
};
