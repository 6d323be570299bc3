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
   * Releases the database: it is restored for another test or dropped, or its server is stopped. It is called at the end
   * of the test or of the file.
   */
  close(): Promise<void>;
}

const open = new Set<TestDatabase>();

/**
 * Clones the template, which takes about 45 ms. If a test calls this, the database is dropped at the end of the test.
 * If a hook calls it, the database stays until the end of the file.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = await cloneTemplate();
  return openDatabase(urlsOf(name), () => dropLater(name));
}

/** Clones the template, and returns the name of the new database. */
export async function cloneTemplate(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${inject('postgres').template} strategy file_copy`);
  return name;
}

let dropNext: string | undefined;

/**
 * Drops the database of the previous call, and remembers this database for the next call. Dropping this database now
 * would take 100 ms, because PostgreSQL waits until the processes of its closed connections have ended.
 */
export async function dropLater(name: string): Promise<void> {
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

function openDatabase(urls: Omit<Logins, 'superuser'>, end: () => Promise<void>): TestDatabase {
  const { app, system } = openPools(urls);
  const owner = openPool(urls.owner, { max: 2 });
  return track({
    db: dbOver(app),
    app,
    appUrl: urls.app,
    system: asSystemDb(dbOver(system)),
    systemUrl: urls.system,
    owner,
    ownerUrl: urls.owner,
    async close() {
      await Promise.all([app.end(), system.end(), owner.end()]);
      await end();
    },
  });
}

/** Opens the pools of the two logins of the service. */
export function openPools(urls: Pick<Logins, 'app' | 'system'>): { app: pg.Pool; system: pg.Pool } {
  const system = openPool(urls.system, { max: 5 });
  // A test may cut a connection that delivers events. Without an error handler, the error would end the process.
  system.on('connect', (client) => client.on('error', () => {}));
  return { app: openPool(urls.app, { max: 5 }), system };
}

/** Closes the database, only once, at the end of the test or of the file. */
export function track(database: TestDatabase): TestDatabase {
  const tracked: TestDatabase = {
    ...database,
    async close() {
      if (open.delete(tracked)) await database.close();
    },
  };
  open.add(tracked);
  closeWithTest(tracked);
  return tracked;
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

interface Logins {
  readonly app: string;
  readonly system: string;
  readonly owner: string;
  readonly superuser: string;
}

/** Returns the addresses of a database, by login. */
export const urlsOf = (database: string): Logins => ({
  app: urlOf('flaira_app', database),
  system: urlOf('flaira_system', database),
  owner: urlOf('flaira_owner', database),
  superuser: urlOf('postgres', database),
});

const urlOf = (role: string, database: string): string =>
  `postgres://${role}@localhost/${database}?host=${encodeURIComponent(inject('postgres').socketDir)}`;
