import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';

/** The three kinds of events: a mail to a relay, a notice of the payment provider, and everything else. */
export type EventKind = 'mail' | 'webhooks' | 'events';

const TOPICS = { 'mail.requested': 'mail', 'payments.noticeReceived': 'webhooks' } as const;

/** The kind of an event in the table `o` (outbox), as SQL. */
export const kindOfEvent = sql<EventKind>`case o.topic ${sql.join(
  Object.entries(TOPICS).map(([topic, kind]) => sql`when ${sql.lit(topic)} then ${sql.lit(kind)}`),
  sql` `,
)} else 'events' end`;

/**
 * Makes all failed events due at once, including those that gave up. A subscriber that has finished with an event is
 * not called again. Returns how many there were.
 */
export async function retryEvents(tx: Tx, kind: EventKind): Promise<number> {
  const { numAffectedRows } = await sql`
    update outbox o set next_attempt_at = now()
    where processed_at is null and attempts > 0 and ${kindOfEvent} = ${kind}`.execute(tx);
  if (numAffectedRows) await sql`notify outbox`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
