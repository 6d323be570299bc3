import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { playOn } from './loudspeaker.ts';
import styles from './video.module.css';

interface Props {
  /** The source of the video. The person's own camera image (`own`) is mirrored and has no sound. */
  who: 'own' | 'other' | 'screen';
  stream: MediaStream | null;
  label: string;
  isHidden?: boolean;
  /** The id of the loudspeaker. Undefined means the browser's default. */
  loudspeaker?: string;
}

/**
 * Shows a video. Some browsers play sound only after the person has pressed something. In this case a button appears.
 */
export function Moving({ who, stream, label, isHidden, loudspeaker = '' }: Props) {
  const { t } = useTranslation('video');
  const video = useRef<HTMLVideoElement>(null);
  const [isSilent, setSilent] = useState(false);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    if (!stream) return;
    element.play().then(
      () => setSilent(false),
      (error: unknown) => setSilent(error instanceof DOMException && error.name === 'NotAllowedError'),
    );
  }, [stream]);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // If the chosen loudspeaker was unplugged, the current loudspeaker continues to play the sound.
    const choose = () => void playOn(element, loudspeaker).catch(() => undefined);
    choose();
    // A browser does not change the loudspeaker while the element is starting a stream, so the choice is repeated when
    // the element plays.
    element.addEventListener('playing', choose);
    return () => element.removeEventListener('playing', choose);
  }, [loudspeaker]);

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- live speech of two people has no captions */}
      <video
        ref={video}
        className={styles.moving}
        data-who={who}
        hidden={isHidden}
        aria-label={label}
        muted={who === 'own'}
        autoPlay
        playsInline
      />
      {isSilent && who === 'other' && (
        <Button
          className={styles.unsilence}
          variant="primary"
          onClick={() => void video.current?.play().then(() => setSilent(false))}
        >
          {t('sound.start')}
        </Button>
      )}
    </>
  );
}

/**
 * Returns a stream that contains the track. The same track always gets the same stream, so that rendering does not
 * restart the video.
 */
export function useStreamOf(track: MediaStreamTrack | null): MediaStream | null {
  const [made, setMade] = useState<{ track: MediaStreamTrack | null; stream: MediaStream | null }>({
    track: null,
    stream: null,
  });
  if (made.track === track) return made.stream;
  const next = { track, stream: track ? new MediaStream([track]) : null };
  setMade(next);
  return next.stream;
}
