import type * as z from 'zod';
import type { Db, Tx } from '../db/db.ts';

export interface JobOptions {
  /**
   * Schedule in cron format with five fields, in UTC. A run can start half a minute late, so urgent work goes through
   * the outbox.
   */
  readonly cron?: string;
  /** Attempts after the first one. The default is 5. The wait between attempts begins at 30 s and doubles. */
  readonly retryLimit?: number;
  /** A job that runs longer than this many seconds is treated as failed. The default is 900. */
  readonly expireInSeconds?: number;
}

export interface SendOptions {
  /** The earliest start. */
  readonly startAfter?: Date;
  /** While a job with this key waits, a second job with the same key is dropped. */
  readonly key?: string;
}

export interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  /** Number of jobs that have used all their attempts and failed each time. */
  readonly failed: number;
  readonly last_done_at: Date | null;
}

/**
 * Queue for work that runs later. A job runs at least once, so handlers must be idempotent. Payloads contain ids and no
 * personal data.
 */
export interface Jobs {
  /**
   * Defines a job by its name, the schema of its payload, and its handler. Call it before `start`. With `cron` the
   * schema must accept `{}`. The name has the form `domain.verbNoun` and contains only letters, digits, dots, dashes
   * and underscores. `signal` aborts when the service stops.
   */
  define<S extends z.ZodType>(
    name: string,
    schema: S,
    handler: (payload: z.output<S>, job: { id: string; signal: AbortSignal }) => Promise<void>,
    options?: JobOptions,
  ): void;
  /**
   * Sends a job. With a transaction as `tx`, the job exists only if the transaction commits. Returns the id of the job,
   * or null if the job was dropped because of its key. Throws for an unknown name and for a payload that does not match
   * the schema.
   */
  send(tx: Db | Tx, name: string, payload: unknown, options?: SendOptions): Promise<string | null>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Returns the state of each queue, by name. */
  measure(): Promise<QueueState[]>;
  /** Queues all failed jobs of a queue again. Returns their number. */
  retryFailed(name: string): Promise<number>;
  /** Runs a defined job now, in this process, without the queue. For tests and the command line. */
  runNow(name: string, payload: unknown): Promise<void>;
}
