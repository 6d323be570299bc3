import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { toast } from '#web/ui/toast.ts';
import { type DecisionForm, faultsOf, inputOf, type Subject } from './decision-form.ts';

interface Options {
  subject: Subject;
  channelId: string | undefined;
  reportId: string | undefined;
  first: Pick<DecisionForm, 'action' | 'reason'>;
  onDone: () => void;
}

/** What is decided, as it is typed, and how it is sent. */
export function useDecision({ subject, channelId, reportId, first, onDone }: Options) {
  const { t } = useTranslation('community');
  const [form, setForm] = useState<DecisionForm>({ ...first, statement: '', days: '7' });
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call.community.moderate({ ...inputOf(subject, form), report_id: reportId, channel_id: channelId }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: api.community.key() });
      toast({ kind: 'success', title: t('moderation.done') });
      onDone();
    },
  });
  const faults = faultsOf(form);
  return {
    form,
    put: (changes: Partial<DecisionForm>) => setForm({ ...form, ...changes }),
    /** Shown only after the first try to send. */
    isWrong: (field: (typeof faults)[number]) => isTried && faults.includes(field),
    decide() {
      setTried(true);
      if (faults.length === 0) mutate();
    },
    isPending,
    error,
  };
}

export type Decision = ReturnType<typeof useDecision>;
