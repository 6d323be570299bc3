import { chmodSync, existsSync, lstatSync, mkdtempSync, readlinkSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '../embedded.ts';

/** Settings that skip flushing to disk. The data of a temporary server may be lost when the machine stops. */
const IN_A_HURRY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts an empty server for tests and checks. Its data is deleted when it is stopped. */
export async function startTemporary(settings: Readonly<Record<string, string>> = {}): Promise<EmbeddedPostgres> {
  const dataDir = temporaryDataDir();
  try {
    const postgres = await startEmbedded({ dataDir, settings: { ...IN_A_HURRY, ...settings } });
    // A process that exits cannot wait for the server to stop, so the server is killed.
    const abandon = (): void => {
      process.kill(postgres.pid, 'SIGKILL');
      removeDataDir(dataDir);
    };
    process.once('exit', abandon);
    const stop = async (): Promise<void> => {
      process.off('exit', abandon);
      await postgres.stop();
      removeDataDir(dataDir);
    };
    return { ...postgres, stop };
  } catch (error) {
    removeDataDir(dataDir);
    throw error;
  }
}

/**
 * Linux keeps the files of this folder in memory. That is fast enough for a run of the tests, which makes and drops a
 * thousand databases of a thousand files each.
 */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 2 ** 30;

function quickestPlace(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}

/**
 * Makes a data folder that other users may enter. Under root, the cluster in it belongs to another user. The cluster
 * itself is private.
 */
export function temporaryDataDir(): string {
  const folder = mkdtempSync(join(quickestPlace(), 'flaira-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes a data folder. If the folder links to a cluster in /var/lib, removes that cluster too. */
export function removeDataDir(dataDir: string): void {
  const cluster = join(dataDir, 'postgres');
  if (lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink()) {
    rmSync(dirname(readlinkSync(cluster)), { recursive: true, force: true });
  }
  rmSync(dataDir, { recursive: true, force: true });
}
