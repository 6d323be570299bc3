import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REDO_WISHES_MAX } from '#contract/case-flow.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';

/**
 * Asks the patient which change to a signed simulation they want. The signed version stays visible until a new version
 * is signed.
 */
export function RedoDialog({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const { t } = useTranslation('care');
  const { longDay } = useFormat();
  const errorText = useErrorText();
  const [wishes, setWishes] = useState('');
  const [fault, setFault] = useState<string>();
  const key = useRef(crypto.randomUUID());
  const { mutate, isPending } = useMutation(
    api.caseFlow.requestRedo.mutationOptions({
      onSuccess: async ({ due_at }) => {
        await queryClient.invalidateQueries({ queryKey: api.simulation.key() });
        toast({ kind: 'success', title: t('redo.done', { day: longDay(due_at) }) });
        onClose();
      },
      onError: (error) => setFault(errorText(error)),
    }),
  );
  const send = () => {
    if (wishes.trim() === '') return setFault(t('redo.empty'));
    mutate({ case_id: caseId, wishes, idempotency_key: key.current });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('redo.title')}
      lead={t('redo.lead')}
      action={t('redo.send')}
      wayOut={t('later')}
      busy={isPending}
      onSubmit={send}
    >
      <TextArea
        label={t('redo.wishes')}
        hint={t('redo.hint')}
        rows={5}
        maxLength={REDO_WISHES_MAX}
        value={wishes}
        error={fault}
        onChange={(event) => {
          setWishes(event.currentTarget.value);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}
