import { mailInvitation, mayBeMailed } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as queries from './imports.queries.ts';

/**
 * Selects the patients whom an import created, who have not signed in, and to whom an email may be sent now. With
 * `again`, patients who have already received an email are included.
 */
const waiting = (tx: Tx, importId: string, now: Date, again: boolean) =>
  tx
    .selectFrom('imported_patients')
    .select('user_id as id')
    .where('import_id', '=', importId)
    .where('user_id', 'in', mayBeMailed(tx, now, again).select('user_id'))
    .execute();

/** Queues the invitations of an import. No patient gets a second email within an hour. */
export const askToInvite = (
  ctx: Context,
  admin: SignedIn,
  importId: string,
  again: boolean,
): Promise<{ invited: number }> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const file = await queries.findImport(tx, importId);
    if (!file) throw new Refusal('NOT_FOUND');
    if (file.state !== 'done') throw new Refusal('IMPORT_NOT_READY');
    const people = await waiting(tx, importId, ctx.clock.now(), again);
    if (people.length === 0) return { invited: 0 };
    await ctx.jobs.send(tx, 'imports.invite', { import_id: importId, again }, { key: `${importId} ${again}` });
    await record(ctx, tx, admin, { subject: `import:${importId}`, patient_id: null, people: people.length });
    return { invited: people.length };
  });

/** Sends a new invitation to one patient who has lost the email, or whose link no longer works. */
export const inviteAgain = async (ctx: Context, admin: SignedIn, userId: string): Promise<{ invited: boolean }> => {
  await withStaff(ctx.db, admin.userId, async (tx) => {
    const open = await tx
      .selectFrom('invitations')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('accepted_at', 'is', null)
      .executeTakeFirst();
    if (!open) throw new Refusal('NOT_FOUND');
    await record(ctx, tx, admin, { subject: `user:${userId}`, patient_id: userId, people: 1 });
  });
  return { invited: await mailInvitation(ctx, userId, true) };
};

export async function inviteAll(
  ctx: Context,
  { import_id, again }: { import_id: string; again: boolean },
  signal: AbortSignal,
): Promise<void> {
  const people = await withSystem(ctx.system, (tx) => waiting(tx, import_id, ctx.clock.now(), again));
  await oneByOne(ctx.log, people, async ({ id }) => {
    if (!signal.aborted) await mailInvitation(ctx, id, again);
  });
}

const record = (
  ctx: Context,
  tx: Tx,
  admin: SignedIn,
  { people, ...about }: { subject: `import:${string}` | `user:${string}`; patient_id: string | null; people: number },
): Promise<void> =>
  ctx.audit.record(tx, {
    actor: admin.userId,
    actor_role: 'admin',
    action: 'import.invited',
    ...about,
    reason: 'administration',
    details: { people },
  });
