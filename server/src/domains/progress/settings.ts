import { ProgressLimits } from '#contract/progress.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';

export interface Settings {
  readonly monthly_target: number;
  readonly achievements_public: boolean;
}

/** Changes only the given settings. All others remain as they are. */
export const updateSettings = (ctx: Context, userId: string, changes: Partial<Settings>): Promise<Settings> =>
  withUser(ctx.db, userId, async (tx) => {
    const row = {
      user_id: userId,
      monthly_target: changes.monthly_target ?? ProgressLimits.monthly_target,
      achievements_public: changes.achievements_public ?? false,
    };
    return tx
      .insertInto('progress_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId, ...changes }))
      .returning(['monthly_target', 'achievements_public'])
      .executeTakeFirstOrThrow();
  });
