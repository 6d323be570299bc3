import { randomUUID } from 'node:crypto';
import { fromKysely, PgBoss } from 'pg-boss';
import pg from 'pg';
import type { Logger } from 'pino';
import type * as z from 'zod';
import type { Db, Tx } from '../db/db.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import type { JobOptions, Jobs, QueueState, SendOptions } from './jobs.ts';

const SCHEMA = 'pgboss';
/**
 * Key of the advisory lock for preparing the queue. Without the lock, two services could grant rights at the same time
 * and conflict in PostgreSQL's catalogue.
 */
const LOCK = 7_303_015;
const RETRY = { retryLimit: 5, retryDelay: 30, retryBackoff: true, expireInSeconds: 900 };

interface Definition {
  readonly schema: z.ZodType;
  readonly handler: (payload: never, job: { id: string; signal: AbortSignal }) => Promise<void>;
  readonly options: JobOptions;
}

/**
 * Creates or upgrades the queue's own tables. Runs as the owner of the tables and then grants rights. Only the service
 * itself may run jobs. The login that serves requests (flaira_app) and the roles app_user and app_staff may only send
 * jobs. Two services that start together prepare the queue one after the other.
 */
export async function prepareJobs(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('select pg_advisory_lock($1)', [LOCK]);
    await makeTables(ownerUrl);
    await owner.query(`
      grant usage on schema ${SCHEMA} to flaira_app, app_system, app_user, app_staff;
      grant select, insert, update, delete on all tables in schema ${SCHEMA} to app_system;
      revoke update, delete on all tables in schema ${SCHEMA} from flaira_app;
      grant select, insert on all tables in schema ${SCHEMA} to flaira_app, app_user, app_staff;
      grant usage, select on all sequences in schema ${SCHEMA} to flaira_app, app_system, app_user, app_staff;
      grant execute on all functions in schema ${SCHEMA} to flaira_app, app_system, app_user, app_staff`);
  } finally {
    // Closing the connection also releases the lock.
    await owner.end();
  }
}

async function makeTables(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: SCHEMA, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Creates the job queue over pg-boss, in the schema `pgboss` that `prepareJobs` made.
 *
 * @param url database URL with the service's own login
 * @param works if false, this process only sends jobs, and another process runs them
 */
export function createJobs(
  url: string,
  log: Logger,
  { works = true, tracing = noTracing }: { readonly works?: boolean; readonly tracing?: Tracing } = {},
): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    reindex: false,
    supervise: works,
    schedule: works,
    max: works ? 4 : 1,
  });
  const definitions = new Map<string, Definition>();
  const stopping = new AbortController();
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));

  const find = (name: string): Definition => {
    const definition = definitions.get(name);
    if (!definition) throw new Error(`no job is named ${name}`);
    return definition;
  };
  const run = async (name: string, payload: unknown, id: string) => {
    const { schema, handler } = find(name);
    await tracing.run('later', name, { 'flaira.job': id }, () =>
      handler(schema.parse(payload) as never, { id, signal: stopping.signal }),
    );
  };

  return {
    define(name, schema, handler, options = {}) {
      if (definitions.has(name)) throw new Error(`two jobs are named ${name}`);
      definitions.set(name, { schema, handler, options });
    },
    async send(tx, name, payload, options) {
      find(name).schema.parse(payload);
      return boss.send(name, payload as object, { ...sendOptions(options), db: executorOf(tx) });
    },
    async start() {
      await boss.start();
      for (const [name, { options }] of definitions)
        if (works) await open(boss, name, options, (payload, id) => run(name, payload, id), log);
        else await makeQueue(boss, name, options);
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
    measure: () => measure(boss, [...definitions.keys()]),
    async retryFailed(name) {
      find(name);
      const { rows } = await boss
        .getDb()
        .executeSql(`select id from ${SCHEMA}.job where name = $1 and state = 'failed'`, [name]);
      if (rows.length > 0)
        await boss.retry(
          name,
          rows.map(({ id }: { id: string }) => id),
        );
      return rows.length;
    },
    runNow: (name, payload) => run(name, payload, 'now'),
  };
}

/** Reads the state of each queue from the table of pg-boss. A queue without jobs is included with zeros. */
async function measure(boss: PgBoss, names: readonly string[]): Promise<QueueState[]> {
  const { rows } = await boss.getDb().executeSql(
    `select name, (count(*) filter (where state in ('created', 'retry')))::int as waiting,
            (count(*) filter (where state = 'active'))::int as running,
            (count(*) filter (where state = 'failed'))::int as failed,
            max(completed_on) filter (where state = 'completed') as last_done_at
     from ${SCHEMA}.job where name = any($1) group by name`,
    [names],
  );
  const found = new Map((rows as QueueState[]).map((row) => [row.name, row]));
  return [...names]
    .sort()
    .map((name) => found.get(name) ?? { name, waiting: 0, running: 0, failed: 0, last_done_at: null });
}

async function makeQueue(boss: PgBoss, name: string, options: JobOptions): Promise<void> {
  const { cron: _, ...limits } = options;
  await boss.createQueue(name, { policy: 'short', ...RETRY, ...limits });
}

/** Creates the queue, applies the schedule from the code, and starts to run its jobs. */
async function open(
  boss: PgBoss,
  name: string,
  options: JobOptions,
  run: (payload: unknown, id: string) => Promise<void>,
  log: Logger,
): Promise<void> {
  const { cron } = options;
  await makeQueue(boss, name, options);
  if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC' });
  else await boss.unschedule(name);
  await boss.work(name, { pollingIntervalSeconds: 2 }, async (jobs) => {
    for (const { id, data } of jobs) {
      await run(data ?? {}, id).catch((error: unknown) => {
        log.warn({ err: error, job: name, id }, 'job failed');
        throw error;
      });
    }
  });
}

/**
 * Runs pg-boss's statements on the caller's connection, and therefore in the same transaction and with the same rights.
 */
const executorOf = (tx: Db | Tx) => fromKysely(tx as never);

/** A queue with policy `short` allows one waiting job per key. A job without a key therefore gets a unique key. */
const sendOptions = ({ startAfter, key }: SendOptions = {}) => ({
  ...(startAfter && { startAfter }),
  singletonKey: key ?? randomUUID(),
});
