type Hear = (data: string) => void;

/** Name of the lock to listen, and of the channel to the other tabs. */
const NAME = 'flaira.events';
/** A tab that hands the stream over keeps listening this long, until the next tab has opened its own. */
const overlap_ms = 500;
/** The pause after the first refusal; each one after it is twice as long, so that a service in distress is not asked by everybody all the time. */
const again_ms = 3_000;
const mostAgain_ms = 48_000;

/**
 * One stream of live events for all tabs of a browser: without HTTP/2 a browser has six connections to a host, and six streams would leave none for
 * pages. The tab that was looked at last listens and tells the others; when it closes, another takes over. Some things are heard twice. `refused`: the answer
 * was no stream, as when the session has ended before anybody listened.
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

/** Browsers offer locks on encrypted pages and on localhost only; elsewhere each tab listens for itself. */
async function takeTurns(listen: (until: AbortSignal) => Promise<void>, end: AbortSignal): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return listen(end);
  let takesOver = isLookedAt();
  while (!end.aborted) {
    const turn = new AbortController();
    const until = turn.signal;
    // When listening ends, the lock is released.
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

/** The browser reconnects by itself when the line breaks. An answer that is not a stream, as while a server restarts, ends its patience but not ours. */
const stream = (address: string, hear: Hear, refused: () => void, until: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let source: EventSource;
    let pause_ms = again_ms;
    const open = () => {
      if (until.aborted) return;
      source = new EventSource(address, { withCredentials: true });
      source.addEventListener('open', () => (pause_ms = again_ms));
      source.addEventListener('message', ({ data }: MessageEvent<string>) => hear(data));
      source.addEventListener('error', () => {
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
