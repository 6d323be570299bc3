import * as z from 'zod';
import { Id, Instant, VersionNumber } from '../base.ts';
import { Comment, CommentId, ContentState, Draft, PostId, Version } from './content.ts';
import { communityProcedure as c, CommunityLimits, longText, Html, line, lines, refusals, Tag } from './terms.ts';

/** Exactly one post, or exactly one comment. */
const Target = z.union([PostId.strict(), CommentId.strict()]);
const Title = line(CommunityLimits.title_max);
const Tags = z.array(Tag).max(CommunityLimits.tags_max).default([]);
const PostText = { title: Title, body: Html(CommunityLimits.body_max), tags: Tags };
const writeRefusals = refusals(
  'NOT_A_MEMBER',
  'SUSPENDED',
  'COMMUNITY_READ_ONLY',
  'CONTENT_EMPTY',
  'WORD_REFUSED',
  'NEW_MEMBER_LIMIT',
  'TOO_MANY_IMAGES',
);

/** Procedures for writing, for drafts, and for likes and similar marks on posts and comments. */
export const writingProcedures = {
  createPost: c('create_post', 'signedIn', 'Publish a post', longText)
    .errors({ ...writeRefusals, ...refusals('WEB_CLOSED', 'QUESTION_LIMIT') })
    .input(
      z.object({
        channel_id: Id,
        ...PostText,
        asks_practitioner: z.boolean().default(false),
        /** True: the thread is public (readable without an account) from the start. Its community must be public. */
        is_on_web: z.boolean().default(false),
        draft_id: Id.optional(),
        idempotency_key: Id.optional(),
      }),
    )
    .output(z.object({ post_id: Id, slug: z.string(), state: ContentState })),
  previewText: c(
    'preview_text',
    'signedIn',
    'Return the text as it would be stored, and what would be removed from it',
    longText,
  )
    .input(z.object({ body: Html(CommunityLimits.body_max) }))
    .output(z.object({ body: z.string(), removed: z.array(z.string()) })),
  editPost: c(
    'edit_post',
    'signedIn',
    'Change a post of the caller. `version` is the version that was edited',
    longText,
  )
    .errors({ ...writeRefusals, ...refusals('TEXT_OUTDATED', 'POST_LOCKED') })
    .input(PostId.extend({ version: VersionNumber, ...PostText }))
    .output(z.object({ version: z.number().int(), state: ContentState })),
  deletePost: c('delete_post', 'signedIn', 'Delete a post of the caller')
    .input(PostId)
    .output(z.object({ state: ContentState })),
  createComment: c('create_comment', 'signedIn', 'Reply to a post or a comment', longText)
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
  editComment: c('edit_comment', 'signedIn', 'Change a comment of the caller', longText)
    .errors({ ...writeRefusals, ...refusals('TEXT_OUTDATED', 'POST_LOCKED', 'ANSWER_SIGNED') })
    .input(CommentId.extend({ version: VersionNumber, body: Html(CommunityLimits.comment_max) }))
    .output(Comment),
  deleteComment: c('delete_comment', 'signedIn', 'Delete a comment of the caller. Its replies remain')
    .input(CommentId)
    .output(z.object({ state: ContentState })),
  setCosigned: c(
    'set_cosigned',
    'verifiedDoctor',
    'Co-sign the answer of another practitioner, or withdraw the signature. `version` is the text that was read',
  )
    .errors(refusals('TEXT_OUTDATED', 'POST_LOCKED', 'SUSPENDED', 'COMMUNITY_READ_ONLY'))
    .input(CommentId.extend({ version: VersionNumber, is_cosigned: z.boolean() }))
    .output(Comment),
  listVersions: c('list_versions', 'signedIn', 'List earlier texts of a post or comment, newest first')
    .input(Target)
    .output(z.array(Version)),

  setLiked: c('set_liked', 'signedIn', 'Like a post or comment, or remove the like')
    .errors(refusals('SUSPENDED', 'COMMUNITY_READ_ONLY'))
    .input(
      z.union([
        PostId.extend({ is_liked: z.boolean() }).strict(),
        CommentId.extend({ is_liked: z.boolean() }).strict(),
      ]),
    )
    .output(z.object({ is_liked: z.boolean(), likes_count: z.number().int() })),
  setSaved: c('set_saved', 'signedIn', 'Save a post for later, or remove it from the saved posts')
    .input(PostId.extend({ is_saved: z.boolean() }))
    .output(z.object({ is_saved: z.boolean() })),
  setPinned: c('set_pinned', 'moderator', 'Pin a post, or unpin it. Moderators can pin up to three posts')
    .errors(refusals('NOT_A_MODERATOR'))
    .input(PostId.extend({ is_pinned: z.boolean() }))
    .output(z.object({ is_pinned: z.boolean() })),
  setLocked: c('set_locked', 'moderator', 'Close a discussion, or reopen it. Only moderators may do so')
    .errors(refusals('NOT_A_MODERATOR', 'DECIDED_BY_ADMIN'))
    .input(PostId.extend({ is_locked: z.boolean() }))
    .output(z.object({ is_locked: z.boolean() })),
  markRead: c('mark_read', 'signedIn', 'Mark a post and its current comments as read. Call it when the post is shown')
    .input(PostId)
    .output(z.object({ last_read_at: Instant })),
  /** Requests a practitioner's answer, or ends the request. A practitioner's answer also ends it. */
  askPractitioner: c(
    'ask_practitioner',
    'signedIn',
    'Ask for an answer by a practitioner. Verified practitioners are notified',
  )
    .errors(refusals('NOT_A_MEMBER', 'SUSPENDED', 'COMMUNITY_READ_ONLY', 'QUESTION_LIMIT', 'REQUEST_REMOVED'))
    .input(
      PostId.extend({
        is_asking: z.boolean(),
        /** Required if the caller ends another person's request. That person receives the statement. */
        statement: line(CommunityLimits.statement_max, CommunityLimits.statement_min).optional(),
      }),
    )
    .output(z.object({ is_asking_practitioner: z.boolean(), answer_due_at: Instant.nullable() })),

  saveDraft: c('save_draft', 'signedIn', 'Save a draft', longText)
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
  listDrafts: c('list_drafts', 'signedIn', 'List the caller’s drafts, last saved first').output(z.array(Draft)),
  deleteDraft: c('delete_draft', 'signedIn', 'Delete a draft')
    .input(z.object({ id: Id }))
    .output(z.object({ deleted: z.boolean() })),
};
