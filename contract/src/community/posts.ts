import * as z from 'zod';
import { Id, Instant, rpc } from '../base.ts';
import {
  ChannelLabel,
  CommunityLimits,
  Cursor,
  Html,
  line,
  lines,
  pageOf,
  Person,
  refusals,
  Tag,
  TagLabel,
} from './terms.ts';
import { TrendingTopic } from './trending.ts';

/** Posts and comments: reading, writing, and the small marks people put on them. */
export const ContentState = z.enum(['visible', 'held', 'removed', 'deleted']);
export type ContentState = z.infer<typeof ContentState>;

/** A post in a list. */
export const PostCard = z.object({
  id: Id,
  channel: ChannelLabel,
  author: Person.nullable(),
  title: z.string(),
  /** Plain text, the first 280 characters. */
  excerpt: z.string(),
  /** The first picture of the text. */
  image_url: z.string().nullable(),
  tags: z.array(TagLabel),
  created_at: Instant,
  edited_at: Instant.nullable(),
  likes_count: z.number().int(),
  comments_count: z.number().int(),
  is_liked: z.boolean(),
  is_saved: z.boolean(),
  is_pinned: z.boolean(),
  is_locked: z.boolean(),
  /** Written by a practitioner whose registration is verified. */
  is_expert: z.boolean(),
  /** Somebody asks for a practitioner's word. */
  is_asking_practitioner: z.boolean(),
  /** The caller has opened it before. */
  is_read: z.boolean(),
  /** Comments since then; null when it was never opened. */
  unread_comments_count: z.number().int().nullable(),
  is_mine: z.boolean(),
  state: ContentState,
});
export type PostCard = z.infer<typeof PostCard>;
export const PostPage = pageOf(PostCard);
export type PostPage = z.infer<typeof PostPage>;

export const Comment = z.object({
  id: Id,
  post_id: Id,
  parent_id: Id.nullable(),
  /** 0, 1 or 2. */
  depth: z.number().int(),
  /** Whom it answers, where that is not the parent. */
  reply_to: z.object({ comment_id: Id, person: Person.nullable() }).nullable(),
  /** Null when its author left or it was removed. */
  author: Person.nullable(),
  is_post_author: z.boolean(),
  /** Moderator or owner of the community. */
  is_moderator: z.boolean(),
  /** Clean HTML; empty when it was removed or deleted. */
  body: z.string(),
  created_at: Instant,
  edited_at: Instant.nullable(),
  version: z.number().int(),
  likes_count: z.number().int(),
  is_liked: z.boolean(),
  is_mine: z.boolean(),
  is_unread: z.boolean(),
  state: ContentState,
  /** All direct replies; those beyond the ones that follow in the list are asked for with `replies_cursor`. */
  replies_count: z.number().int(),
  replies_cursor: Cursor.nullable(),
});
export type Comment = z.infer<typeof Comment>;

/** In reading order: a parent, then its replies. */
export const CommentPage = pageOf(Comment).extend({ total: z.number().int() });
export type CommentPage = z.infer<typeof CommentPage>;

