import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Asks for confirmation before either side cancels a visit. */
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
    <Dialog
      isOpen
      size="s"
      onClose={onClose}
      isDismissable={!isPending}
      title={t('cancel.title')}
      lead={error ? errorText(error) : t('cancel.text')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel.keep')}
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate({ visit_id: visitId })}>
            {t('cancel')}
          </Button>
        </>
      }
    />
  );
}
