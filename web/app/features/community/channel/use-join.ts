import { useMutation } from '@tanstack/react-query';
import type { ChannelCard } from '#contract/community/channels.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { refreshMyCommunity } from '../layout/use-my-community.ts';

type State = Pick<ChannelCard, 'is_member' | 'has_requested' | 'role' | 'members_count'>;

/**
 * Returns a copy of `part`, which is a stored response or a value inside one. In the copy, the community with this id
 * has the given state.
 */
function withState(part: unknown, id: string, state: State): unknown {
  if (Array.isArray(part)) return part.map((one) => withState(one, id, state));
  if (typeof part !== 'object' || part === null) return part;
  if ('id' in part && part.id === id && 'members_count' in part) return { ...part, ...state };
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withState(value, id, state)]));
}

const patchChannel = (id: string, state: State) =>
  queryClient.setQueriesData({ queryKey: api.community.key() }, (data: unknown) => withState(data, id, state));

const before = ({ is_member, has_requested, role, members_count }: State): State => ({
  is_member,
  has_requested,
  role,
  members_count,
});

/**
 * Returns functions to join and to leave. The page shows the new state at once, with the member count changed by one.
 * Two changes are shown only after the service has accepted them: a request to join, and an owner who leaves. If the
 * service refuses, the page shows the old state again. A double click has the effect of one click.
 */
export function useJoin(channel: ChannelCard) {
  const settled = async () => {
    await Promise.all([
      refreshMyCommunity(),
      queryClient.invalidateQueries({ queryKey: api.community.getChannel.key({ input: { slug: channel.slug } }) }),
    ]);
  };
  const join = useMutation({
    scope: { id: `join-${channel.id}` },
    mutationFn: () => call.community.joinChannel({ channel_id: channel.id }),
    onMutate: () => {
      const asks = channel.join_policy === 'request';
      if (!asks)
        patchChannel(channel.id, {
          is_member: true,
          has_requested: false,
          role: 'member',
          members_count: channel.members_count + 1,
        });
      return before(channel);
    },
    onSuccess: (state) => patchChannel(channel.id, state),
    // The specification requires that failures of joining and leaving are only logged. The page shows the old state
    // again.
    onError: (error, _, was) => {
      if (was) patchChannel(channel.id, was);
      console.warn('join', error);
    },
    onSettled: settled,
  });
  const leave = useMutation({
    scope: { id: `join-${channel.id}` },
    mutationFn: (successor_id?: string) => call.community.leaveChannel({ channel_id: channel.id, successor_id }),
    onMutate: () => {
      // The last owner has to name a successor first. An owner is therefore shown as a member until the service
      // confirms that they have left.
      if (channel.role !== 'owner')
        patchChannel(channel.id, {
          is_member: false,
          has_requested: false,
          role: null,
          members_count: Math.max(0, channel.members_count - 1),
        });
      return before(channel);
    },
    onSuccess: (state) => patchChannel(channel.id, state),
    onError: (error, _, was) => {
      if (was) patchChannel(channel.id, was);
      console.warn('leave', error);
    },
    onSettled: settled,
  });
  return { join, leave };
}
