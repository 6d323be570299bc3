import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { accounts } from './people.ts';

/**
 * The database schema with the mark that the demo data are complete. `npm start` reads only the mark, so it does not
 * have to load the application. The run that makes the demo data writes the mark at its end, when all accounts exist.
 */
const SCHEMA = 'demo';

/**
 * Returns true if the current version of the demo files made the demo data, and all accounts exist. `ownerUrl` is the
 * address of a migrated database.
 */
export const areDemoDataThere = (ownerUrl: string): Promise<boolean> =>
  asOwner(ownerUrl, async (owner) => {
    const { rowCount: schemas } = await owner.query('select from pg_namespace where nspname = $1', [SCHEMA]);
    if (!schemas) return false;
    const emails = accounts.map(({ email }) => email);
    const { rowCount } = await owner.query(
      `select from ${SCHEMA}.made where recipe = $1 and (select count(*) from users where email = any($2)) = $3`,
      [recipe(), emails, emails.length],
    );
    return rowCount === 1;
  });

/**
 * Returns true if a first run began and never finished, and only demo people have accounts. The database then contains
 * only leftovers of that run.
 */
export const areDemoDataHalfMade = (ownerUrl: string): Promise<boolean> =>
  asOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query('select to_regclass($1) is not null as is_noted', [`${SCHEMA}.begun`]);
    if (!rows[0]?.is_noted) return false;
    const { rowCount } = await owner.query(
      `select from ${SCHEMA}.begun where not exists (select from ${SCHEMA}.made) and not exists (select from users where email not like $1)`,
      ['%@flaira.example'],
    );
    return rowCount === 1;
  });

/** Notes that the demo data are being made, if the database is otherwise empty. */
export const beginDemoData = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, async (owner) => {
    await makeMarks(owner);
    await owner.query(
      `insert into ${SCHEMA}.begun select true where not exists (select from users) on conflict do nothing`,
    );
  });

/** Records that the current version of the demo files made the demo data. */
export const noteDemoData = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, async (owner) => {
    await makeMarks(owner);
    await owner.query(`insert into ${SCHEMA}.made values ($1) on conflict do nothing`, [recipe()]);
  });

async function makeMarks(owner: pg.Client): Promise<void> {
  await owner.query(`create schema if not exists ${SCHEMA}`);
  await owner.query(`create table if not exists ${SCHEMA}.made (recipe text primary key)`);
  await owner.query(`create table if not exists ${SCHEMA}.begun (is_begun boolean primary key)`);
}

async function asOwner<T>(connectionString: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString });
  owner.on('error', () => {});
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Returns one hash over the files that make the demo data. */
function recipe(): string {
  const files = readdirSync(import.meta.dirname).sort();
  const hash = createHash('sha256').update(readFileSync(join(import.meta.dirname, '../seed.ts')));
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(import.meta.dirname, file)));
  return hash.digest('hex');
}
