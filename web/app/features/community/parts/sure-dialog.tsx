import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { CommunityDialog } from './community-dialog.tsx';

interface Props {
  title: string;
  lead: string;
  action: string;
  busy: boolean;
  onSure: () => void;
  onClose: () => void;
}

/** Asks before an act that the person cannot undo. */
export default function SureDialog({ title, lead, action, busy, onSure, onClose }: Props) {
  const { t } = useTranslation('community');
  return (
    <CommunityDialog
      onClose={onClose}
      isDismissable={!busy}
      title={title}
      lead={lead}
      size="s"
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={onSure}>
            {action}
          </Button>
        </>
      }
    />
  );
}
