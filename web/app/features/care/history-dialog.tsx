import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  HISTORY_DETAILS_MAX,
  type HistoryQuestion,
  HistoryQuestions,
  type MedicalHistory,
  type SavedHistory,
} from '#contract/care.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { asSent } from './health/sent-health.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './care.module.css';

type Answer = MedicalHistory['questions'][HistoryQuestion];
type Partly = Partial<Record<HistoryQuestion, Answer>>;

/** Asks all questions on one page. The answers are yes, no and not sure. Only saved answers are preselected. */
export function HistoryDialog({ saved, onClose }: { saved: SavedHistory | null; onClose: () => void }) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const [answers, setAnswers] = useState<Partly>(saved?.history.questions ?? {});
  const [medicines, setMedicines] = useState(saved?.history.medicines ?? '');
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.care.saveMedicalHistory.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: api.care.key() });
        toast({ kind: 'success', title: t('history.kept') });
        onClose();
      },
      onError: (error) => setFault(errorText(error)),
    }),
  );
  const set = (question: HistoryQuestion, change: Partial<Answer>) => {
    setFault(undefined);
    setAnswers((before) => ({ ...before, [question]: { answer: 'no', details: '', ...before[question], ...change } }));
  };
  const submit = () => {
    const isWhole = (found: Partly): found is MedicalHistory['questions'] =>
      HistoryQuestions.every((question) => found[question]);
    if (!isWhole(answers)) return setFault(t('history.incomplete'));
    mutate({ history: { questions: asSent(answers), medicines } });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('history.title')}
      lead={t('history.lead')}
      size="l"
      action={t('save')}
      wayOut={t('later')}
      busy={isPending}
      onSubmit={submit}
      problem={fault}
      formClass={styles.form}
    >
      {HistoryQuestions.map((question) => (
        <QuestionField
          key={question}
          question={question}
          answer={answers[question]}
          onChange={(change) => set(question, change)}
        />
      ))}
      <TextArea
        label={t('history.medicines')}
        optional
        rows={3}
        maxLength={1000}
        value={medicines}
        onChange={(event) => setMedicines(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

interface QuestionProps {
  question: HistoryQuestion;
  answer: Answer | undefined;
  onChange: (change: Partial<Answer>) => void;
}

/** A question with its choices. For every answer except 'no' there is a field for details. */
function QuestionField({ question, answer, onChange }: QuestionProps) {
  const { t } = useTranslation('care');
  return (
    <div>
      <ChoiceGroup
        legend={t(`history.question.${question}`)}
        value={answer?.answer}
        choices={(['yes', 'no', 'unsure'] as const).map((value) => ({ value, label: t(`history.${value}`) }))}
        onChange={(next) => onChange({ answer: next })}
      />
      {answer && answer.answer !== 'no' && (
        <TextField
          label={t(`history.more.${question}`)}
          optional
          maxLength={HISTORY_DETAILS_MAX}
          value={answer.details}
          onChange={(event) => onChange({ details: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
