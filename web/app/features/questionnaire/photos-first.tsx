import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './photos-first.module.css';

interface Props {
  hasAnswers: boolean;
  /**
   * Continues without photos. This function is undefined at the last step, because the answers cannot be submitted
   * without photos.
   */
  onLater?: () => void;
}

/**
 * Shown to people who opened the questionnaire before taking photos. It links to the camera. The answers that they have
 * already given are not lost.
 */
export function PhotosFirst({ hasAnswers, onLater }: Props) {
  const { t } = useTranslation('questionnaire');
  const locale = useLocale();
  return (
    <Stack gap={14} align="start" className={styles.first}>
      <Row gap={20} className={styles.poses}>
        <FaceDrawing drawing="left" className={styles.pose} />
        <FaceDrawing drawing="front" className={styles.pose} />
        <FaceDrawing drawing="right" className={styles.pose} />
      </Row>
      <h1 className="h1" tabIndex={-1} id="question">
        {t('photos.title')}
      </h1>
      <p className="lead">
        {t('photos.text')} {hasAnswers && t('photos.kept')}
      </p>
      <Row gap={8} wrap className={styles.actions}>
        <LinkButton to={inLanguage('/unlock', locale)} variant="primary" size="l">
          {t('photos.take')}
        </LinkButton>
        {onLater && (
          <Button size="l" variant="quiet" onClick={onLater}>
            {t('photos.later')}
          </Button>
        )}
      </Row>
    </Stack>
  );
}
