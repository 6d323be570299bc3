import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import styles from './live-stage.module.css';

interface Props {
  reason: string;
  onRetake: () => void;
  onSend: () => void;
}

/**
 * The choice after repeated refusals. The person takes a new photo, or sends this photo, which a doctor then checks.
 */
export function Offer({ reason, onRetake, onSend }: Props) {
  const { t } = useTranslation('capture');
  return (
    <div className={styles.unsaved} role="alert">
      <strong>{t('insist.title')}</strong>
      <p>{reason}</p>
      <p className="muted">{t('insist.how')}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onRetake}>
          {t('insist.retake')}
        </Button>
        <Button onClick={onSend}>{t('insist.send')}</Button>
      </div>
    </div>
  );
}
