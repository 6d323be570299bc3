import { type Dispatch, useCallback, useEffect, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';
import { type CaptureAction, captureAfter, emptyCapture } from './capture-state.ts';
import { readLeadId } from './lead.ts';
import { type FaceCheckState, PatientStart } from './patient-start.ts';
import { type Expression, isExpression, kinds, type PhotoKind, poses } from './poses.ts';
import { useCamera } from './use-camera.ts';
import { type TakenPhoto, useUploads } from './use-uploads.ts';
import { useOpenCamera, useResume, useVisit } from './use-visit.ts';
import { useWords } from './words.ts';

export type View = 'failed' | 'primer' | 'camera' | 'files' | 'review';

/**
 * Returns the state of the page and the functions for the person's actions: giving and withdrawing consent, taking
 * photos, reviewing and continuing. `forgetAnswers` deletes the answers that the questionnaire has stored in this
 * browser.
 */
export function useCapture(forgetAnswers: () => void) {
  const locale = useLocale();
  const visit = useVisit();
  const words = useWords();
  const { state: camera, open, close, refuseSmall } = useCamera();
  const { state: face, start: startFaceCheck, restart, giveUp, onTaken } = useFaceCheck();
  const [capture, dispatch] = useReducer(captureAfter, emptyCapture);
  const { stand, agree, withdraw, fault, loadAgain } = useResume(dispatch, ({ forgets }) => {
    if (forgets) forgetAnswers();
    close();
  });
  const [isByFile, setByFile] = useState(false);
  const { explainUpload: explain } = words;
  const { upload, retry } = useTaken({ isRetake: visit.isRetake, dispatch, explain }, onTaken);
  const isAllTaken = capture.current === null;
  const taken = kinds.filter((kind) => capture.photos[kind].status === 'done');
  const back = visit.isRetake ? (visit.back ?? inLanguage('/dashboard', locale)) : inLanguage('/home', locale);

  const { isHelped, openSide, turnCamera } = useSide(open);
  const openCamera = useCallback(() => {
    setByFile(false);
    startFaceCheck();
    openSide();
  }, [openSide, startFaceCheck]);
  const chooseFiles = useCallback(() => {
    close();
    setByFile(true);
  }, [close]);
  const { isLeaving, proceed } = useWayOn({ taken, isRetake: visit.isRetake, back, dispatch, close });
  useOpenCamera(visit.opensCamera && stand === 'open' && !isAllTaken, openCamera);

  async function start(way: 'camera' | 'files') {
    await agree();
    if (way === 'camera') openCamera();
    else chooseFiles();
  }

  function choose(pose: PhotoKind) {
    dispatch({ type: 'chosen', pose });
    if (!isByFile && camera.status !== 'live') openCamera();
  }

  const opened = isByFile ? 'files' : isAllTaken ? 'review' : 'camera';
  const view: View = stand === 'open' ? opened : stand === 'failed' ? 'failed' : 'primer';
  // In the view for files, the person may choose files in any order. If all three poses exist, no photo is current.
  const openPose = poses.find((pose) => capture.photos[pose].status === 'pending') ?? null;
  const current = view === 'files' ? openPose : capture.current;
  return {
    view,
    capture,
    camera,
    face,
    words,
    back,
    isRetake: visit.isRetake,
    /** True once the page can ask for the consent. */
    isReady: stand === 'primer',
    isLeaving,
    /** The reason why the photos could not be loaded, in the view 'failed'. */
    fault,
    loadAgain,
    start,
    /** Withdraws the consent and deletes the photos. Undefined if the consent cannot be withdrawn on this page. */
    withdraw,
    openCamera,
    refuseSmall,
    /** True if another person holds the phone and sees its screen. */
    isHelped,
    turnCamera,
    chooseFiles,
    choose,
    current,
    /** True while the camera requests expressions, which may be skipped. */
    isOptional: view === 'camera' && current !== null && isExpression(current),
    drop: (pose: PhotoKind) => dispatch({ type: 'dropped', pose }),
    skip: (which: Expression | 'all') => dispatch({ type: 'skipped', which }),
    upload,
    retry,
    proceed,
    startFaceCheck,
    restart,
    giveUp,
  };
}

/** Opens the front camera, or the rear camera while another person holds the phone. */
function useSide(open: ReturnType<typeof useCamera>['open']) {
  const [isHelped, setHelped] = useState(false);
  const openSide = useCallback(() => open(isHelped ? 'environment' : 'user'), [open, isHelped]);
  const turnCamera = useCallback(() => {
    setHelped(!isHelped);
    open(isHelped ? 'user' : 'environment');
  }, [open, isHelped]);
  return { isHelped, openSide, turnCamera };
}

export type CaptureActions = ReturnType<typeof useCapture>;

const loadFaceCheck = async () => (await import('./start-face-check.ts')).startFaceCheck();

/**
 * Returns the state of the detector and functions for it. The first call of `start` loads the detector. The detector
 * runs until the person leaves the page.
 */
function useFaceCheck() {
  const [state, setState] = useState<FaceCheckState>({ status: 'idle' });
  const [starting] = useState(() => new PatientStart(loadFaceCheck, setState));
  const isWithout = state.status === 'unavailable';
  useEffect(() => () => starting.stop(), [starting]);
  return {
    state,
    start: useCallback(() => starting.start(), [starting]),
    restart: useCallback(() => starting.restart(), [starting]),
    giveUp: useCallback(() => starting.giveUp(), [starting]),
    /**
     * Called when a photo was taken. If the detector was not available for this photo, later photos are taken without
     * it, too.
     */
    onTaken: useCallback(() => isWithout && starting.goWithout(), [starting, isWithout]),
  };
}

/** Sends photos like `useUploads`, and calls `onTaken` for each photo before it is sent. */
function useTaken(wishes: Parameters<typeof useUploads>[0], onTaken: () => void) {
  const { upload: send, retry } = useUploads(wishes);
  const upload = useCallback(
    (pose: PhotoKind, photo: TakenPhoto) => {
      onTaken();
      return send(pose, photo);
    },
    [onTaken, send],
  );
  return { upload, retry };
}

interface Page {
  /** The poses and expressions whose photos this page has sent to the service. */
  taken: readonly PhotoKind[];
  isRetake: boolean;
  /** The page to which the person returns after a retake. */
  back: string;
  dispatch: Dispatch<CaptureAction>;
  /** Closes the camera. */
  close: () => void;
}

/**
 * Returns a function that leaves the page. The person continues with the questions or, after a retake, returns to the
 * page that requested new photos.
 */
function useWayOn({ taken, isRetake, back, dispatch, close }: Page) {
  const { t } = useTranslation('capture');
  const navigate = useNavigate();
  const locale = useLocale();
  const [isLeaving, setLeaving] = useState(false);

  async function proceed() {
    setLeaving(true);
    try {
      const calls = await import('./lead-calls.ts');
      if (isRetake) await calls.announceNewPhotos();
      else assertStored((await calls.storedLead(readLeadId() ?? '')).kinds);
      close();
      await navigate(isRetake ? back : inLanguage('/questions', locale));
    } catch {
      toast({ kind: 'error', title: t('error.continue') });
      setLeaving(false);
    }
  }

  /**
   * Checks that the service has all photos that this page has sent. A photo that the service does not have must be
   * taken again.
   */
  function assertStored(stored: readonly PhotoKind[]) {
    const missing = kinds.filter((kind) => taken.includes(kind) && !stored.includes(kind));
    for (const pose of missing) dispatch({ type: 'dropped', pose });
    if (missing.length > 0) throw new Error(`The service has no photo of ${missing.join(', ')}`);
  }
  return { isLeaving, proceed };
}
