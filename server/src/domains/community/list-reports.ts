import { sql } from 'kysely';
import type { ReportCase, ReportReason } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { labelColumns, type LabelRow, toLabel } from './cards.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { moderatorOf } from './moderators.ts';
import { personJson, type PersonRow, toPerson } from './people.sql.ts';
import { subjectJson, type SubjectRow, toSubject } from './subjects.ts';

interface Row extends LabelRow {
  id: string;
  origin: 'report' | 'filter';
  status: 'open' | 'decided';
  first_at: Date;
  last_at: Date;
  subject: SubjectRow | null;
  voices: { reason: ReportReason; note: string; at: string; reporter: PersonRow | null }[] | null;
  voices_count: number;
  author_decisions_count: number;
}

export interface QueueQuery {
  readonly channel_id?: string | undefined;
  readonly status: 'open' | 'decided';
  readonly reason?: ReportReason | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Reports that wait for a moderator of one community, or for administrators of all. Only administrators see who reported. */
export async function listReports(ctx: Context, caller: SignedIn, query: QueueQuery) {
  const { viewer } = await moderatorOf(ctx.db, caller, query.channel_id);
  const after = fromCursor(query.cursor, 'instant', 'id');
  const where = sql`r.status = ${query.status} ${query.channel_id ? sql`and r.channel_id = ${query.channel_id}` : sql``}
    ${query.reason ? sql`and exists (select from report_voices v where v.report_id = r.id and v.reason = ${query.reason})` : sql``}`;
  const { rows } = await sql<
    Row & { report_id: string; open_count: number }
  >`select r.id as report_id, r.origin, r.status, r.first_at, r.last_at, ${labelColumns},
      ${subjectJson('r')} as subject,
      (select json_agg(json_build_object('reason', v.reason, 'note', v.note, 'at', v.at, 'reporter', ${personJson('v.reporter_id')}) order by v.at desc)
        from (select * from report_voices v where v.report_id = r.id order by v.at desc limit 50) v) as voices,
      (select count(*)::int from report_voices v where v.report_id = r.id) as voices_count,
      (select count(*)::int from decisions d where d.action in ('remove', 'warn', 'suspend', 'ban') and d.person_id = case r.subject_kind
        when 'post' then (select author_id from posts where id = r.subject_id) when 'comment' then (select author_id from comments where id = r.subject_id)
        when 'channel' then (select created_by from channels where id = r.subject_id) else r.subject_id end) as author_decisions_count
    from reports r left join channels ch on ch.id = r.channel_id
    where ${where} ${after ? sql`and (r.last_at, r.id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
    order by r.last_at desc, r.id desc limit ${query.limit + 1}`.execute(ctx.db);
  const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count from reports r
    where r.status = 'open' ${query.channel_id ? sql`and r.channel_id = ${query.channel_id}` : sql``}`.execute(ctx.db);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.flatMap((row) => (row.subject ? [toCase(ctx, row, row.subject, viewer.isAdmin)] : [])),
    next_cursor: rows.length > query.limit && last ? toCursor([last.last_at.toISOString(), last.report_id]) : null,
    open_count: counts[0]?.count ?? 0,
  };
}

function toCase(
  ctx: Context,
  row: Row & { report_id: string },
  subject: SubjectRow,
  namesReporters: boolean,
): ReportCase {
  const voices = row.voices ?? [];
  const reasons = Map.groupBy(voices, ({ reason }) => reason);
  return {
    id: row.report_id,
    subject: toSubject(ctx, subject),
    channel: row.channel_id ? toLabel(ctx, row) : null,
    reasons: [...reasons].map(([reason, those]) => ({ reason, count: those.length })),
    notes: voices
      .filter(({ note }) => note !== '')
      .map(({ note, reporter, at }) => ({
        note,
        reporter: namesReporters ? toPerson(reporter) : null,
        at: new Date(at).toISOString(),
      })),
    reports_count: row.voices_count,
    origin: row.origin,
    status: row.status,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    author_decisions_count: row.author_decisions_count,
  };
}
