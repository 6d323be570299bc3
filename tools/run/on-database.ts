import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '../setup/say.mjs';
import { type RunningDatabase, prepareDatabase, startDatabase } from './database.ts';
import { takeLock } from './lock.ts';
import { dataDir } from './project.ts';
import { checkPortIsFree } from './service.ts';
import { askedToStop } from './shutdown.ts';

/** A function that serves until its program ends, or until a stop is requested. */
export type Serve = (database: RunningDatabase, stop: Promise<string>) => Promise<void>;

interface Stay {
  /** The address at which browsers reach this process. A second start prints it. */
  readonly address: string;
  /** Ports that must be free. This is checked before the build. */
  readonly ports: readonly number[];
  /** Slow work that needs no database. */
  readonly build?: () => Promise<void>;
  readonly serve: Serve;
}

/**
 * Locks the data folder, prepares its database and serves on it. At the end, also after an error, it stops the database
 * and releases the lock.
 */
export async function onDatabase({ address, ports, build, serve }: Stay): Promise<void> {
  // These programs have no options. An option is therefore a mistake, and `parseArgs` throws.
  parseArgs();
  const stop = askedToStop();
  const unlock = takeLock(join(dataDir, 'flaira.lock'), address);
  try {
    for (const port of ports) await checkPortIsFree(port);
    await build?.();
    say('Starting the database');
    const database = await startDatabase({ dataDir });
    try {
      await prepareDatabase(database);
      await serve(database, stop);
    } finally {
      await database.stop();
    }
  } finally {
    unlock();
  }
}
