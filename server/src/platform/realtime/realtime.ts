import type { Role } from '#contract/base.ts';
import type { LiveEvent } from '#contract/events.ts';
import type { Db, Tx } from '../db/db.ts';

/** One person (all their tabs), or everyone with a role. */
export type Audience = { readonly userId: string } | { readonly role: Role };

/**
 * Tells browsers that something changed: ids only, no personal data. A browser that was disconnected gets the missing
 * events.
 */
export interface Realtime {
  /** With `tx` the event is published when the transaction commits. */
  publish(tx: Db | Tx, to: Audience, event: LiveEvent): Promise<void>;
  /**
   * Events for this person from now on. Ends when `signal` aborts. A slow reader loses the oldest events beyond 100.
   *
   * @param since_ms milliseconds since 1970: events from then on come first, for at most a minute. Before that the reader hears `events.missed`.
   */
  subscribe(userId: string, role: Role, signal: AbortSignal, since_ms?: number): AsyncIterableIterator<LiveEvent>;
}
