import { isDeepStrictEqual } from 'node:util';
import type { MedicalHistory, SavedHistory } from '#contract/care.ts';
import { listCasesOfPatient } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { lockAnswersOf } from './lock-answers.ts';

export async function findHistory(tx: Tx, userId: string): Promise<SavedHistory | null> {
  const row = await tx
    .selectFrom('medical_histories')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { version: row.version, saved_at: row.saved_at.toISOString(), history: row.answers } : null;
}

export const getMyMedicalHistory = (ctx: Context, userId: string): Promise<SavedHistory | null> =>
  withUser(ctx.db, userId, (tx) => findHistory(tx, userId));

/**
 * Saves the history as a new version and deletes the draft. Earlier versions stay, and the audit log names the version
 * that a doctor has read. If the answers are the same as before, no version is added. After a change, an open studio of
 * the doctor loads the answers again, because a doctor's reason counts only for the answer to which it was given.
 */
export const saveMedicalHistory = (ctx: Context, userId: string, history: MedicalHistory): Promise<SavedHistory> =>
  withUser(ctx.db, userId, async (tx) => {
    await lockAnswersOf(tx, userId);
    await tx.deleteFrom('medical_history_drafts').where('user_id', '=', userId).execute();
    const latest = await findHistory(tx, userId);
    if (latest && isDeepStrictEqual(latest.history, history)) return latest;
    const saved = { version: (latest?.version ?? 0) + 1, saved_at: ctx.clock.now() };
    await tx
      .insertInto('medical_histories')
      .values({ user_id: userId, answers: JSON.stringify(history), ...saved })
      .execute();
    for (const { id, practitioner_id, assigned_to } of await listCasesOfPatient(tx, userId)) {
      const doctorId = practitioner_id ?? assigned_to;
      if (doctorId) await ctx.realtime.publish(tx, { userId: doctorId }, { kind: 'history.changed', id });
    }
    return { version: saved.version, saved_at: saved.saved_at.toISOString(), history };
  });
