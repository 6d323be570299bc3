import type { Db, Tx } from '../db/db.ts';

/**
 * Maps each topic to its payload. Each domain adds its own topics in events.ts:
 *
 *     declare module '#server/platform/outbox/outbox.ts' {
 *       interface OutboxEvents { 'intake.leadAttached': { lead_id: string; user_id: string } }
 *     }
 *
 * Payloads are JSON. They contain ids, and no names or health data, unless the payload is emptied once it is processed
 * (`forgetPayload`).
 */
export interface OutboxEvents {}

export type Topic = keyof OutboxEvents & string;

/** An event as its subscribers receive it. */
export interface Delivered<T extends Topic> {
  /** Id of the event. It is the same at every attempt, so it can be used as an idempotency key. */
  readonly id: number;
  readonly topic: T;
  readonly payload: OutboxEvents[T];
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
}

/**
 * Handles one event. It may run more than once for the same event, because the process may crash before success is
 * stored. It must therefore be idempotent: write with `on conflict do nothing`, or use `event.id` as the idempotency
 * key. A subscriber that throws is called again later.
 */
export type Subscriber<T extends Topic> = (event: Delivered<T>) => Promise<void>;

export interface SubscriberOptions {
  /**
   * Name of the subscriber within its topic. The outbox also needs the name after a restart, so it must not change. The
   * default is the name of the topic, followed by a number for every subscriber after the first.
   */
  readonly name?: string;
  /** If true, the payload is emptied once the event is processed, because it contains more than ids. */
  readonly forgetPayload?: boolean;
  /** The lane in which the events of the topic are delivered. Set it if the subscriber waits for an external server. */
  readonly lane?: Lane;
}

/**
 * Events of different lanes do not wait for each other. Events of lane `email` wait for the email server, and those of
 * lane `payments` for the payment provider. Events of lane `outward` wait for any other server that is not ours, such as
 * the push services or the photo store. All other events are in lane `own`.
 */
export type Lane = 'email' | 'payments' | 'outward' | 'own';

/**
 * Stores events in the same transaction as the rows that they concern. After the commit, each event is delivered at
 * least once.
 */
export interface Outbox {
  /**
   * Stores an event. It is delivered after the transaction commits, and never if the transaction rolls back. A second
   * event with the same topic and `key` is dropped. With `db` instead of a transaction the event is stored at once.
   */
  emit<T extends Topic>(tx: Db | Tx, topic: T, payload: OutboxEvents[T], options?: { key?: string }): Promise<void>;
  /** Registers a subscriber. Call it before `start`. */
  on<T extends Topic>(topic: T, subscriber: Subscriber<T>, options?: SubscriberOptions): void;
  /**
   * Starts to deliver. A NOTIFY of the database starts delivery at once. Polling finds events whose notification was
   * missed.
   */
  start(): Promise<void>;
  /** Starts no further deliveries, and waits until the deliveries in progress end. */
  stop(): Promise<void>;
  /**
   * Delivers everything that is due now and waits until it is processed. For tests. Returns the number of deliveries,
   * including failed deliveries.
   */
  drain(): Promise<number>;
}
