import { findUser, isConfirmed, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** What would stay, so that the person knows before. */
export const showErasure = (ctx: Context, userId: string) =>
  withSystem(ctx.db, async (tx) => {
    const kept = await ctx.personal.findKept(ctx, tx, userId);
    return { keeps_record: kept.has('record'), keeps_books: kept.has('books') };
  });

/**
 * Erases the account of the caller at once, in one transaction. Every browser of theirs is signed out, and a last mail says what was done.
 *
 * @throws Refusal PASSWORD_NEEDED
 */
export async function eraseAccount(ctx: Context, { userId, sessionId }: SignedIn): Promise<void> {
  if (!(await isConfirmed(ctx, sessionId))) throw new Refusal('PASSWORD_NEEDED');
  await withSystem(ctx.db, async (tx) => {
    const person = await findUser(tx, userId);
    if (!person) throw new Refusal('UNAUTHENTICATED');
    const record = await ctx.personal.erase(ctx, tx, { userId, email: person.email });
    await mailPerson(ctx, tx, person, record ? 'account_closed' : 'account_erased', { path: '/' });
    await ctx.realtime.publish(tx, { userId }, { kind: 'session.ended' });
    await ctx.audit.record(tx, {
      actor: userId,
      actor_role: 'patient',
      action: 'user.erased',
      subject: `user:${userId}`,
      patient_id: userId,
      reason: 'own wish',
      details: { keeps_record: record !== null },
    });
  });
}
