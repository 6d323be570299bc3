import type { Comment, Post } from '#contract/community/content.ts';

const isWritable = ({ comment_block }: Pick<Post, 'comment_block'>): boolean =>
  comment_block !== 'read_only' && comment_block !== 'suspended';

type OfferedPost = Pick<
  Post,
  'state' | 'is_mine' | 'is_pinned' | 'is_asking_practitioner' | 'can_moderate' | 'comment_block'
>;

/**
 * Returns which actions the page offers for a post. The service refuses most actions on a hidden or removed post, even
 * to its author and to moderators.
 */
export const postOffers = (post: OfferedPost) => {
  const isShown = post.state === 'visible';
  return {
    /** To like, save, share and follow the post. */
    react: isShown,
    report: isShown && !post.is_mine,
    pin: post.can_moderate && (isShown || post.is_pinned),
    ask: isShown && (post.is_mine || post.can_moderate) && (post.is_asking_practitioner || isWritable(post)),
  };
};

type OfferedComment = Pick<Comment, 'state' | 'is_mine'>;
type Around = Pick<Post, 'state' | 'is_locked' | 'can_comment' | 'comment_block'>;

/** Returns which actions the page offers for a comment in the thread of a post. */
export const commentOffers = ({ state, is_mine }: OfferedComment, post: Around) => {
  const isShown = state === 'visible' && post.state === 'visible';
  const isThere = state === 'visible' || state === 'held';
  return {
    /** To like the comment and to copy its link. */
    react: isShown,
    /** To reply to the comment, and to quote it in the reply. */
    reply: isShown && post.can_comment,
    report: isShown && !is_mine,
    edit: is_mine && isThere && !post.is_locked && isWritable(post),
    remove: is_mine && isThere,
  };
};
