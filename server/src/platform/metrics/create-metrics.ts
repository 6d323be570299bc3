import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isWhole } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { poolStateOf } from '../db/db.ts';
import type { Counters } from '../http/faults.ts';
import type { RouteNames } from '../http/route-names.ts';
import type { RefusalWatch } from '../refusals/refusal-watch.ts';
import { measureOutbox } from '../outbox/measure-outbox.ts';

/** Metrics of this process and of the shared queues, for Prometheus. No label contains an id. */
export interface Metrics {
  /** Counts one answered request. Unknown paths are counted by their kind. */
  answered(request: { readonly pathname: string; readonly status: number; readonly elapsed_ms: number }): void;
  /** Changes the number of open live streams: 1 when a stream opens, -1 when a stream closes. */
  streams(change: 1 | -1): void;
  readonly contentType: string;
  /**
   * Returns all metrics in the format of Prometheus. Queries the database. While the database is down,
   * `flaira_database_up` is 0 and the values from the database are left out.
   */
  write(): Promise<string>;
}

interface MetricsParts {
  readonly context: Pick<Context, 'db' | 'jobs' | 'audit' | 'workers'>;
  readonly routes: RouteNames;
  readonly counters: Counters;
  readonly watch: Pick<RefusalWatch, 'counted'>;
}

/** Milliseconds after which the metrics count the database as unavailable. */
const PATIENCE_MS = 2_000;
/** Upper bounds of the histogram, in seconds. The targets of the service are between 50 ms and a second. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

let ofProcess: Registry | undefined;

/**
 * Returns the metrics of the Node.js process. Their timer and their observer of garbage collections cannot be stopped,
 * so all services of a process share them. Tests start many services in one process.
 */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}

export function createMetrics({ context, routes, counters, watch }: MetricsParts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const parts = [processMetrics(), registry];
  const labels = (...labelNames: string[]) => ({ registers, labelNames });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `flaira_${name}`, help, ...labels(...labelNames) });

  const requests = new Counter({ name: 'flaira_requests_total', help: 'Answers', ...labels('route', 'status') });
  const seconds = new Histogram({
    name: 'flaira_request_seconds',
    help: 'Time to an answer, without live streams',
    buckets: BUCKETS,
    ...labels('kind'),
  });
  const streams = gauge('live_streams', 'Open live streams');
  const faults = gauge('faults', 'Answers 500 since the start');
  const unavailable = gauge('unavailable', 'Answers 503 since the start');
  const refusals = gauge('refusals', 'Answers of procedures since the start that something is forbidden or not found');
  const alarms = gauge(
    'refusal_alarms',
    'Accounts and addresses since the start that stood out by refusals, or named a decoy',
  );
  const isUp = gauge('database_up', 'Whether the database answered');
  const pool = gauge('database_connections', 'Connections of the pool', 'state');
  const jobs = gauge('jobs', 'Jobs of a queue', 'queue', 'state');
  const events = gauge('outbox_events', 'Events that are not delivered yet', 'kind', 'state');
  const oldest = gauge('outbox_oldest_seconds', 'Age of the oldest event that is not delivered yet', 'kind');
  const work = gauge('work', 'Tasks that take processor time, by lane', 'lane', 'state');
  const auditBroken = gauge('audit_broken', 'Whether the last check of the audit log in this process found a break');

  function lookAtWork(): void {
    for (const [lane, { running, waiting, refused }] of Object.entries(context.workers.states())) {
      work.set({ lane, state: 'running' }, running);
      work.set({ lane, state: 'waiting' }, waiting);
      work.set({ lane, state: 'refused' }, refused);
    }
  }
  async function askJobs(): Promise<void> {
    for (const queue of await context.jobs.measure())
      for (const state of ['waiting', 'running', 'failed'] as const)
        jobs.set({ queue: queue.name, state }, queue[state]);
  }
  async function askOutbox(): Promise<void> {
    for (const { kind, waiting, failing, oldest_s } of await measureOutbox(context.db)) {
      events.set({ kind, state: 'waiting' }, waiting);
      events.set({ kind, state: 'failing' }, failing);
      oldest.set({ kind }, oldest_s);
    }
  }

  return {
    contentType: registry.contentType,
    answered({ pathname, status, elapsed_ms }) {
      const kind = routes.kindOf(pathname);
      requests.inc({ route: routes.routeOf(pathname), status: String(status) });
      if (kind !== 'live') seconds.observe({ kind }, elapsed_ms / 1000);
    },
    streams: (change) => streams.inc(change),
    async write() {
      faults.set(counters.faults);
      unavailable.set(counters.unavailable);
      refusals.set(watch.counted.refusals);
      alarms.set(watch.counted.alarms);
      for (const measured of [jobs, events, oldest]) measured.reset();
      lookAtWork();
      for (const [state, count] of Object.entries(poolStateOf(context.db))) pool.set({ state }, count);
      const checked = context.audit.lastChecked();
      auditBroken.set(checked && !isWhole(checked) ? 1 : 0);
      const [isAnswering] = await Promise.all([succeeds(askOutbox()), succeeds(askJobs())]);
      isUp.set(isAnswering ? 1 : 0);
      return Registry.merge(parts).metrics();
    },
  };
}

/** Returns true if the work succeeds in time. Returns false if it fails, and does not throw. */
const succeeds = (work: Promise<void>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    sleep(PATIENCE_MS, false, { ref: false }),
  ]);
