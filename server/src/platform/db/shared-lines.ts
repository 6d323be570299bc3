import type pg from 'pg';

/** A connection with a queue of statements. */
export interface Line {
  readonly client: Promise<pg.Client>;
  /** Statements that have no answer yet. */
  waiting: number;
  /** The statement sent last. Answers arrive in the order of the statements. */
  last: Promise<unknown>;
}

interface LinesOptions {
  /** The most lines. */
  readonly max: number;
  /** How long a statement waits for room, in milliseconds. 0: for ever. */
  readonly patience_ms: number;
  /** Opens a connection. `onEnd` is called when it is no longer usable, and returns whether this was not known yet. */
  connect(onEnd: () => boolean): Promise<pg.Client>;
}

/**
 * The most statements on one connection. Later statements wait for the connection that is free first, so a slow one
 * delays few, and all have about the same work.
 */
const DEEPEST = 4;

/** Gives each statement a line with room on it, in the order in which they come. */
export function openLines({ max, patience_ms, connect }: LinesOptions) {
  const lines = new Set<Line>();
  const queue = new Set<(line: Line) => void>();

  function open(): Line {
    const line: Line = { client: connect(() => lines.delete(line)), waiting: 0, last: Promise.resolve() };
    line.client.catch(() => lines.delete(line));
    lines.add(line);
    return line;
  }
  /** The line with the fewest running statements. A new line if all are busy and there may be more. Undefined if all are full. */
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
    /** A line with room, now or once it is this statement's turn. */
    enter(): Line | Promise<Line> {
      const line = queue.size === 0 ? choose() : undefined;
      if (line) line.waiting++;
      return line ?? queued();
    },
    /** The answer has arrived, so the next waiting statement takes the place. */
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
    /** No new statement is sent on it. Running ones may finish. */
    retire(line: Line): void {
      if (lines.delete(line)) void close(line).catch(() => {});
    },
    async end(): Promise<void> {
      await Promise.allSettled([...lines].map(close));
    },
  };
}

const close = async ({ client, last }: Line): Promise<void> => last.then(async () => (await client).end());
