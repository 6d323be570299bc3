import type { VideoSide, VideoVisit } from '#contract/video.ts';
import { type Lane, Peer } from './peer.ts';
import { openSignalling } from './signalling.ts';
import { createStore, type Store } from './store.ts';
import { nothingTold, readTold, type Shown, type Told } from './told.ts';

/**
 * The time in milliseconds after which the page offers help if there is no connection. The page still tries to connect.
 */
const hard_ms = 25_000;

export interface CallState {
  /**
   * The state of the call. `waiting` means that the other side is absent. `lost` means that the connection broke.
   * `elsewhere` means that the person joined on another page. `refused` means that the service refused the call, for
   * the reason in `fault`.
   */
  readonly phase: 'joining' | 'waiting' | 'connecting' | 'connected' | 'lost' | 'elsewhere' | 'refused';
  readonly remote: MediaStream | null;
  readonly screen: MediaStream | null;
  readonly told: Told;
  /** The photo or screen that this page shows to the other side. */
  readonly shows: Shown;
  /** True if the call did not connect within `hard_ms`. The page then offers help. */
  readonly isHard: boolean;
  readonly fault: unknown;
}

export interface Call extends Pick<Store<CallState>, 'snapshot' | 'subscribe'> {
  put(lane: Lane, track: MediaStreamTrack | null): void;
  tell(changes: Partial<Told>): void;
  leave(ends: boolean): Promise<VideoVisit>;
  stop(): void;
}

const before: CallState = {
  phase: 'joining',
  remote: null,
  screen: null,
  told: nothingTold,
  shows: null,
  isHard: false,
  fault: undefined,
};

/** Opens this page's side of a video call. The returned call joins, connects, reconnects, and reports its state. */
export function openCall(visitId: string, side: VideoSide, onVisit: (visit: VideoVisit) => void): Call {
  const store = createStore(before);
  const tracks = new Map<Lane, MediaStreamTrack | null>();
  let peer: Peer | undefined;
  let told: Told = nothingTold;
  let wasConnected = false;
  let otherPage: string | null = null;
  let hard: ReturnType<typeof setTimeout> | undefined;

  function enterPhase(phase: CallState['phase']) {
    const isTrying = phase === 'connecting' || phase === 'lost';
    if (!isTrying) {
      clearTimeout(hard);
      hard = undefined;
    } else hard ??= setTimeout(() => store.set({ isHard: true }), hard_ms);
    if (phase === 'waiting') store.set({ told: nothingTold });
    signalling.hurry(phase !== 'connected' && phase !== 'waiting');
    store.set(isTrying ? { phase } : { phase, isHard: false });
  }

  function stop() {
    clearTimeout(hard);
    removeEventListener('online', retry);
    peer?.close();
    peer = undefined;
    signalling.stop();
  }

  const retry = () => peer?.mend();

  const signalling = openSignalling(visitId, {
    onEntered(ice) {
      peer = new Peer(side, ice, {
        send: signalling.send,
        onMedia: (remote, screen) => store.set({ remote, screen }),
        onState(state) {
          if (state === 'connected') wasConnected = true;
          enterPhase(state === 'connecting' && wasConnected ? 'lost' : state);
        },
        onOpen: () => peer?.tell(JSON.stringify(told)),
        onTold: (text) => store.set({ told: readTold(text) ?? store.snapshot().told }),
      });
      for (const [lane, track] of tracks) peer.put(lane, track);
    },
    onVisit(visit, other) {
      onVisit(visit);
      if (other === null && (otherPage !== null || store.snapshot().phase === 'joining')) enterPhase('waiting');
      if (other !== null && other !== otherPage) enterPhase(wasConnected ? 'lost' : 'connecting');
      otherPage = other;
      peer?.meet(other);
    },
    onSignal: (signal, from) => peer?.take(signal, from),
    onElsewhere() {
      stop();
      store.set({ phase: 'elsewhere' });
    },
    onFault(fault) {
      stop();
      store.set({ phase: 'refused', fault });
    },
  });
  addEventListener('online', retry);

  return {
    snapshot: store.snapshot,
    subscribe: store.subscribe,
    put(lane, track) {
      tracks.set(lane, track);
      peer?.put(lane, track);
    },
    tell(changes) {
      told = { ...told, ...changes };
      store.set({ shows: told.shows });
      peer?.tell(JSON.stringify(told));
    },
    leave(ends) {
      const left = signalling.leave(ends);
      stop();
      return left;
    },
    stop,
  };
}
