import { BadgeCheck, Languages, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import styles from './directory-page.module.css';

/** The pattern of an entry; the service repeats it. */
export function PractitionerCard() {
  const { t } = useTranslation('directory');
  return (
    <li className={styles.card} data-put="data-points:points">
      <h3 className="h3">
        <a href="/practitioners" data-put="href:link" data-fill="name">
          {t('page.title')}
        </a>
      </h3>
      <p data-fill="specialities" />
      <p className={styles.fact}>
        <Icon as={MapPin} size="s" />
        <span data-fill="where" />
        <span className={`num ${styles.distance}`} data-if="distance" data-fill="distance" />
      </p>
      <p className={styles.fact}>
        <Icon as={Languages} size="s" />
        <span data-fill="languages" />
      </p>
      <p className={`small num ${styles.fact}`}>
        <Icon as={BadgeCheck} size="s" />
        <span data-fill="registration" />
      </p>
    </li>
  );
}
