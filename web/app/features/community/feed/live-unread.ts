import type { MyCommunity } from '#contract/community/people.ts';
import { api, call } from '#web/lib/api.ts';
import { onLiveEvent } from '#web/lib/events.ts';
import { queryClient } from '#web/lib/query.ts';
import { refreshMyCommunity } from '../layout/use-my-community.ts';
import { holdsPost, patchPost } from './post-cache.ts';

/** What happens within so many milliseconds is asked about once, and not by all readers at the same moment. */
const pause_ms = 2000;

/** Runs `ask` some time after the first call; calls in between join it. */
function soon(ask: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        // What cannot be asked now is asked with the next word.
        void ask().catch(() => undefined);
      },
      pause_ms * (1 + Math.random()),
    );
  };
}

/** A closed community is not named: whoever has joined one may be meant. */
export const isMeant = ({ memberships }: Pick<MyCommunity, 'memberships'>, channelId: string | undefined): boolean =>
  memberships.some(({ channel }) => (channelId ? channel.id === channelId : channel.visibility !== 'open'));

const marked = new Map<string, () => void>();

/** The page of the post itself marks its comments, and counts as a visit. */
const isOpen = (postId: string): boolean => location.pathname.endsWith(`/community/p/${postId}`);

const askFor = (postId: string) => async () => {
  // Every reader hears of every thread, and most do not have it before them.
  if (isOpen(postId) || !holdsPost(postId)) return;
  const { post } = await call.community.getPost({ post_id: postId, sort: 'newest' });
  const { comments_count, unread_comments_count } = post;
  patchPost(postId, () => ({ comments_count, unread_comments_count }));
};

/** Keeps the marks of what is unread up to date: of communities in the navigation, of threads in lists. */
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
