import type { Role } from '#contract/base.ts';
import type { LiveEvent } from '#contract/events.ts';
import type { Db, Tx } from '../db/db.ts';

/** To one person (all their tabs), or to everybody of a role. */
export type Audience = { readonly userId: string } | { readonly role: Role };

/** Tells browsers that something changed: ids only, no personal data. Lost when nobody listens; a browser reloads when it reconnects. */
export interface Realtime {
  /** With `tx` it is published when the transaction commits. */
  publish(tx: Db | Tx, to: Audience, event: LiveEvent): Promise<void>;
  /** Events for this person from now on. Ends when `signal` aborts. A slow reader loses the oldest events beyond 100. */
  subscribe(userId: string, role: Role, signal: AbortSignal): AsyncIterableIterator<LiveEvent>;
}
