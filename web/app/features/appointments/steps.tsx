import { useTranslation } from 'react-i18next';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import type { AppointmentStepKinds } from '#contract/appointments.ts';
import { useFormat } from '#web/lib/format.ts';
import styles from './details.module.css';

interface Step {
  at: string;
  kind: (typeof AppointmentStepKinds)[number];
  status: AppointmentStatus | null;
  by_me: boolean;
}

/** What happened, newest first. */
export function Steps({ history }: { history: readonly Step[] }) {
  const { t } = useTranslation('appointments');
  const { dateTime } = useFormat();
  const newest = history.toSorted((one, other) => other.at.localeCompare(one.at));
  return (
    <section className={styles.part}>
      <h3 className="title">{t('steps.title')}</h3>
      <ol className={styles.steps}>
        {newest.map((step, index) => (
          <li key={`${step.at}-${index}`}>
            <span>
              {step.kind === 'status_changed' && step.status
                ? t('step.status', { status: t(`status.${step.status}`) })
                : t(`step.${step.kind}`)}
              <span className="muted"> {t(step.by_me ? 'step.byYou' : 'step.byTeam')}</span>
            </span>
            <time dateTime={step.at} className="muted num">
              {dateTime(step.at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
