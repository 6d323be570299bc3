import { useTranslation } from 'react-i18next';
import { SampleStatistics } from '#contract/site.ts';
import { useFormat } from '#web/lib/format.ts';
import styles from './statistics.module.css';

/** The full numbers stand in the page, put there by the service; `static-page.ts` counts up to them once. */
export function Statistics() {
  const { t } = useTranslation('site');
  const { number } = useFormat();
  return (
    <section className={styles.strip} aria-label={t('stats.label')} data-counts data-if="statistics.is_shown">
      <div className={`page ${styles.row}`}>
        {(['clinics', 'doctors', 'patients'] as const).map((key) => (
          <p key={key} className={styles.figure}>
            <span
              className="figure-type num"
              data-count={SampleStatistics[key]}
              data-fill={`statistics.${key}`}
              data-put={`data-count:statistics.${key}_count`}
            >
              {number(SampleStatistics[key])}
            </span>
            <span className="muted">{t(`stats.${key}`)}</span>
          </p>
        ))}
        <p className={`micro muted ${styles.sample}`} data-unless="statistics.is_confirmed">
          {t('stats.sample')}
        </p>
      </div>
    </section>
  );
}
