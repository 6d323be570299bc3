import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { Voices } from './voices.tsx';
import styles from './voices.module.css';

export function VoicesGrid() {
  const { t } = useTranslation('site');
  return (
    <ul
      className={`page ${styles.grid}`}
      aria-label={t('voices.title')}
      hidden={useLocale() === 'fr'}
      data-if="testimonials.is_shown"
      data-each="testimonials.entries"
    >
      <Voices />
    </ul>
  );
}
