import type { MyCommunity } from '#contract/community/people.ts';
import { api, call } from '#web/lib/api.ts';
import { onLiveEvent } from '#web/lib/live-listeners.ts';
import { queryClient } from '#web/lib/query.ts';
import { refreshMyCommunity } from '../layout/use-my-community.ts';
import { holdsPost, patchPost } from './post-cache.ts';

/**
 * The shortest delay in milliseconds between an event and the request that it causes. Events within the delay share one
 * request. The delay differs between readers, so that their requests are spread over time.
 */
const pause_ms = 2000;

/** Returns a function that runs `ask` after a delay. Further calls during the delay have no effect. */
function soon(ask: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        // After a failure, the next event starts another request.
        void ask().catch(() => undefined);
      },
      pause_ms * (1 + Math.random()),
    );
  };
}

/**
 * Whether the event may concern one of the reader's communities. An event of a community that is not open contains no
 * community id. The event may therefore concern the members of every such community.
 */
export const isMeant = ({ memberships }: Pick<MyCommunity, 'memberships'>, channelId: string | undefined): boolean =>
  memberships.some(({ channel }) => (channelId ? channel.id === channelId : channel.visibility !== 'open'));

const marked = new Map<string, () => void>();

/** Whether the page of the post is open. That page marks the comments as read and records the visit. */
const isOpen = (postId: string): boolean => location.pathname.endsWith(`/community/p/${postId}`);

const askFor = (postId: string) => async () => {
  // Most readers who get an event about a thread have no open list that contains the thread. For these readers nothing
  // is requested.
  if (isOpen(postId) || !holdsPost(postId)) return;
  const { post } = await call.community.getPost({ post_id: postId, sort: 'newest' });
  const { comments_count, unread_comments_count } = post;
  patchPost(postId, () => ({ comments_count, unread_comments_count }));
};

/**
 * Keeps two kinds of unread marks up to date: those of communities in the navigation, and those of threads in lists.
 */
export function keepUnreadLive(): () => void {
  const refresh = soon(refreshMyCommunity);
  const stops = [
    onLiveEvent('feed.changed', (channelId) => {
      const mine = queryClient.getQueryData(api.community.getMyCommunity.queryOptions().queryKey);
      if (mine && isMeant(mine, channelId)) refresh();
    }),
    onLiveEvent('comments.changed', (postId) => {
      if (!postId || isOpen(postId)) return;
      const ask = marked.get(postId) ?? soon(askFor(postId));
      marked.set(postId, ask);
      ask();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    marked.clear();
  };
}
