import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Capture } from './capture-state.ts';
import { type Pose, poses } from './poses.ts';
import styles from './review.module.css';

/** All three side by side, as the doctor will see them. */
export function Review({ capture, onRetake }: { capture: Capture; onRetake: (pose: Pose) => void }) {
  const { t } = useTranslation('capture');
  return (
    <section className={styles.review} aria-label={t('review.title')}>
      {poses.map((pose) => {
        const photo = capture.photos[pose];
        return (
          <figure key={pose} className={styles.photo} data-pose={pose}>
            {'preview' in photo && <img src={photo.preview} alt={t(`review.alt.${pose}`)} />}
            <figcaption>
              <b>{t(`pose.${pose}`)}</b>
              <Button
                size="s"
                variant="quiet"
                onClick={() => onRetake(pose)}
                aria-label={t('retake.pose', { pose: t(`pose.${pose}`) })}
              >
                <Icon as={RotateCcw} size="s" />
                {t('retake')}
              </Button>
            </figcaption>
          </figure>
        );
      })}
    </section>
  );
}
