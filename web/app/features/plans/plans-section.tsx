import { useTranslation } from 'react-i18next';
import { useSite } from '#web/lib/use-site.ts';
import styles from './plans.module.css';
import { PlansSheet } from './plans-sheet.tsx';

/**
 * Shows the plans on a landing page. Without JavaScript, links to #plans lead to this section. With JavaScript,
 * plans-page.ts shows the same sheet in a dialog, because the page has only one sheet.
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
