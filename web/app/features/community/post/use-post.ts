import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Comment, CommentPage } from '#contract/community/content.ts';
import { api, call } from '#web/lib/api.ts';
import { onLiveEvent } from '#web/lib/live-listeners.ts';
import { queryClient } from '#web/lib/query.ts';
import { likedAs } from '../feed/liked-as.ts';
import { patchPost } from '../feed/post-cache.ts';
import { likesBeyond, merged, withLikes } from './comment-tree.ts';

export const commentSorts = ['best', 'newest', 'oldest'] as const;
export type CommentSort = (typeof commentSorts)[number];

const optionsOf = (postId: string, sort: CommentSort) =>
  api.community.getPost.queryOptions({ input: { post_id: postId, sort }, refetchOnWindowFocus: false });

/** Loads a post and its comments, page by page. */
export function usePost(postId: string, sort: CommentSort) {
  const query = useQuery(optionsOf(postId, sort));
  const isThere = query.data !== undefined;

  useEffect(() => {
    if (!isThere) return;
    // Unread comments stay marked on this page. At the next visit they are no longer marked.
    call.community.markRead({ post_id: postId }).then(
      () => patchPost(postId, () => ({ is_read: true, unread_comments_count: 0 })),
      () => undefined,
    );
  }, [postId, isThere]);

  useEffect(
    () =>
      onLiveEvent('comments.changed', (id) => {
        if (id === postId) void takeNewest(postId, sort).catch(() => undefined);
      }),
    [postId, sort],
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      timer = undefined;
      void takeLikes(postId, sort).catch(() => undefined);
    };
    const stop = onLiveEvent('likes.changed', (id) => {
      if (id === postId) timer ??= setTimeout(take, likes_ms * (1 + Math.random()));
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [postId, sort]);
  return query;
}

/**
 * The shortest delay in milliseconds before new likes are loaded. Likes within the delay are loaded together. The delay
 * differs between readers, so that their requests are spread over time.
 */
const likes_ms = 3000;

/** Loads the likes that others have given to the post and to the loaded comments. */
async function takeLikes(postId: string, sort: CommentSort) {
  const { post, comments } = await call.community.getPost({ post_id: postId, sort });
  patchPost(postId, (now) => likedAs(now, post));
  const take = (came: readonly Comment[]) =>
    changeComments(postId, (page) => ({ ...page, rows: withLikes(page.rows, came) }));
  take(comments.rows);
  const loaded = queryClient.getQueryData(optionsOf(postId, sort).queryKey)?.comments.rows ?? [];
  for (const more of likesBeyond(loaded, comments.rows))
    take((await call.community.listComments({ post_id: postId, sort, ...more })).rows);
}

/** Changes the stored comments of the post in every sort order. */
export function changeComments(postId: string, change: (page: CommentPage) => CommentPage) {
  for (const sort of commentSorts)
    queryClient.setQueryData(
      optionsOf(postId, sort).queryKey,
      (now) => now && { ...now, comments: change(now.comments) },
    );
}

export const putComments = (postId: string, came: readonly Comment[], added = 0) =>
  changeComments(postId, (page) => ({ ...page, rows: merged(page.rows, came), total: page.total + added }));

export const patchComment = (postId: string, id: string, change: (comment: Comment) => Partial<Comment>) =>
  changeComments(postId, (page) => ({
    ...page,
    rows: page.rows.map((comment) => (comment.id === id ? { ...comment, ...change(comment) } : comment)),
  }));

/** Loads the newest comments, because a person wrote a comment while the page was open. */
async function takeNewest(postId: string, sort: CommentSort) {
  const page = await call.community.listComments({ post_id: postId, sort: 'newest', limit: 10 });
  const known = new Set(queryClient.getQueryData(optionsOf(postId, sort).queryKey)?.comments.rows.map(({ id }) => id));
  changeComments(postId, (now) => ({ ...now, rows: merged(now.rows, page.rows), total: page.total }));
  patchPost(postId, () => ({ comments_count: page.total }));
  return page.rows.filter(({ id }) => !known.has(id));
}
