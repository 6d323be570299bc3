import type { Logger } from 'pino';
import { createAudit } from './audit/audit.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Context } from './context.ts';
import { type Db, dbOver, openPool } from './db/db.ts';
import { keepPlans, openKeepingConnections } from './db/kept.ts';
import { createJobs } from './jobs/create-jobs.ts';
import { createLog } from './log/create-log.ts';
import { createMailer } from './mail/create-mailer.ts';
import { createOutbox } from './outbox/create-outbox.ts';
import { createPayments } from './payments/create-payments.ts';
import { createListener, type Listener } from './realtime/listener.ts';
import { createPersonal } from './personal/create-personal.ts';
import { createRealtime } from './realtime/create-realtime.ts';
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
  /** Hears notices and, unless it only answers, works on jobs. Call when every domain has registered. */
  start(): Promise<void>;
  /** Delivers events, unless it only answers. Call when the service listens: some of them come back through its own door. */
  deliver(): Promise<void>;
  /** Lets what is under way end, then closes every connection. */
  stop(): Promise<void>;
}

export interface PlatformParts {
  /** Connection of the service's role to a migrated database. */
  readonly databaseUrl: string;
  readonly clock?: Clock;
  readonly log?: Logger;
  readonly tracing?: Tracing;
}

/** Builds everything that use cases may reach, over one database. Nothing is connected before `start` or the first query. */
export function createPlatform(
  config: Config,
  { databaseUrl, clock = systemClock, log = createLog(config), tracing = noTracing }: PlatformParts,
): Platform {
  const db = openDatabase(databaseUrl, log, tracing, config.slowQueryMs);
  const listener = createListener(databaseUrl, log);
  const outbox = createOutbox({ db, log, tracing, listener });
  const objects = openObjects(config);
  const jobs = createJobs(databaseUrl, log, { works: config.role !== 'web', tracing });
  const context: Context = {
    config,
    log,
    tracing,
    clock,
    db,
    outbox,
    jobs,
    workers: createWorkers(),
    photos: createPhotoStore({ config, db, clock, objects, outbox }),
    archives: createArchiveStore({ config, db, objects }),
    erasures: createErasureMarks(objects),
    mail: createMailer(config, db, outbox),
    payments: createPayments({ config, db, outbox, clock }),
    realtime: createRealtime(listener),
    audit: createAudit(db),
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

/** Of a slow statement in the log, in characters. */
const LONGEST_STATEMENT = 600;

/** Long enough for a rush of clicks to pass, short enough that somebody still waits for the answer. */
const PATIENCE_MS = 10_000;

/** A connection that breaks while it is in use fails its query; without a listener of its own it would end the process as well. */
function openDatabase(url: string, log: Logger, tracing: Tracing, slow_ms: number): Db {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection broke');
  const onStatement = (statement: string, elapsed_ms: number): void => {
    tracing.statement(statement, elapsed_ms);
    if (elapsed_ms < slow_ms) return;
    const text = statement.replace(/\s+/g, ' ').slice(0, LONGEST_STATEMENT);
    log.warn({ statement: text, ms: Math.round(elapsed_ms) }, 'slow query');
  };
  const options = { patience_ms: PATIENCE_MS, onIdleError: onError };
  const pool = openPool(url, { ...options, max: 12 });
  pool.on('connect', (client) => client.on('error', () => {}));
  return keepPlans(dbOver(pool, onStatement), openKeepingConnections(url, options), onStatement);
}

const openObjects = ({ storage }: Config): ObjectStore =>
  storage.kind === 's3'
    ? openLater(async () => (await import('./storage/s3-store.ts')).createS3Store(storage))
    : createFolderStore(storage.dir);
