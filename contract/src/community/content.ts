import * as z from 'zod';
import { Id, Instant } from '../base.ts';
import { ChannelLabel, Cursor, HoldCauses, pageOf, Person, ReportReason, TagLabel } from './terms.ts';

/** Posts and comments in lists and on pages, with their earlier versions and drafts. */
export const ContentState = z.enum(['visible', 'held', 'removed', 'deleted']);
export type ContentState = z.infer<typeof ContentState>;

/** The reason why a text is hidden. Only the author of the text sees it. */
export const HoldNote = z.object({
  cause: z.enum(HoldCauses),
  reason: ReportReason,
  /** The deadline for a moderator to look at the text. */
  due_at: Instant,
});
export type HoldNote = z.infer<typeof HoldNote>;

/** A post in a list. */
export const PostCard = z.object({
  id: Id,
  channel: ChannelLabel,
  author: Person.nullable(),
  title: z.string(),
  /** The language of title and text, as ISO 639-1. Null: the service could not recognise it. */
  lang: z.string().nullable(),
  /** The first 280 characters, as plain text. */
  excerpt: z.string(),
  /** The first image in the text. Null: the text has none. */
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
  /** True: a practitioner with a verified registration wrote the post. */
  is_expert: z.boolean(),
  /** True: a member requested a practitioner's answer, and the request is still open. */
  is_asking_practitioner: z.boolean(),
  /** The deadline for a practitioner's answer. Null: no request is open. */
  answer_due_at: Instant.nullable(),
  /** True: the caller has opened the post before. */
  is_read: z.boolean(),
  /** Number of comments since the caller last opened the post. Null: the caller never opened it. */
  unread_comments_count: z.number().int().nullable(),
  is_mine: z.boolean(),
  state: ContentState,
});
export type PostCard = z.infer<typeof PostCard>;
export const PostPage = pageOf(PostCard);
export type PostPage = z.infer<typeof PostPage>;

/**
 * The practitioner who signed an answer. The signature shows the registration that was valid when the text was written
 * or last changed.
 */
export const Signature = z.object({
  name: z.string(),
  speciality: z.string(),
  registration_number: z.string(),
  registration_body: z.string(),
  at: Instant,
  /** True: the registration is still verified now. */
  is_verified: z.boolean(),
});
export type Signature = z.infer<typeof Signature>;

/** The signature of another practitioner, who confirms the answer. */
export const Cosignature = Signature.extend({ is_mine: z.boolean() });
export type Cosignature = z.infer<typeof Cosignature>;

export const Comment = z.object({
  id: Id,
  post_id: Id,
  parent_id: Id.nullable(),
  /** The depth of the comment: 0, 1 or 2. */
  depth: z.number().int(),
  /**
   * Null if this comment answers its parent. A reply to a comment of depth 2 has the same parent as that comment.
   * `reply_to` then names the comment that the reply answers.
   */
  reply_to: z.object({ comment_id: Id, person: Person.nullable() }).nullable(),
  /** Null: the author has left, or the caller may not read the comment. */
  author: Person.nullable(),
  is_post_author: z.boolean(),
  /** Null: no verified practitioner wrote the comment. */
  signed: Signature.nullable(),
  /**
   * The co-signatures, oldest first. Empty if the answer is not signed. When the text changes, the server removes all
   * of them.
   */
  cosigned: z.array(Cosignature),
  /** True: the caller is a verified practitioner, and another practitioner signed the answer. */
  can_cosign: z.boolean(),
  /** True: the author is a moderator or an owner of the community. */
  is_moderator: z.boolean(),
  /** Sanitised HTML. Empty if the caller may not read the comment, because it was hidden, removed or deleted. */
  body: z.string(),
  /** The language as ISO 639-1. Null: the service could not recognise it. */
  lang: z.string().nullable(),
  created_at: Instant,
  edited_at: Instant.nullable(),
  version: z.number().int(),
  likes_count: z.number().int(),
  is_liked: z.boolean(),
  is_mine: z.boolean(),
  is_unread: z.boolean(),
  state: ContentState,
  /** Set if the text is the caller's own and was hidden automatically. */
  hold: HoldNote.nullable(),
  /** Number of direct replies. `replies_cursor` loads the replies that this page does not contain. */
  replies_count: z.number().int(),
  replies_cursor: Cursor.nullable(),
});
export type Comment = z.infer<typeof Comment>;

/** Comments in reading order: each parent is followed by its replies. */
export const CommentPage = pageOf(Comment).extend({ total: z.number().int() });
export type CommentPage = z.infer<typeof CommentPage>;

export const Post = PostCard.extend({
  /** Sanitised HTML. The links to its images were signed for this answer. */
  body: z.string(),
  version: z.number().int(),
  /** Set if the text is the caller's own and was hidden automatically. */
  hold: HoldNote.nullable(),
  /**
   * The reason why a moderator removed the request for a practitioner. Only the sender of the request and the author of
   * the post get it.
   */
  asking_removed: z.object({ reason: z.string(), at: Instant }).nullable(),
  /**
   * The time at which the thread became public. Anyone can read the thread without an account, including later answers.
   */
  web_since: Instant.nullable(),
  /** True: the caller wrote the post, and the community is public (readable without an account). */
  can_open_to_web: z.boolean(),
  is_followed: z.boolean(),
  is_muted: z.boolean(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  can_moderate: z.boolean(),
  can_comment: z.boolean(),
  /** The reason why the caller may not comment. Null if the caller may comment, and also if the post is not visible. */
  comment_block: z.enum(['locked', 'members_only', 'suspended', 'read_only']).nullable(),
  /**
   * The point at which the caller can continue reading: the first comment by another person since the caller's last
   * visit to the post.
   */
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

/**
 * The community and the post that a draft is for. A community or post that the writer may no longer read is left out.
 */
const DraftHome = z.object({
  /** Null: the draft is for the writer's own page, or for a community that the writer may no longer read. */
  channel: ChannelLabel.pick({ slug: true, name: true }).nullable(),
  /** The post for which the draft was written. If the draft concerns a comment, the post that contains the comment. */
  post: z.object({ id: Id, title: z.string() }).nullable(),
  /**
   * True: the writer may send the draft now. False, for example, if the thread is locked, the community is read-only,
   * or the writer is suspended.
   */
  is_open: z.boolean(),
});

export const Draft = z.object({
  /** The browser chooses the id, so that a draft written offline also has an id. */
  id: Id,
  channel_id: Id.nullable(),
  /** An answer has a `post_id`, and a `parent_id` if it replies to a comment. An edit has an `editing_id`. */
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
