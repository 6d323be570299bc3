import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { asSystemDb, type Db, dbOver, openPool, type SystemDb } from '#server/platform/db/db.ts';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's PostgreSQL listens, and the migrated database that others are cloned from. */
    postgres: { readonly socketDir: string; readonly template: string };
  }
}

/** A database of one test's own: migrated, empty. */
export interface TestDatabase {
  /** Uses the login of requests: a role that owns nothing and cannot become the service itself. */
  readonly db: Db;
  readonly app: pg.Pool;
  readonly appUrl: string;
  /** As jobs and events log in. */
  readonly system: SystemDb;
  readonly systemUrl: string;
  /** As migrations log in: sees the catalogue, and guarded rows only after `set role app_system`. */
  readonly owner: pg.Pool;
  readonly ownerUrl: string;
  /**
   * Ends the connections, and drops the database or stops its server. The end of the test, or of the file, calls it.
   */
  close(): Promise<void>;
}

const open = new Set<TestDatabase>();

/**
 * Clones the template, ~45 ms. Inside a test the database is dropped when the test ends; opened in a hook it stays
 * until the end of the file.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${inject('postgres').template} strategy file_copy`);
  const urls = {
    owner: urlOf('flaira_owner', name),
    app: urlOf('flaira_app', name),
    system: urlOf('flaira_system', name),
  };
  return openDatabase(urls, () => administer(`drop database ${name} with (force)`));
}

/** A separate server in this data folder, for tests that copy or restore it. ~3 s. */
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
  // A test may cut a connection that delivers events.
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

/** Closes what hooks opened: called at the end of each test file. */
export async function closeDatabases(): Promise<void> {
  for (const database of open) await database.close();
}

function closeWithTest(database: TestDatabase): void {
  try {
    onTestFinished(() => database.close());
  } catch {
    // In a hook there is no test; the end of the file closes it.
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('flaira_owner', 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const urlOf = (role: string, database: string): string =>
  `postgres://${role}@localhost/${database}?host=${encodeURIComponent(inject('postgres').socketDir)}`;
