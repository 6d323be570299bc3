import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PhotoKind, PhotoKinds } from '#contract/intake.ts';
import { type PhotoRequest, PhotoRequestReasons } from '#contract/cases.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ChipGroup, ChoiceGroup } from '#web/ui/chip-group.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './flow.module.css';
import { showCase } from './show-case.ts';

/**
 * Requests photos from the patient. The doctor chooses the poses and a reason. The patient sees the reason as a full
 * sentence.
 */
export function RequestPhotosDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const errorText = useErrorText();
  const [poses, setPoses] = useState<PhotoKind[]>([]);
  const [reason, setReason] = useState<PhotoRequest['reason']>();
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.caseFlow.requestPhotos.mutationOptions({
      onSuccess: (changed) => {
        showCase(changed);
        onClose();
      },
      onError: (error) => setFault(errorText(error)),
    }),
  );
  const send = () => {
    if (poses.length === 0 || !reason) return setFault(t('request.needed'));
    mutate({ case_id: studioCase.id, poses, reason, note });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('request.title')}
      lead={t('request.lead')}
      action={t('request.send')}
      busy={isPending}
      onSubmit={send}
      problem={fault}
      formClass={styles.form}
    >
      <ChipGroup
        legend={t('request.poses')}
        value={poses}
        choices={PhotoKinds.map((value) => ({ value, label: t(`pose.${value}`) }))}
        onChange={setPoses}
      />
      <ChoiceGroup
        legend={t('request.why')}
        value={reason}
        choices={PhotoRequestReasons.map((value) => ({ value, label: t(`request.reason.${value}`) }))}
        onChange={setReason}
      />
      <TextArea
        label={t('request.note')}
        hint={t('request.note_hint')}
        optional
        rows={3}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
