import { useTranslation } from 'react-i18next';
import type { Pose } from '#contract/intake.ts';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import styles from './photo.module.css';

/** The place of a missing photo, with a drawing of its pose. */
export function EmptyFrame({ pose, title, text }: { pose: Pose; title: string; text: string }) {
  return (
    <div className={styles.frame}>
      <FaceDrawing drawing={pose} className={styles.outlineDrawing} />
      <p className={styles.frameTitle}>{title}</p>
      <p className={styles.frameText}>{text}</p>
    </div>
  );
}

export function LoadingFrame() {
  const { t } = useTranslation('dashboard');
  return (
    <div className={`${styles.frame} ${styles.loading}`} role="status">
      <p className={styles.frameText}>{t('photos.loading')}</p>
    </div>
  );
}
