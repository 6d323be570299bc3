import { useTranslation } from 'react-i18next';
import { useSite } from '#web/lib/use-site.ts';
import styles from './plans.module.css';
import { PlansSheet } from './plans-sheet.tsx';

/**
 * Shows the plans on a landing page. Without JavaScript, links to #plans lead to this section. With JavaScript, these
 * links open a dialog, and plans-page.ts moves the table of plans into it. The page therefore needs only one copy of
 * the table.
 */
export function PlansSection() {
  const { t } = useTranslation('billing');
  return (
    <section className={styles.section} id="plans">
      <div className="page">
        <h2 className={`h2 ${styles.heading}`}>{t('plans.title')}</h2>
        <div data-plans-place>
          <PlansSheet hidden={useSite() ?? undefined} />
        </div>
      </div>
      <dialog className={styles.dialog} data-plans-dialog aria-label={t('plans.title')} />
    </section>
  );
}
