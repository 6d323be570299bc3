import type { Logger } from 'pino';
import { createAudit } from './audit/audit.ts';
import { createSignedHeads } from './audit/signed-heads.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Context } from './context.ts';
import { asSystemDb, type Db, dbOver, type OnStatement, openPool, type SystemDb } from './db/db.ts';
import { keepPlans, openKeepingConnections } from './db/kept.ts';
import { createJobs } from './jobs/create-jobs.ts';
import { createLog } from './log/create-log.ts';
import { createMailer } from './mail/create-mailer.ts';
import { createOutbox } from './outbox/create-outbox.ts';
import { createPayments } from './payments/create-payments.ts';
import type { Carry } from './payments/test-checkout/deliver.ts';
import { createListener, type Listener } from './realtime/listener.ts';
import { createPersonal } from './personal/create-personal.ts';
import { createRealtime } from './realtime/create-realtime.ts';
import { createSms } from './sms/create-sms.ts';
import { createArchiveStore } from './storage/archive-store.ts';
import { createPhotoStore } from './storage/create-photo-store.ts';
import { createErasureMarks } from './storage/erasure-marks.ts';
import { createFolderStore } from './storage/folder-store.ts';
import type { ObjectStore } from './storage/object-store.ts';
import { openLater } from './storage/open-later.ts';
import { noTracing, type Tracing } from './tracing/tracing.ts';
import { defineUpkeep } from './upkeep.ts';
import { createWorkers } from './workers/create-workers.ts';

export interface Platform {
  readonly context: Context;
  readonly objects: ObjectStore;
  readonly listener: Listener;
  /**
   * Listens for notifications from the database. Also runs jobs, unless this process only answers requests. Call it
   * once every domain has registered.
   */
  start(): Promise<void>;
  /**
   * Starts to deliver events, unless the process only answers requests. Call it once the service listens, because the
   * delivery of some events sends requests to the service itself.
   */
  deliver(): Promise<void>;
  /** Waits until work in progress has ended, then closes every connection. */
  stop(): Promise<void>;
}

export interface PlatformParts {
  readonly clock?: Clock;
  readonly log?: Logger;
  readonly tracing?: Tracing;
  /**
   * Delivers the webhooks of the test checkout to the service. By default they are sent over HTTP to the port of the
   * service.
   */
  readonly carry?: Carry;
}

/**
 * Builds the shared parts of the service that use cases may use. The database must be migrated. Opens no connection
 * before `start` or the first query.
 */
export function createPlatform(
  config: Config,
  { clock = systemClock, log = createLog(config), tracing = noTracing, carry }: PlatformParts = {},
): Platform {
  const { db, system } = openDatabases(config, log, tracing);
  const listener = createListener(config.databaseUrl, log);
  const outbox = createOutbox({ system, log, tracing, listener });
  const objects = openObjects(config);
  const seed = config.auditKey;
  const jobs = createJobs(config.systemUrl, log, { works: config.role !== 'web', tracing });
  const context: Context = {
    config,
    log,
    tracing,
    clock,
    db,
    system,
    outbox,
    jobs,
    workers: createWorkers(),
    photos: createPhotoStore({ config, system, clock, objects, outbox }),
    archives: createArchiveStore({ config, system, objects }),
    erasures: createErasureMarks(objects),
    mail: createMailer(config, db, outbox),
    sms: createSms({ config, db, system, clock, outbox }),
    payments: createPayments({ config, db, system, outbox, clock }, carry),
    realtime: createRealtime(listener),
    audit: createAudit(system, seed && createSignedHeads({ objects, clock, seed }), clock),
    personal: createPersonal(),
    notices: listener,
  };
  defineUpkeep(context);
  return {
    context,
    objects,
    listener,
    async start() {
      await listener.start();
      await jobs.start();
    },
    deliver: async () => (config.role === 'web' ? undefined : outbox.start()),
    async stop() {
      await jobs.stop();
      await outbox.stop();
      await context.workers.stop();
      await listener.stop();
      await db.destroy();
      await tracing.stop();
    },
  };
}

/** Longest logged text of a slow statement, in characters. */
const LONGEST_STATEMENT = 600;

/**
 * Milliseconds that a call waits for a free connection. It is long enough for a burst of requests to pass, and short
 * enough that people still wait for the response.
 */
const PATIENCE_MS = 10_000;

/**
 * Largest number of connections in the pool of each login. Calls that wait for the photo store use at most six
 * connections, of either pool (while-storing.ts). The delivery of events uses at most seven of `system`: each of the
 * four lanes locks a row, and the subscribers of three lanes need a connection (create-outbox.ts). The subscriber of
 * lane `email` needs none.
 */
const CONNECTIONS = 12;

/**
 * Opens the database with both logins: `db` for callers and `system` for the service's own work. Closing `db` also
 * closes `system`.
 */
function openDatabases(config: Config, log: Logger, tracing: Tracing): { db: Db; system: SystemDb } {
  const options = {
    patience_ms: PATIENCE_MS,
    onIdleError: (error: Error) => log.warn({ err: error }, 'database connection broke'),
  };
  const onStatement: OnStatement = (statement, elapsed_ms) => {
    tracing.statement(statement, elapsed_ms);
    if (elapsed_ms < config.slowQueryMs) return;
    const text = statement.replace(/\s+/g, ' ').slice(0, LONGEST_STATEMENT);
    log.warn({ statement: text, ms: Math.round(elapsed_ms) }, 'slow query');
  };
  const open = (url: string): Db => {
    const pool = openPool(url, { ...options, max: CONNECTIONS });
    // A connection that breaks while in use fails its query. Without this listener the error would also end the
    // process.
    pool.on('connect', (client) => client.on('error', () => {}));
    return dbOver(pool, onStatement);
  };
  const system = asSystemDb(open(config.systemUrl));
  const db = keepPlans(open(config.databaseUrl), openKeepingConnections(config.databaseUrl, options), onStatement);
  return { db: endingWith(db, system), system };
}

function endingWith(db: Db, other: Db): Db {
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await Promise.all([destroy(), other.destroy()]);
  };
  return db;
}

const openObjects = ({ storage }: Config): ObjectStore =>
  storage.kind === 's3'
    ? openLater(async () => (await import('./storage/s3-store.ts')).createS3Store(storage))
    : createFolderStore(storage.dir);
