import { sql } from 'kysely';
import { OpeningReason } from '#contract/care-relation.ts';
import type { AccessEntry } from '#contract/privacy.ts';
import type { Context } from '#server/platform/context.ts';

const PAGE = 20;
interface Row extends Omit<AccessEntry, 'at' | 'reason'> {
  readonly at: Date;
  readonly reason: string;
}

/**
 * Kinds of entries that are not shown. They are steps of a doctor's work on a case. Hundreds of them per case would
 * hide who looked at the data. The audit log still contains them.
 */
const strokes = ['draft.saved', 'rendering.seen', 'rendering.mark_accepted', 'rendering.stored', 'skin_score.saved'];

/** Lists how other people accessed or changed this person's data. */
export async function listAccess(ctx: Context, userId: string, before: number | null) {
  const { rows } = await sql<Row>`
    select a.id, a.at, a.action, a.actor_role, a.reason, actor.name as actor_name
    from audit_log a left join users actor on actor.id::text = a.actor_id
    where a.patient_id = ${userId} and a.actor_id <> ${userId} and a.action <> all(${strokes}) ${before === null ? sql`` : sql`and a.id < ${before}`}
    order by a.id desc limit ${PAGE + 1}`.execute(ctx.db);
  const shown = rows.slice(0, PAGE);
  return {
    rows: shown.map(({ at, reason, ...row }) => ({
      ...row,
      at: at.toISOString(),
      // Only the reasons that doctors choose for emergency access to a case are shown. Any other reason is a code of
      // the service, or text that staff wrote for the log.
      reason: OpeningReason.safeParse(reason).data ?? null,
    })),
    next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}