export const Post = PostCard.extend({
  /** Clean HTML with fresh links to its pictures. */
  body: z.string(),
  version: z.number().int(),
  is_followed: z.boolean(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  can_moderate: z.boolean(),
  can_comment: z.boolean(),
  /** Why the caller may not comment. */
  comment_block: z.enum(['locked', 'members_only', 'suspended']).nullable(),
  /** Where the caller left: the first comment that is newer than their last visit. */
  resume: z.object({
    last_read_at: Instant.nullable(),
    unread_count: z.number().int(),
    first_unread_comment_id: Id.nullable(),
  }),
});
export type Post = z.infer<typeof Post>;

export const Version = z.object({
  version: z.number().int(),
  at: Instant,
  title: z.string().nullable(),
  body: z.string(),
});

export const Draft = z.object({
  /** Chosen by the browser, so that a draft written offline has a name. */
  id: Id,
  channel_id: Id.nullable(),
  /** Of an answer: the post and, maybe, the comment that is answered. Of an edit: `editing_id`. */
  post_id: Id.nullable(),
  parent_id: Id.nullable(),
  editing_id: Id.nullable(),
  title: z.string(),
  body: z.string(),
  tags: z.array(z.string()),
  saved_at: Instant,
});
export type CommunityDraft = z.infer<typeof Draft>;

export const FeedSorts = ['hot', 'latest', 'top', 'unanswered'] as const;
export const Periods = ['day', 'week', 'month', 'year', 'all'] as const;

const paged = {
  limit: z.number().int().min(1).max(50).default(CommunityLimits.page),
  cursor: Cursor.optional(),
};
const FeedQuery = z.object({
  view: z.enum(['all', 'exclusive']).default('all'),
  sort: z.enum(FeedSorts).default('hot'),
  /** For `top`. */
  period: z.enum(Periods).default('week'),
  ...paged,
});
const PostId = z.object({ post_id: Id });
const CommentId = z.object({ comment_id: Id });
/** One of the two. */
const Target = z.union([PostId.strict(), CommentId.strict()]);
const Title = line(CommunityLimits.title_max);
const Tags = z.array(Tag).max(CommunityLimits.tags_max).default([]);
const PostText = { title: Title, body: Html(CommunityLimits.body_max), tags: Tags };
const writeRefusals = refusals(
  'NOT_A_MEMBER',
  'SUSPENDED',
  'CONTENT_EMPTY',
  'WORD_REFUSED',
  'NEW_MEMBER_LIMIT',
  'TOO_MANY_IMAGES',
);

const c = (name: string, summary: string) => rpc(name, 'community', summary);

export const postProcedures = {
  listFeed: c(
    'list_feed',
    'Posts of all communities the caller may read, without muted ones; `scope: joined` of their own',
  )
    .errors(refusals('PLAN_REQUIRED'))
    .input(FeedQuery.extend({ scope: z.enum(['everywhere', 'joined']).default('everywhere') }))
    .output(PostPage),
  countNewPosts: c('count_new_posts', 'How many posts came since a post; up to 99')
    .errors(refusals('PLAN_REQUIRED'))
    .input(
      z.object({
        since_post_id: Id,
        view: z.enum(['all', 'exclusive']).default('all'),
        scope: z.enum(['everywhere', 'joined']).default('everywhere'),
        channel_id: Id.optional(),
      }),
    )
    .output(z.object({ count: z.number().int() })),
  listExpertArticles: c('list_expert_articles', 'Posts by verified practitioners')
    .errors(refusals('PLAN_REQUIRED'))
    .input(
      z.object({
        view: z.enum(['all', 'exclusive']).default('all'),
        sort: z.enum(['latest', 'hot']).default('latest'),
        ...paged,
      }),
    )
    .output(PostPage),
  listChannelPosts: c('list_channel_posts', 'Posts of one community, the pinned ones first')
    .input(FeedQuery.omit({ view: true }).extend({ slug: z.string().max(80) }))
    .output(PostPage),
  listTagPosts: c('list_tag_posts', 'Posts under a tag, newest first; for a tag community, too')
    .input(
      z.object({
        tag: z.string().max(80),
        sort: z.enum(['latest', 'hot']).default('latest'),
        limit: z.number().int().min(1).max(CommunityLimits.tag_page).default(CommunityLimits.tag_page),
        cursor: Cursor.optional(),
      }),
    )
    .output(PostPage.extend({ tag: TagLabel, is_followed: z.boolean() })),
  listPersonPosts: c('list_person_posts', 'Posts of one person that the caller may read')
    .input(z.object({ handle: z.string().max(60), ...paged }))
    .output(PostPage),
  listSavedPosts: c('list_saved_posts', 'Posts the caller saved, last saved first')
    .input(z.object(paged))
    .output(PostPage),
  listRecentlyViewed: c('list_recently_viewed', 'Posts the caller opened, and the communities they are in')
    .input(z.object(paged))
    .output(PostPage.extend({ channels: z.array(ChannelLabel) })),
  trendingTop3: c('community_trending_top3', 'The three topics with most posts in seven days').output(
    z.array(TrendingTopic),
  ),
  listHotTopics: c('list_hot_topics', 'Topics by posts in seven days')
    .input(z.object({ limit: z.number().int().min(1).max(50).default(20) }))
    .output(z.array(TrendingTopic.extend({ is_followed: z.boolean() }))),
  suggestTags: c('suggest_tags', 'Tags that begin like this')
    .input(z.object({ search: lines(CommunityLimits.tag_max) }))
    .output(z.array(TagLabel.extend({ posts_count: z.number().int() }))),

  getPost: c('get_post', 'A post with the first page of its comments')
    .input(PostId.extend({ sort: z.enum(['best', 'newest', 'oldest']).default('best') }))
    .output(z.object({ post: Post, comments: CommentPage })),
  listComments: c('list_comments', 'More comments of a post; with `parent_id`, more replies to that comment')
    .input(
      PostId.extend({
        sort: z.enum(['best', 'newest', 'oldest']).default('best'),
        parent_id: Id.optional(),
        cursor: Cursor.optional(),
        limit: z.number().int().min(1).max(100).default(CommunityLimits.comment_page),
      }),
    )
    .output(CommentPage),
  getComment: c('get_comment', 'One comment with its parents, for links from notifications and searches')
    .input(CommentId)
    .output(z.object({ post_id: Id, comments: z.array(Comment) })),

  createPost: c('create_post', 'Publish a post')
    .errors(writeRefusals)
    .input(
      z.object({
        channel_id: Id,
        ...PostText,
        asks_practitioner: z.boolean().default(false),
        draft_id: Id.optional(),
        idempotency_key: Id.optional(),
      }),
    )
    .output(z.object({ post_id: Id, slug: z.string(), state: ContentState })),
  previewText: c('preview_text', 'The text as it would be kept, and what fell away')
    .input(z.object({ body: Html(CommunityLimits.body_max) }))
    .output(z.object({ body: z.string(), removed: z.array(z.string()) })),
  editPost: c('edit_post', 'Change an own post; `version` is the one the change was made on')
    .errors({ ...writeRefusals, ...refusals('TEXT_OUTDATED', 'POST_LOCKED') })
    .input(PostId.extend({ version: z.number().int(), ...PostText }))
    .output(z.object({ version: z.number().int(), state: ContentState })),
  deletePost: c('delete_post', 'Take an own post away')
    .input(PostId)
    .output(z.object({ state: ContentState })),
  createComment: c('create_comment', 'Answer a post or a comment')
    .errors({ ...writeRefusals, ...refusals('POST_LOCKED') })
    .input(
      PostId.extend({
        parent_id: Id.optional(),
        body: Html(CommunityLimits.comment_max),
        draft_id: Id.optional(),
        idempotency_key: Id.optional(),
      }),
    )
    .output(Comment),
  editComment: c('edit_comment', 'Change an own comment')
    .errors({ ...writeRefusals, ...refusals('TEXT_OUTDATED', 'POST_LOCKED') })
    .input(CommentId.extend({ version: z.number().int(), body: Html(CommunityLimits.comment_max) }))
    .output(Comment),
  deleteComment: c('delete_comment', 'Take an own comment away; its replies stay')
    .input(CommentId)
    .output(z.object({ state: ContentState })),
  listVersions: c('list_versions', 'Earlier texts of a post or comment, newest first')
    .input(Target)
    .output(z.array(Version)),

  setLiked: c('set_liked', 'Like, or take it back')
    .errors(refusals('SUSPENDED'))
    .input(
      z.union([
        PostId.extend({ is_liked: z.boolean() }).strict(),
        CommentId.extend({ is_liked: z.boolean() }).strict(),
      ]),
    )
    .output(z.object({ is_liked: z.boolean(), likes_count: z.number().int() })),
  setSaved: c('set_saved', 'Keep a post for later')
    .input(PostId.extend({ is_saved: z.boolean() }))
    .output(z.object({ is_saved: z.boolean() })),
  setPinned: c('set_pinned', 'Moderators pin up to three posts')
    .errors(refusals('NOT_A_MODERATOR'))
    .input(PostId.extend({ is_pinned: z.boolean() }))
    .output(z.object({ is_pinned: z.boolean() })),
  setLocked: c('set_locked', 'Moderators close a discussion')
    .errors(refusals('NOT_A_MODERATOR'))
    .input(PostId.extend({ is_locked: z.boolean() }))
    .output(z.object({ is_locked: z.boolean() })),
  markRead: c('mark_read', 'The caller has read the post and its comments up to now: call it when the post was shown')
    .input(PostId)
    .output(z.object({ last_read_at: Instant })),
  /** The mark goes from the post or comment; the answer of a practitioner takes it away, too. */
  askPractitioner: c('ask_practitioner', 'This needs a practitioner: verified ones are told')
    .input(PostId.extend({ is_asking: z.boolean() }))
    .output(z.object({ is_asking_practitioner: z.boolean() })),
  listAskedPosts: c('list_asked_posts', 'For practitioners: posts that ask for one')
    .input(z.object(paged))
    .output(PostPage),

  saveDraft: c('save_draft', 'Keep what is being written')
    .errors(refusals('TOO_MANY_DRAFTS'))
    .input(
      z.object({
        id: Id,
        channel_id: Id.nullable().default(null),
        post_id: Id.nullable().default(null),
        parent_id: Id.nullable().default(null),
        editing_id: Id.nullable().default(null),
        title: lines(CommunityLimits.title_max).default(''),
        body: Html(CommunityLimits.body_max).default(''),
        tags: Tags,
      }),
    )
    .output(z.object({ saved_at: Instant })),
  listDrafts: c('list_drafts', "The caller's drafts, last saved first").output(z.array(Draft)),
  deleteDraft: c('delete_draft', 'Throw a draft away')
    .input(z.object({ id: Id }))
    .output(z.object({ deleted: z.boolean() })),
};
