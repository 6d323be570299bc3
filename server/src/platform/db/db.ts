import { Kysely, PostgresDialect, type Transaction, sql } from 'kysely';
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
 * The database under the login of the service itself. Only it can become app_system; the login that answers requests
 * (`Db`) cannot. A caller with this handle sees every row, so each use names it: `withSystem(ctx.system, …)`.
 */
export type SystemDb = Db & { readonly [IS_SYSTEM]: true };
declare const IS_SYSTEM: unique symbol;
/** A transaction. A query that must run inside a transaction has a parameter of this type. */
export type Tx = Transaction<Database>;

export interface DbOptions {
  /** Connections at most. Default 10. */
  readonly max?: number;
  /** How long a caller waits for a connection, in milliseconds, before the database counts as away. Default: for ever. */
  readonly patience_ms?: number;
  /** Called when an idle connection breaks. The pool replaces it. Without a listener the process would end. */
  readonly onIdleError?: (error: Error) => void;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
}

/** The longest life of a connection. After a fail-over it may be connected to the old machine, which is read-only by then. */
const CONNECTION_LIFETIME_S = 600;

const { builtins } = pg.types;

/**
 * int8 → number; a fault if it is too large for a number: ids and counts stay far below 2^53. `date` stays
 * 'YYYY-MM-DD': a day has no time zone, and as a Date it would move. `numeric` stays a string. Instants are Date.
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

/** A pool with the service's own parsers. `url` as in DATABASE_URL. */
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

/** Opens the database. `destroy()` on the result ends the pool. */
export function openDb(url: string, options: DbOptions = {}): Db {
  return dbOver(openPool(url, options));
}

/** A database whose pool logs in as flaira_system. */
export const asSystemDb = (db: Db): SystemDb => db as SystemDb;

/** Called for a slow statement with its text (placeholders for values) and its milliseconds. */
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

/** Connections of the pool behind `db`: in use, idle, and requests that wait for one. */
export function poolStateOf(db: Db): { busy: number; idle: number; waiting: number } {
  const pool = pools.get(db);
  if (!pool) return { busy: 0, idle: 0, waiting: 0 };
  const { totalCount, idleCount, waitingCount } = pool;
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

type Role = 'app_user' | 'app_staff' | 'app_desk' | 'app_system';

/** Runs `fn` in a transaction that acts for a patient: row level security shows it that patient's rows only. */
export const withUser = <T>(db: Db, userId: string, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  as(db, 'app_user', userId, fn);

/** Runs `fn` in a transaction that acts for a practitioner or an administrator. */
export const withStaff = <T>(db: Db, userId: string, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  as(db, 'app_staff', userId, fn);

/** Runs `fn` in a transaction that acts for the desk of a clinic: row-level security shows it that clinic's visits, and little of each. */
export const withDesk = <T>(db: Db, userId: string, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  as(db, 'app_desk', userId, fn);

/** As the desk or as other staff, depending on the account. */
export const withTeam = <T>(
  db: Db,
  { userId, role }: { readonly userId: string; readonly role: string },
  fn: (tx: Tx) => Promise<T>,
): Promise<T> => as(db, role === 'desk' ? 'app_desk' : 'app_staff', userId, fn);

/** Runs `fn` in a transaction of the service itself: jobs, webhooks, outbox subscribers. Sees every row. */
export const withSystem = <T>(db: SystemDb, fn: (tx: Tx) => Promise<T>): Promise<T> => as(db, 'app_system', '', fn);

/** Role and person are set for this transaction only. The next one on the connection starts without them. */
async function as<T>(db: Db, role: Role, userId: string, fn: (tx: Tx) => Promise<T>): Promise<T> {
  if (role !== 'app_system' && userId === '') throw new Error(`${role} needs the id of a person`);
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('role', ${role}, true), set_config('request.user_id', ${userId}, true)`.execute(tx);
    return fn(tx);
  });
}
