import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { assertKey, type ObjectStore, StoreAwayError, type StoredObject } from './object-store.ts';

/**
 * Stores objects as files under `root`. A file is written under a temporary name, flushed and renamed, and then its
 * folder is flushed. The file is therefore complete or absent even if the machine stops. Leftovers of a crash
 * (`<key>.part-<random>`) are listed like any object, so that a sweep finds them.
 */
export function createFolderStore(root: string): ObjectStore {
  const pathOf = (key: string): string => join(root, assertKey(key));
  return {
    put: (key, bytes) => writeWhole(pathOf(key), bytes),
    get: async (key) => readFile(pathOf(key)).catch(absentAsNull),
    delete: (key) => rm(pathOf(key), { force: true }),
    room: () => roomOf(root),
    list: (prefix) => walk(root, prefix),
  };
}

/**
 * Returns the free and the total space in bytes. The free space leaves out the blocks that the file system reserves for
 * root. Throws if the folder cannot be read or written.
 */
async function roomOf(root: string) {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await access(root, constants.R_OK | constants.W_OK);
  const { bavail, blocks, bsize } = await statfs(root);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path);
  const part = `${path}.part-${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw asAway(error);
  }
  await flushFolders(folder);
}

/** Error codes for a full disk, a used-up quota, and a disk that is read-only. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

function asAway(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  return NO_ROOM.has(code) ? new StoreAwayError(`no room for an object: ${code}`, { cause: error }) : error;
}

/**
 * Flushes the folders of a new file. A new file survives a power failure once its folder is flushed, and a new folder
 * once its parent folder is flushed. A photo is three folders deep, and other objects are less deep.
 */
async function flushFolders(folder: string): Promise<void> {
  for (const path of [folder, dirname(folder), dirname(dirname(folder))]) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function* walk(root: string, prefix: string): AsyncIterable<StoredObject> {
  const start = join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
  const entries = (await readdir(start, { recursive: true, withFileTypes: true }).catch(absentAsNull)) ?? [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const key = relative(root, path).replaceAll('\\', '/');
    const info = key.startsWith(prefix) ? await stat(path).catch(absentAsNull) : null;
    if (info) yield { key, modifiedAt: info.mtime };
  }
}

function absentAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
