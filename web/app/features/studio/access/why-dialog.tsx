import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OpeningReason, OpeningReasons, WHY_MAX, WHY_MIN } from '#contract/care-relation.ts';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import flow from '../flow/flow.module.css';

interface Props {
  title: string;
  lead: ReactNode;
  action: string;
  busy: boolean;
  fault: string | undefined;
  onConfirm: (why: { reason: OpeningReason; note: string }) => void;
  onClose: () => void;
}

/**
 * Asks why a doctor opens another doctor's case. The doctor chooses a reason and writes a note, which is one sentence.
 * The patient reads the reason. The doctor in charge also reads the note.
 */
export function WhyDialog({ title, lead, action, busy, fault, onConfirm, onClose }: Props) {
  const { t } = useTranslation('studio');
  const [reason, setReason] = useState<OpeningReason>();
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const isShort = note.trim().length < WHY_MIN;
  const confirm = () => {
    setTried(true);
    if (reason && !isShort) onConfirm({ reason, note: note.trim() });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      lead={lead}
      action={action}
      busy={busy}
      problem={isTried && !reason ? t('access.reason_needed') : fault}
      onSubmit={confirm}
      formClass={flow.form}
    >
      <ChoiceGroup
        legend={t('access.reason')}
        value={reason}
        choices={OpeningReasons.map((value) => ({ value, label: t(`access.reason.${value}`) }))}
        onChange={setReason}
      />
      <TextArea
        label={t('access.note')}
        hint={t('access.note_hint')}
        rows={3}
        maxLength={WHY_MAX}
        value={note}
        error={isTried && isShort ? t('access.note_short') : undefined}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
