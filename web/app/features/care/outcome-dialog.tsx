import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OutcomeEvents, type OutcomeKinds, type Outcomes } from '#contract/care.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ChipGroup, ChoiceGroup } from '#web/ui/chip-group.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import styles from './care.module.css';

const steps = ['1', '2', '3', '4', '5'] as const;
type Step = (typeof steps)[number];

interface Props {
  caseId: string;
  kind: (typeof OutcomeKinds)[number];
  /** The recorded treatment whose result the patient describes. */
  done: Outcomes['done'];
  onClose: () => void;
}

export function OutcomeDialog({ caseId, kind, done, onClose }: Props) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const { words, amount } = usePlanWords();
  const { commas } = useFormat();
  const [match, setMatch] = useState<Step>();
  const [satisfaction, setSatisfaction] = useState<Step>();
  const [events, setEvents] = useState<(typeof OutcomeEvents)[number][]>([]);
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.care.answerOutcomeCheck.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: api.care.key() });
        onClose();
      },
      onError: (error) => setFault(errorText(error)),
    }),
  );
  const send = () => {
    if (!match || !satisfaction) return setFault(t('history.incomplete'));
    mutate({ case_id: caseId, kind, match: Number(match), satisfaction: Number(satisfaction), events, note });
  };
  const choices = (question: 'match' | 'satisfaction') =>
    steps.map((value) => ({ value, label: t(`outcome.${question}.${value}`) }));
  return (
    <FormDialog
      onClose={onClose}
      title={t(`outcome.${kind}`)}
      lead={t('outcome.lead')}
      size="l"
      action={t('save')}
      wayOut={t('later')}
      busy={isPending}
      onSubmit={send}
      problem={fault}
      formClass={styles.form}
    >
      {done.length > 0 && (
        <p className="small muted">
          {t('outcome.done')}:{' '}
          {commas(
            done.map((dose) => `${words.say(`treatment.${dose.treatment}`)} ${amount(dose.done ?? 0, dose.unit)}`),
          )}
        </p>
      )}
      <ChoiceGroup legend={t('outcome.match')} value={match} choices={choices('match')} onChange={setMatch} />
      <ChoiceGroup
        legend={t('outcome.satisfaction')}
        value={satisfaction}
        choices={choices('satisfaction')}
        onChange={setSatisfaction}
      />
      <ChipGroup
        legend={t('outcome.events')}
        value={events}
        choices={OutcomeEvents.map((value) => ({ value, label: t(`outcome.event.${value}`) }))}
        onChange={setEvents}
      />
      <TextArea
        label={t('outcome.note')}
        optional
        rows={3}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
