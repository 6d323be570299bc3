import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Props {
  service: string;
  busy: boolean;
  onEnd: () => void;
  onClose: () => void;
}

/** Asks before the patient leaves a waiting list. A patient who joins the list again is at its end. */
export function EndWaitDialog({ service, busy, onEnd, onClose }: Props) {
  const { t } = useTranslation('waiting');
  return (
    <FormDialog
      size="s"
      onClose={onClose}
      title={t('end.title')}
      lead={t('end.text', { service })}
      action={t('end')}
      look={{ variant: 'danger' }}
      busy={busy}
      onSubmit={onEnd}
    >
      {null}
    </FormDialog>
  );
}
