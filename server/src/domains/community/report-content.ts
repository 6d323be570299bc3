import { sql } from 'kysely';
import { type ReportReason, WriteLimits } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type Content, lockToChange } from './content.queries.ts';
import { holdIfReportedByMany } from './hold-reported.ts';
import { lockWriter } from './may-write.ts';
import { addVoice, openReport, type Reported } from './reports.queries.ts';
import { among, type Viewer, viewerOf } from './viewer.ts';
import { tellModerators } from './tell-moderators.ts';

export interface Report {
  readonly subject_kind: Reported['kind'];
  readonly subject_id: string;
  readonly reason: ReportReason;
  readonly note: string;
}

/**
 * Stores a report. People can report only texts, people and communities that they may see, so that a report reveals
 * nothing.
 */
export const reportContent = (ctx: Context, caller: SignedIn, report: Report): Promise<{ reported: true }> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    await lockWriter(ctx, tx, viewer.userId);
    await assertPace(ctx, tx, viewer.userId);
    const content = await reportedContent(tx, viewer, report);
    const channelId = content?.channel_id ?? (await findPlace(tx, viewer, report));
    const id = await openReport(ctx, tx, { kind: report.subject_kind, id: report.subject_id, channelId }, 'report');
    const isNew = await addVoice(tx, id, {
      by: viewer.userId,
      reason: report.reason,
      note: report.note,
      at: ctx.clock.now(),
    });
    if (isNew) {
      await ctx.outbox.emit(tx, 'community.reported', { report_id: id, channel_id: channelId }, { key: id });
      const receipt = { report_id: id, reporter_id: viewer.userId };
      await ctx.outbox.emit(tx, 'community.reportReceived', receipt, { key: `${id}:${viewer.userId}` });
      if (content) await holdIfReportedByMany(ctx, tx, content, id);
      await tellModerators(ctx, tx, channelId);
    }
    return { reported: true as const };
  });

/**
 * Returns the reported post or comment. It is locked in the same way as before a change of state, because a report may
 * hide it. Returns null if the report is about a community or a person.
 */
async function reportedContent(tx: Tx, viewer: Viewer, { subject_kind, subject_id }: Report): Promise<Content | null> {
  if (subject_kind !== 'post' && subject_kind !== 'comment') return null;
  const content = await lockToChange(tx, viewer, subject_kind, subject_id);
  if (!content || content.state !== 'visible' || content.post_state !== 'visible') throw new Refusal('NOT_FOUND');
  return content;
}

async function findPlace(tx: Tx, viewer: Viewer, { subject_kind, subject_id }: Report): Promise<null> {
  const { rows } =
    subject_kind === 'channel'
      ? await sql`select from channels where id = ${subject_id} and visibility = any(${among(viewer.visibilities)})`.execute(
          tx,
        )
      : await sql`select from community_profiles where user_id = ${subject_id}`.execute(tx);
  if (rows.length === 0) throw new Refusal('NOT_FOUND');
  // Reports about a community go to administrators, not to the people who run the community.
  return null;
}

async function assertPace(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - 3_600_000);
  const { rows } = await sql<{ at: Date }>`select at from report_voices where reporter_id = ${userId} and at > ${since}
    order by at desc limit ${WriteLimits.reports_per_hour}`.execute(tx);
  const oldest = rows.length === WriteLimits.reports_per_hour ? rows.at(-1) : undefined;
  if (oldest)
    throw new Refusal('RATE_LIMITED', {
      retry_after_s: Math.max(1, Math.ceil((oldest.at.getTime() - since.getTime()) / 1000)),
    });
}
