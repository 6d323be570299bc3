import { APIError } from 'better-auth/api';
import type { Context } from '#server/platform/context.ts';

/** The password was right, so the person may be told why it does not open the account. */
export async function refuseSuspended(ctx: Context, userId: string): Promise<void> {
  const user = await ctx.db.selectFrom('users').select('suspended_at').where('id', '=', userId).executeTakeFirst();
  if (user?.suspended_at) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_SUSPENDED' });
}
