import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  lead: string;
  action: string;
  busy?: boolean;
  problem?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before something is deleted. The deletion cannot be undone. */
export function ConfirmDialog({ title, lead, action, busy = false, problem, onConfirm, onClose }: Props) {
  const { t } = useTranslation('ui');
  return (
    <Dialog
      isOpen
      size="s"
      onClose={onClose}
      isDismissable={!busy}
      title={title}
      lead={lead}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {problem && <p role="alert">{problem}</p>}
    </Dialog>
  );
}
