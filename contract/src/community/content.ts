import * as z from 'zod';
import { Id, Instant } from '../base.ts';
import { ChannelLabel, Cursor, HoldCauses, pageOf, Person, ReportReason, TagLabel } from './terms.ts';

/** Posts and comments as lists and pages show them, with their earlier versions and drafts. */
export const ContentState = z.enum(['visible', 'held', 'removed', 'deleted']);
export type ContentState = z.infer<typeof ContentState>;

/** Why a text is hidden, for its author. */
export const HoldNote = z.object({
  cause: z.enum(HoldCauses),
  reason: ReportReason,
  /** The deadline for a moderator's look. */
  due_at: Instant,
});
export type HoldNote = z.infer<typeof HoldNote>;

/** A post in a list. */
export const PostCard = z.object({
  id: Id,
  channel: ChannelLabel,
  author: Person.nullable(),
  title: z.string(),
  /** The language of title and text as ISO 639-1. Null: unclear. */
  lang: z.string().nullable(),
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
  /** True: a practitioner with a verified registration wrote it. */
  is_expert: z.boolean(),
  /** True: a member requested a practitioner's answer. */
  is_asking_practitioner: z.boolean(),
  /** The deadline for a practitioner's answer. Null: no member requested one. */
  answer_due_at: Instant.nullable(),
  /** True: the caller has opened it before. */
  is_read: z.boolean(),
  /** Number of comments since the caller last opened it. Null: the caller never did. */
  unread_comments_count: z.number().int().nullable(),
  is_mine: z.boolean(),
  state: ContentState,
});
export type PostCard = z.infer<typeof PostCard>;
export const PostPage = pageOf(PostCard);
export type PostPage = z.infer<typeof PostPage>;

/** The practitioner who signed an answer, with the registration as it was when the text was written or last changed. */
export const Signature = z.object({
  name: z.string(),
  speciality: z.string(),
  registration_number: z.string(),
  registration_body: z.string(),
  at: Instant,
  /** True: the registration is still verified today. */
  is_verified: z.boolean(),
});
export type Signature = z.infer<typeof Signature>;

/** Another practitioner who confirms the answer. */
export const Cosignature = Signature.extend({ is_mine: z.boolean() });
export type Cosignature = z.infer<typeof Cosignature>;

export const Comment = z.object({
  id: Id,
  post_id: Id,
  parent_id: Id.nullable(),
  /** The depth of the comment: 0, 1 or 2. */
  depth: z.number().int(),
  /** The comment that it answers, if that is not the parent. */
  reply_to: z.object({ comment_id: Id, person: Person.nullable() }).nullable(),
  /** Null: the author has left, or the comment was removed. */
  author: Person.nullable(),
  is_post_author: z.boolean(),
  /** Null unless a verified practitioner wrote it. */
  signed: Signature.nullable(),
  /** Sorted by time, the first one first. Empty if the answer is not signed. A change of the text removes them all. */
  cosigned: z.array(Cosignature),
  /** True: the caller is a verified practitioner, and another one signed the answer. */
  can_cosign: z.boolean(),
  /** True: the author is a moderator or an owner of the community. */
  is_moderator: z.boolean(),
  /** Clean HTML. Empty after the text was removed or deleted. */
  body: z.string(),
  /** ISO 639-1. Null: unclear. */
  lang: z.string().nullable(),
  created_at: Instant,
  edited_at: Instant.nullable(),
  version: z.number().int(),
  likes_count: z.number().int(),
  is_liked: z.boolean(),
  is_mine: z.boolean(),
  is_unread: z.boolean(),
  state: ContentState,
  /** Null unless the text is the caller's own and hidden automatically. */
  hold: HoldNote.nullable(),
  /** Number of direct replies; `replies_cursor` loads those that are not in the list below. */
  replies_count: z.number().int(),
  replies_cursor: Cursor.nullable(),
});
export type Comment = z.infer<typeof Comment>;

/** Comments in reading order: a parent, then its replies. */
export const CommentPage = pageOf(Comment).extend({ total: z.number().int() });
export type CommentPage = z.infer<typeof CommentPage>;

export const Post = PostCard.extend({
  /** Clean HTML with fresh links to its pictures. */
  body: z.string(),
  version: z.number().int(),
  /** Null unless the text is the caller's own and hidden automatically. */
  hold: HoldNote.nullable(),
  /** The reason why a moderator removed the request for a practitioner. Only its sender and the author of the post get it. */
  asking_removed: z.object({ reason: z.string(), at: Instant }).nullable(),
  /** When the thread was opened to the web, where it needs no account. Later answers are shown there too. */
  web_since: Instant.nullable(),
  /** True: the caller wrote it, and the community is on the web. */
  can_open_to_web: z.boolean(),
  is_followed: z.boolean(),
  is_muted: z.boolean(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  can_moderate: z.boolean(),
  can_comment: z.boolean(),
  /** Why the caller may not comment. */
  comment_block: z.enum(['locked', 'members_only', 'suspended', 'read_only']).nullable(),
  /** The place where the caller stopped reading: the first comment that is newer than their last visit. */
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

/** The place where the writer can continue a draft, if they may still read it. */
const DraftHome = z.object({
  /** Null: the writer's own page, or a community that the writer may no longer read. */
  channel: ChannelLabel.pick({ slug: true, name: true }).nullable(),
  /** The post or comment that is answered, edited, or commented on. */
  post: z.object({ id: Id, title: z.string() }).nullable(),
  /** True: the place can still be read, so that the text can be finished and sent there. */
  is_open: z.boolean(),
});

export const Draft = z.object({
  /** The browser chooses the id, so that a draft written offline has one. */
  id: Id,
  channel_id: Id.nullable(),
  /** For an answer: the post, and the comment if one is answered. For an edit: `editing_id`. */
  post_id: Id.nullable(),
  parent_id: Id.nullable(),
  editing_id: Id.nullable(),
  title: z.string(),
  body: z.string(),
  tags: z.array(z.string()),
  saved_at: Instant,
  home: DraftHome,
});
export type CommunityDraft = z.infer<typeof Draft>;

export const PostId = z.object({ post_id: Id });
export const CommentId = z.object({ comment_id: Id });
