import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

/** Asks for confirmation before the doctor or the patient cancels a visit. */
export function CancelVisit({ visitId, onClose }: { visitId: string; onClose: () => void }) {
  const { t } = useTranslation('video');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useMutation(
    api.video.cancelVideoVisit.mutationOptions({
      onSuccess: async (_, _sent, _before, { client }) => {
        await client.invalidateQueries({ queryKey: api.video.key() });
        onClose();
      },
    }),
  );
  return (
    <FormDialog
      size="s"
      onClose={onClose}
      title={t('cancel.title')}
      lead={t('cancel.text')}
      action={t('cancel')}
      look={{ variant: 'danger' }}
      wayOut={t('cancel.keep')}
      busy={isPending}
      onSubmit={() => mutate({ visit_id: visitId })}
      problem={error && errorText(error)}
    >
      {null}
    </FormDialog>
  );
}
