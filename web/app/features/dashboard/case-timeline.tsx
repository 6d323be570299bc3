import { useTranslation } from 'react-i18next';
import type { MyCase } from '#contract/cases.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import styles from './case.module.css';
import { timelineOf, type TimelineStep } from './timeline.ts';

interface Props {
  shown: MyCase;
  healthAt: string | null | undefined;
  now: number;
}

/**
 * Shows the steps (photos, health, drawing, signature): which are done, which one is current, and which are still open.
 */
export function CaseTimeline({ shown, healthAt, now }: Props) {
  const { t } = useTranslation(['case', 'ui']);
  const { day, time } = useFormat();
  const steps = timelineOf(shown, healthAt, now);
  if (steps.length === 0) return null;
  const moment = (at: string) => t('step.moment', { day: day(at), time: time(at) });

  const note = ({ kind, state, at, by, isYours }: TimelineStep) => {
    if (isYours && kind === 'photos') return t('step.photos_asked');
    if (isYours) return <LocalisedLink to="/dashboard/health">{t('step.health_asked')}</LocalisedLink>;
    if (by) return t('step.by', { moment: moment(by) });
    if (kind === 'photos' && state === 'current') return t('step.waiting');
    if (at) return state === 'current' ? t('step.since', { moment: moment(at) }) : moment(at);
    return kind === 'health' && healthAt ? t('step.health_kept') : '';
  };

  return (
    <ol className={styles.flow} aria-label={t('step.label')}>
      {steps.map((step) => (
        <li key={step.kind} data-state={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
          <span className="visually-hidden">{t(`ui:step.${step.state}`)} </span>
          <b>{t(`step.${step.kind}`)}</b>
          <span>{note(step)}</span>
        </li>
      ))}
    </ol>
  );
}
