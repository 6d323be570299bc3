import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ExpectationAnswers, ThinkingTimes } from '#contract/care.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import styles from './care.module.css';

const yesNo = ['yes', 'no'] as const;
const questions = ['is_preoccupied', 'is_distressed', 'is_hindered'] as const;

/**
 * Asks the four screening questions of the expectation screen. The dialog shows no result. If the answers show that a
 * doctor must talk with the patient before a treatment, a doctor contacts the patient.
 */
export function ExpectationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const [answers, setAnswers] = useState<Partial<ExpectationAnswers>>({});
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.care.answerExpectations.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: api.care.key() });
        onClose();
      },
      onError: (error) => setFault(errorText(error)),
    }),
  );
  const set = (change: Partial<ExpectationAnswers>) => {
    setFault(undefined);
    setAnswers((before) => ({ ...before, ...change }));
  };
  const save = () => {
    const { is_preoccupied, is_distressed, is_hindered, time_a_day } = answers;
    if (is_preoccupied === undefined || is_distressed === undefined || is_hindered === undefined || !time_a_day)
      return setFault(t('history.incomplete'));
    mutate({ is_preoccupied, is_distressed, is_hindered, time_a_day });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('expectations.title')}
      lead={t('expectations.lead')}
      size="l"
      action={t('save')}
      wayOut={t('later')}
      busy={isPending}
      onSubmit={save}
      problem={fault}
      formClass={styles.form}
    >
      {questions.map((question) => (
        <ChoiceGroup
          key={question}
          legend={t(`expectations.question.${question}`)}
          value={answers[question] === undefined ? undefined : answers[question] ? 'yes' : 'no'}
          choices={yesNo.map((value) => ({ value, label: t(`history.${value}`) }))}
          onChange={(value) => set({ [question]: value === 'yes' })}
        />
      ))}
      <ChoiceGroup
        legend={t('expectations.question.time_a_day')}
        value={answers.time_a_day}
        choices={ThinkingTimes.map((value) => ({ value, label: t(`expectations.time.${value}`) }))}
        onChange={(time_a_day) => set({ time_a_day })}
      />
    </FormDialog>
  );
}
