import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import './payments.table.ts';

/**
 * The state of the inbox for the payment provider's webhook events. `waiting` counts webhook events that are stored and
 * not processed yet. `failing` counts the waiting webhook events that were tried at least once.
 */
export interface InboxState {
  readonly received_24_hours: number;
  readonly waiting: number;
  readonly failing: number;
  /** Number of webhooks refused today and yesterday (UTC), because they were forged, late or unreadable. */
  readonly refused: number;
  readonly oldest_waiting_at: Date | null;
  readonly last_received_at: Date | null;
  /** Class and code of the last error of the newest waiting webhook event that failed. */
  readonly last_error: string | null;
}

export async function measureInbox(db: Db, now: Date): Promise<InboxState> {
  const { rows } = await sql<InboxState>`
    select (select count(*) from payment_notices where received_at > ${now}::timestamptz - interval '24 hours') as received_24_hours,
      count(w.id) as waiting, count(w.id) filter (where w.attempts > 0) as failing,
      (select coalesce(sum(count), 0)::bigint from payment_notice_refusals
        where day >= (${now}::timestamptz at time zone 'UTC')::date - 1) as refused,
      min(w.received_at) as oldest_waiting_at,
      (select max(received_at) from payment_notices) as last_received_at,
      (array_agg(w.last_error order by w.received_at desc) filter (where w.last_error is not null))[1] as last_error
    from (select * from payment_notices where handled_at is null) w`.execute(db);
  return rows[0] as InboxState;
}
