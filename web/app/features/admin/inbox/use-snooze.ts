import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from '../appointments/refresh.ts';

/**
 * Snoozes entries or ends their snooze. After snoozing, a toast offers to undo the change, and shows how many entries
 * did not change.
 */
export function useSnooze(onDone: () => void) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const failed = (error: unknown) => toast({ kind: 'error', title: errorText(error) });

  async function wake(inbox_ids: string[]) {
    try {
      const { changed } = await call.appointmentsAdmin.adminInboxSnooze({ inbox_ids, until: null });
      toast({ kind: 'success', title: t('inbox.woken', { count: changed.length }) });
    } catch (error) {
      failed(error);
    }
    await refreshAdmin();
  }

  return useMutation(
    api.appointmentsAdmin.adminInboxSnooze.mutationOptions({
      onSuccess: ({ changed, kept }, { until }) => {
        const title = t(until ? 'inbox.snoozedMany' : 'inbox.woken', { count: changed.length });
        toast({
          kind: kept.length > 0 ? 'info' : 'success',
          title,
          ...(until && kept.length > 0 && { text: t('inbox.snoozeKept', { count: kept.length }) }),
          ...(until && changed.length > 0 && { action: { label: t('undo'), run: () => void wake(changed) } }),
        });
        onDone();
      },
      onError: failed,
      onSettled: refreshAdmin,
    }),
  );
}
