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
    'List posts of all communities that the caller may read, except muted ones. `scope: joined` selects the caller’s own communities',
  )
    .errors(refusals('PLAN_REQUIRED'))
    .input(FeedQuery.extend({ scope: z.enum(['everywhere', 'joined']).default('everywhere') }))
    .output(PostPage),
  listExpertArticles: c('list_expert_articles', 'signedIn', 'List posts of verified practitioners')
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
  listChannelPosts: c('list_channel_posts', 'signedIn', 'List the posts of one community, pinned ones first')
    .input(FeedQuery.omit({ view: true }).extend({ slug: z.string().max(80) }))
    .output(PostPage),
  listTagPosts: c(
    'list_tag_posts',
    'signedIn',
    'List the posts with a tag, newest first. This also serves communities about a tag',
  )
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
  listPersonPosts: c('list_person_posts', 'signedIn', 'List the posts of one person that the caller may read')
    .input(z.object({ handle: z.string().max(60), ...paged }))
    .output(PostPage),
  listSavedPosts: c('list_saved_posts', 'signedIn', 'List the caller’s saved posts, last saved first')
    .input(z.object(paged))
    .output(PostPage),
  listRecentlyViewed: c(
    'list_recently_viewed',
    'signedIn',
    'List the posts that the caller opened last, and their communities',
  )
    .input(z.object(paged))
    .output(PostPage.extend({ channels: z.array(ChannelLabel) })),
  trendingTop3: c(
    'community_trending_top3',
    'signedIn',
    'Return the three topics with the most posts in seven days',
  ).output(z.array(TrendingTopic)),
  listHotTopics: c('list_hot_topics', 'signedIn', 'List topics by their number of posts in seven days')
    .input(z.object({ limit: z.number().int().min(1).max(50).default(20) }))
    .output(z.array(TrendingTopic.extend({ is_followed: z.boolean() }))),
  suggestTags: c('suggest_tags', 'signedIn', 'List tags that begin with a text')
    .input(z.object({ search: lines(CommunityLimits.tag_max) }))
    .output(z.array(TagLabel.extend({ posts_count: z.number().int() }))),

  getPost: c('get_post', 'signedIn', 'Return a post with the first page of its comments')
    .input(PostId.extend({ sort: z.enum(['best', 'newest', 'oldest']).default('best') }))
    .output(z.object({ post: Post, comments: CommentPage })),
  listComments: c(
    'list_comments',
    'signedIn',
    'List more comments of a post. With `parent_id`, list more replies to that comment',
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
  getComment: c(
    'get_comment',
    'signedIn',
    'Return a comment with its parents, for links from notifications and searches',
  )
    .input(CommentId)
    .output(z.object({ post_id: Id, comments: z.array(Comment) })),
  listAskedPosts: c(
    'list_asked_posts',
    'team',
    'List posts that ask for a practitioner, in a language that the caller reads or that no other practitioner there reads',
  )
    .input(z.object({ ...shownLanguages, ...paged }))
    .output(PostPage),
};
