import type { TFunction } from 'i18next';
import { Camera } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { isTooSmall } from './camera.ts';
import type { Photo } from './capture-state.ts';
import type { FaceCheck, GhostPlace, GuidanceCode } from './face-check.ts';
import { GuideOval } from './guide-oval.tsx';
import styles from './live-stage.module.css';
import { GuideTools } from './guide-tools.tsx';
import { LiveRegion } from './live-region.tsx';
import { isExpression, type PhotoKind, type Pose } from './poses.ts';
import type { FaceCheckState } from './patient-start.ts';
import { useGuide } from './use-guide.ts';
import { type Shot, isAboutThePose, useShot } from './use-shot.ts';
import type { TakenPhoto } from './use-uploads.ts';
import { useVoice } from './use-voice.ts';
import type { Sentence, Words } from './words.ts';

const FaultMark = lazy(() => import('./fault-mark.tsx'));

interface Props {
  stream: MediaStream;
  face: FaceCheckState;
  pose: PhotoKind;
  photo: Photo;
  words: Words;
  /** True if another person holds the phone and looks at its screen. */
  isHelped: boolean;
  onTurnCamera: () => void;
  /** Called if the image of the camera is too small for a photo. */
  onSmall: (width: number, height: number) => void;
  onTaken: (pose: PhotoKind, photo: TakenPhoto) => void;
  onRestart: () => void;
  onBroken: () => void;
  /** Content that is shown over the camera image if the photo could not be saved. */
  unsaved: ReactNode;
  /** Content next to the shutter. */
  aside: ReactNode;
}

/**
 * Shows the camera image with the guide over it, and the shutter. The image is mirrored, unless a helper holds the
 * phone.
 */
export function LiveStage({ stream, face, pose, photo, words, isHelped, unsaved, aside, ...on }: Props) {
  const { onTurnCamera, onSmall, onTaken, onRestart, onBroken } = on;
  const { t } = useTranslation('capture');
  const video = useRef<HTMLVideoElement>(null);
  const ready = face.status === 'ready' ? face.check : null;
  const { shot, take, refuse, insist, goOn } = useShot({ video, check: ready, pose, words, onTaken });
  const isAiming = photo.status !== 'uploading' && photo.status !== 'error' && !shot.frozen && !shot.refusal;
  const guide = useGuide({ video, check: isAiming ? ready : null, pose, onHeld: take, onRestart, onBroken });

  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);

  const press = () => {
    if (!isAiming) return;
    if (!ready || guide.mayShoot) take();
    else refuse(isAboutThePose(guide.guidance) ? words.guidance(guide.guidance, pose).title : t('error.align'));
  };

  const frozen = shot.frozen ?? (photo.status === 'uploading' || photo.status === 'error' ? photo.preview : null);
  const { sentence, spoken, voiced } = useSentence({ shot, photo, face, guidance: guide.guidance, pose, words });
  const voice = useVoice(voiced, t('voice.on'));
  useTicks(guide.held);
  return (
    <>
      <div className={styles.stage} data-helped={isHelped || undefined}>
        <div className={styles.frame}>
          <video
            ref={video}
            className={styles.picture}
            aria-label={t('camera.label')}
            autoPlay
            muted
            playsInline
            // The browser reports the size when the video begins, and again when the person turns the phone.
            onResize={({ currentTarget: { videoWidth, videoHeight } }) =>
              videoWidth > 0 && isTooSmall(videoWidth, videoHeight) && onSmall(videoWidth, videoHeight)
            }
          />
          {photo.status === 'kept' && ready && !frozen && (
            <Ghost src={photo.preview} check={ready} isMirrored={!isHelped} />
          )}
          {frozen && <img className={styles.picture} src={frozen} alt="" />}
          {shot.verdict && (
            <Suspense>
              <FaultMark verdict={shot.verdict} isMirrored={!isHelped} />
            </Suspense>
          )}
          <GuideOval held={frozen ? 1 : guide.held} />
        </div>
        <GuideTools stream={stream} voice={voice} isHelped={isHelped} onTurnCamera={onTurnCamera} />
        {photo.status === 'error' ? (
          unsaved
        ) : shot.offer ? (
          <Offer reason={shot.offer.reason} onRetake={goOn} onSend={insist} />
        ) : (
          <Say sentence={sentence} isRefusal={shot.refusal !== null} />
        )}
      </div>
      <LiveRegion sentence={spoken} />
      <Row gap={20} rowGap={4} align="center" justify="center" wrap className={styles.below}>
        <p className={`${styles.ring} only-large`}>
          {t(face.status === 'unavailable' ? 'shutter.hand' : isExpression(pose) ? 'shutter.either' : 'shutter.ring')}
        </p>
        <Button size="s" onClick={press} disabled={face.status === 'starting'}>
          <Icon as={Camera} size="s" />
          {t('shutter')}
        </Button>
        {aside}
      </Row>
    </>
  );
}

/**
 * Shows the old photo half transparent during a retake. Its face is drawn in the oval, so that the person can compare
 * it with the new face.
 */
