import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';

/**
 * Locks the answers of one patient, so that changes to these answers run one after the other. This is necessary because
 * each version builds on the previous one, and a doctor's note about a talk is stored with the newest answers.
 */
export const lockAnswersOf = (tx: Tx, userId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`answers:${userId}`}, 0))`.execute(tx);
