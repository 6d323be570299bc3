import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from '#server/platform/db/embedded.ts';
import { place } from '#server/platform/db/embedded/placement.ts';
import { urlAt } from '#server/platform/db/embedded/url.ts';
import { archivingTo } from '#server/platform/db/embedded/wal-archive.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { areDemoDataHalfMade, areDemoDataThere, beginDemoData } from '../demo/mark.ts';
import { listAccounts } from '../demo/people.ts';
import { run } from '../setup/run.mjs';
import { say, SetupError } from '../setup/say.mjs';
import { environment, isProduction, root } from './project.ts';
import { variable } from './variables.ts';

/** Oldest supported version of PostgreSQL. Older ones do not support `grant … with inherit false`. */
const OLDEST = 16;

export interface RunningDatabase {
  /** Variables with which the service finds the database. */
  readonly env: Readonly<Record<'DATABASE_URL' | 'SYSTEM_DATABASE_URL' | 'DATABASE_OWNER_URL', string>>;
  /** Settles when the embedded server has ended. For a PostgreSQL that DATABASE_URL names, it stays pending. */
  readonly ended: Promise<number>;
  /** Empties an embedded database. */
  empty?(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Returns the database that DATABASE_URL names. Without DATABASE_URL, it starts the embedded database, whose
 * write-ahead log is archived to WAL_ARCHIVE.
 */
export async function startDatabase(options: EmbeddedOptions): Promise<RunningDatabase> {
  const url = variable('DATABASE_URL');
  if (url) {
    const env = {
      DATABASE_URL: url,
      SYSTEM_DATABASE_URL: variable('SYSTEM_DATABASE_URL') ?? url,
      DATABASE_OWNER_URL: variable('DATABASE_OWNER_URL') ?? url,
    };
    for (const [name, address] of Object.entries(env)) await checkPostgres(name, address);
    return { env, ended: new Promise(() => {}), stop: async () => {} };
  }
  const archive = variable('WAL_ARCHIVE');
  const settings = { ...options.settings, ...(archive && archivingTo(options.dataDir, archive)) };
  return asDatabase(await startEmbedded({ ...options, settings }));
}

/**
 * Throws a one-sentence error if a PostgreSQL that is not ours cannot be used. The sentence does not repeat the
 * address, which may contain a password.
 */
async function checkPostgres(name: string, connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    const version = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (version < OLDEST)
      throw new SetupError(`${name} leads to a PostgreSQL ${version}; ${OLDEST} or newer is needed.`);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const { message, code } = error as Error & { code?: string };
    throw new SetupError(`The PostgreSQL of ${name} lets nobody in: ${message || code}.`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns the addresses of the running database: the one in DATABASE_URL, or the embedded one in the data folder. */
export function runningDatabase(dataDir: string): RunningDatabase['env'] {
  const url = variable('DATABASE_URL');
  const { socketDir } = place(dataDir);
  const at = (name: string, role: string): string => variable(name) ?? url ?? urlAt(socketDir, role, 'flaira');
  return {
    DATABASE_URL: at('DATABASE_URL', 'flaira_app'),
    SYSTEM_DATABASE_URL: at('SYSTEM_DATABASE_URL', 'flaira_system'),
    DATABASE_OWNER_URL: at('DATABASE_OWNER_URL', 'flaira_owner'),
  };
}

export const asDatabase = (postgres: EmbeddedPostgres): RunningDatabase => ({
  env: {
    DATABASE_URL: postgres.appUrl,
    SYSTEM_DATABASE_URL: postgres.systemUrl,
    DATABASE_OWNER_URL: postgres.ownerUrl,
  },
  ended: postgres.ended,
  empty: () => makeAnew(postgres.urlOf('flaira_owner', 'postgres'), postgres.database),
  stop: postgres.stop,
});

async function makeAnew(url: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`drop database ${database} with (force)`);
    await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

/**
 * Migrates the tables. Outside production, it also makes the demo data if they are missing. `variables` are added to
 * the environment of the program that makes the demo data.
 */
export async function prepareDatabase(
  { env, empty }: RunningDatabase,
  variables: Record<string, string> = {},
): Promise<void> {
  if (empty && !isProduction && (await areDemoDataHalfMade(env.DATABASE_OWNER_URL))) {
    say('The start before this one was stopped while it made the demo data: they are made anew');
    await empty();
  }
  const applied = await migrate(env.DATABASE_OWNER_URL);
  if (applied.length > 0) say(`Migrated the database: ${applied.join(', ')}`);
  if (isProduction) return;
  // The program runs before the service starts. Otherwise both would deliver the same events.
  if (!(await areDemoDataThere(env.DATABASE_OWNER_URL))) {
    await beginDemoData(env.DATABASE_OWNER_URL);
    await run(process.execPath, [join(root, 'tools/seed.ts')], {
      cwd: root,
      env: environment({ ...env, ...variables }),
    });
  }
  say(listAccounts());
}
