import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A migration that cannot be applied. The message names the file and says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  readonly version: string;
  readonly name: string;
  readonly sql: string;
  /**
   * SHA-256 of the marks in the first line (`isTransactional`, `expands`) and of the statements. Comments that begin
   * with `--` are not included, so they may be rewritten.
   */
  readonly checksum: string;
  /**
   * False for a file marked `no-transaction`, for example for `create index concurrently`. Such a file contains a
   * single statement.
   */
  readonly isTransactional: boolean;
  /**
   * True for a file marked `expands`. Such a file only adds something, so earlier releases can still use the tables.
   */
  readonly expands: boolean;
}

export const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
/** Key of the advisory lock, an arbitrary constant. Two services that start together migrate one after the other. */
const LOCK = 4_600_001;

/**
 * Applies the migration files (`NNNN_name.sql`) that the database lacks, in order. Each runs in its own transaction,
 * unless it is marked `no-transaction`. Returns their names. There are no backward migrations. A file is refused if its
 * statements were changed after it was applied. `url` must log in as the owner of the tables.
 */
export async function migrate(url: string, folder = MIGRATIONS): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'flaira migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const applied = await readApplied(client);
    const missing = checkAgainst(applied, migrations);
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    // Closing the connection also releases the lock.
    await client.end();
  }
}

/** Returns the marks of a first line such as `-- expands` or `-- expands, no-transaction`. */
const marksOf = (sql: string): readonly string[] => /^-- ([a-z-]+(?:, [a-z-]+)*)\n/.exec(sql)?.[1]?.split(', ') ?? [];

/**
 * Matches a line that contains only a comment, a comment at the end of a line, or a text in quotes. A text in quotes
 * may contain `--`, and may have several lines.
 */
const COMMENT_OR_QUOTED = /^[ \t]*--.*\n?|[ \t]*--.*|\be'(?:[^'\\]|\\[^]|'')*'|'[^']*'|"[^"]*"/gim;

/** Removes the comments that begin with `--`, also in the bodies of functions. Texts in quotes remain as they are. */
const withoutComments = (sql: string): string =>
  sql.replaceAll(COMMENT_OR_QUOTED, (part) => (part.trimStart().startsWith('--') ? '' : part));

/** Reads the files in order. Throws if a name has the wrong form, or if two files have the same number. */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const versions = new Map<string, string>();
  return files.map((file) => {
    const version = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1];
    if (!version) throw new MigrationError(`${file} is not named like 0001_what_it_does.sql.`);
    const twin = versions.get(version);
    if (twin)
      throw new MigrationError(`${twin} and ${file} share the number ${version}: give the later one the next number.`);
    versions.set(version, file);
    const sql = readFileSync(join(folder, file), 'utf8');
    const marks = marksOf(sql);
    return {
      version,
      name: file,
      sql,
      checksum: createHash('sha256')
        .update(`${marks}\n${withoutComments(sql)}`)
        .digest('hex'),
      isTransactional: !marks.includes('no-transaction'),
      expands: marks.includes('expands'),
    };
  });
}

interface AppliedRow {
  readonly version: string;
  readonly name: string;
  readonly checksum: string;
  readonly expands: boolean;
}
type Applied = ReadonlyMap<string, AppliedRow>;

async function readApplied(client: pg.Client): Promise<Applied> {
  await client.query(`
    create table if not exists schema_migrations (
      version     text        primary key,
      name        text        not null,
      checksum    text        not null,
      applied_at  timestamptz not null default now(),
      expands     boolean     not null default false
    )`);
  const { rows } = await client.query<AppliedRow>('select version, name, checksum, expands from schema_migrations');
  return new Map(rows.map((row) => [row.version, row]));
}

function checkAgainst(applied: Applied, migrations: readonly Migration[]): Migration[] {
  const renamed = migrations.find(({ version, name }) => (applied.get(version)?.name ?? name) !== name);
  if (renamed)
    throw new MigrationError(
      `This database was made by other migrations: it has ${applied.get(renamed.version)?.name} where this version has ${renamed.name}. ` +
        'It cannot be upgraded. Start with an empty data folder or database (docs/operations.md, "Data from before the baseline").',
    );
  const unknown = findForeign(applied, migrations);
  if (unknown)
    throw new MigrationError(
      `The database has ${unknown.name}, which this version does not know: it was migrated by a newer one.`,
    );
  for (const migration of migrations) {
    const row = applied.get(migration.version);
    if (row && row.checksum !== migration.checksum) {
      throw new MigrationError(
        `${migration.name} has changed since it was applied to this database: put it back and write the change as a new migration. ` +
          'If the database was made by an earlier release, start with an empty one (docs/operations.md, "Data from before the baseline").',
      );
    }
  }
  const missing = migrations.filter((migration) => !applied.has(migration.version));
  const newest = [...applied.keys()].sort().at(-1) ?? '';
  const late = missing.find((migration) => migration.version < newest);
  if (late)
    throw new MigrationError(`${late.name} comes before migrations that are applied already: give it the next number.`);
  return missing;
}

/**
 * Returns an applied migration that this release does not know and that prevents this release from running. Returns
 * undefined if there is none. An unknown migration is allowed if it is newer than all known migrations and is marked
 * `expands`.
 */
function findForeign(applied: Applied, migrations: readonly Migration[]): AppliedRow | undefined {
  const known = new Set(migrations.map((migration) => migration.version));
  const newest = migrations.at(-1)?.version ?? '';
  return [...applied.values()].find(({ version, expands }) => !known.has(version) && !(expands && version > newest));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const record = () =>
    client.query('insert into schema_migrations (version, name, checksum, expands) values ($1, $2, $3, $4)', [
      migration.version,
      migration.name,
      migration.checksum,
      migration.expands,
    ]);
  try {
    if (migration.isTransactional) await client.query('begin');
    await client.query(migration.sql);
    await record();
    if (migration.isTransactional) await client.query('commit');
  } catch (error) {
    if (migration.isTransactional) await client.query('rollback').catch(() => {});
    throw new MigrationError(`${migration.name} failed: ${describe(error, migration.sql)}`, { cause: error });
  }
}

/** Returns the database's message, with the number of the line in the file. */
function describe(error: unknown, text: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  const line = error.position ? ` (line ${text.slice(0, Number(error.position)).split('\n').length})` : '';
  return [error.message + line, error.detail, error.hint].filter(Boolean).join(' ');
}
