import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db, SystemDb, Tx } from '../db/db.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import type { Listener } from '../realtime/listener.ts';
import { deliverNext, type Registration } from './deliver.ts';
import type { Lane, Outbox } from './outbox.ts';

/** Milliseconds between polls. Polling finds events whose notification was missed, and retries that have become due. */
const POLL_MS = 2_000;

export interface OutboxParts {
  readonly system: SystemDb;
  readonly log: Logger;
  readonly tracing?: Tracing;
  /** The listener for the database's notifications of new events. Without it, events wait for the next poll. */
  readonly listener?: Listener;
}

/**
 * Creates the outbox over table `outbox`. A trigger of the table sends a notification on channel `outbox` when a
 * transaction commits.
 */
export function createOutbox({ system, log, tracing = noTracing, listener }: OutboxParts): Outbox {
  const registrations = new Map<string, Registration[]>();
  let poll: NodeJS.Timeout | undefined;
  let isRunning = false;

  const deliver = (leftOut: readonly string[]) => deliverNext({ system, log, tracing }, registrations, leftOut);
  /**
   * One worker for each lane. If an external server that one lane needs does not answer, the workers of the other lanes
   * still deliver. Each worker uses one connection for its row and another for its subscriber.
   */
  const workers = lanes.map((lane) => makeWorker(() => deliver(topicsOutside(lane, registrations))));

  /** Makes a worker. Once woken, it runs until no event is due. If it already runs, it looks for events again. */
  function makeWorker(deliverOne: () => Promise<boolean>) {
    let running: Promise<void> | undefined;
    let wasTold = false;
    const work = async () => {
      try {
        do {
          wasTold = false;
          while (isRunning && (await deliverOne())) wasTold = true;
        } while (isRunning && wasTold);
      } catch (error) {
        log.error({ err: error }, 'outbox cannot be read');
      }
    };
    return {
      wake() {
        wasTold = true;
        if (isRunning) running ??= work().finally(() => (running = undefined));
      },
      rest: () => running,
    };
  }

  const wake = () => workers.forEach((worker) => worker.wake());
  listener?.on('outbox', wake);
  return {
    emit: (tx, topic, payload, options) => emit(tx, topic, payload, options?.key),
    on(topic, run, options) {
      const list = registrations.get(topic) ?? [];
      const name = options?.name ?? (list.length === 0 ? topic : `${topic}#${list.length + 1}`);
      if (list.some((other) => other.name === name)) throw new Error(`two subscribers named ${name}`);
      registrations.set(topic, [
        ...list,
        {
          name,
          run: run as Registration['run'],
          forgets: options?.forgetPayload ?? false,
          lane: options?.lane ?? 'own',
        },
      ]);
    },
    async start() {
      isRunning = true;
      poll = setInterval(wake, POLL_MS);
      wake();
    },
    async stop() {
      isRunning = false;
      clearInterval(poll);
      await Promise.all(workers.map((worker) => worker.rest()));
    },
    async drain() {
      let handled = 0;
      while (await deliver([])) handled++;
      return handled;
    },
  };
}

const lanes: readonly Lane[] = ['email', 'payments', 'outward', 'own'];

/**
 * Lists the topics that do not belong to this lane. If one subscriber of a topic names a lane, the whole topic belongs
 * to that lane.
 */
const topicsOutside = (lane: Lane, registrations: ReadonlyMap<string, readonly Registration[]>): string[] =>
  [...registrations]
    .filter(([, all]) => lane !== (all.find((subscriber) => subscriber.lane !== 'own')?.lane ?? 'own'))
    .map(([topic]) => topic);

async function emit(tx: Db | Tx, topic: string, payload: unknown, key: string | undefined): Promise<void> {
  await sql`select outbox_add(${topic}, ${JSON.stringify(payload)}, ${key ?? null})`.execute(tx);
}

/**
 * Removes events that were processed before `olderThan`. Dead letters (events that the outbox no longer retries) stay,
 * so that an administrator can retry them. Only emails among them are deleted later (`forget-unsent.ts`).
 */
export async function forgetHandledEvents(db: Db | Tx, olderThan: Date): Promise<void> {
  await db.deleteFrom('outbox').where('processed_at', '<', olderThan).execute();
}
