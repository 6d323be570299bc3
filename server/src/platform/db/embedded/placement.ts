import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Binaries, LauncherError, copyBinaries, findBinaries, isReachableByOthers } from './binaries.ts';

/** The account "nobody": PostgreSQL refuses to run as root. */
const NOBODY = 65534;
/** Root puts files for PostgreSQL here, because PostgreSQL cannot enter root's own folders. */
const ROOT_HOME = '/var/lib/flaira';
/** A socket's whole path must fit in 107 bytes, and its file name takes this many of them. */
const SOCKET_PATH_MAX = 107 - '/.s.PGSQL.5432'.length;

export interface Placement {
  readonly binaries: Binaries;
  /** Folder of the cluster; it may not exist yet. */
  readonly cluster: string;
  /** Private folder of the socket; exists. */
  readonly socketDir: string;
  /** Set if PostgreSQL must run as another user than we do. */
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
}

/** Decides, for `dataDir`, which binaries to run, as which user, and where the cluster and its socket are. */
export function place(dataDir: string): Placement {
  mkdirSync(dataDir, { recursive: true });
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
  const binaries = account ? runnableByOthers(findBinaries()) : findBinaries();
  const cluster = account ? clusterForNobody(dataDir) : followLink(join(dataDir, 'postgres'));
  const socketDir = makeSocketDir(cluster, account);
  return { binaries, cluster, socketDir, account };
}

const runnableByOthers = (binaries: Binaries): Binaries =>
  isReachableByOthers(join(binaries.native, 'bin')) ? binaries : copyBinaries(binaries, ROOT_HOME);

/**
 * Under a private folder (root's home) the cluster is stored in /var/lib instead, and `postgres` in the data folder is
 * a link to it. Its name is random, so that a person who deletes the data folder starts afresh and does not find the
 * old rows again.
 */
function clusterForNobody(dataDir: string): string {
  const path = join(dataDir, 'postgres');
  if (isLink(path) || isReachableByOthers(dataDir)) return followLink(path);
  if (existsSync(path)) {
    throw new LauncherError(
      `PostgreSQL cannot run as root, and no other account can reach ${path}: move the project to a folder that others may enter, or set DATABASE_URL.`,
    );
  }
  const home = join(ROOT_HOME, randomBytes(6).toString('hex'));
  mkdirSync(home, { recursive: true, mode: 0o755 });
  symlinkSync(join(home, 'postgres'), path);
  return join(home, 'postgres');
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Follows a link even if its target does not exist yet. */
const followLink = (path: string): string => (isLink(path) ? resolve(dirname(path), readlinkSync(path)) : path);

/**
 * Beside the cluster if the path is short enough, otherwise in the temporary folder under a name made from the cluster's
 * path.
 */
function makeSocketDir(cluster: string, account: Placement['account']): string {
  const beside = join(dirname(cluster), 'socket');
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  const folder = Buffer.byteLength(beside) <= SOCKET_PATH_MAX ? beside : join(tmpdir(), `flaira-${hash}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  const { uid, mode } = lstatSync(folder);
  if (![account?.uid, process.getuid?.()].includes(uid) || (mode & 0o077) !== 0) {
    throw new LauncherError(`${folder} belongs to somebody else or is open to others: remove it and start again.`);
  }
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}
