import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDevices } from './devices.ts';

class Track extends EventTarget {
  enabled = true;
  isStopped = false;
  readonly kind: 'audio' | 'video';
  constructor(kind: 'audio' | 'video') {
    super();
    this.kind = kind;
  }
  stop() {
    this.isStopped = true;
  }
}

let given: Track[] = [];
let isMicrophoneThere = true;
let isCameraAllowed = true;
let microphone: PermissionState = 'granted';

/** Gives a new track for each device that is asked for, as a browser does. */
const getUserMedia = async ({ audio, video }: MediaStreamConstraints) => {
  if (audio && !isMicrophoneThere) throw Object.assign(new Error('none'), { name: 'NotFoundError' });
  const isRefused = (audio && microphone === 'denied') || (video && !isCameraAllowed);
  if (isRefused) throw Object.assign(new Error('no'), { name: 'NotAllowedError' });
  const tracks = [...(audio ? [new Track('audio')] : []), ...(video ? [new Track('video')] : [])];
  given.push(...tracks);
  const of = (kind: string) => tracks.filter((track) => track.kind === kind);
  return { getTracks: () => tracks, getAudioTracks: () => of('audio'), getVideoTracks: () => of('video') };
};

beforeEach(() => {
  given = [];
  isMicrophoneThere = true;
  isCameraAllowed = true;
  microphone = 'granted';
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia, enumerateDevices: async () => [] },
    permissions: { query: async () => ({ state: microphone }) },
  });
  vi.stubGlobal('HTMLMediaElement', { prototype: {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const unplug = (track: Track | undefined) => track?.dispatchEvent(new Event('ended'));
const last = (kind: string) => given.findLast((track) => track.kind === kind);

test('if the microphone is unplugged, another one takes over, muted if the person was muted', async () => {
  const devices = createDevices();
  await devices.open();
  devices.setMuted(true);
  const first = last('audio');
  unplug(first);
  await vi.waitFor(() => expect(devices.snapshot().microphone).not.toBeNull());
  expect(devices.snapshot().microphone).toBe(last('audio'));
  expect(last('audio')).not.toBe(first);
  expect(last('audio')?.enabled).toBe(false);
});

test('without another microphone the fault is shown, and unmuting opens one that was plugged in later', async () => {
  const devices = createDevices();
  await devices.open();
  isMicrophoneThere = false;
  unplug(last('audio'));
  await vi.waitFor(() => expect(devices.snapshot().fault).toBe('microphone_missing'));
  expect(devices.snapshot().microphone).toBeNull();
  isMicrophoneThere = true;
  devices.setMuted(false);
  await vi.waitFor(() => expect(devices.snapshot()).toMatchObject({ microphone: last('audio'), fault: null }));
});

test('if the camera is unplugged, it counts as switched off', async () => {
  const devices = createDevices();
  await devices.open();
  unplug(last('video'));
  expect(devices.snapshot()).toMatchObject({ camera: null, microphone: last('audio') });
});

test('a microphone that opens only after the video visit was left is closed at once', async () => {
  const devices = createDevices();
  await devices.open();
  unplug(last('audio'));
  devices.close();
  await vi.waitFor(() => expect(given.filter(({ kind }) => kind === 'audio')).toHaveLength(2));
  await vi.waitFor(() => expect(last('audio')?.isStopped).toBe(true));
  expect(devices.snapshot().microphone).toBeNull();
});

test.each([
  { allowed: 'granted', outcome: { status: 'open', camera: null, fault: 'camera_refused' } },
  { allowed: 'denied', outcome: { status: 'closed', microphone: null, fault: 'refused' } },
] as const)(
  'if the camera is refused and the microphone is $allowed, the state of the devices is $outcome.status',
  async (visit) => {
    isCameraAllowed = false;
    microphone = visit.allowed;
    const devices = createDevices();
    await devices.open();
    expect(devices.snapshot()).toMatchObject(visit.outcome);
    expect(given.map(({ kind }) => kind)).toEqual(visit.allowed === 'granted' ? ['audio'] : []);
  },
);

test('the advice about a camera that is not allowed stays until the camera is opened', async () => {
  isCameraAllowed = false;
  const devices = createDevices();
  await devices.open();
  await devices.setCameraOff(false);
  await devices.chooseMicrophone('other');
  expect(devices.snapshot()).toMatchObject({ status: 'open', camera: null, fault: 'camera_refused' });
  isCameraAllowed = true;
  await devices.setCameraOff(false);
  expect(devices.snapshot()).toMatchObject({ camera: last('video'), fault: null });
});
