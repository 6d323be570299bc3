import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { StatusPreviewDialog } from './status-preview-dialog.tsx';
import type { SetStatus } from './use-set-status.ts';

/**
 * Shows the dialog that a change of status needs. It asks for a reason, cancels one appointment, or shows the emails of
 * a bulk change.
 */
export function ReasonDialog({ setStatus }: { setStatus: SetStatus }) {
  const { asked } = setStatus;
  if (!asked) return null;
  const [row] = asked.rows;
  const isSeveral = asked.rows.length > 1 || asked.isRepeated;
  if (isSeveral)
    return <StatusPreviewDialog key={asked.rows.map(({ id }) => id).join()} asked={asked} setStatus={setStatus} />;
  if (row && asked.status === 'cancelled')
    return <CancelDialog row={row} onUndo={(id) => void setStatus.undo(id)} onClose={setStatus.cancel} />;
  return <Open asked={asked} setStatus={setStatus} />;
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
