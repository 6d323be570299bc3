import type { Db, Tx } from '#server/platform/db/db.ts';
import type { RegistrationChecksTable } from '../identity.table.ts';

export type NewCheck = Pick<RegistrationChecksTable, 'user_id' | 'source' | 'registration_number' | 'outcome'> & {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly checked_by: string | null;
};

/**
 * Stores the answer of a register, or the document that an administrator saw. If the answer of a register equals the
 * last one, only the end time of the existing row changes.
 */
export async function keepCheck(tx: Db | Tx, check: NewCheck, now: Date): Promise<void> {
  const last = await tx
    .selectFrom('registration_checks')
    .select(['id', 'source', 'registration_number', 'outcome', 'answer'])
    .where('user_id', '=', check.user_id)
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (last && check.source !== 'document' && factsOf(last) === factsOf(check)) {
    await tx.updateTable('registration_checks').set({ last_at: now }).where('id', '=', last.id).execute();
    return;
  }
  await tx
    .insertInto('registration_checks')
    .values({ ...check, answer: JSON.stringify(check.answer), first_at: now, last_at: now })
    .execute();
}

const factsOf = ({ source, registration_number, outcome, answer }: Omit<NewCheck, 'user_id' | 'checked_by'>): string =>
  JSON.stringify([source, registration_number, outcome, Object.entries(answer).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** Returns the newest check of each of these practitioners: the answer of a register, or a document. */
export const listLastChecks = (db: Db | Tx, userIds: readonly string[]) =>
  db
    .selectFrom('registration_checks')
    .distinctOn('user_id')
    .select(['user_id', 'source', 'outcome', 'answer', 'first_at', 'last_at'])
    .where('user_id', 'in', userIds.length > 0 ? [...userIds] : [NOBODY])
    .orderBy('user_id')
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .execute();
export type LastCheck = Awaited<ReturnType<typeof listLastChecks>>[number];

const NOBODY = '00000000-0000-0000-0000-000000000000';
