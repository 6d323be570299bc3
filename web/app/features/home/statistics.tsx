import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import styles from './statistics.module.css';

const figures = { clinics: 20, doctors: 120, patients: 755 } as const;

/** The full numbers stand in the page; `static-page.ts` counts up to them once. */
export function Statistics() {
  const { t } = useTranslation('site');
  const { number } = useFormat();
  return (
    <section className={styles.strip} aria-label={t('stats.label')} data-counts>
      <div className={`page ${styles.row}`}>
        {(['clinics', 'doctors', 'patients'] as const).map((key) => (
          <p key={key} className={styles.figure}>
            <span className="figure-type num" data-count={figures[key]}>
              {number(figures[key])}
            </span>
            <span className="muted">{t(`stats.${key}`)}</span>
          </p>
        ))}
        <p className={`micro muted ${styles.sample}`}>{t('stats.sample')}</p>
      </div>
    </section>
  );
}
