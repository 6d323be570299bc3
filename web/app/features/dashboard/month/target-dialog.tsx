import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProgressLimits } from '#contract/progress.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { changeSummary, refreshSummary } from '../use-summary.ts';

const most = ProgressLimits.monthly_target_max;

/** Asks for the number of photos that the person plans to take in a month. */
export default function TargetDialog({ target, onClose }: { target: number; onClose: () => void }) {
  const { t } = useTranslation('dashboard-cards');
  const errorText = useErrorText();
  const [typed, setTyped] = useState(String(target));
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.progress.updateProgressSettings.mutationOptions({
      onSuccess: ({ monthly_target }) => {
        changeSummary((summary) => ({ ...summary, progress: { ...summary.progress, monthly_target } }));
        void refreshSummary();
        onClose();
      },
      onError: (error) => setFault(errorText(error)),
    }),
  );
  const save = () => {
    const monthly_target = Number(typed);
    if (!Number.isInteger(monthly_target) || monthly_target < 1 || monthly_target > most)
      return setFault(t('target.range', { most }));
    mutate({ monthly_target });
  };
  return (
    <FormDialog
      onClose={onClose}
      size="s"
      title={t('target.title')}
      lead={t('target.lead')}
      action={t('target.save')}
      busy={isPending}
      onSubmit={save}
    >
      <TextField
        label={t('target.label')}
        type="number"
        inputMode="numeric"
        min={1}
        max={most}
        value={typed}
        error={fault}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}
