import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Binaries, LauncherError, copyBinaries, findBinaries, isReachableByOthers } from './binaries.ts';

/** Id of the account "nobody", used under root because PostgreSQL refuses to run as root. */
const NOBODY = 65534;
/** Folder for PostgreSQL's files under root, because "nobody" cannot enter root's own folders. */
const ROOT_HOME = '/var/lib/flaira';
/**
 * Longest path of a socket's folder, in bytes. The whole path of a socket may have 107 bytes, including its file name.
 */
const SOCKET_PATH_MAX = 107 - '/.s.PGSQL.5432'.length;

export interface Placement {
  readonly binaries: Binaries;
  /** Folder of the cluster. It need not exist yet. */
  readonly cluster: string;
  /** Private folder of the socket. It exists already. */
  readonly socketDir: string;
  /** Set if PostgreSQL must not run as the user of this process. */
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
}

/** Decides which binaries to run for `dataDir`, as which user, and where the cluster and its socket are. */
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
 * Returns the folder of the cluster when PostgreSQL runs as "nobody". The cluster is in the data folder if "nobody" can
 * reach that folder. Otherwise the cluster is in /var/lib, and `postgres` in the data folder is a link to it. This
 * happens, for example, if the data folder is in root's home. The link's target has a random name. Someone who deletes
 * the data folder therefore gets a new cluster and not the old rows.
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

/** Returns the target of a link, even if the target does not exist yet. */
const followLink = (path: string): string => (isLink(path) ? resolve(dirname(path), readlinkSync(path)) : path);

/**
 * Creates the folder of the socket. It is next to the cluster if the path is short enough. Otherwise it is in the
 * temporary folder, with a name made from the cluster's path.
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
