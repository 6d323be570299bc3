import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { CommunityDialog } from '../parts/community-dialog.tsx';

interface Props {
  name: string;
  onClose: () => void;
  onLeave: () => void;
}

/**
 * Asks the only owner to confirm leaving a community. A moderator or member then takes it over. If nobody can, it is
 * archived.
 */
export default function HandOnDialog({ name, onClose, onLeave }: Props) {
  const { t } = useTranslation(['community', 'community-ending']);
  return (
    <CommunityDialog
      onClose={onClose}
      title={t('community-ending:handOn.title', { name })}
      lead={t('community-ending:handOn.lead')}
      size="s"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="danger" onClick={onLeave}>
            {t('community-ending:leave')}
          </Button>
        </>
      }
    />
  );
}
