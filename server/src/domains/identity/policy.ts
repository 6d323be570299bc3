import type { Role } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import type { Caller, SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findVerification } from './practitioners.queries.ts';

/** Anybody who is signed in. */
export function requireUser(caller: Caller): SignedIn {
  if (caller.kind !== 'user') throw new Refusal('UNAUTHENTICATED');
  return caller;
}

export function requireRole(caller: Caller, ...roles: readonly Role[]): SignedIn {
  const user = requireUser(caller);
  if (!roles.includes(user.role)) throw new Refusal('FORBIDDEN');
  return user;
}

/** Staff pass a second factor before they see a patient or change what others may do. */
export function requireSecondFactor(caller: Caller): SignedIn {
  const user = requireUser(caller);
  if (user.role !== 'patient' && !user.secondFactor) throw new Refusal('SECOND_FACTOR_REQUIRED');
  return user;
}

/** The role and, in this very session, the second factor. */
export function requireStaff(caller: Caller, ...roles: readonly Exclude<Role, 'patient'>[]): SignedIn {
  requireRole(caller, ...roles);
  return requireSecondFactor(caller);
}

/** A doctor whose registration an administrator has confirmed. Other refusals come first, so that a stranger learns nothing of it. */
export async function requireVerifiedPractitioner(ctx: Context, caller: Caller): Promise<SignedIn> {
  const user = requireStaff(caller, 'practitioner');
  const practitioner = await findVerification(ctx.db, user.userId);
  if (!practitioner?.verified_at) throw new Refusal('PRACTITIONER_NOT_VERIFIED');
  return user;
}

/** Whoever may see that there is work, and share it out: a verified practitioner, or an administrator. */
export async function requireTeam(ctx: Context, caller: Caller): Promise<SignedIn> {
  const isAdmin = caller.kind === 'user' && caller.role === 'admin';
  return isAdmin ? requireStaff(caller, 'admin') : requireVerifiedPractitioner(ctx, caller);
}

/** A parameter that names a person may only name the caller. */
export function requireCallerIs(caller: Caller, userId: string): SignedIn {
  const user = requireUser(caller);
  if (user.userId !== userId) throw new Refusal('NOT_THE_CALLER');
  return user;
}
