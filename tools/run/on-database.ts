import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '../setup/say.mjs';
import { type RunningDatabase, prepareDatabase, startDatabase } from './database.ts';
import { takeLock } from './lock.ts';
import { dataDir } from './project.ts';
import { checkPortIsFree } from './service.ts';
import { askedToStop } from './shutdown.ts';

/** Serves until it ends, or somebody asks to stop. */
export type Serve = (database: RunningDatabase, stop: Promise<string>) => Promise<void>;

interface Stay {
  /** The address of this start, which a second start prints. */
  readonly address: string;
  /** Checked before anything is done. */
  readonly ports: readonly number[];
  /** Slow work that needs no database. */
  readonly build?: () => Promise<void>;
  readonly serve: Serve;
}

/**
 * Serves on the prepared database of the data folder, with the folder locked, and stops the database at the end in any
 * case.
 */
export async function onDatabase({ address, ports, build, serve }: Stay): Promise<void> {
  // None of these programs takes an option, so a given option was meant for something else.
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
