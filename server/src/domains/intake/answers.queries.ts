import type { Answers } from '#contract/intake.ts';
import type { Tx } from '#server/platform/db/db.ts';

export interface AnswersVersion {
  readonly version: number;
  readonly answers: Answers;
}

export const findLatestOfLead = (tx: Tx, leadId: string): Promise<AnswersVersion | undefined> =>
  tx
    .selectFrom('answers')
    .select(['version', 'answers'])
    .where('lead_id', '=', leadId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the newest answers of a person. With `until`, later answers are left out. */
export const findLatestOfUser = (
  tx: Tx,
  userId: string,
  until?: Date,
): Promise<(AnswersVersion & { created_at: Date }) | undefined> =>
  tx
    .selectFrom('answers')
    .select(['version', 'answers', 'created_at'])
    .where('user_id', '=', userId)
    .$if(until !== undefined, (query) => query.where('created_at', '<=', until as Date))
    .orderBy('created_at', 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the newest answers of each of these people, by user id. */
export async function mapLatestOfUsers(tx: Tx, userIds: readonly string[]): Promise<Map<string, Answers>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('answers')
    .distinctOn('user_id')
    .select(['user_id', 'answers'])
    .where('user_id', 'in', [...userIds])
    .orderBy('user_id')
    .orderBy('created_at', 'desc')
    .orderBy('version', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.user_id ?? '', row.answers]));
}

export async function insert(tx: Tx, leadId: string, version: number, answers: Answers, at: Date): Promise<void> {
  const row = { lead_id: leadId, version, answers: JSON.stringify(answers), created_at: at };
  await tx.insertInto('answers').values(row).execute();
}

export async function updateOwner(tx: Tx, leadId: string, userId: string): Promise<void> {
  await tx.updateTable('answers').set({ user_id: userId }).where('lead_id', '=', leadId).execute();
}
