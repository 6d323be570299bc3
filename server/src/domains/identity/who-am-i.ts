import type { Me } from '#contract/identity.ts';
import type { Context } from '#server/platform/context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { avatarUrl } from './own/details.ts';
import { findVerification } from './practitioners.queries.ts';
import { findAccount } from './users.queries.ts';

/** Returns the account of the session, or null for a visitor. */
export async function whoAmI(ctx: Context, caller: Caller): Promise<Me | null> {
  if (caller.kind !== 'user') return null;
  const user = await findAccount(ctx.db, caller.userId);
  if (!user) return null;
  return {
    id: user.id,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    phone: user.phone,
    role: user.role,
    profession: user.role === 'practitioner' ? ((await findVerification(ctx.db, user.id))?.profession ?? null) : null,
    plan: user.plan,
    language: user.language,
    is_email_confirmed: user.email_verified,
    has_second_factor: user.two_factor_enabled,
    must_enrol_second_factor: user.role !== 'patient' && !user.two_factor_enabled && !caller.secondFactor,
    member_since: user.created_at.toISOString(),
    avatar_url: await avatarUrl(ctx, user),
  };
}
