import { useTranslation } from 'react-i18next';
import type { MyCase } from '#contract/cases.ts';
import { useFormat } from '#web/lib/format.ts';
import styles from './case.module.css';
import { timelineOf, type TimelineStep } from './timeline.ts';

/** Photos, doctor, signature: what is done, what goes on, what comes. */
export function CaseTimeline({ shown, now }: { shown: MyCase; now: number }) {
  const { t } = useTranslation(['case', 'ui']);
  const { day, time } = useFormat();
  const steps = timelineOf(shown, now);
  if (steps.length === 0) return null;
  const moment = (at: string) => t('step.moment', { day: day(at), time: time(at) });

  const title = ({ kind }: TimelineStep) => (kind === 'doctor' && shown.practitioner_name) || t(`step.${kind}`);
  const note = ({ kind, state, at, by }: TimelineStep) => {
    if (by) return t('step.by', { moment: moment(by) });
    if (kind === 'doctor' && state === 'current')
      return at ? t('step.since', { moment: moment(at) }) : t('step.waiting');
    return at ? moment(at) : '';
  };

  return (
    <ol className={styles.flow} aria-label={t('step.label')}>
      {steps.map((step) => (
        <li key={step.kind} data-state={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
          <span className="visually-hidden">{t(`ui:step.${step.state}`)} </span>
          <b>{title(step)}</b>
          <span>{note(step)}</span>
        </li>
      ))}
    </ol>
  );
}
