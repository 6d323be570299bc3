import type { IceServer, VideoSide, VideoSignal } from '#contract/video.ts';

/**
 * Two limits in milliseconds. `connect_ms` is the longest time in which a new connection must connect. `recover_ms` is
 * the longest time in which a lost connection may recover without help.
 */
const connect_ms = 9_000;
const recover_ms = 2_500;

export interface PeerEvents {
  send(signal: VideoSignal, to: string): void;
  /** Called with the two streams of the other side: the camera with sound, and the shared screen. */
  onMedia(remote: MediaStream, screen: MediaStream): void;
  onState(state: 'connecting' | 'connected' | 'lost'): void;
  /** Called when the channel for short messages is open. */
  onOpen(): void;
  onTold(text: unknown): void;
}

/** The three tracks of each side, in their order within the connection. */
export const Lanes = ['sound', 'camera', 'screen'] as const;
export type Lane = (typeof Lanes)[number];

interface Link {
  readonly pc: RTCPeerConnection;
  readonly page: string;
  readonly attempt: number;
  readonly channel: RTCDataChannel;
  /**
   * ICE candidates (possible network addresses) that were received before the other side's session description (SDP).
   * The browser accepts candidates only after the description.
   */
  early: RTCIceCandidateInit[];
  /** The number of offers since the connection last worked. An offer proposes how the two sides connect. */
  offers: number;
}

type MakeConnection = (config: RTCConfiguration) => RTCPeerConnection;
const makeNative: MakeConnection = (config) => new RTCPeerConnection(config);

/**
 * The WebRTC connection between the two browsers. Only the doctor's page makes offers, so the two sides never send
 * offers at the same time. The first offer contains all tracks. Later changes only replace a track. A lost connection
 * is first repaired (ICE restart). If the repair fails, it is replaced.
 */
export class Peer {
  readonly #side: VideoSide;
  readonly #ice: readonly IceServer[];
  readonly #events: PeerEvents;
  readonly #make: MakeConnection;
  readonly #tracks: Record<Lane, MediaStreamTrack | null> = { sound: null, camera: null, screen: null };
  #link: Link | undefined;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The step that was started last on the connection. A new step waits until this step has ended. */
  #steps: Promise<unknown> = Promise.resolve();

  constructor(side: VideoSide, ice: readonly IceServer[], events: PeerEvents, make: MakeConnection = makeNative) {
    this.#side = side;
    this.#ice = ice;
    this.#events = events;
    this.#make = make;
  }

