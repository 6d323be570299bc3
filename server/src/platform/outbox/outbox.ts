import type { Db, Tx } from '../db/db.ts';

/**
 * Topic → payload. Each domain adds its own in events.ts:
 *
 *     declare module '#server/platform/outbox/outbox.ts' {
 *       interface OutboxEvents { 'intake.leadClaimed': { lead_id: string; user_id: string } }
 *     }
 *
 * Payloads are JSON: ids, no names, no health data.
 */
export interface OutboxEvents {}

export type Topic = keyof OutboxEvents & string;

/** An event as its subscribers see it. */
export interface Delivered<T extends Topic> {
  /** The same at every attempt, so it is the key for idempotency. */
  readonly id: number;
  readonly topic: T;
  readonly payload: OutboxEvents[T];
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
}

/**
 * Does the work of one event. It may run more than once for the same event (a crash between the work and its record), so it must be
 * idempotent: write with `on conflict do nothing`, or use `event.id` as the idempotency key. Throw to be called again later.
 */
export type Subscriber<T extends Topic> = (event: Delivered<T>) => Promise<void>;

export interface SubscriberOptions {
  /** Distinguishes several subscribers of a topic, also after a restart. It is a fixed word, by default the position in the list. */
  readonly name?: string;
  /** True: the payload is emptied after handling, because it holds more than ids. */
  readonly forgetPayload?: boolean;
}

/** Events are stored together with their rows and delivered at least once after the commit. */
export interface Outbox {
  /**
   * Stores an event. It is delivered when the transaction commits, and never if it rolls back. With a `key`, a second
   * event with the same topic and key is dropped. Passing `db` instead of `tx` stores it at once.
   */
  emit<T extends Topic>(tx: Db | Tx, topic: T, payload: OutboxEvents[T], options?: { key?: string }): Promise<void>;
  /** Registers a subscriber. Call it before `start`. */
  on<T extends Topic>(topic: T, subscriber: Subscriber<T>, options?: SubscriberOptions): void;
  /** Begins to deliver: at once by NOTIFY, and by polling in case a notice was missed. */
  start(): Promise<void>;
  /** Waits for running deliveries, and stops. */
  stop(): Promise<void>;
  /** Delivers everything that is due now and waits for it. For tests. Returns how many events were handled. */
  drain(): Promise<number>;
}
