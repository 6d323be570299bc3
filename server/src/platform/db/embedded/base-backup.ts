import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import pg from 'pg';
import { LauncherError } from './binaries.ts';
import { place } from './placement.ts';
import { urlAt } from './url.ts';

/**
 * Files of the running server that are not data (PostgreSQL's manual, section "Making a Base Backup Using the Low Level
 * API").
 */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init']);
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
  'pgsql_tmp',
]);

/**
 * Copies the running embedded cluster of `dataDir` to `folder`. The copy is consistent, because it includes the
 * write-ahead log (WAL) that was written during the copy. The database can be used during the copy.
 *
 * @param folder must not exist; it appears when the copy is complete
 * @throws LauncherError if the server is not running, or if `folder` exists
 */
export async function takeBaseBackup(dataDir: string, folder: string): Promise<void> {
  if (existsSync(folder)) throw new LauncherError(`${folder} exists already.`);
  const { cluster, socketDir } = place(dataDir);
  const client = new pg.Client({ connectionString: urlAt(socketDir, 'postgres', 'postgres') });
  client.on('error', () => {});
  await client.connect().catch(() => {
    throw new LauncherError(`The database in ${cluster} does not run: start Flaira, then back it up.`);
  });
  const half = `${folder}.part`;
  // The replication slot prevents the server from deleting the WAL that the copy needs. The slot ends with the
  // connection.
  const slot = `backup_${randomBytes(6).toString('hex')}`;
  try {
    await rm(half, { recursive: true, force: true });
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    await client.query('select pg_backup_start($1, true)', [slot]);
    await copyCluster(cluster, half);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(join(half, 'backup_label'), rows[0]?.labelfile ?? '');
    await copyLog(join(cluster, 'pg_wal'), join(half, 'pg_wal'));
    await rename(half, folder);
  } finally {
    await client.end();
    await rm(half, { recursive: true, force: true });
  }
}

/**
 * Copies the files of the cluster. A file that disappears during the copy was temporary, or the WAL has its content.
 */
async function copyCluster(cluster: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(cluster, { withFileTypes: true, recursive: true })) {
    const from = join(entry.parentPath, entry.name);
    const path = relative(cluster, from);
    const folders = path.split(sep);
    if (LEFT_OUT.has(entry.name) || folders.slice(0, -1).some((name) => EMPTIED.has(name))) continue;
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    else if (entry.isFile()) await cp(from, join(to, path)).catch(ifGone);
  }
}

function ifGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Copies the segments and history files of the WAL. Other files, such as an unfinished segment, belong to the running
 * server.
 */
async function copyLog(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of await readdir(from))
    if (/^[0-9A-F]{8}([0-9A-F]{16}|\.history)$/.test(name)) await cp(join(from, name), join(to, name)).catch(ifGone);
}

export interface RestoreOptions {
  /** A folder that `takeBaseBackup` made. */
  readonly from: string;
  /** Folder of archived WAL (`WAL_ARCHIVE`), which contains changes after the end of the backup. */
  readonly walArchive?: string | undefined;
  /**
   * The moment at which recovery stops. Without it, recovery uses the whole WAL. It needs `walArchive`.
   */
  readonly until?: Date | undefined;
}

/**
 * Copies a backup to the place of the cluster in `dataDir`. At its next start the server replays the WAL to its end, or
 * to `until`, and then accepts connections.
 *
 * @throws LauncherError if there is already a cluster, which is never overwritten, or if the archived WAL that `until`
 *   needs is not given
 */
export async function restoreBaseBackup(dataDir: string, { from, walArchive, until }: RestoreOptions): Promise<void> {
  // A backup without archived WAL always recovers to the end of the backup. The database would then not be at the
  // requested moment.
  if (until && !walArchive) throw new LauncherError('A restore to a moment needs the folder of the archived log.');
  const { cluster, account } = place(dataDir);
  if (existsSync(join(cluster, 'PG_VERSION')))
    throw new LauncherError(`There is a database in ${cluster}: move it away, or restore to another DATA_DIR.`);
  await cp(from, cluster, { recursive: true });
  if (walArchive) await writeFile(join(cluster, 'postgresql.auto.conf'), recovery(walArchive, until));
  if (walArchive) await writeFile(join(cluster, 'recovery.signal'), '');
  if (account) await chownAll(cluster, account);
}

const recovery = (archive: string, until?: Date): string =>
  [
    `restore_command = 'cp "${archive}/%f" "%p"'`,
    ...(until
      ? [`recovery_target_time = '${until.toISOString().replace('Z', '+00')}'`, `recovery_target_action = 'promote'`]
      : []),
    '',
  ].join('\n');

async function chownAll(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid);
}