  /** Connects to the page of the other side. `page` is the id of that page, or null if the other side is absent. */
  meet(page: string | null): void {
    if (page === null) return this.close();
    if (this.#side === 'doctor' && this.#link?.page !== page) this.#begin(page);
    if (this.#side === 'patient' && this.#link && this.#link.page !== page) this.close();
  }

  take(signal: VideoSignal, from: string): void {
    if (signal.kind !== 'offer') return this.#inOrder(() => this.#takeReply(signal, from));
    if (this.#side === 'patient') this.#inOrder(() => this.#answer(signal.sdp, signal.attempt, from));
  }

  put(lane: Lane, track: MediaStreamTrack | null): void {
    this.#tracks[lane] = track;
    const sender = this.#link?.pc.getTransceivers()[Lanes.indexOf(lane)]?.sender;
    if (sender) this.#inOrder(() => sender.replaceTrack(track));
  }

  tell(text: string): void {
    if (this.#link?.channel.readyState === 'open') this.#link.channel.send(text);
  }

  /** Repairs or replaces the connection. The patient's page only asks the doctor's page to do this. */
  mend(): void {
    const link = this.#link;
    if (!link) return;
    this.#wait(connect_ms);
    if (this.#side === 'patient') return this.#events.send({ kind: 'restart' }, link.page);
    // An earlier repair of this connection has failed, so the connection is replaced.
    if (link.offers >= 2 || link.pc.signalingState === 'have-local-offer') return this.#begin(link.page);
    this.#inOrder(() => this.#offer(link, { iceRestart: true }));
  }

  close(): void {
    clearTimeout(this.#timer);
    const old = this.#link;
    this.#link = undefined;
    if (!old) return;
    old.pc.onconnectionstatechange = null;
    old.pc.onicecandidate = null;
    old.pc.close();
  }

  #inOrder(step: () => Promise<unknown>): void {
    this.#steps = this.#steps.then(step).catch(() => undefined);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.mend(), ms);
  }

  #open(page: string, attempt: number): Link {
    this.close();
    const pc = this.#make({ iceServers: this.#ice.map((server) => ({ ...server, urls: [...server.urls] })) });
    const channel = pc.createDataChannel('told', { negotiated: true, id: 0 });
    const made: Link = { pc, page, attempt, channel, early: [], offers: 0 };
    this.#link = made;
    const isCurrent = () => this.#link === made;
    channel.onopen = () => isCurrent() && this.#events.onOpen();
    channel.onmessage = ({ data }) => isCurrent() && this.#events.onTold(data);
    pc.onicecandidate = ({ candidate }) => {
      if (!candidate?.candidate) return;
      const { candidate: text, sdpMid: mid, sdpMLineIndex: line } = candidate;
      this.#events.send({ kind: 'candidate', attempt, candidate: text, mid, line }, page);
    };
    pc.onconnectionstatechange = () => isCurrent() && this.#watch(made);
    this.#events.onState('connecting');
    this.#wait(connect_ms);
    return made;
  }

  #watch(made: Link): void {
    const state = made.pc.connectionState;
    if (state === 'connected') {
      clearTimeout(this.#timer);
      made.offers = 0;
      this.#events.onState('connected');
    } else if (state === 'disconnected' || state === 'failed') {
      this.#events.onState('lost');
      if (state === 'disconnected') this.#wait(recover_ms);
      else if (made.offers < 2) this.mend();
    }
  }

  #begin(page: string): void {
    const made = this.#open(page, ++this.#attempts);
    for (const lane of Lanes) {
      const { sender } = made.pc.addTransceiver(lane === 'sound' ? 'audio' : 'video', { direction: 'sendrecv' });
      this.#inOrder(() => sender.replaceTrack(this.#tracks[lane]));
    }
    this.#hear(made);
    this.#inOrder(() => this.#offer(made, {}));
  }

  async #offer(made: Link, options: RTCOfferOptions): Promise<void> {
    if (this.#link !== made) return;
    made.offers += 1;
    await made.pc.setLocalDescription(await made.pc.createOffer(options));
    this.#send(made, 'offer');
  }

  async #answer(sdp: string, attempt: number, from: string): Promise<void> {
    const same = this.#link?.attempt === attempt && this.#link.page === from ? this.#link : undefined;
    const made = same ?? this.#open(from, attempt);
    await describe(made, 'offer', sdp);
    if (!same) {
      for (const [at, lane] of Lanes.entries()) {
        const transceiver = made.pc.getTransceivers()[at];
        if (!transceiver) continue;
        transceiver.direction = 'sendrecv';
        await transceiver.sender.replaceTrack(this.#tracks[lane]);
      }
      this.#hear(made);
    }
    await made.pc.setLocalDescription(await made.pc.createAnswer());
    this.#send(made, 'answer');
  }

  #send({ pc, page, attempt }: Link, kind: 'offer' | 'answer'): void {
    const sdp = pc.localDescription?.sdp;
    if (this.#link?.pc === pc && sdp) this.#events.send({ kind, attempt, sdp }, page);
  }

  async #takeReply(signal: Exclude<VideoSignal, { kind: 'offer' }>, from: string): Promise<void> {
    const made = this.#link;
    if (made?.page !== from) return;
    if (signal.kind === 'restart') {
      if (this.#side === 'doctor' && made.pc.signalingState === 'stable') this.mend();
    } else if (signal.attempt !== made.attempt) return;
    else if (signal.kind === 'candidate') {
      const { candidate, mid: sdpMid, line: sdpMLineIndex } = signal;
      await addCandidate(made, { candidate, sdpMid, sdpMLineIndex });
    } else if (made.pc.signalingState === 'have-local-offer') await describe(made, 'answer', signal.sdp);
  }

  /** Reports the streams of the other side. Sound and camera are in one stream, and the screen is in another. */
  #hear({ pc }: Link): void {
    const [sound, camera, screen] = pc.getTransceivers().map(({ receiver }) => receiver.track);
    if (sound && camera && screen) this.#events.onMedia(new MediaStream([sound, camera]), new MediaStream([screen]));
  }
}

async function describe(made: Link, type: 'offer' | 'answer', sdp: string): Promise<void> {
  await made.pc.setRemoteDescription({ type, sdp });
  const early = made.early;
  made.early = [];
  for (const candidate of early) await addCandidate(made, candidate);
}

async function addCandidate(made: Link, candidate: RTCIceCandidateInit): Promise<void> {
  if (!made.pc.remoteDescription) return void made.early.push(candidate);
  // The browser refuses a candidate that belongs to an earlier session description. Such candidates are no longer
  // needed.
  await made.pc.addIceCandidate(candidate).catch(() => undefined);
}
