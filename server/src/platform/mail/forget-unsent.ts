import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';

/** SQL for emails that the outbox no longer tries to send. Their rows still contain the address and the text. */
const isGivenUp = sql`topic = 'mail.requested' and processed_at is null and next_attempt_at = 'infinity'`;

/**
 * Deletes emails that were requested before `olderThan` and could not be sent, for example because the mailbox does not
 * exist. Until then an administrator can have them tried again.
 */
export const forgetUnsent = (db: Db | Tx, olderThan: Date): Promise<unknown> =>
  sql`delete from outbox where ${isGivenUp} and at < ${olderThan}`.execute(db);

/**
 * Deletes the emails to this address that failed at least once, because the person is being erased. Emails that were
 * not tried yet stay, such as the confirmation of the erasure. An email that is being sent at this moment stays too,
 * because the erasure would otherwise wait for the email server.
 */
export const forgetUnsentTo = (tx: Tx, address: string): Promise<unknown> =>
  sql`delete from outbox where id in (
    select id from outbox where topic = 'mail.requested' and processed_at is null and attempts > 0
      and lower(payload ->> 'to') = lower(${address})
    for update skip locked)`.execute(tx);
