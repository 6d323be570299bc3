import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from '../appointments/refresh.ts';

/**
 * Marks several entries as handled in one call. 'Undo' in the toast reverts the changes of this call, but not later
 * changes by others.
 */
export function useHandleMany(onDone: () => void) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const failed = (error: unknown) => toast({ kind: 'error', title: errorText(error) });

  async function undo(inbox_ids: string[], undoes: string) {
    try {
      const { kept } = await call.appointmentsAdmin.adminInboxHandleMany({ inbox_ids, is_handled: false, undoes });
      const isPartly = kept.length > 0;
      toast({
        kind: isPartly ? 'info' : 'success',
        title: isPartly ? t('inbox.undonePartly', { count: kept.length }) : t('inbox.undone'),
      });
    } catch (error) {
      failed(error);
    }
    await refreshAdmin();
  }

  return useMutation(
    api.appointmentsAdmin.adminInboxHandleMany.mutationOptions({
      onSuccess: ({ changed, handled_at }) => {
        toast({
          kind: changed.length > 0 ? 'success' : 'info',
          title: t('inbox.doneMany', { count: changed.length }),
          ...(handled_at && { action: { label: t('undo'), run: () => void undo(changed, handled_at) } }),
        });
        onDone();
      },
      onError: failed,
      onSettled: refreshAdmin,
    }),
  );
}
