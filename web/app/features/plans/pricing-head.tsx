import { useTranslation } from 'react-i18next';
import { useSite } from '#web/lib/use-site.ts';
import styles from './plans.module.css';
import { PlansSheet } from './plans-sheet.tsx';

/** The heading of the pricing page, and the table of plans. */
export function PricingHead() {
  const { t } = useTranslation('billing');
  return (
    <section className={styles.pricing}>
      <div className="page">
        <h1 className={`h1 ${styles.heading}`}>{t('plans.title')}</h1>
        {/* The names of the plans are third-level headings, so a second-level heading must come before them. */}
        <h2 className="visually-hidden">{t('plans.title')}</h2>
        <PlansSheet hidden={useSite() ?? undefined} />
      </div>
    </section>
  );
}
