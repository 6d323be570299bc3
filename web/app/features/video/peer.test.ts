import { beforeEach, expect, test, vi } from 'vitest';
import type { VideoSide, VideoSignal } from '#contract/video.ts';
import { Peer } from './peer.ts';

/** A fake connection that accepts every call but never connects to another browser. */
class FakeConnection {
  static readonly made: FakeConnection[] = [];
  connectionState = 'new';
  signalingState = 'stable';
  localDescription: { type: string; sdp: string } | null = null;
  remoteDescription: { type: string; sdp: string } | null = null;
  readonly candidates: string[] = [];
  readonly replaced: unknown[] = [];
  isClosed = false;
  onconnectionstatechange: (() => void) | null = null;
  onicecandidate: ((event: { candidate: unknown }) => void) | null = null;
  #lanes: unknown[] = [];

  constructor() {
    FakeConnection.made.push(this);
  }
  createDataChannel() {
    return { readyState: 'connecting' };
  }
  addTransceiver() {
    const replaceTrack = async (track: unknown) => void this.replaced.push(track);
    const transceiver = { sender: { replaceTrack }, receiver: { track: {} }, direction: 'recvonly' };
    this.#lanes.push(transceiver);
    return transceiver;
  }
  getTransceivers() {
    return this.#lanes;
  }
  async createOffer(options: { iceRestart?: boolean }) {
    return { type: 'offer', sdp: options.iceRestart ? 'mended offer' : 'offer' };
  }
  async createAnswer() {
    return { type: 'answer', sdp: 'answer' };
  }
  async setLocalDescription(description: { type: string; sdp: string }) {
    this.localDescription = description;
    this.signalingState = description.type === 'offer' ? 'have-local-offer' : 'stable';
  }
  async setRemoteDescription(description: { type: string; sdp: string }) {
    this.remoteDescription = description;
    if (description.type === 'answer') this.signalingState = 'stable';
    else if (this.#lanes.length === 0) for (let lane = 0; lane < 3; lane++) this.addTransceiver();
  }
  async addIceCandidate({ candidate }: { candidate: string }) {
    if (!this.remoteDescription) throw new Error('too early');
    this.candidates.push(candidate);
  }
  close() {
    this.isClosed = true;
  }
  become(state: string) {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

beforeEach(() => {
  FakeConnection.made.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('MediaStream', class {});
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

function aPeer(side: VideoSide) {
  const sent: [signal: VideoSignal, to: string][] = [];
  const states: string[] = [];
  const events = {
    send: (signal: VideoSignal, to: string) => void sent.push([signal, to]),
    onMedia: () => undefined,
    onState: (state: string) => void states.push(state),
    onOpen: () => undefined,
    onTold: () => undefined,
  };
  const peer = new Peer(side, [], events, () => new FakeConnection() as unknown as RTCPeerConnection);
  const kinds = () => sent.map(([signal]) => ('sdp' in signal ? signal.sdp : signal.kind));
  const last = () => FakeConnection.made.at(-1) as FakeConnection;
  return { peer, sent, states, kinds, last };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const candidate = (attempt: number, text: string) =>
  ({ kind: 'candidate', attempt, candidate: text, mid: '0', line: 0 }) as const;

test('only the doctor’s page offers a video connection', async () => {
  const [doctor, patient] = [aPeer('doctor'), aPeer('patient')];
  doctor.peer.meet('there');
  patient.peer.meet('here');
  await settle();
  expect(doctor.sent).toEqual([[{ kind: 'offer', attempt: 1, sdp: 'offer' }, 'there']]);
  expect(patient.sent).toEqual([]);
  doctor.peer.take({ kind: 'offer', attempt: 1, sdp: 'offer' }, 'there');
  patient.peer.take({ kind: 'offer', attempt: 1, sdp: 'offer' }, 'here');
  await settle();
  expect(doctor.kinds()).toEqual(['offer']);
  expect(patient.sent).toEqual([[{ kind: 'answer', attempt: 1, sdp: 'answer' }, 'here']]);
});

test('network candidates wait for the session description, and those of another page or connection are ignored', async () => {
  const { peer, last } = aPeer('doctor');
  peer.meet('there');
  peer.take(candidate(1, 'early'), 'there');
  peer.take(candidate(1, 'of another page'), 'elsewhere');
  peer.take(candidate(7, 'of another connection'), 'there');
  await settle();
  expect(last().candidates).toEqual([]);
  peer.take({ kind: 'answer', attempt: 1, sdp: 'answer' }, 'there');
  peer.take(candidate(1, 'late'), 'there');
  await settle();
  expect(last().candidates).toEqual(['early', 'late']);
});

test('a lost video connection is repaired, and if the repair fails, a new connection is made', async () => {
  const { peer, kinds, last, states } = aPeer('doctor');
  peer.meet('there');
  await settle();
  peer.take({ kind: 'answer', attempt: 1, sdp: 'answer' }, 'there');
  await settle();
  last().become('connected');
  last().become('disconnected');
  expect(states).toEqual(['connecting', 'connected', 'lost']);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(kinds()).toEqual(['offer', 'mended offer']);
  expect(FakeConnection.made).toHaveLength(1);
  // The attempt to repair the connection gets no response, so a new connection is created.
  await vi.advanceTimersByTimeAsync(9_000);
  expect(kinds()).toEqual(['offer', 'mended offer', 'offer']);
  expect(FakeConnection.made.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

test('a video connection that recovers on its own is left unchanged', async () => {
  const { peer, kinds, last } = aPeer('doctor');
  peer.meet('there');
  await settle();
  peer.take({ kind: 'answer', attempt: 1, sdp: 'answer' }, 'there');
  await settle();
  last().become('connected');
  last().become('disconnected');
  last().become('connected');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kinds()).toEqual(['offer']);
});

test('the patient’s page keeps requesting a new video connection until it is connected', async () => {
  const { peer, kinds, last } = aPeer('patient');
  peer.meet('here');
  peer.take({ kind: 'offer', attempt: 1, sdp: 'offer' }, 'here');
  await settle();
  last().become('connected');
  last().become('failed');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(kinds()).toEqual(['answer', 'restart', 'restart']);
  peer.take({ kind: 'offer', attempt: 2, sdp: 'offer' }, 'here');
  await settle();
  expect(FakeConnection.made.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

test('a reloaded page gets a new video connection, and none is offered while the other side is absent', async () => {
  const { peer, sent, last } = aPeer('doctor');
  peer.meet('there');
  peer.meet('there');
  peer.meet('again');
  await settle();
  expect(sent.filter(([{ kind }]) => kind === 'offer').map(([, to]) => to)).toEqual(['again']);
  peer.meet(null);
  expect(last().isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeConnection.made).toHaveLength(2);
});

test('sound and picture are added to the current connection and to every later one', async () => {
  const { peer } = aPeer('doctor');
  const track = { id: 'camera' } as unknown as MediaStreamTrack;
  peer.put('camera', track);
  peer.meet('there');
  await settle();
  expect(FakeConnection.made[0]?.replaced).toEqual([null, track, null]);
  peer.put('camera', null);
  await settle();
  expect(FakeConnection.made[0]?.replaced).toEqual([null, track, null, null]);
});
