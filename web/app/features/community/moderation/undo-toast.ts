import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { closeToast, toast } from '#web/ui/toast.ts';

/**
 * The time in milliseconds for which the toast is visible. The service accepts an undo for one more second. The toast
 * closes even while the pointer is on it.
 */
const visible_ms = (CommunityLimits.undo_s - 1) * 1000;

export const refreshDesk = (): Promise<void> => queryClient.invalidateQueries({ queryKey: api.community.key() });

/** Returns a function that shows the decision in a toast, with a button to undo it. */
export function useUndoToast() {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const undo = async (decision_ids: string[]) => {
    try {
      const { kept } = await call.community.undoDecisions({ decision_ids });
      toast({
        kind: 'success',
        title: t('moderation:undone'),
        ...(kept.length > 0 && { text: t('moderation:undone.kept', { count: kept.length }) }),
      });
    } catch (error) {
      toast({ kind: 'error', title: errorText(error) });
    }
    await refreshDesk();
  };
  return (decision_ids: string[], title: string, text?: string) => {
    const id = toast({
      kind: 'success',
      title,
      ...(text && { text }),
      ...(decision_ids.length > 0 && {
        visible_ms,
        action: { label: t('moderation:undo'), run: () => void undo(decision_ids) },
      }),
    });
    if (decision_ids.length > 0) setTimeout(() => closeToast(id), visible_ms);
  };
}
