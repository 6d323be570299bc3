import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface Props {
  title: string;
  lead: string;
  action: string;
  busy: boolean;
  problem: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an address is deleted. The deletion cannot be undone. */
export function ConfirmDialog({ title, lead, action, busy, problem, onConfirm, onClose }: Props) {
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
