import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './capture-page.module.css';
import { LiveStage } from './live-stage.tsx';
import live from './live-stage.module.css';
import { PhotoDrawing } from './photo-drawing.tsx';
import { Review } from './review.tsx';
import { type PhotoKind, isExpression } from './poses.ts';
import type { CameraState } from './use-camera.ts';
import type { CaptureActions } from './use-capture.ts';

const FilesView = lazy(() => import('./files-view.tsx'));

/** The main area of the page. It shows the slots for files, the finished photos or the camera. */
export function Stage({ page }: { page: CaptureActions }) {
  const { t } = useTranslation('capture');
  const { capture, camera, words } = page;
  const { current } = capture;
  if (page.view === 'files') {
    return (
      <Suspense fallback={<Spinner />}>
        <FilesView
          capture={capture}
          words={words}
          startFaceCheck={page.startFaceCheck}
          onTaken={page.upload}
          onRetry={page.retry}
        />
        <button type="button" className={`${styles.other} link`} onClick={page.openCamera}>
          {t('camera.link')}
        </button>
      </Suspense>
    );
  }
  if (current === null) return <Review capture={capture} onRetake={page.choose} />;
  if (camera.status !== 'live') {
    return (
      <StagePanel
        camera={camera}
        pose={current}
        onOpen={page.openCamera}
        onTurnCamera={page.turnCamera}
        onFiles={page.chooseFiles}
      />
    );
  }
  const photo = capture.photos[current];
  return (
    <LiveStage
      stream={camera.stream}
      face={page.face}
      pose={current}
      photo={photo}
      words={words}
      onTaken={page.upload}
      isHelped={page.isHelped}
      onTurnCamera={page.turnCamera}
      onSmall={page.refuseSmall}
      onRestart={page.restart}
      onBroken={page.giveUp}
      unsaved={
        photo.status === 'error' && (
          <Unsaved message={photo.message} onRetry={() => page.retry(current)} onRetake={() => page.drop(current)} />
        )
      }
      aside={
        isExpression(current) ? (
          <button type="button" className={`${styles.other} link`} onClick={() => page.skip(current)}>
            {t('expression.skip')}
          </button>
        ) : (
          <button type="button" className={`${styles.other} link`} onClick={page.chooseFiles}>
            <span className="only-large">{t('files.link')}</span>
            <span className="only-small">{t('primer.files')}</span>
          </button>
        )
      }
    />
  );
}

interface UnsavedProps {
  message: string;
  onRetry: () => void;
  onRetake: () => void;
}

/** Shows the reason why a photo could not be saved, with buttons to send it again or to take another. */
function Unsaved({ message, onRetry, onRetake }: UnsavedProps) {
  const { t } = useTranslation('capture');
  return (
    <Stack gap={4} align="center" className={live.unsaved} role="alert">
      <strong>{t('now.failed')}</strong>
      <p>{message}</p>
      <Row gap={8} justify="center" wrap className={live.actions}>
        <Button variant="primary" onClick={onRetry}>
          {t('retry')}
        </Button>
        <Button onClick={onRetake}>{t('retake')}</Button>
      </Row>
    </Stack>
  );
}

interface StagePanelProps {
  camera: CameraState;
  pose: PhotoKind;
  onOpen: () => void;
  onTurnCamera: () => void;
  onFiles: () => void;
}

/** The photo area without a camera image. It is shown before the camera is open, and if it cannot be opened. */
function StagePanel({ camera, pose, onOpen, onTurnCamera, onFiles }: StagePanelProps) {
  const { t } = useTranslation('capture');
  if (camera.status === 'failed') {
    const isSmall = camera.reason === 'small' || camera.reason === 'narrow';
    return (
      <div className={live.stage}>
        <div className={live.panel} role="alert">
          {!isSmall && <strong>{t('error.camera')}</strong>}
          <p>{t(`camera.${camera.reason}`)}</p>
          <Row gap={8} justify="center" wrap className={live.actions}>
            <Button variant="primary" onClick={onOpen}>
              {t('camera.retry')}
            </Button>
            {isSmall && <Button onClick={onTurnCamera}>{t('camera.other')}</Button>}
            <Button onClick={onFiles}>{t('primer.files')}</Button>
          </Row>
        </div>
      </div>
    );
  }
  const isOpening = camera.status === 'opening';
  return (
    <div className={live.stage}>
      <div className={live.panel}>
        <PhotoDrawing kind={pose} className={live.drawing} />
        <strong>{t(isOpening ? 'camera.opening' : 'camera.closed')}</strong>
        <p>{t(isOpening ? 'camera.openingHow' : 'hint.closed')}</p>
        <Row gap={8} justify="center" wrap className={live.actions}>
          <Button variant="primary" onClick={onOpen} busy={isOpening}>
            {t('primer.camera')}
          </Button>
          <Button onClick={onFiles}>{t('primer.files')}</Button>
        </Row>
      </div>
    </div>
  );
}
