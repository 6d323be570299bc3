import pg from 'pg';
import { types } from './db.ts';
import { openLines } from './shared-lines.ts';

export interface SharedOptions {
  /** The most connections. Default 3: with more than there are processors, the database only switches between them. */
  readonly max?: number;
  /** How long a statement may take, waiting included, in milliseconds. After that its connection is closed. Default: for ever. */
  readonly patience_ms?: number;
  /** Called when a connection breaks. The next statement opens another one. */
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
  /** Runs one statement, prepared under `name` if one is given. Throws the error of the database or the connection. */
  query(statement: Statement): Promise<pg.QueryResult>;
  /** Waits for running statements, then closes the connections. */
  end(): Promise<void>;
}

/**
 * A few connections for short, independent statements. A statement is sent behind those whose answers have not arrived
 * yet, instead of waiting for a separate connection: a hundred callers wake the database and us a few times, not a
 * hundred times. Nothing else may run on them: no transaction, no setting that outlives its statement, nothing that
 * waits for a lock. Protocol: PostgreSQL 18, 54.2.4 "Pipelining"; each statement ends with its own Sync, so that a
 * failing one affects no other.
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

/** Whether the database refused the statement and the connection still works. Otherwise the connection is broken or in an unknown state. */
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

/** Writes of one turn of the event loop are sent together. */
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
