import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { GuardedProcess } from '#server/platform/db/embedded/guarded-process.ts';
import { say } from '../setup/say.mjs';
import { root } from './project.ts';
import { startService } from './service.ts';

/** Sources of the service. */
const SOURCES = ['server/src', 'server/migrations', 'contract', 'engine', 'messages'];
const isSource = (path: string): boolean => /\.(ts|mjs|json|sql)$/.test(path) && !path.endsWith('.test.ts');
/**
 * An editor may save several files, or one file in several steps. The pause makes all these saves cause only one
 * restart.
 */
const SETTLE_MS = 120;

/**
 * Starts the service, and restarts it whenever one of its sources changes. If the service crashed, it restarts with the
 * next change.
 */
export function startWatchedService(env: Record<string, string>): { stop(): Promise<void> } {
  let service: GuardedProcess;
  let isStopping = false;
  let restarts = Promise.resolve();
  let settling: NodeJS.Timeout | undefined;
  const restart = async () => {
    await service.stop();
    if (isStopping) return;
    say('The server restarts');
    service = startService(env);
  };
  const stopWatching = watchFolders(
    SOURCES.map((folder) => join(root, folder)),
    (path) => {
      if (!isSource(path)) return;
      clearTimeout(settling);
      settling = setTimeout(() => {
        restarts = restarts.then(restart);
      }, SETTLE_MS);
    },
  );
  // The service starts last. If a folder cannot be watched, no service is left running.
  service = startService(env);
  return {
    async stop() {
      isStopping = true;
      clearTimeout(settling);
      stopWatching();
      await restarts;
      await service.stop();
    },
  };
}

/**
 * Reports every change below these folders. It watches folders instead of files, because an editor that saves by rename
 * replaces the old file. A watch on the old file would then report no further changes.
 */
export function watchFolders(folders: readonly string[], tell: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const add = (folder: string): void => {
    if (watchers.has(folder)) return;
    const below = foldersIn(folder);
    if (!below) return;
    const watcher = watch(folder, (_event, name) => {
      const path = join(folder, name ?? '');
      add(path);
      tell(path);
    });
    const forget = () => void watchers.delete(folder);
    watcher.on('error', forget).on('close', forget);
    watchers.set(folder, watcher);
    below.forEach(add);
  };
  const close = () => {
    for (const watcher of watchers.values()) watcher.close();
  };
  try {
    folders.forEach(add);
  } catch (error) {
    close();
    throw error;
  }
  return close;
}

/** Returns the folders in a folder, or undefined if the path is not a folder or does not exist. */
function foldersIn(folder: string): string[] | undefined {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return undefined;
  }
}
