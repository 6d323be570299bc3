type Hear = (data: string) => void;

/**
 * The name of both the lock and the channel. The lock ensures that only one tab listens, apart from the overlap in
 * `overlap_ms`. Through the channel, that tab sends the events to the other tabs.
 */
const NAME = 'flaira.events';
/**
 * The time in milliseconds for which a tab continues to listen after another tab has taken the lock. Both tabs listen
 * during this time, so that no event is lost while the other tab opens its stream.
 */
const overlap_ms = 500;
/**
 * The pause in milliseconds after the first refusal. Each later pause is twice as long, so that the requests do not
 * flood an overloaded service.
 */
const again_ms = 3_000;
const mostAgain_ms = 48_000;
/**
 * The longest time in milliseconds for which a broken connection goes unnoticed, because the service sends something
 * every 20 seconds. Events that are sent in this time may be lost. After a break was noticed, a new stream therefore
 * also requests the events of the last `silence_ms` before that moment.
 */
const silence_ms = 25_000;

/**
 * The time until which this page has received all events, in milliseconds of the page's own clock. For the first stream
 * it is 0, the moment when the browser began to load the page. The page has loaded all its data after this moment, so
 * it misses no event. For later streams it is the current time, because another tab has received all earlier events and
 * passed them on.
 */
let known_ms = 0;
function takeKnown(): number {
  const taken = known_ms;
  known_ms = Infinity;
  return Math.min(taken, performance.now());
}

/**
 * Opens one stream of live events for all tabs of a browser. Without HTTP/2 a browser opens at most six connections to
 * a host, so six streams would leave none for pages. Only one tab listens: the one that the person looked at last. It
 * sends the events to the other tabs. When it closes, another tab takes over. Some events are delivered twice.
 * `refused` is called if the response was not a stream, for example because the session had ended.
 */
export function listenTogether(address: string, hear: Hear, refused: () => void): () => void {
  const end = new AbortController();
  const tabs = new BroadcastChannel(NAME);
  tabs.addEventListener('message', ({ data }: MessageEvent<string>) => hear(data));
  const tell: Hear = (data) => {
    if (!end.signal.aborted) tabs.postMessage(data);
    hear(data);
  };
  void takeTurns((until) => stream(address, tell, refused, until), end.signal);
  return () => {
    end.abort();
    tabs.close();
  };
}

/**
 * Runs `listen` in only one tab at a time. Browsers offer locks only on encrypted pages and on localhost. Without
 * locks, each tab listens separately.
 */
async function takeTurns(listen: (until: AbortSignal) => Promise<void>, end: AbortSignal): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return listen(end);
  let takesOver = isLookedAt();
  while (!end.aborted) {
    const turn = new AbortController();
    const until = turn.signal;
    // The lock is released as soon as listening ends.
    end.addEventListener('abort', () => turn.abort(), { signal: until });
    let isMine = false;
    const look = () => {
      if (isMine || !isLookedAt()) return;
      takesOver = true;
      turn.abort();
    };
    document.addEventListener('visibilitychange', look, { signal: until });
    const options: LockOptions = takesOver ? { steal: true } : { signal: until };
    takesOver = false;
    const work = () => {
      isMine = true;
      return listen(until);
    };
    const refusal = await locks.request(NAME, options, work).then(
      () => undefined,
      (error: Error) => error.name,
    );
    if (refusal && refusal !== 'AbortError') return listen(end);
    setTimeout(() => turn.abort(), overlap_ms);
  }
}

const isLookedAt = (): boolean => document.visibilityState === 'visible';

/**
 * Opens the stream. If the connection breaks, the browser reconnects automatically and sends the id of the last event
 * that it received. If the response is not a stream, for example during a restart, the browser gives up. This function
 * then tries again.
 */
const stream = (address: string, hear: Hear, refused: () => void, until: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let source: EventSource;
    let pause_ms = again_ms;
    let heard_ms = takeKnown();
    const open = () => {
      if (until.aborted) return;
      const age_ms = Math.ceil(performance.now() - heard_ms);
      source = new EventSource(`${address}?age=${age_ms}`, { withCredentials: true });
      let isOpen = false;
      source.addEventListener('open', () => {
        isOpen = true;
        pause_ms = again_ms;
      });
      source.addEventListener('message', ({ data }: MessageEvent<string>) => hear(data));
      source.addEventListener('error', () => {
        if (isOpen) heard_ms = performance.now() - silence_ms;
        isOpen = false;
        if (source.readyState !== EventSource.CLOSED) return;
        setTimeout(open, pause_ms);
        pause_ms = Math.min(2 * pause_ms, mostAgain_ms);
        refused();
      });
    };
    if (until.aborted) return resolve();
    until.addEventListener('abort', () => {
      source.close();
      resolve();
    });
    open();
  });
