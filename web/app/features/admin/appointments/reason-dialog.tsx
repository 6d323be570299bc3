import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import type { SetStatus } from './use-set-status.ts';

/** Kept in the history with the change. */
export function ReasonDialog({ setStatus }: { setStatus: SetStatus }) {
  const { asked } = setStatus;
  return asked ? <Open asked={asked} setStatus={setStatus} /> : null;
}

function Open({ asked, setStatus }: { asked: NonNullable<SetStatus['asked']>; setStatus: SetStatus }) {
  const { t } = useTranslation(['admin', 'appointments']);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);

  function confirm() {
    setIsMissing(!reason.trim());
    if (reason.trim()) setStatus.confirm(asked, reason.trim());
  }

  return (
    <Dialog
      isOpen
      onClose={setStatus.cancel}
      size="s"
      title={t('reason.title', { status: t(`appointments:status.${asked.status}`) })}
      lead={t(asked.status === 'confirmed' ? 'reason.unpaid' : 'reason.done')}
      footer={
        <>
          <Button variant="quiet" size="s" onClick={setStatus.cancel}>
            {t('cancel')}
          </Button>
          <Button variant="ink" size="s" busy={setStatus.isPending} onClick={confirm}>
            {t('status.change')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('reason.label')}
        rows={2}
        maxLength={500}
        error={isMissing && t('reason.missing')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
