import { createHash } from 'node:crypto';
import { type QueryResult, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { type Db, type DbOptions, dbOver, type OnStatement, openPool, type Tx } from './db.ts';

/**
 * Reads whose plan each connection keeps: for those that take longer to plan than to run, and have few different texts. A database that decides by itself
 * plans many of them anew each time, because a plan for all values looks a little dearer than one for these. So they have connections of their own, on
 * which the first plan stays. It knows no values: what a plan depends on stands in the text (`atMost`, the words of a few).
 */
const readers = new WeakMap<Db, Db>();

const names = new Map<string, string>();
/** The same text has the same name on every connection. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** Prepares by name whatever has values. */
class KeepingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    const asked =
      typeof text === 'string' && Array.isArray(values) ? [{ name: nameOf(text), text, values }, ...rest] : args;
    return Reflect.apply(super.query, this, asked) as never;
  }
}

/** A pool whose connections keep the plan of every statement. */
export const openKeepingPool = (url: string, options: DbOptions = {}): pg.Pool =>
  openPool(url, {
    ...options,
    Client: KeepingClient,
    // What is read often lies in memory: a plan that walks an index in its order costs less than one that reads a whole stretch and sorts it.
    onConnect: (client) => client.query('set plan_cache_mode = force_generic_plan; set random_page_cost = 1.1'),
  });

/** Gives a database its connections for kept reads; they end with it. */
export function keepPlans(db: Db, pool: pg.Pool, onStatement?: OnStatement): Db {
  const reader = dbOver(pool, onStatement);
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await Promise.all([destroy(), reader.destroy()]);
  };
  readers.set(db, reader);
  return db;
}

/** Runs a read by its kept plan. Inside a transaction, and where no connections are set apart, it runs like any other. */
export const kept = <Row>(db: Db | Tx, read: RawBuilder<Row>): Promise<QueryResult<Row>> =>
  read.execute(readers.get(db) ?? db);

/**
 * `limit` with its number in the text: a kept plan then knows that few rows are wanted. Of a number that comes later the planner thinks a tenth of the
 * table.
 */
export const atMost = (rows: number) => sql`limit ${sql.lit(rows)}`;
