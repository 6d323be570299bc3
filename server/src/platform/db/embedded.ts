import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { LauncherError } from './embedded/binaries.ts';
import { makeCluster, postgresEnv } from './embedded/cluster.ts';
import { type GuardedProcess, startGuarded } from './embedded/guarded-process.ts';
import { type Placement, place } from './embedded/placement.ts';
import { urlAt } from './embedded/url.ts';

export interface EmbeddedOptions {
  /** Folder for the cluster `postgres`, its log and its socket. It is created if it is missing. */
  readonly dataDir: string;
  /** Further server settings, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** URL with the login for requests, a role that owns nothing. */
  readonly appUrl: string;
  /** URL with the login for jobs and events, a role that owns nothing and sees every row. */
  readonly systemUrl: string;
  /** URL with the login for migrations, which owns the database. */
  readonly ownerUrl: string;
  urlOf(role: 'flaira_app' | 'flaira_system' | 'flaira_owner' | 'postgres', database?: string): string;
  readonly socketDir: string;
  /** Name of the service's database. */
  readonly database: string;
  /** Process id of the server. */
  readonly pid: number;
  /** Resolves once the server has ended, for any reason. */
  readonly ended: Promise<number>;
  /** Ends all connections and shuts down cleanly. */
  stop(): Promise<void>;
}

const DATABASE = 'flaira';
const START_TIMEOUT_MS = 180_000;
const STOP_PATIENCE_MS = 20_000;
const LOG_MAX_BYTES = 10_000_000;

/**
 * Starts the PostgreSQL that npm installed, on a Unix socket in a private folder. Creates the roles and the database if
 * they are missing. The server cannot outlive this process. Throws a LauncherError with one sentence if the server
 * cannot start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const placement = place(options.dataDir);
  makeCluster(placement);
  const log = join(options.dataDir, 'postgres.log');
  // The PID file must be read before the server starts, because the new server may overwrite the file at once.
  const before = readPidFile(placement.cluster);
  const server = startServer(placement, log, options.settings ?? {});
  const pid = await untilReady(server, before, placement, log);

  const urlOf: EmbeddedPostgres['urlOf'] = (role, database = DATABASE) =>
    urlAt(placement.socketDir, role, database, options.settings?.port);
  try {
    await makeRolesAndDatabase(urlOf('postgres', 'postgres'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    appUrl: urlOf('flaira_app'),
    systemUrl: urlOf('flaira_system'),
    ownerUrl: urlOf('flaira_owner'),
    urlOf,
    socketDir: placement.socketDir,
    database: DATABASE,
    pid,
    ended: server.ended,
    stop: server.stop,
  };
}

function startServer(
  { binaries, cluster, socketDir, account }: Placement,
  log: string,
  settings: Record<string, string>,
): GuardedProcess {
  const all = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    shared_buffers: '128MB',
    // One process opens up to thirty connections.
    max_connections: '200',
    log_timezone: 'UTC',
    // A failed statement is logged without its values. DETAIL would show, for example, an email address that already
    // exists.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    timezone: 'UTC',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  if (existsSync(log) && statSync(log).size > LOG_MAX_BYTES) rmSync(log);
  const output = openSync(log, 'a', 0o600);
  try {
    return startGuarded(join(binaries.native, 'bin', 'postgres'), ['-D', cluster, ...flags], {
      // INT requests a fast shutdown: the server ends its connections, flushes everything to disk and exits.
      stopSignal: 'INT',
      patienceMs: STOP_PATIENCE_MS,
      env: postgresEnv(),
      cwd: '/',
      output,
      ...account,
    });
  } finally {
    closeSync(output);
  }
}

/**
 * Waits for the line "ready" that PostgreSQL writes into postmaster.pid, and returns the server's process id. A file
 * that an earlier server left is ignored.
 */
async function untilReady(
  server: GuardedProcess,
  before: PidFile | undefined,
  { cluster }: Placement,
  log: string,
): Promise<number> {
  let code: number | undefined;
  server.ended.then(
    (value) => {
      code = value;
    },
    () => {
      code = -1;
    },
  );
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await delay(10)) {
    if (code !== undefined) throw notStarted(cluster, log);
    const now = readPidFile(cluster);
    if (now?.isReady && now.started !== before?.started) return now.pid;
  }
  await server.stop();
  throw new LauncherError(`The database did not start within ${START_TIMEOUT_MS / 1000} s: see ${log}.`);
}

interface PidFile {
  readonly pid: number;
  /**
   * The process id, and the second at which the server started. They distinguish our server from an earlier server that
   * left its file behind.
   */
  readonly started: string;
  readonly isReady: boolean;
}

function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), started: `${lines[0]} ${lines[2]}`, isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

function notStarted(cluster: string, log: string): LauncherError {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-4);
  if (lines.some((line) => /lock file "postmaster\.pid" already exists/.test(line))) {
    return new LauncherError(
      `The database in ${cluster} is already running (process ${readPidFile(cluster)?.pid}): stop the other Flaira first.`,
    );
  }
  return new LauncherError(`The database did not start; the end of ${log} says: ${lines.join(' ')}`);
}

/**
 * Creates the roles and the database. The roles log in without a password, because only this user can enter the
 * socket's folder.
 */
async function makeRolesAndDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await untilRecovered(client);
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = 'flaira_owner') then create role flaira_owner login createrole createdb; end if;
        if not exists (select from pg_roles where rolname = 'flaira_system') then create role flaira_system login; end if;
        if not exists (select from pg_roles where rolname = 'flaira_app') then create role flaira_app login; grant flaira_app to flaira_owner with admin option; end if;
        -- To drop a database it must be able to end the connections of the other login.
        if not pg_has_role('flaira_owner', 'pg_signal_backend', 'member') then grant pg_signal_backend to flaira_owner; end if;
      end $$`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE} owner flaira_owner`);
  } finally {
    await client.end();
  }
}

/**
 * Waits for the end of recovery. A restored server answers queries while it replays its log, but accepts no change
 * before recovery ends.
 */
async function untilRecovered(client: pg.Client): Promise<void> {
  const isRecovering = async () => (await client.query('select where pg_is_in_recovery()')).rowCount === 1;
  while (await isRecovering()) await delay(100);
}
