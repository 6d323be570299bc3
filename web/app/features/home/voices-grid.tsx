import { useTranslation } from 'react-i18next';
import { Voice } from './voice.tsx';
import styles from './voices.module.css';
import { voices } from './voices.ts';

export function VoicesGrid() {
  const { t } = useTranslation('site');
  return (
    <ul className={`page ${styles.grid}`} aria-label={t('voices.list')}>
      {voices.map((nth) => (
        <li key={nth}>
          <Voice nth={nth} />
        </li>
      ))}
    </ul>
  );
}
