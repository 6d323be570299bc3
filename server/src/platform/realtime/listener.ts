import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const RETRY_MS = [100, 500, 2_000, 5_000];

/** One connection per process that listens to channels of PostgreSQL and reconnects automatically. */
export interface Listener {
  /**
   * Registers a handler for a channel. The handler receives each payload. After every connection and reconnection it
   * receives `undefined`, because notifications may have been missed. Call it before `start`.
   */
  on(channel: string, handler: (payload: string | undefined) => void): void;
  /** Resolves when the first connection listens. Throws if no connection can be made. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Creates a listener. It connects at `start`.
 *
 * @param url connection string of the database server itself, because NOTIFY does not pass through a connection pooler
 * in transaction mode
 */
export function createListener(url: string, log: Logger): Listener {
  const handlers = new Map<string, ((payload: string | undefined) => void)[]>();
  let client: pg.Client | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'flaira listener', keepAlive: true });
    fresh.on('error', (error) => log.warn({ err: error }, 'listening connection broke'));
    fresh.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''));
    try {
      await fresh.connect();
      for (const channel of handlers.keys()) await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    fresh.once('end', () => void reconnect());
    for (const channel of handlers.keys()) tell(channel, undefined);
  }

  function tell(channel: string, payload: string | undefined): void {
    for (const handler of handlers.get(channel) ?? []) handler(payload);
  }

  async function reconnect(): Promise<void> {
    client = undefined;
    for (let tries = 0; !isStopped && !client; tries++) {
      await sleep(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)], undefined, { ref: false });
      if (!isStopped) await connect().catch(() => undefined);
    }
  }

  return {
    on: (channel, handler) => void handlers.set(channel, [...(handlers.get(channel) ?? []), handler]),
    start: connect,
    async stop() {
      isStopped = true;
      await client?.end();
    },
  };
}
