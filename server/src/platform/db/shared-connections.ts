import pg from 'pg';
import { types } from './db.ts';
import { openLines } from './shared-lines.ts';

export interface SharedOptions {
  /**
   * Largest number of connections. The default is 3. More connections than the database has processors do not help: the
   * database only switches between them.
   */
  readonly max?: number;
  /**
   * Milliseconds that a statement may take, including its wait for a connection. After that its connection is closed.
   * The default is no limit.
   */
  readonly patience_ms?: number;
  /** Called when a connection breaks. The next statement opens another connection. */
  readonly onIdleError?: (error: Error) => void;
  /** Name of the connections in pg_stat_activity. */
  readonly applicationName?: string;
  /** Settings that PostgreSQL applies to each connection, by name. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  /** Time limit of the statement in milliseconds, or 0 for no limit. */
  readonly query_timeout?: number;
}

/** Connections that many callers share. A statement is sent without waiting for the results of other statements. */
export interface SharedConnections {
  /**
   * Runs one statement. A statement with a `name` is prepared under that name. Throws the error of the database or the
   * connection.
   */
  query(statement: Statement): Promise<pg.QueryResult>;
  /** Waits for statements in progress, then closes the connections. */
  end(): Promise<void>;
}

/**
 * Opens a few connections for short, independent statements. A statement is sent while earlier statements on the same
 * connection still wait for their results. A hundred callers therefore wake the database and this process only a few
 * times. Do not use these connections for transactions, lasting settings, or statements that wait for a lock. The
 * protocol is "Pipelining" of PostgreSQL 18 (section 54.2.4). Each statement ends with its own Sync, so a failing
 * statement does not affect others.
 */
export function openSharedConnections(url: string, options: SharedOptions = {}): SharedConnections {
  const { max = 3, patience_ms = 0 } = options;
  const lines = openLines({ max, patience_ms, connect: (onEnd) => connect(url, options, onEnd) });
  const asked = new Set<Promise<unknown>>();
  let isEnded = false;

  async function answerTo(statement: Statement): Promise<pg.QueryResult> {
    const begin = performance.now();
    const line = await lines.enter();
    const query_timeout = patience_ms && Math.max(1, patience_ms - (performance.now() - begin));
    const answer = line.client.then((client) => send(client, { ...statement, query_timeout }));
    line.last = answer.catch(() => {});
    try {
      return await answer;
    } catch (error) {
      if (!isOfStatement(error)) lines.retire(line);
      throw error;
    } finally {
      lines.leave(line);
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
      await lines.end();
    },
  };
}

/**
 * Returns whether the database refused the statement and the connection still works. Otherwise the connection is broken
 * or in an unknown state.
 */
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

/**
 * Sends a statement. Statements that are sent in the same turn of the event loop are written to the socket together.
 */
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
