import { Volume2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Select } from '#web/ui/text-field.tsx';
import type { Devices } from './devices.ts';
import { playOn } from './loudspeaker.ts';
import { Moving, useStreamOf } from './media.tsx';
import styles from './video.module.css';

/**
 * Lets the person check the devices. It shows the person's own camera image, the level of the microphone, a test of the
 * loudspeaker, and the choice of devices.
 */
export function DeviceCheck({ devices }: { devices: Devices }) {
  const { t } = useTranslation('video');
  const state = useSyncExternalStore(devices.subscribe, devices.snapshot, devices.snapshot);
  const preview = useStreamOf(state.camera);
  return (
    <section className={styles.check} aria-label={t('check.title')}>
      <div className={styles.preview} data-theme="studio">
        {state.camera ? (
          <Moving who="own" stream={preview} label={t('own')} />
        ) : (
          <p>{t(state.status !== 'open' ? 'check.why' : state.fault ? 'own.off' : 'check.no_camera')}</p>
        )}
      </div>
      {state.fault && (
        <p className={styles.fault} role="alert">
          {t(`fault.${state.fault}`)}
        </p>
      )}
      {state.status === 'open' && state.fault && !state.camera && (
        <Button onClick={() => void devices.setCameraOff(false)}>{t('check.camera_again')}</Button>
      )}
      {state.status === 'open' ? (
        <ChosenDevices devices={devices} />
      ) : (
        <Button variant="primary" busy={state.status === 'opening'} onClick={() => void devices.open()}>
          {t('check.start')}
        </Button>
      )}
    </section>
  );
}

/** Shows the choice of devices, the level of the microphone, and the test of the loudspeaker. */
export function ChosenDevices({ devices }: { devices: Devices }) {
  const { t } = useTranslation('video');
  const state = useSyncExternalStore(devices.subscribe, devices.snapshot, devices.snapshot);
  const meter = useRef<HTMLMeterElement>(null);
  const [isHeard, setHeard] = useState(false);
  useLevel(state.microphone, meter);
  return (
    <div className={styles.chosen}>
      {state.cameras.length > 0 && (
        <Select
          label={t('check.camera')}
          value={state.camera?.getSettings().deviceId ?? ''}
          onChange={(event) => void devices.chooseCamera(event.currentTarget.value)}
        >
          <Choices devices={state.cameras} name={t('check.camera')} />
        </Select>
      )}
      <Select
        label={t('check.microphone')}
        value={state.microphone?.getSettings().deviceId ?? ''}
        onChange={(event) => void devices.chooseMicrophone(event.currentTarget.value)}
      >
        <Choices devices={state.microphones} name={t('check.microphone')} />
      </Select>
      <div className={styles.level}>
        <meter ref={meter} min={0} max={1} aria-label={t('check.level')} />
        <p className="small muted">{t('check.speak')}</p>
      </div>
      {state.loudspeakers.length > 0 && (
        <Select
          label={t('check.loudspeaker')}
          value={state.loudspeaker}
          onChange={(event) => void devices.chooseLoudspeaker(event.currentTarget.value)}
        >
          <option value="">{t('check.loudspeaker.own')}</option>
          <Choices devices={state.loudspeakers} name={t('check.loudspeaker')} />
        </Select>
      )}
      <div className={styles.level}>
        <Button
          size="s"
          onClick={() => {
            void playNotes(state.loudspeaker);
            setHeard(true);
          }}
        >
          <Icon as={Volume2} size="s" />
          {t('check.speaker')}
        </Button>
        <p className="small muted" aria-live="polite">
          {isHeard && t('check.heard')}
        </p>
      </div>
    </div>
  );
}

const Choices = ({ devices, name }: { devices: readonly MediaDeviceInfo[]; name: string }) =>
  devices.map(({ deviceId, label }, at) => (
    <option key={deviceId} value={deviceId}>
      {label || `${name} ${at + 1}`}
    </option>
  ));

const often_ms = 80;

/**
 * Shows the level of the microphone in a `meter` element, from 0 to 1. It writes directly into the element, so that
 * React renders nothing.
 */
function useLevel(track: MediaStreamTrack | null, meter: RefObject<HTMLMeterElement | null>) {
  useEffect(() => {
    if (!track) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 512;
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Uint8Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getByteTimeDomainData(samples);
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0);
      if (meter.current) meter.current.value = Math.min(1, loudest / 64);
    }, often_ms);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [track, meter]);
}

const notes_hz = [523, 659, 784];
const note_s = 0.35;

/** Plays three notes on a loudspeaker, so that the person can test it. */
async function playNotes(loudspeaker: string): Promise<void> {
  const context = new AudioContext();
  // The sound plays through an audio element. Most browsers can choose the loudspeaker of an element, but few can
  // choose the loudspeaker of an audio context.
  const out = new MediaStreamAudioDestinationNode(context);
  const element = new Audio();
  element.srcObject = out.stream;
  await playOn(element, loudspeaker).catch(() => undefined);
  await element.play();
  const last = notes_hz.map((frequency, at) => {
    const note = new OscillatorNode(context, { frequency });
    const loudness = new GainNode(context, { gain: 0.2 });
    note.connect(loudness).connect(out);
    note.start(context.currentTime + at * note_s);
    note.stop(context.currentTime + (at + 1) * note_s);
    return note;
  });
  const end = last.at(-1);
  if (end) end.onended = () => void context.close();
}
