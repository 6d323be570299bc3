import type { Choices } from '#contract/choices.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { invalidInput } from '#server/platform/refusal.ts';
import { differencesOf, isTimeZone, topicsWith } from './choices.ts';

/** How this person wants to be told, defaults included; the defaults for an id that nobody has. */
export async function choicesOf(db: Db | Tx, userId: string): Promise<Choices> {
  const [chosen, habits] = await Promise.all([
    db.selectFrom('notification_choices').select(['topic', 'channel', 'is_on']).where('user_id', '=', userId).execute(),
    db.selectFrom('notification_habits').selectAll().where('user_id', '=', userId).executeTakeFirst(),
  ]);
  const { quiet_from: from, quiet_to: to, quiet_zone: zone } = habits ?? {};
  return {
    topics: topicsWith(chosen),
    quiet: from && to && zone ? { from: from.slice(0, 5), to: to.slice(0, 5), zone } : null,
    digest: habits?.digest ?? 'off',
  };
}

/** Keeps the whole of it and answers it as it was kept. */
export function setChoices(ctx: Context, userId: string, { topics, quiet, digest }: Choices): Promise<Choices> {
  if (quiet && !isTimeZone(quiet.zone)) throw invalidInput({ 'quiet.zone': ['invalid'] });
  return ctx.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('notification_choices').where('user_id', '=', userId).execute();
    const rows = differencesOf(topics).map((row) => ({ user_id: userId, ...row }));
    if (rows.length > 0) await tx.insertInto('notification_choices').values(rows).execute();
    const habits = {
      quiet_from: quiet?.from ?? null,
      quiet_to: quiet?.to ?? null,
      quiet_zone: quiet?.zone ?? null,
      digest,
    };
    await tx
      .insertInto('notification_habits')
      .values({ user_id: userId, ...habits })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(habits))
      .execute();
    return choicesOf(tx, userId);
  });
}
