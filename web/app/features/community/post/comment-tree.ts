import type { Comment, CommentPage } from '#contract/community/content.ts';
import { likedAs } from '../feed/liked-as.ts';

export interface Branch {
  comment: Comment;
  replies: Branch[];
}

/**
 * Builds a tree from comments that are in reading order. A reply whose parent is missing appears at the top level
 * instead of disappearing.
 */
export function branches(comments: readonly Comment[]): Branch[] {
  const all = new Map(comments.map((comment) => [comment.id, { comment, replies: [] as Branch[] }]));
  const roots: Branch[] = [];
  for (const branch of all.values()) {
    const parent = branch.comment.parent_id ? all.get(branch.comment.parent_id) : undefined;
    (parent ? parent.replies : roots).push(branch);
  }
  return roots;
}

/**
 * Merges new comments into the known ones. A newer copy of a comment replaces the older copy at the same position. New
 * comments are added at the end, so that nothing moves while a person reads.
 */
export function merged(known: readonly Comment[], came: readonly Comment[]): Comment[] {
  const news = new Map(came.map((comment) => [comment.id, comment]));
  const kept = known.map((comment) => news.get(comment.id) ?? comment);
  const ids = new Set(known.map(({ id }) => id));
  return [...kept, ...came.filter(({ id }) => !ids.has(id))];
}

/** Returns the request for the next replies to a comment. The service puts replies with the most likes first. */
export const repliesOf = ({ id, post_id }: Pick<Comment, 'id' | 'post_id'>, cursor: string) =>
  ({ post_id, parent_id: id, sort: 'best', cursor }) as const;

/** Adds the next replies to a comment after the loaded replies, and stores the cursor for the replies that follow. */
export function withReplies(page: CommentPage, parentId: string, came: CommentPage): CommentPage {
  const rows = merged(page.rows, came.rows).map((comment) =>
    comment.id === parentId ? { ...comment, replies_cursor: came.next_cursor } : comment,
  );
  return { ...page, rows };
}

/**
 * Copies the like counts of the comments in `came` to the known comments. It leaves unchanged whether the reader likes
 * a comment, because the reader may have pressed the button after the service sent its response.
 */
export function withLikes(known: readonly Comment[], came: readonly Comment[]): Comment[] {
  const news = new Map(came.map((comment) => [comment.id, comment]));
  return known.map((comment) => {
    const now = news.get(comment.id);
    return now ? { ...comment, ...likedAs(comment, now) } : comment;
  });
}

/** The maximum number of comments that the service returns in one response. */
const most = 100;
/** The maximum number of comments for whose further replies the page requests the like counts. */
const most_parents = 5;

interface LikesBeyond {
  parent_id?: string;
  sort?: 'best';
  limit: number;
}

/**
 * Returns the requests for the likes of loaded comments that are not on the first page: one for the further top-level
 * comments, and one for each comment with further replies.
 */
export function likesBeyond(loaded: readonly Comment[], first: readonly Comment[]): LikesBeyond[] {
  const known = new Set(first.map(({ id }) => id));
  const tops = loaded.filter(({ parent_id }) => parent_id === null);
  const isBeyond = tops.some(({ id }) => !known.has(id));
  const parents = new Set(
    loaded.flatMap(({ id, parent_id }) =>
      parent_id !== null && known.has(parent_id) && !known.has(id) ? parent_id : [],
    ),
  );
  const replies = [...parents].slice(0, most_parents).map((parent_id) => {
    const count = loaded.filter((comment) => comment.parent_id === parent_id).length;
    return { parent_id, sort: 'best' as const, limit: Math.min(most, count) };
  });
  return [...(isBeyond ? [{ limit: Math.min(most, tops.length) }] : []), ...replies];
}

/** Returns by how much a comment raises the number of comments. Only visible comments are counted. */
export const countOf = (comment: Pick<Comment, 'state'> | undefined): 0 | 1 => (comment?.state === 'visible' ? 1 : 0);

/** Returns a comment after its author has deleted it, as the service would return it. */
export const deleted = (comment: Comment): Comment => ({
  ...comment,
  state: 'deleted',
  body: '',
  author: null,
  signed: null,
  cosigned: [],
  can_cosign: false,
  is_post_author: false,
  is_moderator: false,
  edited_at: null,
  hold: null,
});
