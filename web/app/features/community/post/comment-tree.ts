import type { Comment, CommentPage } from '#contract/community/content.ts';

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
