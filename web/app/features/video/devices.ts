import { canChooseLoudspeaker, playOn } from './loudspeaker.ts';
import { createStore, type Store } from './store.ts';

const storageKey = 'flaira.video.devices';

type Reason = 'refused' | 'missing' | 'busy' | 'unknown';
type Device = 'camera' | 'microphone';
/**
 * The reason why devices could not be opened or chosen. It determines which advice is shown. The prefixes `camera_` and
 * `microphone_` mean that only this device is concerned.
 */
export type DeviceFault = Reason | `${Device}_${'refused' | 'missing'}` | 'loudspeaker';

const faults: Readonly<Record<string, Reason>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

const reasonOf = (error: unknown): Reason => faults[error instanceof Error ? error.name : ''] ?? 'unknown';

function faultOf(error: unknown, device?: Device): DeviceFault {
  const reason = reasonOf(error);
  return device && (reason === 'refused' || reason === 'missing') ? `${device}_${reason}` : reason;
}

export interface DeviceState {
  readonly status: 'closed' | 'opening' | 'open';
  readonly fault: DeviceFault | null;
  readonly camera: MediaStreamTrack | null;
  readonly microphone: MediaStreamTrack | null;
  readonly cameras: readonly MediaDeviceInfo[];
  readonly microphones: readonly MediaDeviceInfo[];
  /** The loudspeakers. The list is empty if the browser does not let the person choose one. */
  readonly loudspeakers: readonly MediaDeviceInfo[];
  /** The id of the loudspeaker. An empty text means the browser's default. */
  readonly loudspeaker: string;
  /** True if the person switched the microphone off. */
  readonly isMuted: boolean;
  readonly isCameraOff: boolean;
}

export interface Devices extends Pick<Store<DeviceState>, 'snapshot' | 'subscribe'> {
  open(): Promise<void>;
  chooseCamera(id: string): Promise<void>;
  chooseMicrophone(id: string): Promise<void>;
  chooseLoudspeaker(id: string): Promise<void>;
  /** Switches to the other camera of a phone, or to the next camera of a computer. */
  nextCamera(): Promise<void>;
  /** Switches the microphone off or on. If there is none, switching it on opens one. */
  setMuted(isMuted: boolean): void;
  /**
   * Switches the camera on or off. When it is switched off, the camera is closed completely, so that the light next to
   * the lens goes out.
   */
  setCameraOff(isOff: boolean): Promise<void>;
  close(): void;
}

interface Chosen {
  camera?: string;
  microphone?: string;
  loudspeaker?: string;
}

const kinds = ['camera', 'microphone', 'loudspeaker'] as const;

function readChosen(): Chosen {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(
      kinds.flatMap((kind) => (typeof stored[kind] === 'string' ? [[kind, stored[kind]]] : [])),
    );
  } catch {
    return {};
  }
}

function keepChosen(changes: Chosen) {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...readChosen(), ...changes }));
  } catch {
    // The browser allows no storage, so the person must choose the devices again next time.
  }
}

const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
const wishForCamera = (id: string | undefined): MediaTrackConstraints => ({
  ...size,
  ...(id ? { deviceId: { ideal: id } } : { facingMode: 'user' }),
});
const wishForSound = (id: string | undefined): MediaTrackConstraints => ({
  echoCancellation: true,
  noiseSuppression: true,
  ...(id && { deviceId: { ideal: id } }),
});

interface Opened {
  readonly stream: MediaStream;
  /** The reason why there is no camera. Null if it was opened, or if the device has none. */
  readonly fault: DeviceFault | null;
}

/**
 * Opens the camera and the microphone. If there is no working camera, or only the camera is not allowed, it opens the
 * microphone alone.
 */
async function openBoth(media: MediaDevices): Promise<Opened> {
  const { camera, microphone } = readChosen();
  const audio = wishForSound(microphone);
  try {
    return { stream: await media.getUserMedia({ audio, video: wishForCamera(camera) }), fault: null };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'refused' && (await isMicrophoneRefused())) throw error;
    const stream = await media.getUserMedia({ audio });
    return { stream, fault: reason === 'missing' ? null : faultOf(error, 'camera') };
  }
}

/** Returns true if the person or the system does not allow the microphone, or if the browser cannot tell. */
async function isMicrophoneRefused(): Promise<boolean> {
  const permissions = navigator.permissions as Permissions | undefined;
  const status = await permissions?.query({ name: 'microphone' as PermissionName }).catch(() => undefined);
  return status === undefined || status.state === 'denied';
}

function media(): MediaDevices {
  if (!navigator.mediaDevices) throw new DOMException('', 'NotFoundError');
  return navigator.mediaDevices;
}

type Lists = Pick<DeviceState, 'cameras' | 'microphones' | 'loudspeakers' | 'loudspeaker'>;

async function listDevices(): Promise<Lists> {
  const all = await media().enumerateDevices();
  const of = (kind: MediaDeviceKind) => all.filter((device) => device.kind === kind && device.deviceId !== '');
  const loudspeakers = canChooseLoudspeaker() ? of('audiooutput') : [];
  const { loudspeaker = '' } = readChosen();
  // If the chosen loudspeaker was unplugged, the browser's default is used instead.
  const isThere = loudspeakers.some(({ deviceId }) => deviceId === loudspeaker);
  return {
    cameras: of('videoinput'),
    microphones: of('audioinput'),
    loudspeakers,
    loudspeaker: isThere ? loudspeaker : '',
  };
}

