import { sql } from 'kysely';
import type { ReportReason } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { changeState } from './change-state.ts';
import type { Content } from './content.queries.ts';
import { isEnoughToHold } from './severity.ts';
import { tellReaders } from './tell.ts';

/**
 * Hides a text that enough people have reported, until a moderator decides. Texts of those who answer for the place, and of verified practitioners, stay and
 * rise in the queue instead: a crowd must not silence a doctor.
 */
export async function holdIfReportedByMany(ctx: Context, tx: Tx, content: Content, reportId: string): Promise<void> {
  if (!isEnoughToHold(await countingReasons(tx, content, reportId))) return;
  if (await isHeldByNobody(tx, content)) {
    await sql`update reports set is_raised = true where id = ${reportId}`.execute(tx);
    return;
  }
  await changeState(tx, content, 'held');
  await sql`update reports set held_at = ${ctx.clock.now()} where id = ${reportId}`.execute(tx);
  await tellReaders(ctx, tx, content.post_id, null);
}

/**
 * The reasons of this case, one for each person. Reasons that a moderator has found to be none do not count again while the text is the same: people who
 * agree with each other cannot hide it a second time.
 */
async function countingReasons(tx: Tx, { kind, id }: Content, reportId: string): Promise<ReportReason[]> {
  const table = sql.table(kind === 'post' ? 'posts' : 'comments');
  const { rows } = await sql<{ reason: ReportReason }>`select v.reason from report_voices v
    where v.report_id = ${reportId} and v.reporter_id is not null and not exists (
      select from decisions d join report_voices b on b.report_id = d.report_id
      where d.subject_kind = ${kind} and d.subject_id = ${id} and d.undone_at is null and b.reason = v.reason
        and (d.action in ('dismiss', 'restore') or d.appeal_outcome = 'reversed')
        and coalesce(d.answered_at, d.at) >= coalesce((select t.edited_at from ${table} t where t.id = ${id}), '-infinity'))`.execute(
    tx,
  );
  return rows.map(({ reason }) => reason);
}

async function isHeldByNobody(tx: Tx, { author_id, channel_id }: Content): Promise<boolean> {
  const { rows } = await sql`select from users u where u.id = ${author_id} and (u.role = 'admin'
    or exists (select from channel_members m where m.channel_id = ${channel_id} and m.user_id = u.id and m.role in ('owner', 'moderator'))
    or exists (select from practitioners p where p.user_id = u.id and p.verified_at is not null))`.execute(tx);
  return rows.length > 0;
}
