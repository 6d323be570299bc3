import { Circle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Incident, IncidentRisks } from '#contract/incidents.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { useSaveProblem } from '../save-problem.ts';
import styles from './incidents.module.css';
import { StepRow } from './step-row.tsx';
import { useAssessIncident, useCloseIncident } from './use-incident-change.ts';

export function IncidentCard({ incident }: { incident: Incident }) {
  const { t } = useTranslation('incidents');
  const { dateTime, number } = useFormat();
  const [asked, setAsked] = useState<'assess' | 'close'>();
  const { id, title, summary, noticed_at, opened_by, risk, people, steps, closed_at } = incident;
  const noticed = dateTime(noticed_at);
  const isWhole = steps.every(({ state }) => state !== 'open');
  return (
    <Stack as="section" gap={16} className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <div className={styles.name}>
          <h2 id={id} className="title" dir="auto">
            {title}
          </h2>
          <StatusBadge tone={closed_at ? 'confirmed' : 'pending'}>
            {closed_at ? t('closed', { date: dateTime(closed_at) }) : t('isOpen')}
          </StatusBadge>
        </div>
        <p className="micro muted">
          {opened_by ? t('noticed', { date: noticed, name: opened_by.name }) : t('noticedBySomeone', { date: noticed })}
        </p>
        <p className={styles.summary} dir="auto">
          {summary}
        </p>
      </header>
      <Clock incident={incident} />
      <div className={styles.risk}>
        <p className="small">
          {t('risk.line', { risk: t(`risk.${risk}`) })}
          {people !== null && ` · ${t('people.line', { number: number(people) })}`}
        </p>
        {!closed_at && (
          <Button size="xs" onClick={() => setAsked('assess')}>
            {t('assess')}
          </Button>
        )}
      </div>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepRow key={step.step} incident={incident} step={step} />
        ))}
      </ol>
      {!closed_at && (
        <div>
          <Button size="s" disabled={!isWhole} onClick={() => setAsked('close')}>
            {t('close')}
          </Button>
        </div>
      )}
      {asked === 'assess' && <AssessDialog incident={incident} onClose={() => setAsked(undefined)} />}
      {asked === 'close' && <CloseDialog id={id} onClose={() => setAsked(undefined)} />}
    </Stack>
  );
}

/**
 * Shows how much of the 72 hours for a report to the authority is left. The clock stops once the authority has been
 * informed, or once the team has decided that no report is needed.
 */
function Clock({ incident: { due_at, steps } }: { incident: Incident }) {
  const { t } = useTranslation('incidents');
  const { dateTime } = useFormat();
  const now = useNow();
  const told = steps.find(({ step }) => step === 'authority_told');
  if (told?.state === 'not_needed') return <p className="small muted">{t('clock.notNeeded')}</p>;
  if (told?.settled_at) {
    const isLate = told.settled_at > due_at;
    return <p className="small">{t(isLate ? 'clock.toldLate' : 'clock.told', { date: dateTime(told.settled_at) })}</p>;
  }
  if (now > Date.parse(due_at)) return <p className={styles.late}>{t('clock.late')}</p>;
  return (
    <p className={styles.clock}>
      <StatusBadge tone="awaiting" icon={Circle}>
        <Countdown until={due_at} />
      </StatusBadge>
      <span className="small">{t('clock.left')}</span>
      <span className="micro muted">{t('clock.due', { date: dateTime(due_at) })}</span>
    </p>
  );
}

function CloseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('incidents');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useCloseIncident(onClose);
  return (
    <FormDialog
      onClose={onClose}
      title={t('close.title')}
      action={t('close')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={() => mutate({ id })}
      problem={error && errorText(error)}
    >
      <p>{t('close.text')}</p>
    </FormDialog>
  );
}

function AssessDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { t } = useTranslation('incidents');
  const problemOf = useSaveProblem();
  const { mutate, isPending, error } = useAssessIncident(onClose);
  const [was] = useState({ risk: incident.risk, people: incident.people });
  const [risk, setRisk] = useState(incident.risk);
  const [people, setPeople] = useState(incident.people?.toString() ?? '');
  return (
    <FormDialog
      onClose={onClose}
      title={t('assess')}
      lead={t('assess.lead')}
      action={t('assess.do')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={() => mutate({ id: incident.id, risk, people: people === '' ? null : Number(people), was })}
      problem={problemOf(error)}
    >
      <Select
        label={t('risk')}
        value={risk}
        onChange={({ currentTarget: { value } }) => setRisk(IncidentRisks.find((one) => one === value) ?? risk)}
      >
        {IncidentRisks.map((one) => (
          <option key={one} value={one}>
            {t(`risk.${one}`)}
          </option>
        ))}
      </Select>
      <TextField
        label={t('people')}
        hint={t('people.hint')}
        optional
        inputMode="numeric"
        value={people}
        onChange={({ target }) => setPeople(target.value.replace(/\D/g, '').slice(0, 8))}
      />
    </FormDialog>
  );
}
