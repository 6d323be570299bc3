import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { CommunityDialog } from '../parts/community-dialog.tsx';
import styles from './dialogs.module.css';

interface Props {
  kind: 'post' | 'comment';
  onClose: () => void;
  run: () => Promise<unknown>;
  onDone: () => void;
}

export default function DeleteDialog({ kind, onClose, run, onDone }: Props) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useMutation({
    mutationFn: run,
    onSuccess: () => {
      onClose();
      onDone();
    },
  });
  return (
    <CommunityDialog
      onClose={onClose}
      size="s"
      title={t(`delete.${kind}`)}
      lead={t(`delete.${kind}.text`)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            {t('delete.now')}
          </Button>
        </>
      }
    >
      {error && (
        <p role="alert" className={styles.error}>
          {errorText(error)}
        </p>
      )}
    </CommunityDialog>
  );
}