const closed: DeviceState = {
  status: 'closed',
  fault: null,
  camera: null,
  microphone: null,
  cameras: [],
  microphones: [],
  loudspeakers: [],
  loudspeaker: '',
  isMuted: false,
  isCameraOff: false,
};

async function chooseLoudspeaker(store: Store<DeviceState>, id: string): Promise<void> {
  try {
    await playOn(new Audio(), id);
    keepChosen({ loudspeaker: id });
    store.set({ loudspeaker: id, fault: cameraFault(store) });
  } catch {
    store.set({ fault: 'loudspeaker' });
  }
}

/** Runs `work`. If the device fails, stores the reason. */
async function guard(store: Store<DeviceState>, device: Device, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    store.set({ fault: faultOf(error, device) });
  }
}

/** Returns the fault if it has the prefix `camera_`. Such a fault stays when another device works again. */
function cameraFault(store: Store<DeviceState>): DeviceFault | null {
  const { fault } = store.snapshot();
  return fault?.startsWith('camera_') ? fault : null;
}

async function takeMicrophone(store: Store<DeviceState>, id: string | undefined): Promise<void> {
  const stream = await media().getUserMedia({ audio: wishForSound(id) });
  const microphone = stream.getAudioTracks()[0] ?? null;
  if (store.snapshot().status !== 'open') return void microphone?.stop();
  store.snapshot().microphone?.stop();
  if (microphone) microphone.enabled = !store.snapshot().isMuted;
  follow(store, microphone);
  store.set({ microphone, fault: cameraFault(store) });
}

/**
 * Handles the end of a track that we did not stop: the device was unplugged, or the browser took it away. If it was the
 * microphone, another one is opened, so that the other person still hears this one. If it was the camera, it stays off.
 */
function follow(store: Store<DeviceState>, track: MediaStreamTrack | null): void {
  track?.addEventListener('ended', () => {
    const { camera, microphone } = store.snapshot();
    if (track === camera) store.set({ camera: null });
    if (track !== microphone) return;
    store.set({ microphone: null });
    void guard(store, 'microphone', async () => {
      await takeMicrophone(store, undefined);
      store.set(await listDevices());
    });
  });
}

/** Creates the store for the camera and microphone of this device. Both are opened by `open` and closed by `close`. */
export function createDevices(): Devices {
  const store = createStore(closed);
  /**
   * Counts how often the camera was opened or closed. If the stream of an earlier attempt arrives late, it is closed at
   * once.
   */
  let turn = 0;

  const guarded = (device: Device, work: () => Promise<void>) => guard(store, device, work);

  async function takeCamera(id: string | undefined) {
    const mine = ++turn;
    store.snapshot().camera?.stop();
    const stream = await media().getUserMedia({ video: wishForCamera(id) });
    const camera = stream.getVideoTracks()[0] ?? null;
    if (mine !== turn) return void camera?.stop();
    follow(store, camera);
    store.set({ camera, fault: null, isCameraOff: false });
  }

  async function open() {
    if (store.snapshot().status !== 'closed') return;
    const mine = ++turn;
    store.set({ status: 'opening', fault: null });
    try {
      const { stream, fault } = await openBoth(media());
      if (mine !== turn) return stream.getTracks().forEach((track) => track.stop());
      const [camera = null] = stream.getVideoTracks();
      const [microphone = null] = stream.getAudioTracks();
      if (microphone) microphone.enabled = !store.snapshot().isMuted;
      follow(store, camera);
      follow(store, microphone);
      store.set({ status: 'open', camera, microphone, fault });
      store.set(await listDevices());
    } catch (error) {
      if (mine === turn) store.set({ status: 'closed', fault: faultOf(error) });
    }
  }

  return {
    snapshot: store.snapshot,
    subscribe: store.subscribe,
    open,
    chooseCamera: (id) =>
      guarded('camera', async () => {
        keepChosen({ camera: id });
        await takeCamera(id);
      }),
    chooseMicrophone: (id) =>
      guarded('microphone', async () => {
        keepChosen({ microphone: id });
        await takeMicrophone(store, id);
      }),
    chooseLoudspeaker: (id) => chooseLoudspeaker(store, id),
    nextCamera: () =>
      guarded('camera', async () => {
        const { cameras, camera } = store.snapshot();
        const at = cameras.findIndex(({ deviceId }) => deviceId === camera?.getSettings().deviceId);
        const next = cameras[(at + 1) % cameras.length];
        if (next) await takeCamera(next.deviceId);
      }),
    setMuted(isMuted) {
      const { microphone, status } = store.snapshot();
      if (microphone) microphone.enabled = !isMuted;
      store.set({ isMuted });
      if (isMuted || microphone) return;
      void (status === 'open' ? guarded('microphone', () => takeMicrophone(store, readChosen().microphone)) : open());
    },
    setCameraOff: (isOff) =>
      guarded('camera', async () => {
        if (!isOff) return takeCamera(readChosen().camera);
        turn += 1;
        store.snapshot().camera?.stop();
        store.set({ camera: null, isCameraOff: true });
      }),
    close() {
      turn += 1;
      const { camera, microphone } = store.snapshot();
      camera?.stop();
      microphone?.stop();
      store.set(closed);
    },
  };
}
