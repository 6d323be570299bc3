import type pg from 'pg';

/** A connection with its queue of statements. */
export interface Line {
  readonly client: Promise<pg.Client>;
  /** Number of statements without a result yet. */
  waiting: number;
  /** Result of the statement that was sent last. Results arrive in the order of the statements. */
  last: Promise<unknown>;
}

interface LinesOptions {
  /** Largest number of connections. */
  readonly max: number;
  /** Milliseconds that a statement waits for a connection with room. 0 means no limit. */
  readonly patience_ms: number;
  /**
   * Opens a connection. The implementation must call `onEnd` when the connection can no longer be used. `onEnd` removes
   * the connection. It returns false if the connection had already been removed.
   */
  connect(onEnd: () => boolean): Promise<pg.Client>;
}

/**
 * Largest number of statements on one connection. Further statements wait until any connection has room. A slow
 * statement therefore delays few others, and all connections have about the same work.
 */
const DEEPEST = 4;

/** Creates the connections, and assigns each statement a connection with room, in the order of the calls. */
export function openLines({ max, patience_ms, connect }: LinesOptions) {
  const lines = new Set<Line>();
  const queue = new Set<(line: Line) => void>();

  function open(): Line {
    const line: Line = { client: connect(() => lines.delete(line)), waiting: 0, last: Promise.resolve() };
    line.client.catch(() => lines.delete(line));
    lines.add(line);
    return line;
  }
  /**
   * Returns the connection with the fewest statements. Opens a new connection if all are busy and another one is
   * allowed. Undefined if all are full.
   */
  function choose(): Line | undefined {
    let best: Line | undefined;
    for (const line of lines) if (!best || line.waiting < best.waiting) best = line;
    if (!best || (best.waiting > 0 && lines.size < max)) return open();
    return best.waiting < DEEPEST ? best : undefined;
  }
  const queued = (): Promise<Line> =>
    new Promise((resolve, reject) => {
      const take = (line: Line): void => {
        clearTimeout(timer);
        resolve(line);
      };
      const giveUp = (): void => {
        queue.delete(take);
        reject(new Error('timeout expired'));
      };
      const timer = patience_ms ? setTimeout(giveUp, patience_ms) : undefined;
      queue.add(take);
    });

  return {
    /** Returns a connection with room, at once or when it is this statement's turn. */
    enter(): Line | Promise<Line> {
      const line = queue.size === 0 ? choose() : undefined;
      if (line) line.waiting++;
      return line ?? queued();
    },
    /** When a statement has its result, frees its place and gives the place to the next waiting statement. */
    leave(left: Line): void {
      left.waiting--;
      for (const take of queue) {
        const line = choose();
        if (!line) return;
        queue.delete(take);
        line.waiting++;
        take(line);
      }
    },
    /** Stops sending statements on a connection. Statements in progress may finish. */
    retire(line: Line): void {
      if (lines.delete(line)) void close(line).catch(() => {});
    },
    async end(): Promise<void> {
      await Promise.allSettled([...lines].map(close));
    },
  };
}

const close = async ({ client, last }: Line): Promise<void> => last.then(async () => (await client).end());
