import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db, SystemDb, Tx } from '../db/db.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import type { Listener } from '../realtime/listener.ts';
import { deliverNext, type Registration } from './deliver.ts';
import type { Outbox } from './outbox.ts';

/** Milliseconds between polls. Polling finds events whose notification was missed, and retries that have become due. */
const POLL_MS = 2_000;
/**
 * Largest number of simultaneous deliveries. Each delivery uses one connection for its row and another for its
 * subscriber.
 */
const WORKERS = 2;

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
  const workers = new Set<Promise<void>>();
  let poll: NodeJS.Timeout | undefined;
  let isRunning = false;
  let wasTold = false;

  const deliver = () => deliverNext(system, registrations, log, tracing);

  /** Starts the workers. Each worker runs until no event is due. If they already run, they look for events again. */
  function wake(): void {
    wasTold = true;
    while (isRunning && workers.size < WORKERS) {
      const worker = work().finally(() => workers.delete(worker));
      workers.add(worker);
    }
  }

  async function work(): Promise<void> {
    try {
      do {
        wasTold = false;
        while (isRunning && (await deliver())) wasTold = true;
      } while (isRunning && wasTold);
    } catch (error) {
      log.error({ err: error }, 'outbox cannot be read');
    }
  }

  listener?.on('outbox', wake);
  return {
    emit: (tx, topic, payload, options) => emit(tx, topic, payload, options?.key),
    on(topic, run, options) {
      const list = registrations.get(topic) ?? [];
      const name = options?.name ?? (list.length === 0 ? topic : `${topic}#${list.length + 1}`);
      if (list.some((other) => other.name === name)) throw new Error(`two subscribers named ${name}`);
      registrations.set(topic, [
        ...list,
        { name, run: run as Registration['run'], forgets: options?.forgetPayload ?? false },
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
      await Promise.all(workers);
    },
    async drain() {
      let handled = 0;
      while (await deliver()) handled++;
      return handled;
    },
  };
}

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
