import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { SendMacroDialog } from '../macros/send-macro-dialog.tsx';
import { AlternativesDialog } from './alternatives-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { PrivateDialog } from './private-dialog.tsx';
import { StatusPreviewDialog } from './status-preview-dialog.tsx';
import { TimeDialog } from './time-dialog.tsx';
import type { RowActions } from './use-row-actions.ts';
import type { SetStatus } from './use-set-status.ts';

interface Props {
  actions: RowActions;
  /** Called when the macro was sent to all chosen patients. */
  onSent: () => void;
}

/** The dialogs of all actions on appointments, for the list and the inbox. */
export function RowDialogs({ actions, onSent }: Props) {
  const { open, close, setStatus, macroFor } = actions;
  return (
    <>
      <ReasonDialog setStatus={setStatus} />
      {macroFor.length > 0 && (
        <SendMacroDialog
          appointmentIds={macroFor.map(({ id }) => id)}
          onSent={onSent}
          onClose={() => actions.openMacro([])}
        />
      )}
      {open?.dialog === 'private' && <PrivateDialog row={open.row} onClose={close} />}
      {open?.dialog === 'offer' && <OfferDialog row={open.row} onClose={close} />}
      {open?.dialog === 'alternatives' && <AlternativesDialog row={open.row} onClose={close} />}
      {open?.dialog === 'time' && <TimeDialog row={open.row} onClose={close} />}
    </>
  );
}

/**
 * Shows the dialog that a change of status needs. It asks for a reason, cancels one appointment, or shows the emails of
 * a bulk change.
 */
function ReasonDialog({ setStatus }: { setStatus: SetStatus }) {
  const { asked } = setStatus;
  if (!asked) return null;
  const [row] = asked.rows;
  if (asked.rows.length > 1 || asked.repeated)
    return <StatusPreviewDialog key={asked.repeated?.attempts} asked={asked} setStatus={setStatus} />;
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
