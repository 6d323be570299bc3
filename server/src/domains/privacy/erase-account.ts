import { findUser, isConfirmed, mailPerson } from '#server/domains/identity/index.ts';
import type { AuditEntry } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Returns which data an erasure would keep, so that the person can see this before confirming the erasure. */
export const showErasure = (ctx: Context, userId: string) =>
  withSystem(ctx.system, async (tx) => {
    const kept = await ctx.personal.findKept(ctx, tx, userId);
    return { keeps_record: kept.has('record'), keeps_books: kept.has('books') };
  });

/**
 * Erases the caller's account at once, in one transaction. The person is signed out in all browsers, and a last email
 * confirms the erasure.
 *
 * @throws Refusal PASSWORD_NEEDED
 */
export async function eraseAccount(ctx: Context, { userId, sessionId }: SignedIn): Promise<void> {
  if (!(await isConfirmed(ctx, sessionId))) throw new Refusal('PASSWORD_NEEDED');
  await withSystem(ctx.system, async (tx) => {
    const person = await findUser(tx, userId);
    if (!person) throw new Refusal('UNAUTHENTICATED');
    const record = await ctx.personal.erase(ctx, tx, { userId, email: person.email });
    await mailPerson(ctx, tx, person, record ? 'account_closed' : 'account_erased', { path: '/' });
    await ctx.realtime.publish(tx, { userId }, { kind: 'session.ended' });
    await ctx.outbox.emit(tx, 'privacy.personErased', { user_id: userId });
    await note(ctx, tx, {
      userId,
      keepsRecord: record !== null,
      actor: userId,
      actor_role: 'patient',
      reason: 'own wish',
    });
  });
}

/**
 * Repeats earlier erasures after the database was restored from a backup that still contained erased people. The list
 * of erasures is stored outside the database. Returns the number of people who were erased again.
 */
export async function eraseAgain(ctx: Context): Promise<number> {
  const living = await ctx.db.selectFrom('users').select('id').where('closed_at', 'is', null).execute();
  const back = await ctx.erasures.findErased(living.map(({ id }) => id));
  const all = back.map((id) => ({ id }));
  await oneByOne(ctx.log, all, ({ id }) => withSystem(ctx.system, (tx) => eraseRestored(ctx, tx, id)));
  return back.length;
}

async function eraseRestored(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const person = await findUser(tx, userId);
  if (!person) return;
  const record = await ctx.personal.erase(ctx, tx, { userId, email: person.email });
  await note(ctx, tx, { userId, keepsRecord: record !== null, actor: 'system', reason: 'restored after erasure' });
}

interface Erasure extends Pick<AuditEntry, 'actor' | 'actor_role' | 'reason'> {
  readonly userId: string;
  readonly keepsRecord: boolean;
}

const note = (ctx: Context, tx: Tx, { userId, keepsRecord, ...by }: Erasure): Promise<void> =>
  ctx.audit.record(tx, {
    ...by,
    action: 'user.erased',
    subject: `user:${userId}`,
    patient_id: userId,
    details: { keeps_record: keepsRecord },
  });