function Ghost({ src, check, isMirrored }: { src: string; check: FaceCheck; isMirrored: boolean }) {
  const [place, setPlace] = useState<GhostPlace | null>(null);
  useEffect(() => {
    let isOver = false;
    setPlace(null);
    // An old photo that cannot be loaded or shows no face is left out.
    placeOf(src, check).then(
      (found) => !isOver && setPlace(found),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [src, check]);
  if (!place) return null;
  const { width, left, top } = place;
  return (
    <div className={styles.ghost} data-mirrored={isMirrored || undefined}>
      <img src={src} alt="" style={{ width: `${width}%`, left: `${left}%`, top: `${top}%` }} />
    </div>
  );
}

async function placeOf(src: string, check: FaceCheck): Promise<GhostPlace | null> {
  const answer = await fetch(src);
  return answer.ok ? check.place(await answer.blob()) : null;
}

interface OfferProps {
  reason: string;
  onRetake: () => void;
  onSend: () => void;
}

/**
 * The choice after repeated refusals. The person either takes a new photo, or sends the refused one for a doctor to
 * check.
 */
function Offer({ reason, onRetake, onSend }: OfferProps) {
  const { t } = useTranslation('capture');
  return (
    <Stack gap={4} align="center" className={styles.unsaved} role="alert">
      <strong>{t('insist.title')}</strong>
      <p>{reason}</p>
      <p className="muted">{t('insist.how')}</p>
      <Row gap={8} justify="center" wrap className={styles.actions}>
        <Button variant="primary" onClick={onRetake}>
          {t('insist.retake')}
        </Button>
        <Button onClick={onSend}>{t('insist.send')}</Button>
      </Row>
    </Stack>
  );
}

/**
 * Shows the current instruction below the oval. A separate live region announces the guidance to screen readers, with
 * pauses. This element announces a refusal at once.
 */
function Say({ sentence, isRefusal }: { sentence: Sentence; isRefusal: boolean }) {
  return (
    <Stack
      as="p"
      gap={4}
      className={styles.say}
      role={isRefusal ? 'alert' : undefined}
      aria-hidden={isRefusal ? undefined : true}
    >
      <strong>{sentence.title}</strong>
      <span>{sentence.text}</span>
    </Stack>
  );
}

const quarters = 4;
const tick_ms = 12;
const taken_ms = 60;

/**
 * Returns for how many milliseconds the phone vibrates after the filled share of the ring has changed. 0 means no
 * vibration.
 */
export function tickFor(before: number, now: number): number {
  if (now <= before) return 0;
  if (now >= 1) return taken_ms;
  return Math.floor(now * quarters) > Math.floor(before * quarters) ? tick_ms : 0;
}

/** Makes a phone vibrate while the ring fills, so that the person need not look at the ring. */
function useTicks(held: number) {
  const last = useRef(0);
  useEffect(() => {
    const tick = tickFor(last.current, held);
    last.current = held;
    // iPhones do not vibrate from web pages.
    if (tick > 0 && 'vibrate' in navigator) navigator.vibrate(tick);
  }, [held]);
}

interface Moment {
  shot: Shot;
  photo: Photo;
  face: FaceCheckState;
  guidance: GuidanceCode | null;
  pose: PhotoKind;
  words: Words;
}

/** The instruction for a pose until the detector gives its first result. */
const wishFor: Record<Pose, GuidanceCode> = { front: 'align', right: 'turn_left', left: 'turn_right' };

/**
 * Returns the current instruction. `sentence` is shown over the photo, `spoken` is for screen readers, and `voiced` is
 * spoken if the person has turned the voice on.
 */
function useSentence(moment: Moment): { sentence: Sentence; spoken: string; voiced: string } {
  const { shot, photo } = moment;
  const { t } = useTranslation('capture');
  const sentence = sentenceFor(moment, t);
  // A separate element announces refusals, and percentages are not spoken.
  const isSilent = shot.refusal || shot.offer;
  const isCounting = photo.status === 'uploading';
  const voiced = isCounting || !sentence.text ? sentence.title : `${sentence.title}. ${sentence.text}`;
  return { sentence, spoken: isSilent ? '' : voiced, voiced };
}

export function sentenceFor(moment: Moment, t: TFunction<'capture'>): Sentence {
  const { shot, photo, face, guidance, pose, words } = moment;
  if (shot.refusal) return { title: t('photo.notTaken'), text: shot.refusal };
  // The screen shows the choice in its own element, and the voice speaks this sentence.
  if (shot.offer)
    return { title: t('photo.notTaken'), text: `${shot.offer.reason} ${t('insist.title')} ${t('insist.how')}` };
  if (shot.frozen) return { title: t('now.checking'), text: '' };
  if (photo.status === 'uploading')
    return { title: t('now.uploading'), text: t('now.percent', { percent: Math.round(photo.share * 100) }) };
  const isReady = face.status === 'ready';
  if (!isReady && isExpression(pose)) return words.guidance('make_expression', pose);
  if (face.status === 'unavailable') return { title: t('guide.unverified'), text: t('guide.unverified.how') };
  if (face.status === 'starting') return { title: t('guide.preparing'), text: t('guide.preparing.how') };
  return words.guidance(guidance ?? (isExpression(pose) ? 'make_expression' : wishFor[pose]), pose);
}
