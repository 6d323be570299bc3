import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoVisit } from '#contract/video.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Call, CallState } from './call.ts';
import { ChoosePicture } from './choose-picture.tsx';
import { Controls } from './controls.tsx';
import type { Devices } from './devices.ts';
import { Moving, useStreamOf } from './media.tsx';
import { type Note, NoteField } from './note-field.tsx';
import { ShownPicture } from './shown-picture.tsx';
import type { PictureShown } from './told.ts';
import styles from './video.module.css';

interface Props {
  visit: VideoVisit;
  call: Call;
  devices: Devices;
  note: Note;
  onHelp: () => void;
  onLeave: () => void;
}

/**
 * The screen during a call. It shows the other person, the reader's own camera image, and a photo or shared screen. The
 * doctor also sees the photos of the case and the case note.
 */
export function CallScreen({ visit, call, devices, note, onHelp, onLeave }: Props) {
  const { t } = useTranslation('video');
  const state = useSyncExternalStore(call.subscribe, call.snapshot, call.snapshot);
  const device = useSyncExternalStore(devices.subscribe, devices.snapshot, devices.snapshot);
  const own = useStreamOf(device.camera);
  const screen = useScreen(call);
  usePut(call, devices);
  const isDoctor = visit.side === 'doctor';
  return (
    <div className={styles.call} data-side={visit.side} data-phase={state.phase}>
      <div className={styles.stage} data-theme="studio" data-split={isSplit(state) || undefined}>
        <Other visit={visit} state={state} loudspeaker={device.loudspeaker} />
        <div className={styles.own}>
          {device.camera ? <Moving who="own" stream={own} label={t('own')} /> : <p>{t('own.off')}</p>}
        </div>
        <Controls
          devices={devices}
          onScreen={isDoctor && screen.isPossible ? screen.toggle : undefined}
          isScreenShown={state.shows?.kind === 'screen'}
          onHelp={onHelp}
          onLeave={onLeave}
        />
      </div>
      {isDoctor && visit.case_id && (
        <aside className={styles.side}>
          <ChoosePicture
            visitId={visit.id}
            shown={state.shows}
            onShow={(shows) => {
              screen.stop();
              call.tell({ shows });
            }}
          />
          <NoteField note={note} />
        </aside>
      )}
      {state.isHard && (
        <div className={styles.hard} role="alert">
          <p>{t('hard')}</p>
          <Button size="s" onClick={onHelp}>
            {t('trouble.title')}
          </Button>
        </div>
      )}
    </div>
  );
}

const pictureIn = ({ shows, told }: CallState): PictureShown | undefined =>
  [shows, told.shows].find((each) => each?.kind === 'picture');
const isScreenIn = ({ phase, told }: CallState): boolean => phase === 'connected' && told.shows?.kind === 'screen';
/**
 * Whether either person shows a photo, or the other person shares their screen. The camera images then become smaller.
 */
const isSplit = (state: CallState): boolean => pictureIn(state) !== undefined || isScreenIn(state);

/**
 * Sends this device's tracks to the other side whenever they change. Also reports whether the microphone and the camera
 * are off.
 */
function usePut(call: Call, devices: Devices) {
  const errorText = useErrorText();
  const { t } = useTranslation('video');
  const { status, camera, microphone, isMuted, fault } = useSyncExternalStore(
    devices.subscribe,
    devices.snapshot,
    devices.snapshot,
  );
  useEffect(() => call.put('camera', camera), [call, camera]);
  useEffect(() => call.put('sound', microphone), [call, microphone]);
  useEffect(() => {
    // The page sends its state only while the devices are open. A page that closes also closes its devices, and the
    // other side would otherwise show that the person switched the camera off.
    if (status === 'open') call.tell({ isMuted: isMuted || !microphone, isCameraOff: !camera });
  }, [call, status, isMuted, microphone, camera]);
  useEffect(() => {
    if (fault) toast({ kind: 'error', title: t(`fault.${fault}`) });
  }, [fault, errorText, t]);
}

interface OtherProps {
  visit: VideoVisit;
  state: CallState;
  loudspeaker: string;
}

/**
 * Shows the other person's camera image, or a text if there is none. If either person shows a photo, or the other
 * person shares their screen, it appears below the camera images.
 */
function Other({ visit, state, loudspeaker }: OtherProps) {
  const { t } = useTranslation('video');
  const line = useLine(visit, state);
  const { told } = state;
  const picture = pictureIn(state);
  const isLive = state.phase === 'connected';
  return (
    <>
      <div className={styles.other}>
        <Moving
          who="other"
          stream={state.remote}
          label={t('other.picture')}
          loudspeaker={loudspeaker}
          isHidden={!isLive || told.isCameraOff}
        />
        {isLive && told.isCameraOff && <p>{t('other.camera_off')}</p>}
      </div>
      {isScreenIn(state) && (
        <div className={styles.shown}>
          <Moving who="screen" stream={state.screen} label={t('shown.screen')} />
        </div>
      )}
      {picture && (
        <div className={styles.shown}>
          <ShownPicture visitId={visit.id} shown={picture} />
        </div>
      )}
      <p className={styles.line} role="status">
        {line}
        {isLive && told.isMuted && t('other.muted')}
      </p>
    </>
  );
}

/** Returns one sentence about the state of the call, or an empty text while both people are connected. */
function useLine(visit: VideoVisit, { phase }: CallState): string {
  const { t } = useTranslation(['video', 'video-doctor']);
  const { time } = useZoned();
  const [was, setWas] = useState(phase === 'connected');
  if (phase === 'connected' && !was) setWas(true);
  if (phase === 'waiting') {
    if (was) return t('video:other.left');
    const at = time(visit.planned_at, ownZone());
    return visit.side === 'doctor' ? t('video-doctor:wait', { time: at }) : t('video:wait', { time: at });
  }
  if (phase === 'joining' || phase === 'connecting') return t('video:connecting');
  return phase === 'lost' ? t('video:lost') : '';
}

/**
 * Shares the screen if the browser supports this. The person may stop the sharing at any time with a control of the
 * browser.
 */
function useScreen(call: Call) {
  const track = useRef<MediaStreamTrack | null>(null);

  const stop = useCallback(() => {
    if (!track.current) return;
    track.current.onended = null;
    track.current.stop();
    track.current = null;
    call.put('screen', null);
    if (call.snapshot().shows?.kind === 'screen') call.tell({ shows: null });
  }, [call]);

  const toggle = useCallback(async () => {
    if (track.current) return stop();
    // A refusal in the browser's dialog is the person's choice, so no error is shown.
    const stream = await navigator.mediaDevices.getDisplayMedia({ video: true }).catch(() => undefined);
    const shown = stream?.getVideoTracks()[0];
    if (!shown) return;
    track.current = shown;
    shown.onended = stop;
    call.put('screen', shown);
    call.tell({ shows: { kind: 'screen' } });
  }, [call, stop]);

  useEffect(() => stop, [stop]);
  const isPossible = 'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices;
  return { isPossible, toggle: () => void toggle(), stop };
}
