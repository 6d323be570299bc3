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

/** Deletes the emails to this address that could not be sent, because the person is being erased. */
export const forgetUnsentTo = (tx: Tx, address: string): Promise<unknown> =>
  sql`delete from outbox where ${isGivenUp} and lower(payload ->> 'to') = lower(${address})`.execute(tx);
