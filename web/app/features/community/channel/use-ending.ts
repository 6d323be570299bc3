import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Channel } from '#contract/community/channels.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';

type Step = 'archive' | 'reopen' | 'keep';

const calls = {
  archive: call.community.archiveChannel,
  reopen: call.community.reopenChannel,
  keep: call.community.cancelChannelDeletion,
};

export const refreshChannel = (): Promise<void> => queryClient.invalidateQueries({ queryKey: api.community.key() });

/** Archives a community, reopens it, or cancels its deletion. */
export function useEnding({ id }: Pick<Channel, 'id'>) {
  const { t } = useTranslation('community-ending');
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (step: Step) => calls[step]({ channel_id: id }),
    onSuccess: async (_, step) => {
      await refreshChannel();
      toast({ kind: 'success', title: t(`done.${step}`) });
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
}
