import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { asSystemDb, type Db, dbOver, openPool, type SystemDb } from '#server/platform/db/db.ts';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The socket folder of the run's PostgreSQL, and the migrated database from which the test databases are cloned.
     */
    postgres: { readonly socketDir: string; readonly template: string };
  }
}

/** A migrated and empty database for one test. */
export interface TestDatabase {
  /**
   * Connections with the login that serves requests. Its role owns nothing and cannot get the rights of the service
   * itself (app_system).
   */
  readonly db: Db;
  readonly app: pg.Pool;
  readonly appUrl: string;
  /** Connections with the login that runs jobs and delivers events. */
  readonly system: SystemDb;
  readonly systemUrl: string;
  /**
   * Connections with the login that runs migrations. This login can read the catalogue, but rows of guarded tables only
   * after `set role app_system`.
   */
  readonly owner: pg.Pool;
  readonly ownerUrl: string;
  /**
   * Ends the connections, and drops the database or stops its server. It is called at the end of the test or of the
   * file.
   */
  close(): Promise<void>;
}

const open = new Set<TestDatabase>();

/**
 * Clones the template, which takes about 45 ms. If a test calls this, the database is dropped at the end of the test.
 * If a hook calls it, the database stays until the end of the file.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${inject('postgres').template} strategy file_copy`);
  const urls = {
    owner: urlOf('flaira_owner', name),
    app: urlOf('flaira_app', name),
    system: urlOf('flaira_system', name),
  };
  return openDatabase(urls, () => dropLater(name));
}

let dropNext: string | undefined;

/**
 * Drops the database of the previous call, and remembers this database for the next call. Dropping this database now
 * would take 100 ms, because PostgreSQL waits until the processes of its closed connections have ended.
 */
async function dropLater(name: string): Promise<void> {
  const before = dropNext;
  dropNext = name;
  if (before) await administer(`drop database ${before} with (force)`);
}

/**
 * Starts a separate server in this data folder, for tests that copy or restore the folder. The start takes about 3 s.
 */
export async function ownServer(dataDir: string): Promise<TestDatabase> {
  const settings = { shared_buffers: '16MB', fsync: 'off', autovacuum: 'off' };
  const postgres = await startEmbedded({ dataDir, settings });
  await migrate(postgres.ownerUrl);
  const urls = { owner: postgres.ownerUrl, app: postgres.appUrl, system: postgres.systemUrl };
  return openDatabase(urls, postgres.stop);
}

function openDatabase(urls: Record<'owner' | 'app' | 'system', string>, end: () => Promise<void>): TestDatabase {
  const app = openPool(urls.app, { max: 5 });
  const system = openPool(urls.system, { max: 5 });
  // A test may cut a connection that delivers events. Without an error handler, the error would end the process.
  system.on('connect', (client) => client.on('error', () => {}));
  const owner = openPool(urls.owner, { max: 2 });
  const database: TestDatabase = {
    db: dbOver(app),
    app,
    appUrl: urls.app,
    system: asSystemDb(dbOver(system)),
    systemUrl: urls.system,
    owner,
    ownerUrl: urls.owner,
    async close() {
      if (!open.delete(database)) return;
      await Promise.all([app.end(), system.end(), owner.end()]);
      await end();
    },
  };
  open.add(database);
  closeWithTest(database);
  return database;
}

/** Closes everything that hooks opened. It is called at the end of each test file. */
export async function closeDatabases(): Promise<void> {
  for (const database of open) await database.close();
}

function closeWithTest(database: TestDatabase): void {
  try {
    onTestFinished(() => database.close());
  } catch {
    // A hook belongs to no test, so its database is closed at the end of the file.
  }
}

let administrator: pg.Pool | undefined;

/**
 * Runs a statement on the server. The connection stays open until the worker ends, because opening a connection takes
 * about 15 ms.
 */
async function administer(statement: string): Promise<void> {
  administrator ??= openAdministrator();
  await administrator.query(statement);
}

function openAdministrator(): pg.Pool {
  const connectionString = urlOf('flaira_owner', 'postgres');
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The database server may stop before this worker ends. The error of the lost connection is then ignored.
  pool.on('error', () => {});
  return pool;
}

const urlOf = (role: string, database: string): string =>
  `postgres://${role}@localhost/${database}?host=${encodeURIComponent(inject('postgres').socketDir)}`;
