import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';

/** The three kinds of events: an email to send, a webhook event of the payment provider, and every other event. */
export type EventKind = 'mail' | 'webhooks' | 'events';

const TOPICS = { 'mail.requested': 'mail', 'payments.noticeReceived': 'webhooks' } as const;

/** SQL for the kind of an event in table `outbox` with the alias `o`. */
export const kindOfEvent = sql<EventKind>`case o.topic ${sql.join(
  Object.entries(TOPICS).map(([topic, kind]) => sql`when ${sql.lit(topic)} then ${sql.lit(kind)}`),
  sql` `,
)} else 'events' end`;

/**
 * Makes all failed events of a kind due at once, including dead letters, which are not retried automatically. A
 * subscriber that has already processed an event is not called again. Returns the number of events that were made due.
 */
export async function retryEvents(tx: Tx, kind: EventKind): Promise<number> {
  const { numAffectedRows } = await sql`
    update outbox o set next_attempt_at = now()
    where processed_at is null and attempts > 0 and ${kindOfEvent} = ${kind}`.execute(tx);
  if (numAffectedRows) await sql`notify outbox`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
