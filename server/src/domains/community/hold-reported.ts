import { sql } from 'kysely';
import { NewMemberLimits, type ReportReason } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { changeState } from './change-state.ts';
import type { Content } from './content.queries.ts';
import { stateHold } from './holds.ts';
import { moderatorsOf } from './moderators.ts';
import { gravestOf, isEnoughToHold } from './severity.ts';
import { tellReaders } from './tell.ts';

const DAY_MS = 86_400_000;

/**
 * Hides a text that enough people have reported, until a moderator decides. Texts of administrators, moderators and
 * verified doctors stay visible, and their case moves up in the queue instead. Otherwise a crowd could silence a
 * doctor.
 */
export async function holdIfReportedByMany(ctx: Context, tx: Tx, content: Content, reportId: string): Promise<void> {
  const reasons = await countingReasons(ctx, tx, content, reportId);
  if (!isEnoughToHold(reasons)) return;
  if (await isHeldByNobody(tx, content)) {
    await sql`update reports set is_raised = true where id = ${reportId}`.execute(tx);
    return;
  }
  await changeState(tx, content, 'held');
  await sql`update reports set held_at = ${ctx.clock.now()} where id = ${reportId}`.execute(tx);
  await stateHold(ctx, tx, content, { reportId, cause: 'reports', reason: gravestOf(reasons) });
  await tellReaders(ctx, tx, content.post_id, null);
}

/**
 * Returns the reasons in a case that count towards hiding the text, one for each reporter. Reports of new members are
 * left out, so that nobody can hide a text with new accounts. A reason that a moderator has rejected for the same text
 * is left out too, unless the text was edited since. The same crowd therefore cannot hide it twice.
 */
async function countingReasons(ctx: Context, tx: Tx, { kind, id }: Content, reportId: string): Promise<ReportReason[]> {
  const since = new Date(ctx.clock.now().getTime() - NewMemberLimits.days * DAY_MS);
  const table = sql.table(kind === 'post' ? 'posts' : 'comments');
  const { rows } = await sql<{ reason: ReportReason }>`select v.reason from report_voices v
    join community_profiles p on p.user_id = v.reporter_id and p.created_at <= ${since}
    where v.report_id = ${reportId} and not exists (
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
    or u.id in (${moderatorsOf(channel_id)})
    or exists (select from practitioners p where p.user_id = u.id and p.verified_at is not null and p.profession = 'doctor'))`.execute(
    tx,
  );
  return rows.length > 0;
}
