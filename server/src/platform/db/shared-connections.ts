import pg from 'pg';
import { types } from './db.ts';

export interface SharedOptions {
  /** Connections at most. Default 3: more than there are processors only make the database change between them. */
  readonly max?: number;
  /** How long a statement may take with all that it waits for, in milliseconds, before its connection is given up. Default: for ever. */
  readonly patience_ms?: number;
  /** Told when a connection breaks. The next statement opens another. */
  readonly onIdleError?: (error: Error) => void;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Settings of the session, by name. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  /** Milliseconds; 0: no limit. */
  readonly query_timeout?: number;
}

/** Connections on which the statements of many callers travel together. */
export interface SharedConnections {
  /** One statement, prepared under `name` where one is given. Throws what the database or the way to it says. */
  query(statement: Statement): Promise<pg.QueryResult>;
  /** Lets what is under way end, and closes them. */
  end(): Promise<void>;
}

interface Line {
  readonly client: Promise<pg.Client>;
  /** Statements whose answers have not come. */
  waiting: number;
  /** The statement that was sent last; answers come in the order of the statements. */
  last: Promise<unknown>;
}

/** Statements on one connection at most. Those behind them wait for whichever connection is free first: a slow one then holds up few, and none has much more to do than another. */
const DEEPEST = 4;

/**
 * A few connections for short statements that stand alone. A statement is sent behind those whose answers have not come yet, instead of waiting for a
 * connection of its own: a hundred callers wake the database and us a few times, not a hundred times. Nothing else may run on them: no transaction,
 * no setting that outlives its statement, nothing that waits for a lock. Protocol: PostgreSQL 18, 54.2.4 "Pipelining"; each statement ends with its own Sync, so that one that fails
 * takes no other along.
 */
export function openSharedConnections(url: string, options: SharedOptions = {}): SharedConnections {
  const { max = 3, patience_ms = 0 } = options;
  const lines = new Set<Line>();
  const queue = new Set<(line: Line) => void>();
  const asked = new Set<Promise<unknown>>();
  let isEnded = false;

  function open(): Line {
    const line: Line = { client: connect(url, options, () => lines.delete(line)), waiting: 0, last: Promise.resolve() };
    line.client.catch(() => lines.delete(line));
    lines.add(line);
    return line;
  }
  function retire(line: Line): void {
    if (lines.delete(line)) void close(line).catch(() => {});
  }
  /** The one with the fewest statements under way; a new one while all have some and there may be more; none while all have as many as they may. */
  function choose(): Line | undefined {
    let best: Line | undefined;
    for (const line of lines) if (!best || line.waiting < best.waiting) best = line;
    if (!best || (best.waiting > 0 && lines.size < max)) return open();
    return best.waiting < DEEPEST ? best : undefined;
  }
  /** A line on which there is room, now or in turn. */
  function enter(): Line | Promise<Line> {
    const line = queue.size === 0 ? choose() : undefined;
    if (line) line.waiting++;
    return line ?? queued();
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
  function leave(left: Line): void {
    left.waiting--;
    for (const take of queue) {
      const line = choose();
      if (!line) return;
      queue.delete(take);
      line.waiting++;
      take(line);
    }
  }
  async function answerTo(statement: Statement): Promise<pg.QueryResult> {
    const begin = performance.now();
    const line = await enter();
    const query_timeout = patience_ms && Math.max(1, patience_ms - (performance.now() - begin));
    const answer = line.client.then((client) => send(client, { ...statement, query_timeout }));
    line.last = answer.catch(() => {});
    try {
      return await answer;
    } catch (error) {
      if (!isOfStatement(error)) retire(line);
      throw error;
    } finally {
      leave(line);
    }
  }

  return {
    async query(statement) {
      if (isEnded) throw new Error('the connections are destroyed');
      const answer = answerTo(statement);
      asked.add(answer);
      try {
        return await answer;
      } finally {
        asked.delete(answer);
      }
    },
    async end() {
      isEnded = true;
      await Promise.allSettled(asked);
      await Promise.allSettled([...lines].map(close));
    },
  };
}

const close = async ({ client, last }: Line): Promise<void> => last.then(async () => (await client).end());

/** Whether the database refused the statement and goes on; otherwise the connection is broken, or nobody knows. */
const isOfStatement = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity !== 'FATAL';

async function connect(url: string, options: SharedOptions, onEnd: () => boolean): Promise<pg.Client> {
  const { patience_ms = 0, onIdleError, applicationName = 'flaira', settings = {} } = options;
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: patience_ms,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    pipeline: true,
    types,
  } as pg.ClientConfig);
  client.on('error', (error) => {
    if (onEnd()) onIdleError?.(error);
  });
  client.once('end', onEnd);
  return client.connect().then(() => client);
}

const corked = new WeakSet<pg.Client>();

/** What is sent in one turn of the event loop leaves in one piece. */
function send(client: pg.Client, statement: Statement): Promise<pg.QueryResult> {
  const { stream } = (
    client as unknown as { connection: { stream: NodeJS.WritableStream & { cork(): void; uncork(): void } } }
  ).connection;
  if (!corked.has(client)) {
    corked.add(client);
    stream.cork();
    setImmediate(() => {
      corked.delete(client);
      stream.uncork();
    });
  }
  return client.query(statement as pg.QueryConfig);
}
