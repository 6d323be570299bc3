import type { HistoryDraft } from '#contract/care.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { lockAnswersOf } from './lock-answers.ts';

const empty: HistoryDraft = { answers: {}, medicines: null };

async function findDraft(tx: Tx, userId: string): Promise<HistoryDraft> {
  const row = await tx
    .selectFrom('medical_history_drafts')
    .select(['answers', 'medicines'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? empty;
}

export const getHistoryDraft = (ctx: Context, userId: string): Promise<HistoryDraft> =>
  withUser(ctx.db, userId, (tx) => findDraft(tx, userId));

/**
 * Saves answers of the draft. A new answer replaces the earlier answer to the same question. Answers to other questions
 * do not change, even if another device saved them.
 */
export const saveHistoryDraft = (
  ctx: Context,
  userId: string,
  told: { readonly answers: HistoryDraft['answers']; readonly medicines?: string | null | undefined },
): Promise<HistoryDraft> =>
  withUser(ctx.db, userId, async (tx) => {
    await lockAnswersOf(tx, userId);
    const before = await findDraft(tx, userId);
    const draft = { answers: { ...before.answers, ...told.answers }, medicines: told.medicines ?? before.medicines };
    const row = { answers: JSON.stringify(draft.answers), medicines: draft.medicines, saved_at: ctx.clock.now() };
    await tx
      .insertInto('medical_history_drafts')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    return draft;
  });
