import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadingLanguage } from '#contract/languages.ts';
import { call } from '#web/lib/api.ts';
import { useReasonedStatement } from './use-reasoned-statement.ts';
import { type DecisionForm, faultsOf, inputOf, type Subject } from './decision-form.ts';
import { refreshDesk, useUndoToast } from './undo-toast.ts';

interface Options {
  subject: Subject;
  channelId: string | undefined;
  reportId: string | undefined;
  /** The author's reading language. */
  language: ReadingLanguage | undefined;
  first: Pick<DecisionForm, 'action' | 'reason'>;
  onDone: () => void;
}

/** Returns the state of the decision form, and a function that sends it. */
export function useDecision({ subject, channelId, reportId, language, first, onDone }: Options) {
  const { t } = useTranslation(['community', 'moderation']);
  const [choice, setChoice] = useState({ action: first.action, days: '7' });
  const reasoned = useReasonedStatement(first.reason, language);
  const form: DecisionForm = { ...choice, reason: reasoned.reason, statement: reasoned.statement };
  const [isTried, setTried] = useState(false);
  const done = useUndoToast();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call.community.moderate({ ...inputOf(subject, form), report_id: reportId, channel_id: channelId }),
    onSuccess: ({ id }) => {
      void refreshDesk();
      done([id], t('moderation:done'), t(`moderation:action.${form.action}`));
      onDone();
    },
  });
  const faults = faultsOf(form);
  return {
    form,
    reasoned,
    put: (changes: Partial<typeof choice>) => setChoice({ ...choice, ...changes }),
    /** Whether to mark the field as invalid. Fields are marked only after the first attempt to send. */
    isWrong: (field: (typeof faults)[number]) => isTried && faults.includes(field),
    decide() {
      setTried(true);
      if (faults.length === 0) mutate();
    },
    isPending,
    error,
  };
}
