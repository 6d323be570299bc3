import { useTranslation } from 'react-i18next';
import type { SafetyStatement } from '#contract/safety.ts';
import { useFormat } from '#web/lib/format.ts';
import styles from './plan.module.css';

/** Shows the doctor's reasons for a treatment despite a health answer, and the earliest day for the first visit. */
export function Precautions({ safety: { reasons, not_before } }: { safety: SafetyStatement }) {
  const { t } = useTranslation('case');
  const { longDay } = useFormat();
  if (reasons.length === 0 && !not_before) return null;
  return (
    <section className={styles.precautions} aria-label={t('precautions')}>
      <h3 className={styles.kind}>{t('precautions')}</h3>
      <dl>
        {reasons.map(({ question, text }) => (
          <div key={question}>
            <dt>{t(`precautions.${question}`)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
        {not_before && (
          <div>
            <dt>{t('precautions.first_visit')}</dt>
            <dd>{t('precautions.not_before', { day: longDay(not_before) })}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
