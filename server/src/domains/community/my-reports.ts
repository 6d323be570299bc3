import { type RawBuilder, sql } from 'kysely';
import type { ModerationAction, MyReport, ReportReason } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { labelColumns, type LabelRow, toLabel } from './cards.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { appealableUntil } from './decisions.queries.ts';
import { one } from './one.ts';
import { outcomeOf } from './report-outcome.ts';
import { tellModerators } from './tell-moderators.ts';
import { timeId } from './time-id.ts';
import { among, type Viewer, viewerOf } from './viewer.ts';

interface Row extends LabelRow {
  report_id: string;
  report_channel_id: string | null;
  subject_kind: MyReport['kind'];
  subject_id: string;
  status: 'open' | 'decided';
  reason: ReportReason;
  note: string;
  reported_at: Date;
  decision_id: string | null;
  action: ModerationAction | null;
  rule: ReportReason | null;
  decided_at: Date | null;
  appeal_outcome: 'upheld' | 'reversed' | null;
  /** The title and path of what was reported, or null if the reporter may no longer see it. */
  found: { title: string; path: string } | null;
  review: {
    words: string;
    at: string;
    outcome: 'upheld' | 'reversed' | null;
    statement: string | null;
  } | null;
}

const select = async (db: Db | Tx, viewer: Viewer, where: RawBuilder<unknown>, limit: number): Promise<Row[]> => {
  const open = among(viewer.visibilities);
  const { rows } =
    await sql<Row>`select ${labelColumns}, r.id as report_id, r.channel_id as report_channel_id, r.subject_kind, r.subject_id, r.status,
      v.reason, v.note, v.at as reported_at, d.id as decision_id, d.action, d.reason as rule, d.at as decided_at, d.appeal_outcome,
      case r.subject_kind
        when 'post' then (select json_build_object('title', p.title, 'path', '/community/p/' || p.id) from posts p
          join channels c on c.id = p.channel_id and c.visibility = any(${open}) where p.id = r.subject_id and p.state = 'visible')
        when 'comment' then (select json_build_object('title', p.title, 'path', '/community/p/' || p.id || '?comment=' || x.id) from comments x
          join posts p on p.channel_id = x.channel_id and p.id = x.post_id join channels c on c.id = x.channel_id and c.visibility = any(${open})
          where x.id = r.subject_id and x.state = 'visible' and p.state = 'visible')
        when 'channel' then (select json_build_object('title', coalesce(c.name, c.slug), 'path', '/community/f/' || c.slug) from channels c
          where c.id = r.subject_id and c.visibility = any(${open}))
        else (select json_build_object('title', s.display_name, 'path', '/community/u/' || s.handle) from community_profiles s where s.user_id = r.subject_id)
      end as found,
      (select json_build_object('words', q.words, 'at', q.at, 'outcome', q.outcome, 'statement', q.statement) from report_reviews q
        where q.report_id = r.id and q.reporter_id = v.reporter_id) as review
    from report_voices v join reports r on r.id = v.report_id left join decisions d on d.id = r.decided_in and d.told_at is not null
    left join channels ch on ch.id = r.channel_id and ch.visibility = any(${open})
    where v.reporter_id = ${viewer.userId} and ${where} order by v.at desc, r.id desc limit ${limit}`.execute(db);
  return rows;
};

function toMyReport(ctx: Context, row: Row): MyReport {
  // The reporter does not learn about a decision while it can be undone.
  const isDecided = row.status === 'decided' && row.decision_id !== null;
  const outcome = isDecided ? outcomeOf(row) : null;
  const until = row.decided_at && appealableUntil(row.decided_at);
  const mayAsk = outcome !== null && outcome !== 'removed' && row.review === null && until && ctx.clock.now() < until;
  return {
    id: row.report_id,
    kind: row.subject_kind,
    title: row.found?.title ?? '',
    path: row.found?.path ?? null,
    channel: row.channel_id ? toLabel(ctx, row) : null,
    reason: row.reason,
    note: row.note,
    at: row.reported_at.toISOString(),
    state: isDecided ? 'decided' : 'open',
    outcome,
    rule: outcome === 'removed' || outcome === 'action' ? row.rule : null,
    decided_at: isDecided ? (row.decided_at?.toISOString() ?? null) : null,
    ask_until: mayAsk ? until.toISOString() : null,
    review: row.review && {
      words: row.review.words,
      at: new Date(row.review.at).toISOString(),
      outcome: row.review.outcome ?? 'open',
      statement: row.review.statement,
    },
  };
}

export async function listMyReports(
  ctx: Context,
  caller: SignedIn,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ rows: MyReport[]; next_cursor: string | null }> {
  const viewer = await viewerOf(ctx.db, caller);
  const after = fromCursor(cursor, 'instant', 'id');
  const rows = await select(
    ctx.db,
    viewer,
    after ? sql`(v.at, r.id) < (${after[0]}, ${after[1]}::uuid)` : sql`true`,
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => toMyReport(ctx, row)),
    next_cursor: rows.length > limit && last ? toCursor([last.reported_at.toISOString(), last.report_id]) : null,
  };
}

/**
 * Requests a review of the decision on a report. A reporter can request only one review of a report. Throws NOT_FOUND
 * for reports of other people.
 */
export const askReportReview = (
  ctx: Context,
  caller: SignedIn,
  { report_id, words }: { readonly report_id: string; readonly words: string },
): Promise<MyReport> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    await sql`select from reports where id = ${report_id} for update`.execute(tx);
    const [row] = await select(tx, viewer, sql`r.id = ${report_id}`, 1);
    if (!row) throw new Refusal('NOT_FOUND');
    if (toMyReport(ctx, row).ask_until === null) throw new Refusal('APPEAL_CLOSED');
    const now = ctx.clock.now();
    await sql`insert into report_reviews (id, report_id, decision_id, reporter_id, words, at)
      values (${timeId(now)}, ${report_id}, ${row.decision_id}, ${viewer.userId}, ${words}, ${now})`.execute(tx);
    await tellModerators(ctx, tx, row.report_channel_id);
    return toMyReport(ctx, one(await select(tx, viewer, sql`r.id = ${report_id}`, 1)));
  });
