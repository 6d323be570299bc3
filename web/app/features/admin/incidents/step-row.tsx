import { Circle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '#contract/incidents.ts';
import { mustTell } from '#contract/must-tell.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Row } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { useSaveProblem } from '../save-problem.ts';
import styles from './incidents.module.css';
import { useSettleStep } from './use-incident-change.ts';

type Step = Incident['steps'][number];
interface Props {
  incident: Incident;
  step: Step;
}

export function StepRow({ incident, step }: Props) {
  const { t } = useTranslation('incidents');
  const { dateTime } = useFormat();
  const [isAsked, setIsAsked] = useState(false);
  const { state, note, settled_by, settled_at } = step;
  const name = `${incident.id}-${step.step}`;
  const when = settled_at && dateTime(settled_at);
  return (
    <Row as="li" gap={24} rowGap={8} align="center" justify="between" wrap className={styles.step}>
      <div className={styles.words}>
        <div className={styles.name}>
          <h3 id={name}>{t(`step.${step.step}`)}</h3>
          <StatusBadge tone={state === 'done' ? 'confirmed' : 'plain'} icon={state === 'done' ? undefined : Circle}>
            {t(`state.${state}`)}
          </StatusBadge>
        </div>
        <p className="small muted">{t(`step.${step.step}.about`)}</p>
        {note && (
          <p className="small" dir="auto">
            {note}
          </p>
        )}
        {when && <p className="micro muted">{settled_by ? t('by', { name: settled_by.name, date: when }) : when}</p>}
      </div>
      {!incident.closed_at && (
        <Button
          size="xs"
          variant={state === 'open' ? 'ink' : undefined}
          aria-describedby={name}
          onClick={() => setIsAsked(true)}
        >
          {t(state === 'open' ? 'settle' : 'change')}
        </Button>
      )}
      {isAsked && <SettleDialog incident={incident} step={step} onClose={() => setIsAsked(false)} />}
    </Row>
  );
}

function SettleDialog({ incident, step, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('incidents');
  const problemOf = useSaveProblem();
  const { mutate, isPending, error } = useSettleStep(onClose);
  const [was] = useState({ state: step.state, note: step.note });
  const [chosen, choose] = useState(step.state === 'not_needed' ? ('not_needed' as const) : ('done' as const));
  // A colleague may raise the risk while this dialog is open. The step can then no longer be left out.
  const isRequired = mustTell(incident.risk, step.step);
  const state = isRequired ? 'done' : chosen;
  const [note, setNote] = useState(step.note);
  const [isTried, setIsTried] = useState(false);
  const of = { id: incident.id, step: step.step, was };
  function submit() {
    setIsTried(true);
    if (note.trim()) mutate({ ...of, state, note });
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t(`step.${step.step}`)}
      lead={t('settle.lead')}
      action={t('settle')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={problemOf(error)}
      aside={
        was.state !== 'open' && (
          <Button size="s" busy={isPending} onClick={() => mutate({ ...of, state: 'open', note: '' })}>
            {t('reopen')}
          </Button>
        )
      }
    >
      {!isRequired && (
        <SegmentedControl
          label={t(`step.${step.step}`)}
          value={state}
          options={[
            { value: 'done', label: t('asDone') },
            { value: 'not_needed', label: t('asNotNeeded') },
          ]}
          onChange={choose}
        />
      )}
      <TextArea
        label={t(`note.${state}`)}
        hint={t(`step.${step.step}.about`)}
        maxLength={1000}
        value={note}
        error={isTried && !note.trim() && t('missing')}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}
