import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea } from '#web/ui/text-field.tsx';

interface Props {
  title: string;
  lead: ReactNode;
  action: string;
  busy: boolean;
  fault: string | undefined;
  /** The label of the text field, if the field is not for a reason. */
  label?: string;
  max?: number;
  /** The minimum number of characters. */
  min?: number;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Asks for the reason for an action. The reason is recorded with the action. */
export function ReasonDialog({
  title,
  lead,
  action,
  busy,
  fault,
  label,
  max = 500,
  min = 1,
  onConfirm,
  onClose,
}: Props) {
  const { t } = useTranslation('studio');
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const confirm = () => (reason.trim().length < min ? setMissing(true) : onConfirm(reason.trim()));
  return (
    <FormDialog onClose={onClose} title={title} lead={lead} size="s" action={action} busy={busy} onSubmit={confirm}>
      <TextArea
        label={label ?? t('reason')}
        rows={3}
        maxLength={max}
        value={reason}
        error={isMissing ? t(min > 1 ? 'access.note_short' : 'needed') : fault}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setMissing(false);
        }}
      />
    </FormDialog>
  );
}
