import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { registerDomains } from '#server/app.ts';
import { readConfig } from '#server/platform/config/read-config.ts';
import type { Context } from '#server/platform/context.ts';
import { createPlatform } from '#server/platform/create-platform.ts';
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/db/embedded.ts';
import { removeDataDir, temporaryDataDir } from '#server/platform/db/embedded/temporary.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { prepareJobs } from '#server/platform/jobs/create-jobs.ts';
import { aServiceProcess, type ServiceProcess } from '../../server/test/service-process.ts';

export interface StandOptions {
  /** Additional environment variables of the service. */
  readonly env?: Record<string, string>;
  /** Modules that are loaded before the service. */
  readonly preload?: readonly string[];
}

/**
 * The service and its database as separate processes. Their folder is deleted at the end. Each can be killed and
 * started again.
 */
export interface Stand {
  readonly service: ServiceProcess;
  /** The same database, opened by this process to prepare and inspect data. */
  readonly context: Context;
  /** For files that a fault scenario needs; deleted at the end. */
  readonly folder: string;
  /** The folder of the photos, if they are stored in a folder. */
  readonly objects: string;
  database: EmbeddedPostgres;
  /** False once `close` has begun. */
  readonly isOpen: boolean;
  killDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** Starts both processes and resolves when they are ready. The database flushes writes as in production. */
export async function openStand({ env = {}, preload = [] }: StandOptions = {}): Promise<Stand> {
  const folder = temporaryDataDir();
  const removeFolder = (): void => {
    removeDataDir(join(folder, 'database'));
    removeDataDir(folder);
  };
  process.once('exit', removeFolder);
  const start = () => startAgain(() => startEmbedded({ dataDir: join(folder, 'database') }));
  mkdirSync(join(folder, 'database'));
  chmodSync(join(folder, 'database'), 0o755);
  const database = await start();
  await migrate(database.ownerUrl);
  await prepareJobs(database.ownerUrl);
  const dataDir = join(folder, 'data');
  const service = await aServiceProcess(database, dataDir, {
    env: { TRUST_PROXY: '1', ...env },
    preload,
  });
  let isOpen = true;
  const { context } = createPlatform(readConfig(service.env));
  registerDomains(context);
  await service.start();
  const stand: Stand = {
    service,
    context,
    folder,
    objects: join(dataDir, 'objects'),
    database,
    get isOpen() {
      return isOpen;
    },
    async killDatabase() {
      process.kill(stand.database.pid, 'SIGKILL');
      await stand.database.ended;
    },
    async startDatabase() {
      stand.database = await start();
    },
    async close() {
      isOpen = false;
      await service.kill();
      await context.db.destroy();
      await stand.database.stop();
      process.off('exit', removeFolder);
      removeFolder();
    },
  };
  return stand;
}

/** Starts the database, and repeats failed attempts. For a moment, processes of a killed server prevent a new start. */
async function startAgain(start: () => Promise<EmbeddedPostgres>, tries = 20): Promise<EmbeddedPostgres> {
  try {
    return await start();
  } catch (error) {
    if (tries === 0) throw error;
    await pause(100);
    return startAgain(start, tries - 1);
  }
}
