import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type TakenBack, takeBack } from './decision-effects.ts';
import { moderatorOf } from './moderators.ts';
import { joinCases } from './reports.queries.ts';
import { undoableUntil } from './tell-decision.ts';
import { tellModerators } from './tell-moderators.ts';

/**
 * Undoes decisions that the caller has just made, before anyone is notified of them. Each decision is checked
 * separately. A decision remains in force if its effect was changed in the meantime. An undone decision remains in the
 * log and is marked as undone.
 */
export async function undoDecisions(
  ctx: Context,
  caller: SignedIn,
  decisionIds: readonly string[],
): Promise<{ undone: string[]; kept: string[] }> {
  const { rows } = await sql<{ id: string }>`select id from decisions
    where id = any(${[...decisionIds]}::uuid[]) and decided_by = ${caller.userId} order by id`.execute(ctx.db);
  if (rows.length === 0) throw new Refusal('NOT_FOUND');
  const undone: string[] = [];
  const kept: string[] = [];
  for (const { id } of rows) ((await undoOne(ctx, caller, id)) ? undone : kept).push(id);
  if (undone.length === 0) throw new Refusal('CANNOT_UNDO');
  return { undone, kept };
}

interface Row extends TakenBack {
  readonly at: Date;
}

const undoOne = (ctx: Context, caller: SignedIn, id: string): Promise<boolean> =>
  ctx.db.transaction().execute(async (tx) => {
    const { rows } =
      await sql<Row>`select d.id, d.action, d.subject_kind, d.subject_id, d.person_id, d.channel_id, d.before, d.at from decisions d
      where d.id = ${id} and d.decided_by = ${caller.userId} and d.undone_at is null and d.told_at is null for update`.execute(
        tx,
      );
    const [decision] = rows;
    const now = ctx.clock.now();
    if (!decision || now >= undoableUntil(decision.at)) return false;
    const { viewer } = await moderatorOf(tx, caller, decision.channel_id ?? undefined);
    if (!(await takeBack(ctx, tx, viewer, decision))) return false;
    await sql`update decisions set undone_at = ${now} where id = ${id}`.execute(tx);
    await reopen(tx, id);
    await tellModerators(ctx, tx, decision.channel_id);
    await ctx.audit.record(tx, {
      actor: viewer.userId,
      actor_role: viewer.caller.role,
      action: 'community.undone',
      subject: `decision:${id}`,
      patient_id: decision.person_id,
      reason: 'moderation',
      details: { action: decision.action },
    });
    return true;
  });

/**
 * Opens the cases of an undone decision again. Newer open cases about the same subjects are merged into them, because
 * each subject can have only one open case.
 */
async function reopen(tx: Tx, decisionId: string): Promise<void> {
  const { rows } = await sql<{ id: string; newer_id: string | null }>`select r.id, n.id as newer_id from reports r
    left join reports n on n.subject_kind = r.subject_kind and n.subject_id = r.subject_id and n.status = 'open'
    where r.decided_in = ${decisionId} for update of r`.execute(tx);
  for (const { id, newer_id } of rows) {
    if (newer_id) {
      await joinCases(tx, { from: newer_id, into: id });
      await sql`delete from reports where id = ${newer_id}`.execute(tx);
    }
    await sql`update reports set status = 'open', decided_in = null where id = ${id}`.execute(tx);
  }
}
