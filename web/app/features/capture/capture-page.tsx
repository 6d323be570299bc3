import { lazy, Suspense, useCallback, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './capture-page.module.css';
import { captureAfter, emptyCapture, isComplete, stepOf } from './capture-state.ts';
import { CaptureSide } from './capture-side.tsx';
import { readLeadId } from './lead.ts';
import { LiveStage } from './live-stage.tsx';
import { type Pose, poses } from './poses.ts';
import { Primer } from './primer.tsx';
import { Review } from './review.tsx';
import { StagePanel } from './stage-panel.tsx';
import { TopBar } from './top-bar.tsx';
import { Unsaved } from './unsaved.tsx';
import { useCamera } from './use-camera.ts';
import { useFaceCheck } from './use-face-check.ts';
import { useUploads } from './use-uploads.ts';
import { useOpenCamera, useResume, useVisit } from './use-visit.ts';
import { useWords } from './words.ts';

const FilesView = lazy(() => import('./files-view.tsx'));

/** /unlock: consent, three photos, a look at them, and on to the questions. */
export function CapturePage() {
  const { t } = useTranslation('capture');
  const navigate = useNavigate();
  const locale = useLocale();
  const visit = useVisit();
  const words = useWords();
  const camera = useCamera();
  const face = useFaceCheck();
  const [capture, dispatch] = useReducer(captureAfter, emptyCapture);
  const { stand, agree } = useResume(dispatch);
  const [usesFiles, setUsesFiles] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { upload, retry } = useUploads({ isRetake: visit.isRetake, dispatch, explain: words.explainUpload });

  const openCamera = useCallback(() => {
    setUsesFiles(false);
    face.start();
    return camera.open();
  }, [camera.open, face.start]);
  const useFiles = useCallback(() => {
    camera.close();
    setUsesFiles(true);
  }, [camera.close]);
  useOpenCamera(visit.opensCamera && stand === 'open' && capture.current !== null, openCamera);

  const start = async (way: 'camera' | 'files') => {
    await agree();
    if (way === 'camera') openCamera();
    else useFiles();
  };
  const choose = (pose: Pose) => {
    dispatch({ type: 'chosen', pose });
    if (!usesFiles && camera.state.status !== 'live') openCamera();
  };
  const proceed = async () => {
    setLeaving(true);
    try {
      const calls = await import('./lead-calls.ts');
      camera.close();
      if (visit.isRetake) {
        await calls.announceNewPhotos();
        return navigate(visit.back ?? inLanguage('/dashboard', locale));
      }
      const stored = await calls.storedPoses(readLeadId() ?? '');
      const missing = poses.filter((pose) => !stored.includes(pose));
      for (const pose of missing) dispatch({ type: 'dropped', pose });
      if (missing.length > 0) throw new Error(`The service has no photo of ${missing.join(', ')}`);
      await navigate(inLanguage('/questions', locale));
    } catch {
      toast({ kind: 'error', title: t('error.continue') });
      setLeaving(false);
    }
  };

  const backTo = visit.isRetake ? (visit.back ?? inLanguage('/dashboard', locale)) : inLanguage('/home', locale);
  if (stand !== 'open') {
    return (
      <div className={`${styles.page} capture-alone`} data-view="primer">
        <TopBar backTo={backTo} />
        <main id="content" className={styles.single}>
          <Primer isReady={stand === 'primer'} onStart={start} />
        </main>
      </div>
    );
  }

  const { current } = capture;
  const isReview = current === null && !usesFiles;
  const view = usesFiles ? 'files' : isReview ? 'review' : 'camera';
  return (
    <div className={`${styles.page} capture-alone`} data-view={view}>
      <TopBar step={t('step', { step: stepOf(capture) })} backTo={backTo} />
      <main id="content" className={styles.capture}>
        <div className={styles.left}>{stage()}</div>
        <CaptureSide
          capture={capture}
          view={view}
          isRetake={visit.isRetake}
          isLeaving={isLeaving}
          onChoose={choose}
          onRetry={retry}
          onContinue={proceed}
          mayContinue={isComplete(capture)}
        />
      </main>
    </div>
  );

  function stage() {
    if (usesFiles) {
      return (
        <Suspense fallback={<Spinner page />}>
          <FilesView capture={capture} words={words} startFaceCheck={face.start} onTaken={upload} onRetry={retry} />
          <button type="button" className={`${styles.other} link`} onClick={openCamera}>
            {t('camera.link')}
          </button>
        </Suspense>
      );
    }
    if (current === null) return <Review capture={capture} onRetake={choose} />;
    if (camera.state.status !== 'live') return <StagePanel camera={camera.state} pose={current} onOpen={openCamera} onFiles={useFiles} />;
    const photo = capture.photos[current];
    return (
      <LiveStage
        stream={camera.state.stream}
        face={face.state}
        pose={current}
        photo={photo}
        words={words}
        onTaken={upload}
        onBroken={face.giveUp}
        unsaved={
          photo.status === 'error' && (
            <Unsaved message={photo.message} onRetry={() => retry(current)} onRetake={() => dispatch({ type: 'dropped', pose: current })} />
          )
        }
        aside={
          <button type="button" className={`${styles.other} link`} onClick={useFiles}>
            {t('files.link')}
          </button>
        }
      />
    );
  }
}
