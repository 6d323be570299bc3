import { mailInvitation } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as queries from './imports.queries.ts';

/** Each new patient of an import who has no mail yet. */
const waiting = (tx: Parameters<typeof queries.findImport>[0], importId: string) =>
  tx
    .selectFrom('imported_patients')
    .innerJoin('invitations', 'invitations.user_id', 'imported_patients.user_id')
    .select('imported_patients.user_id as id')
    .where('import_id', '=', importId)
    .where('mailed_at', 'is', null)
    .where('accepted_at', 'is', null)
    .execute();

/** A second click finds nobody who has no mail. */
export const askToInvite = (ctx: Context, admin: SignedIn, importId: string): Promise<{ invited: number }> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const file = await queries.findImport(tx, importId);
    if (!file) throw new Refusal('NOT_FOUND');
    if (file.state !== 'done') throw new Refusal('IMPORT_NOT_READY');
    const people = await waiting(tx, importId);
    if (people.length === 0) return { invited: 0 };
    await ctx.jobs.send(tx, 'imports.invite', { import_id: importId }, { key: importId });
    await ctx.audit.record(tx, {
      actor: admin.userId,
      actor_role: 'admin',
      action: 'import.invited',
      subject: `import:${importId}`,
      patient_id: null,
      reason: 'administration',
      details: { people: people.length },
    });
    return { invited: people.length };
  });

export async function inviteAll(ctx: Context, importId: string, signal: AbortSignal): Promise<void> {
  const people = await withSystem(ctx.system, (tx) => waiting(tx, importId));
  await oneByOne(ctx.log, people, async ({ id }) => {
    if (!signal.aborted) await mailInvitation(ctx, id);
  });
}
