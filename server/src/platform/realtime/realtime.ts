import type { Role } from '#contract/base.ts';
import type { LiveEvent } from '#contract/events.ts';
import type { Db, Tx } from '../db/db.ts';

/** The recipients of an event: one person with all their tabs, or everyone with a role. */
export type Audience = { readonly userId: string } | { readonly role: Role };

/**
 * Live events that notify browsers of changes. Events contain ids and no personal data. A browser that was disconnected
 * for at most a minute gets the events that it missed.
 */
export interface Realtime {
  /** Publishes an event. With a transaction as `tx`, it is published when the transaction commits. */
  publish(tx: Db | Tx, to: Audience, event: LiveEvent): Promise<void>;
  /**
   * Yields the events for this person from now on. Ends when `signal` aborts. At most 100 events wait for a slow
   * reader. If there are more, the oldest events are dropped.
   *
   * @param since_ms time from which the reader needs events, in milliseconds since 1970. If it is at most a minute ago,
   * the reader first gets the events since then. Otherwise the reader first gets `events.missed`
   */
  subscribe(userId: string, role: Role, signal: AbortSignal, since_ms?: number): AsyncIterableIterator<LiveEvent>;
}
