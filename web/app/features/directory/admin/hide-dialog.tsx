import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminProfile, DirectoryLimits } from '#contract/directory.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-field.tsx';

interface Props {
  profile: AdminProfile;
  isBusy: boolean;
  onClose: () => void;
  onHide: (reason: string) => void;
}

export function HideDialog({ profile, isBusy, onClose, onHide }: Props) {
  const { t } = useTranslation('directory');
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const isMissing = isAsked && reason.trim() === '';
  const hide = () => (reason.trim() === '' ? setIsAsked(true) : onHide(reason.trim()));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!isBusy}
      title={t('admin.hideTitle', { name: profile.name })}
      lead={t('admin.hideLead')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={isBusy}>
            {t('admin.cancel')}
          </Button>
          <Button variant="danger" onClick={hide} busy={isBusy}>
            {t('admin.hide')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('admin.reason')}
        error={isMissing && t('admin.reasonNeeded')}
        maxLength={DirectoryLimits.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
