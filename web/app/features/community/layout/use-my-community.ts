import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MyCommunity } from '#contract/community/people.ts';
import type { Me } from '#contract/identity.ts';
import { seesExclusive } from '../local/view.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

const minute_ms = 60_000;

/** Returns the caller's name in the community, with memberships and rights. Returns undefined until they are loaded. */
export function useMyCommunity(): MyCommunity | undefined {
  return useQuery(api.community.getMyCommunity.queryOptions({ staleTime: minute_ms })).data;
}

/**
 * Whether the reader may see the exclusive view. Until the service has answered, the reader's subscription plan or the
 * role of administrator decides.
 */
export const useSeesExclusive = (user: Me): boolean => useMyCommunity()?.has_exclusive_view ?? seesExclusive(user);

export const refreshMyCommunity = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: api.community.getMyCommunity.key() });

/**
 * While the page is visible, reports to the service that the reader is present, at once and then each minute. With a
 * `channelId`, it also reports the visit to that community. With a slug, it updates the number of members who are
 * online there.
 */
export function usePresence(channelId?: string, slug?: string) {
  useEffect(() => {
    const touch = () => {
      if (document.visibilityState !== 'visible') return;
      call.community.touchPresence({ channel_id: channelId }).then(
        ({ online_count }) => {
          if (!slug) return;
          const { queryKey } = api.community.getChannel.queryOptions({ input: { slug } });
          queryClient.setQueryData(queryKey, (channel) => channel && { ...channel, online_count });
        },
        // One failed call does not matter, because the next one follows in a minute.
        () => undefined,
      );
    };
    touch();
    const timer = setInterval(touch, minute_ms);
    return () => clearInterval(timer);
  }, [channelId, slug]);
}
