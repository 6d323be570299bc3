import { chmodSync, existsSync, lstatSync, mkdtempSync, readlinkSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '../embedded.ts';

/** Data is not flushed to disk, because it may be lost when the machine stops. */
const IN_A_HURRY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** A server that starts empty and leaves nothing behind when it is stopped: for tests and checks. */
export async function startTemporary(settings: Readonly<Record<string, string>> = {}): Promise<EmbeddedPostgres> {
  const dataDir = temporaryDataDir();
  try {
    const postgres = await startEmbedded({ dataDir, settings: { ...IN_A_HURRY, ...settings } });
    // A killed process cannot stop the server any more.
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

/** Linux keeps files of this folder in memory: a run of the tests makes and drops a thousand databases of a thousand files each. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 2 ** 30;

function quickestPlace(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}

/** Other users may enter it: under root, the cluster in it belongs to another user. The cluster itself is private. */
export function temporaryDataDir(): string {
  const folder = mkdtempSync(join(quickestPlace(), 'flaira-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes a data folder, and the cluster in /var/lib that it may link to. */
export function removeDataDir(dataDir: string): void {
  const cluster = join(dataDir, 'postgres');
  if (lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink()) {
    rmSync(dirname(readlinkSync(cluster)), { recursive: true, force: true });
  }
  rmSync(dataDir, { recursive: true, force: true });
}
