import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  OutcomeEvents,
  type OutcomeKinds,
  type Outcomes,
  type ReportedSign,
  type UrgentSigns,
} from '#contract/care.ts';
import { alarmsIn, doubtfulSigns } from '#contract/outcome-alarm.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { ChipGroup, ChoiceGroup } from '#web/ui/chip-group.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import styles from './care.module.css';
import { WhatToDo } from './urgent/what-to-do.tsx';

const steps = ['1', '2', '3', '4', '5'] as const;
type Step = (typeof steps)[number];
type UrgentSign = (typeof UrgentSigns)[number];

interface Props {
  caseId: string;
  kind: (typeof OutcomeKinds)[number];
  /** The recorded treatment whose result the patient describes. */
  done: Outcomes['done'];
  onClose: () => void;
}

/**
 * Asks the patient for the result of a treatment. If an answer is alarming, sending the answers shows instructions at
 * once and the service alerts the team, even if the scales are not answered yet. If the note may describe a sign, the
 * dialog first asks whether the patient needs help, because a harmless note can contain the same words.
 */
export function OutcomeDialog({ caseId, kind, done, onClose }: Props) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const [match, setMatch] = useState<Step>();
  const [satisfaction, setSatisfaction] = useState<Step>();
  const [events, setEvents] = useState<(typeof OutcomeEvents)[number][]>([]);
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string>();
  const [doubts, setDoubts] = useState<UrgentSign[]>([]);
  const [sign, setSign] = useState<ReportedSign>();
  const { mutate, isPending, isError, isSuccess, data, variables } = useMutation(
    api.care.answerOutcomeCheck.mutationOptions({
      onSuccess: async ({ urgent }) => {
        await queryClient.invalidateQueries({ queryKey: api.care.key() });
        if (!urgent) onClose();
      },
      onError: (error) => setFault(errorText(error)),
    }),
  );
  const isComplete = match !== undefined && satisfaction !== undefined;
  const send = (confirmed: UrgentSign[] | null) => {
    setDoubts([]);
    const [gravest] = alarmsIn({ events, note, confirmed });
    if (!gravest && !isComplete) return setFault(t('history.incomplete'));
    setSign(gravest);
    const scales = { match: match ? Number(match) : null, satisfaction: satisfaction ? Number(satisfaction) : null };
    mutate({ case_id: caseId, kind, ...scales, events, note, confirmed, time_zone: ownZone() });
  };
  const submit = () => {
    const signs = doubtfulSigns(note);
    if (signs.length > 0) setDoubts(signs);
    else send(null);
  };
  if (sign) {
    // If the answers are not stored yet, closing this dialog leads back to the form, so that nothing is lost.
    const close = isComplete && isSuccess ? onClose : () => setSign(undefined);
    return (
      <Dialog isOpen onClose={close} isWrittenIn title={t('urgent.now')} size="l">
        <WhatToDo
          sign={sign}
          report={{ data: data?.urgent ?? undefined, isPending, isError }}
          onAgain={() => variables && mutate(variables)}
        />
      </Dialog>
    );
  }
  if (doubts.length > 0) return <Doubt note={note} signs={doubts} onAnswer={send} onClose={() => setDoubts([])} />;
  return (
    <FormDialog
      onClose={onClose}
      title={t(`outcome.${kind}`)}
      lead={t('outcome.lead')}
      size="l"
      action={t('save')}
      wayOut={t('later')}
      busy={isPending}
      isWrittenIn={note !== '' || events.length > 0}
      onSubmit={submit}
      problem={fault}
      formClass={styles.form}
    >
      {done.length > 0 && <Done done={done} />}
      <Scale question="match" value={match} onChange={setMatch} />
      <Scale question="satisfaction" value={satisfaction} onChange={setSatisfaction} />
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

interface ScaleProps {
  question: 'match' | 'satisfaction';
  value: Step | undefined;
  onChange: (step: Step) => void;
}

function Scale({ question, value, onChange }: ScaleProps) {
  const { t } = useTranslation('care');
  const choices = steps.map((step) => ({ value: step, label: t(`outcome.${question}.${step}`) }));
  return <ChoiceGroup legend={t(`outcome.${question}`)} value={value} choices={choices} onChange={onChange} />;
}

interface DoubtProps {
  note: string;
  signs: readonly UrgentSign[];
  onAnswer: (confirmed: UrgentSign[]) => void;
  onClose: () => void;
}

/**
 * Asks whether the patient needs help because of the note. The question names no sign, because the note may use other
 * words for it. The answer 'yes' confirms all signs that the note may describe. The 'yes' button is where the form has
 * its send button, so that a second tap on this place never answers 'no'.
 */
function Doubt({ note, signs, onAnswer, onClose }: DoubtProps) {
  const { t } = useTranslation('care');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isWrittenIn
      title={t('outcome.ask')}
      lead={t('outcome.ask_lead')}
      footer={
        <Stack gap={12} className={styles.signs}>
          <Button wide onClick={() => onAnswer([])}>
            {t('outcome.ask_no')}
          </Button>
          <Button wide variant="primary" onClick={() => onAnswer([...signs])}>
            {t('outcome.ask_yes')}
          </Button>
        </Stack>
      }
    >
      <blockquote dir="auto">{note}</blockquote>
    </Dialog>
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
