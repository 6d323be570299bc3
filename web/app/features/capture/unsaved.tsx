import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import styles from './live-stage.module.css';

interface Props {
  message: string;
  onRetry: () => void;
  onRetake: () => void;
}

/** Shows the reason why a photo could not be saved, with buttons to send it again or to take another. */
export function Unsaved({ message, onRetry, onRetake }: Props) {
  const { t } = useTranslation('capture');
  return (
    <div className={styles.unsaved} role="alert">
      <strong>{t('now.failed')}</strong>
      <p>{message}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onRetry}>
          {t('retry')}
        </Button>
        <Button onClick={onRetake}>{t('retake')}</Button>
      </div>
    </div>
  );
}
