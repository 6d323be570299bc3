import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';
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
    <FormDialog
      onClose={setStatus.cancel}
      size="s"
      title={t('reason.title', { status: t(`appointments:status.${asked.status}`) })}
      lead={t(asked.status === 'confirmed' ? 'reason.unpaid' : 'reason.done')}
      action={t('status.change')}
      look={{ variant: 'ink', size: 's' }}
      busy={setStatus.isPending}
      onSubmit={confirm}
    >
      <TextArea
        label={t('reason.label')}
        rows={2}
        maxLength={500}
        error={isMissing && t('reason.missing')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
