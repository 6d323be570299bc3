import { type Selectable, sql } from 'kysely';
import type { Choices, Digest } from '#contract/choices.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Db, Tx } from '#server/platform/db/db.ts';
import { invalidInput } from '#server/platform/refusal.ts';
import { type Chosen, differencesOf, isTimeZone, topicsWith } from './choices.ts';

/**
 * Returns the notification choices of a person. Choices that the person has not made have default values. For an
 * unknown id, all choices are defaults.
 */
export const choicesOf = async (db: Db | Tx, userId: string): Promise<Choices> =>
  (await choicesOfAll(db, [userId]))(userId);

/** Reads the choices of many people with two queries. Returns a function that gives the choices of one person. */
export async function choicesOfAll(db: Db | Tx, userIds: readonly string[]): Promise<(userId: string) => Choices> {
  const ids = [...new Set(userIds)];
  const isOneOf = sql<boolean>`user_id = any(${ids}::uuid[])`;
  const chosen = await db.selectFrom('notification_choices').selectAll().where(isOneOf).execute();
  const habits = await db.selectFrom('notification_habits').selectAll().where(isOneOf).execute();
  const chosenBy = Map.groupBy(chosen, (row) => row.user_id);
  const habitsBy = new Map(habits.map((row) => [row.user_id, row]));
  return (userId) => choicesFrom(chosenBy.get(userId) ?? [], habitsBy.get(userId));
}

function choicesFrom(
  chosen: readonly Chosen[],
  habits: Selectable<Database['notification_habits']> | undefined,
): Choices {
  const { quiet_from: from, quiet_to: to, quiet_zone: zone } = habits ?? {};
  return {
    topics: topicsWith(chosen),
    quiet: from && to && zone ? { from: from.slice(0, 5), to: to.slice(0, 5), zone } : null,
    digest: habits?.digest ?? 'off',
  };
}

export interface DigestReader {
  readonly user_id: string;
  readonly digest: Exclude<Digest, 'off'>;
  /** The time at which the person chose digests. */
  readonly digest_since: Date;
}

/** Returns the people who chose to get a digest. */
export const listDigestReaders = (tx: Tx): Promise<DigestReader[]> =>
  tx
    .selectFrom('notification_habits')
    .select(['user_id', 'digest', 'digest_since'])
    .where('digest', '<>', 'off')
    .orderBy('user_id')
    .$narrowType<Pick<DigestReader, 'digest' | 'digest_since'>>()
    .execute();

/** Replaces all choices of a person, and returns the stored choices. */
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
      digest_since: digest === 'off' ? null : ctx.clock.now(),
    };
    // A change between daily and weekly digests keeps the time at which digests were chosen.
    const since = sql<Date | null>`case when excluded.digest_since is null then null
      else coalesce(notification_habits.digest_since, excluded.digest_since) end`;
    await tx
      .insertInto('notification_habits')
      .values({ user_id: userId, ...habits })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...habits, digest_since: since }))
      .execute();
    return choicesOf(tx, userId);
  });
}
