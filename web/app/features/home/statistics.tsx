import { useTranslation } from 'react-i18next';
import { useSite } from '#web/lib/use-site.ts';
import { useFormat } from '#web/lib/format.ts';
import styles from './statistics.module.css';

/** Shows the statistics. The document contains the final numbers, and `static-page.ts` counts up to them once. */
export function Statistics() {
  const { t } = useTranslation('site');
  const { number } = useFormat();
  const statistics = useSite()?.statistics;
  if (!statistics) return null;
  return (
    <section className={styles.strip} aria-label={t('stats.label')} data-counts>
      <div className={`page ${styles.row}`}>
        {(['clinics', 'doctors', 'patients'] as const).map((key) => (
          <p key={key} className={styles.figure}>
            <span className="figure-type num" data-count={statistics[key]}>
              {number(statistics[key])}
            </span>
            <span className="muted">{t(`stats.${key}`)}</span>
          </p>
        ))}
        {!statistics.is_confirmed && <p className={`micro muted ${styles.sample}`}>{t('stats.sample')}</p>}
      </div>
    </section>
  );
}
