import { SwitchCamera, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './guide-tools.module.css';
import type { Voice } from './use-voice.ts';

interface Props {
  stream: MediaStream;
  voice: Voice | undefined;
  isHelped: boolean;
  onTurnCamera: () => void;
}

/** Buttons over a corner of the camera image: spoken guidance, and the back camera for people with a helper. */
export function GuideTools({ stream, voice, isHelped, onTurnCamera }: Props) {
  const { t } = useTranslation('capture');
  const hasTwo = useTwoCameras(stream);
  return (
    <Stack gap={8} className={styles.tools}>
      {voice && (
        <IconButton
          icon={voice.isOn ? Volume2 : VolumeX}
          label={t('voice')}
          aria-pressed={voice.isOn}
          onClick={voice.turn}
        />
      )}
      {hasTwo && <IconButton icon={SwitchCamera} label={t('helper')} aria-pressed={isHelped} onClick={onTurnCamera} />}
    </Stack>
  );
}

/**
 * Returns whether the device has two cameras. Browsers list the cameras only after one of them is open, so the stream
 * is needed.
 */
function useTwoCameras(stream: MediaStream): boolean {
  const [hasTwo, setTwo] = useState(false);
  useEffect(() => {
    let isOver = false;
    navigator.mediaDevices.enumerateDevices().then(
      (devices) => !isOver && setTwo(devices.filter(({ kind }) => kind === 'videoinput').length > 1),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [stream]);
  return hasTwo;
}
