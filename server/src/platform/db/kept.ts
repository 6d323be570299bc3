import { createHash } from 'node:crypto';
import { type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Db, OnStatement, Tx } from './db.ts';
import { openSharedConnections, type SharedConnections, type SharedOptions } from './shared-connections.ts';

/**
 * For each database, the function that runs statements with a stored plan. These statements take longer to plan than to
 * run, and have few variants. By default PostgreSQL plans many of these statements again at each call. The reason is
 * that it expects a generic plan, which is made without the parameter values, to cost slightly more than a plan for the
 * values. These statements therefore run on separate connections, which make a generic plan once and keep it. A value
 * that should influence the plan is part of the statement's text (`sql.lit`). `atMost` below and `among`
 * (domains/community/viewer.ts) write such values.
 */
const readers = new WeakMap<Db | Tx, Reader>();
type Reader = (text: string, values: readonly unknown[]) => Promise<QueryResult<unknown>>;

const names = new Map<string, string>();
/**
 * Returns the name of a prepared statement. The name depends only on the text, so it is the same on every connection.
 */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/**
 * Opens connections that keep a generic plan of every prepared statement. `random_page_cost` is low because the data is
 * usually in memory. The planner then prefers to read an index in order, instead of reading a whole range and sorting
 * it.
 */
export const openKeepingConnections = (url: string, options: SharedOptions = {}): SharedConnections =>
  openSharedConnections(url, {
    ...options,
    settings: { plan_cache_mode: 'force_generic_plan', random_page_cost: 1.1 },
  });

/** Returns a statement for connections that keep plans. A statement with values is prepared under a name. */
export const keptStatement = (text: string, values: readonly unknown[]) =>
  values.length > 0 ? { name: nameOf(text), text, values: [...values] } : { text };

/** Makes `kept` use these connections for reads on this database. They are closed together with the database. */
export function keepPlans(db: Db, connections: SharedConnections, onStatement?: OnStatement): Db {
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await Promise.all([destroy(), connections.end()]);
  };
  readers.set(db, async (text, values) => {
    const start = performance.now();
    const { rows } = await connections.query(keptStatement(text, values));
    onStatement?.(text, performance.now() - start);
    return { rows };
  });
  return db;
}

/**
 * Runs a read with its stored plan. Inside a transaction, or if `keepPlans` was not called for the database, it runs
 * like any other read.
 */
export function kept<Row>(db: Db | Tx, read: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const reader = readers.get(db);
  if (!reader) return read.execute(db);
  const { sql: text, parameters } = read.compile(db);
  return reader(text, parameters) as Promise<QueryResult<Row>>;
}

/**
 * Returns a `limit` clause that contains the number itself, so that the planner knows how few rows are needed. For a
 * parameter, the planner would assume a tenth of the table.
 */
export const atMost = (rows: number) => sql`limit ${sql.lit(rows)}`;
