import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';

/** What is answered about one patient comes one after the other: each version rests on the one before it, and a talk on the newest answers. */
export const lockAnswersOf = (tx: Tx, userId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`answers:${userId}`}, 0))`.execute(tx);
