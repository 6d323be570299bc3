import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Friends } from '#contract/progress.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshSummary } from '../use-summary.ts';

const listOptions = api.progress.listFriends.queryOptions();

export const useFriends = () => useQuery(listOptions);

/** Accepts or ends a connection, and shows the list of friends from the response. */
export function useConnection() {
  const { t } = useTranslation('friends');
  const errorText = useErrorText();
  const settle = (done: string) => ({
    onSuccess: (friends: Friends) => {
      queryClient.setQueryData(listOptions.queryKey, friends);
      toast({ kind: 'success', title: done });
      void refreshSummary();
    },
    onError: (error: unknown) => {
      toast({ kind: 'error', title: errorText(error) });
      void refreshSummary();
    },
  });
  return {
    confirm: useMutation(api.progress.confirmFriend.mutationOptions(settle(t('done.confirmed')))),
    end: useMutation(api.progress.endFriendship.mutationOptions(settle(t('done.ended')))),
  };
}
