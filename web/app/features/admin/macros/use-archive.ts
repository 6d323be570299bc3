import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Macro } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from '../appointments/refresh.ts';

/** Archives a macro, or restores it. The toast offers to undo this. */
export function useArchive() {
  const { t } = useTranslation(['macros', 'admin']);
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.appointmentsAdmin.adminArchiveMacro.mutationOptions({
      onSuccess: (row) => {
        const undo = () => archive(row, !row.archived_at);
        toast({
          kind: 'success',
          title: t(row.archived_at ? 'archived' : 'restored', { name: row.name }),
          action: { label: t('admin:undo'), run: undo },
        });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshAdmin,
    }),
  );
  const archive = ({ id }: Macro, is_archived: boolean) => mutate({ macro_id: id, is_archived });
  return { archive, isPending };
}
