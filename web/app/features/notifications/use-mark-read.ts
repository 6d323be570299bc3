import { useMutation } from '@tanstack/react-query';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';

/** Marks some or all notifications as read. Every component that shows them is updated. */
export function useMarkRead() {
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (ids?: string[]) => call.notifications.markNotificationsRead({ ids }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.notifications.key() }),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
}
