import type { MyProfessionalSignIn } from '#contract/identity.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isGuarded } from '../guard-factors.ts';
import { findVerification } from '../practitioners.queries.ts';
import { noteChangeIn } from '../note-security-change.ts';
import { PROVIDER } from './provider.ts';

/**
 * Returns the state of the caller's link to the OpenID provider. Returns null if no provider is configured. Also
 * returns null for nurses without a link, because only doctors can be linked.
 */
export async function findMyLink(ctx: Context, { userId }: SignedIn): Promise<MyProfessionalSignIn | null> {
  if (!ctx.config.openId) return null;
  const link = await ctx.db
    .selectFrom('accounts')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('provider_id', '=', PROVIDER)
    .executeTakeFirst();
  const practitioner = await findVerification(ctx.db, userId);
  const isDoctor = practitioner?.profession === 'doctor';
  if (!isDoctor && !link) return null;
  return {
    name: ctx.config.openId.name,
    linked_at: link?.created_at.toISOString() ?? null,
    is_verified: isDoctor && practitioner.verified_at !== null,
  };
}

/** Logs the new link of a doctor, and notifies the doctor. No session ends. */
export const noteLink = (ctx: Context, userId: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    await noteChangeIn(ctx, tx, userId, 'professional_linked');
    await ctx.audit.record(tx, {
      actor: userId,
      actor_role: 'practitioner',
      action: 'professional.linked',
      subject: `user:${userId}`,
      patient_id: null,
      reason: 'own account',
    });
  });

/**
 * Removes the caller's link. Every other session of the account ends, including sessions that were opened through the
 * provider.
 *
 * @throws Refusal PASSKEY_NEEDED, NOT_FOUND
 */
export async function unlinkMine(ctx: Context, { userId, role, sessionId, secondFactor }: SignedIn): Promise<void> {
  if (!secondFactor && (await isGuarded(ctx, userId))) throw new Refusal('PASSKEY_NEEDED');
  await ctx.db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('accounts')
      .where('user_id', '=', userId)
      .where('provider_id', '=', PROVIDER)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw new Refusal('NOT_FOUND');
    const kept = await tx.selectFrom('sessions').select('token').where('id', '=', sessionId).executeTakeFirst();
    await noteChangeIn(ctx, tx, userId, 'professional_unlinked', kept?.token);
    await ctx.audit.record(tx, {
      actor: userId,
      actor_role: role,
      action: 'professional.unlinked',
      subject: `user:${userId}`,
      patient_id: null,
      reason: 'own account',
    });
  });
}
