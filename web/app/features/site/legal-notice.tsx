import { useTranslation } from 'react-i18next';
import styles from './legal-notice.module.css';

/** Company, registration, director of publication, host: there once an administrator has published them, a line each. */
export function LegalNotice() {
  const { t } = useTranslation('legal');
  return (
    <section className={`page ${styles.notice}`} aria-labelledby="notice" hidden data-if="contact.has_notice">
      <h2 className="h3" id="notice">
        {t('notice.title')}
      </h2>
      <ul data-each="contact.legal_notice">
        <li data-fill="." />
      </ul>
    </section>
  );
}
