import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OutcomeEvents, type OutcomeKinds, type Outcomes, type ReportedSign } from '#contract/care.ts';
import { alarmsIn } from '#contract/outcome-alarm.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { ChipGroup, ChoiceGroup } from '#web/ui/chip-group.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import styles from './care.module.css';
import { WhatToDo } from './urgent/what-to-do.tsx';

const steps = ['1', '2', '3', '4', '5'] as const;
type Step = (typeof steps)[number];

interface Props {
  caseId: string;
  kind: (typeof OutcomeKinds)[number];
  /** The recorded treatment whose result the patient describes. */
  done: Outcomes['done'];
  onClose: () => void;
}

/**
 * Asks the patient for the result of a treatment. If an answer is alarming, sending the answers shows instructions at
 * once, and the service alerts the team.
 */
export function OutcomeDialog({ caseId, kind, done, onClose }: Props) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const [match, setMatch] = useState<Step>();
  const [satisfaction, setSatisfaction] = useState<Step>();
  const [events, setEvents] = useState<(typeof OutcomeEvents)[number][]>([]);
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string>();
  const [sign, setSign] = useState<ReportedSign>();
  const { mutate, isPending, isError, data } = useMutation(
    api.care.answerOutcomeCheck.mutationOptions({
      onSuccess: async ({ urgent }) => {
        await queryClient.invalidateQueries({ queryKey: api.care.key() });
        if (!urgent) onClose();
      },
      onError: (error) => setFault(errorText(error)),
    }),
  );
  const send = () => {
    if (!match || !satisfaction) return setFault(t('history.incomplete'));
    setSign(alarmsIn({ events, note })[0]);
    mutate({
      case_id: caseId,
      kind,
      match: Number(match),
      satisfaction: Number(satisfaction),
      events,
      note,
      time_zone: ownZone(),
    });
  };
  const choices = (question: 'match' | 'satisfaction') =>
    steps.map((value) => ({ value, label: t(`outcome.${question}.${value}`) }));
  if (sign) {
    return (
      <Dialog isOpen onClose={onClose} title={t('urgent.now')} size="l">
        <WhatToDo sign={sign} report={{ data: data?.urgent ?? undefined, isPending, isError }} onAgain={send} />
      </Dialog>
    );
  }
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
      {done.length > 0 && <Done done={done} />}
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

function Done({ done }: Pick<Props, 'done'>) {
  const { t } = useTranslation('care');
  const { words, amount } = usePlanWords();
  const { commas } = useFormat();
  return (
    <p className="small muted">
      {t('outcome.done')}:{' '}
      {commas(done.map((dose) => `${words.say(`treatment.${dose.treatment}`)} ${amount(dose.done ?? 0, dose.unit)}`))}
    </p>
  );
}
