import { CircleHelp, Mic, MicOff, MonitorUp, PhoneOff, Settings, SwitchCamera, Video, VideoOff } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ChosenDevices } from './device-check.tsx';
import type { Devices } from './devices.ts';
import styles from './video.module.css';

interface Props {
  devices: Devices;
  /** Shares the screen. The function is undefined for patients, and if the browser cannot share a screen. */
  onScreen?: (() => void) | undefined;
  isScreenShown: boolean;
  onHelp: () => void;
  onLeave: () => void;
}

/**
 * The controls of a call: microphone, camera, screen, devices, help and the button to leave. They are always in the
 * same place.
 */
export function Controls({ devices, onScreen, isScreenShown, onHelp, onLeave }: Props) {
  const { t } = useTranslation(['video', 'video-doctor']);
  const state = useSyncExternalStore(devices.subscribe, devices.snapshot, devices.snapshot);
  const [chooses, setChooses] = useState(false);
  const isSilent = state.isMuted || !state.microphone;
  return (
    <div className={styles.controls} role="toolbar" aria-label={t('video:controls')}>
      <IconButton
        icon={isSilent ? MicOff : Mic}
        label={t(isSilent ? 'video:unmute' : 'video:mute')}
        data-off={isSilent || undefined}
        onClick={() => devices.setMuted(!isSilent)}
      />
      <IconButton
        icon={state.camera ? Video : VideoOff}
        label={t(state.camera ? 'video:camera.off' : 'video:camera.on')}
        data-off={!state.camera || undefined}
        onClick={() => void devices.setCameraOff(Boolean(state.camera))}
      />
      {state.camera && state.cameras.length > 1 && (
        <IconButton icon={SwitchCamera} label={t('video:camera.next')} onClick={() => void devices.nextCamera()} />
      )}
      {onScreen && (
        <IconButton
          icon={MonitorUp}
          label={t(isScreenShown ? 'video-doctor:screen.stop' : 'video-doctor:screen.show')}
          aria-pressed={isScreenShown}
          onClick={onScreen}
        />
      )}
      <IconButton icon={Settings} label={t('video:devices')} onClick={() => setChooses(true)} />
      <IconButton icon={CircleHelp} label={t('video:trouble.title')} onClick={onHelp} />
      <IconButton className={styles.leave} icon={PhoneOff} label={t('video:leave')} onClick={onLeave} />
      {chooses && (
        <Dialog isOpen onClose={() => setChooses(false)} title={t('video:devices')}>
          <ChosenDevices devices={devices} />
        </Dialog>
      )}
    </div>
  );
}
