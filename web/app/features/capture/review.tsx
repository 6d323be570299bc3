import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import type { Capture } from './capture-state.ts';
import { PhotoDrawing } from './photo-drawing.tsx';
import { expressions, kinds, type PhotoKind } from './poses.ts';
import styles from './review.module.css';

/** Shows all photos side by side, as the doctor will see them, and offers the skipped expressions. */
export function Review({ capture, onRetake }: { capture: Capture; onRetake: (pose: PhotoKind) => void }) {
  const { t } = useTranslation('capture');
  const skipped = expressions.filter((one) => capture.photos[one].status === 'skipped');
  return (
    <section className={styles.review} aria-label={t('review.title')}>
      {kinds.map((pose) => {
        const photo = capture.photos[pose];
        if (photo.status === 'skipped') return null;
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
      {skipped.length > 0 && (
        <Stack gap={8} className={styles.more}>
          <p>{t('expression.offer')}</p>
          <ul aria-label={t('expression.label')}>
            {skipped.map((one) => (
              <li key={one}>
                <Button
                  size="s"
                  onClick={() => onRetake(one)}
                  aria-label={t('expression.add', { pose: t(`pose.${one}`) })}
                >
                  <PhotoDrawing kind={one} className={styles.drawing} />
                  {t(`pose.${one}`)}
                </Button>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </section>
  );
}
