import pg from 'pg';
import type { Config } from '#server/platform/config/config.ts';
import { checkLogins } from '#server/platform/db/check-logins.ts';
import { Failed, reasonOf } from './outcome.ts';

async function ask<Row extends pg.QueryResultRow>(name: string, url: string, texts: readonly string[]): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'flaira check',
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new Failed(
      `${name} lets nobody in (${reasonOf(error)}). Check host, login and password, and that Flaira runs.`,
    );
  }
  try {
    let rows: Row[] = [];
    for (const text of texts) rows = (await client.query<Row>(text)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Checks that the login for requests cannot see every row, and that the login for jobs can. */
export async function checkDatabaseLogins(config: Config): Promise<string> {
  await ask('DATABASE_URL', config.databaseUrl, ['select 1']);
  await ask('SYSTEM_DATABASE_URL', config.systemUrl, ['select 1']);
  const risk = await checkLogins(config).catch((error: Error) => {
    throw new Failed(error.message);
  });
  if (risk) throw new Failed(risk);
  return 'Both logins work. Only the login for jobs can become the system.';
}

/**
 * Creates a table and rolls back the change. If some of the service's roles do not exist, checks that the owner may
 * create roles.
 */
export async function checkOwner({ ownerUrl }: Config): Promise<string> {
  const name = 'DATABASE_OWNER_URL';
  await ask(name, ownerUrl, ['begin', 'create table flaira_check (id int)', 'rollback']).catch((error: unknown) => {
    throw error instanceof Failed
      ? error
      : new Failed(`${name} cannot make tables (${reasonOf(error)}). Name the owner.`);
  });
  const [found] = await ask<{ can: boolean; made: number }>(name, ownerUrl, [
    `select (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as can,
      (select count(*)::int from pg_roles where rolname in ('app_user', 'app_staff', 'app_desk', 'app_system')) as made`,
  ]);
  if (!found?.can && (found?.made ?? 0) < 4) throw new Failed(`${name} cannot make roles. Give it createrole.`);
  return 'The owner can migrate.';
}

/**
 * Returns the number of milliseconds by which this machine's clock is ahead of the database's clock. The number is
 * negative if the machine's clock is behind, and 0 if no difference can be measured.
 */
export async function aheadOfDatabase({ databaseUrl }: Config): Promise<number> {
  const before = Date.now();
  const [row] = await ask<{ ms: string }>('DATABASE_URL', databaseUrl, [
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  ]);
  const after = Date.now();
  const there = Number(row?.ms);
  // The database's clock was read between these two moments.
  return there < before ? before - there : there > after ? after - there : 0;
}
