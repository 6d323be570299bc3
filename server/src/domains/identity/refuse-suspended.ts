import { APIError } from 'better-auth/api';
import type { Role } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';

/**
 * Returns the role of a person who may sign in, and refuses a suspended person. The person has entered the right
 * password, so the refusal may say that the account is suspended.
 */
export async function refuseSuspended(ctx: Context, userId: string): Promise<Role> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['role', 'suspended_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user?.suspended_at) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_SUSPENDED' });
  return user?.role ?? 'patient';
}
