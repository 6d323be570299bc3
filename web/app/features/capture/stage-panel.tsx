import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './live-stage.module.css';
import { PhotoDrawing } from './photo-drawing.tsx';
import type { PhotoKind } from './poses.ts';
import type { CameraState } from './use-camera.ts';

interface Props {
  camera: CameraState;
  pose: PhotoKind;
  onOpen: () => void;
  onFiles: () => void;
}

/** The photo area without a camera image. It is shown before the camera is open, and if the camera cannot be opened. */
export function StagePanel({ camera, pose, onOpen, onFiles }: Props) {
  const { t } = useTranslation('capture');
  if (camera.status === 'failed') {
    return (
      <div className={styles.stage}>
        <div className={styles.panel} role="alert">
          <strong>{t('error.camera')}</strong>
          <p>{t(`camera.${camera.reason}`)}</p>
          <Row gap={8} justify="center" wrap className={styles.actions}>
            <Button variant="primary" onClick={onOpen}>
              {t('camera.retry')}
            </Button>
            <Button onClick={onFiles}>{t('primer.files')}</Button>
          </Row>
        </div>
      </div>
    );
  }
  const isOpening = camera.status === 'opening';
  return (
    <div className={styles.stage}>
      <div className={styles.panel}>
        <PhotoDrawing kind={pose} className={styles.drawing} />
        <strong>{t(isOpening ? 'camera.opening' : 'camera.closed')}</strong>
        <p>{t(isOpening ? 'camera.openingHow' : 'hint.closed')}</p>
        <Row gap={8} justify="center" wrap className={styles.actions}>
          <Button variant="primary" onClick={onOpen} busy={isOpening}>
            {t('primer.camera')}
          </Button>
          <Button onClick={onFiles}>{t('primer.files')}</Button>
        </Row>
      </div>
    </div>
  );
}
