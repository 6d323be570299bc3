import type * as z from 'zod';
import type { Db, Tx } from '../db/db.ts';

export interface JobOptions {
  /** Five fields, UTC. A tick can be half a minute late, so urgent work goes through the outbox. */
  readonly cron?: string;
  /** Attempts after the first one. Default 5, with exponential back-off from 30 s. */
  readonly retryLimit?: number;
  /** A job that runs longer than this many seconds counts as failed. Default 900. */
  readonly expireInSeconds?: number;
}

export interface SendOptions {
  /** The earliest start. */
  readonly startAfter?: Date;
  /** While a job with this key waits, another one is dropped. */
  readonly key?: string;
}

export interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  /** The number of jobs that gave up after their last attempt. */
  readonly failed: number;
  readonly last_done_at: Date | null;
}

/** Work for later. A job runs at least once, so handlers are idempotent. Payloads hold ids, no personal data. */
export interface Jobs {
  /**
   * Defines a job by name, schema of its payload, and work. Call it before `start`. With `cron` the schema must accept
   * `{}`. The name is `domain.verbNoun`, letters, digits, dots, dashes and underscores. `signal` aborts when the
   * service stops.
   */
  define<S extends z.ZodType>(
    name: string,
    schema: S,
    handler: (payload: z.output<S>, job: { id: string; signal: AbortSignal }) => Promise<void>,
    options?: JobOptions,
  ): void;
  /**
   * Sends a job. With `tx` it exists only if the transaction commits. Returns its id, or null if the key dropped it. Throws for an
   * unknown name and for a payload that does not match the schema.
   */
  send(tx: Db | Tx, name: string, payload: unknown, options?: SendOptions): Promise<string | null>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The state of each queue, by name. */
  measure(): Promise<QueueState[]>;
  /** Puts the failed jobs of a queue back into it. Returns how many there were. */
  retryFailed(name: string): Promise<number>;
  /** Runs a defined job now, in this process, without the queue. For tests and the command line. */
  runNow(name: string, payload: unknown): Promise<void>;
}
