import { type IsolationLevel, Kysely, PostgresDialect, type Transaction, sql } from 'kysely';
import pg from 'pg';
import type { PlatformTables } from './platform.table.ts';

/**
 * Every table of the service. Each domain adds its own in `<domain>.table.ts`:
 *
 *     declare module '#server/platform/db/db.ts' {
 *       interface Database { photos: PhotosTable }
 *     }
 */
export interface Database extends PlatformTables {}

export type Db = Kysely<Database>;
/**
 * The database, opened with the login of the service itself. Only this login can become app_system. The login for
 * requests (`Db`) cannot. A query through this handle may see every row, so each use passes the handle explicitly:
 * `withSystem(ctx.system, …)`.
 */
export type SystemDb = Db & { readonly [IS_SYSTEM]: true };
declare const IS_SYSTEM: unique symbol;
/** A transaction. A query that must run inside a transaction has a parameter of this type. */
export type Tx = Transaction<Database>;

export interface DbOptions {
  /** Largest number of connections. The default is 10. */
  readonly max?: number;
  /**
   * Milliseconds that a caller waits for a connection. After that, the database is treated as down. The default is no
   * limit.
   */
  readonly patience_ms?: number;
  /**
   * Called when an idle connection breaks. The pool replaces the connection. Without this option the error is ignored.
   */
  readonly onIdleError?: (error: Error) => void;
  /** Name of the connections in pg_stat_activity. */
  readonly applicationName?: string;
}

/**
 * Longest lifetime of a connection, in seconds. After a fail-over, an older connection may still lead to the old
 * machine, which is read-only by then.
 */
const CONNECTION_LIFETIME_S = 600;

const { builtins } = pg.types;

/**
 * Parsers for column types. `int8` becomes a number, because ids and counts are far below 2^53. A value that is too
 * large throws. `date` stays text such as '2026-11-22', because a day has no time zone and a `Date` could shift it.
 * `numeric` stays text. Instants become `Date`.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === builtins.INT8) return parseInt8;
    if (format !== 'binary' && oid === builtins.DATE) return String;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  }) as typeof pg.types.getTypeParser,
};

function parseInt8(digits: string): number {
  const value = Number(digits);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${digits} does not fit a number`);
  return value;
}

/** Opens a pool that uses the parsers of `types`. `url` has the form of DATABASE_URL. */
export function openPool(url: string, options: DbOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.patience_ms ?? 0,
    maxLifetimeSeconds: CONNECTION_LIFETIME_S,
    application_name: options.applicationName ?? 'flaira',
    types,
  });
  pool.on('error', options.onIdleError ?? (() => {}));
  return pool;
}

/** Opens the database. `destroy()` on the result closes its pool. */
export function openDb(url: string, options: DbOptions = {}): Db {
  return dbOver(openPool(url, options));
}

/** Marks a database whose pool logs in as flaira_system. */
export const asSystemDb = (db: Db): SystemDb => db as SystemDb;

/** Called after a statement, with its text (placeholders instead of values) and its duration in milliseconds. */
export type OnStatement = (statement: string, elapsed_ms: number) => void;

const pools = new WeakMap<Db, pg.Pool>();

export function dbOver(pool: pg.Pool, onStatement?: OnStatement): Db {
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    ...(onStatement && { log: ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis) }),
  });
  pools.set(db, pool);
  return db;
}

/**
 * Returns the state of the pool behind `db`: connections in use, idle connections, and callers that wait for a
 * connection.
 */
export function poolStateOf(db: Db): { busy: number; idle: number; waiting: number } {
  const pool = pools.get(db);
  if (!pool) return { busy: 0, idle: 0, waiting: 0 };
  const { totalCount, idleCount, waitingCount } = pool;
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

type Role = 'app_user' | 'app_staff' | 'app_desk' | 'app_system';

/**
 * Runs `fn` in a transaction that acts for one person, usually a patient. The transaction sees only the rows that this
 * person may see (row-level security).
 */
export const withUser = <T>(db: Db, userId: string, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  as(db, 'app_user', userId, fn);

/** Runs `fn` in a transaction that acts for a practitioner or an administrator. */
export const withStaff = <T>(db: Db, userId: string, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  as(db, 'app_staff', userId, fn);

/**
 * Runs `fn` like `withStaff`, but all statements read the database as it was at the first one. Use it to read only: a
 * change of a row that another transaction has changed in the meantime fails.
 */
export const withStaffSnapshot = <T>(db: Db, userId: string, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  as(db, 'app_staff', userId, fn, 'repeatable read');

/**
 * Runs `fn` in a transaction that acts for the desk (the reception) of a clinic. The transaction sees only data of that
 * clinic, and few columns of its visits (row-level security).
 */
export const withDesk = <T>(db: Db, userId: string, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  as(db, 'app_desk', userId, fn);

/** Runs `fn` in a transaction that acts for the desk of a clinic or for other staff, depending on `role`. */
export const withTeam = <T>(
  db: Db,
  { userId, role }: { readonly userId: string; readonly role: string },
  fn: (tx: Tx) => Promise<T>,
): Promise<T> => as(db, role === 'desk' ? 'app_desk' : 'app_staff', userId, fn);

/**
 * Runs `fn` in a transaction that acts for the service itself, for jobs, webhooks and outbox subscribers. The
 * transaction sees every row.
 */
export const withSystem = <T>(db: SystemDb, fn: (tx: Tx) => Promise<T>): Promise<T> => as(db, 'app_system', '', fn);

/**
 * Runs `fn` like `withSystem`, but all statements read the database as it was at the first one. Use it to read only: a
 * change of a row that another transaction has changed in the meantime fails.
 */
export const withSystemSnapshot = <T>(db: SystemDb, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  as(db, 'app_system', '', fn, 'repeatable read');

/** Sets role and person for one transaction. The next transaction on the connection starts without them. */
async function as<T>(
  db: Db,
  role: Role,
  userId: string,
  fn: (tx: Tx) => Promise<T>,
  isolation?: IsolationLevel,
): Promise<T> {
  if (role !== 'app_system' && userId === '') throw new Error(`${role} needs the id of a person`);
  const transaction = isolation ? db.transaction().setIsolationLevel(isolation) : db.transaction();
  return transaction.execute(async (tx) => {
    await sql`select set_config('role', ${role}, true), set_config('request.user_id', ${userId}, true)`.execute(tx);
    return fn(tx);
  });
}
