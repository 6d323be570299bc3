import { type RawBuilder, sql } from 'kysely';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { ReportCase, ReportReason } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { labelColumns, type LabelRow, toLabel } from './cards.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { lookAtBy } from './holds.ts';
import { type Covers, deskOf, everythingOf } from './moderators.ts';
import { personJson, type PersonRow, toPerson } from './people.sql.ts';
import type { Viewer } from './viewer.ts';
import { subjectJson, type SubjectRow, toSubject } from './subjects.ts';

interface Row extends LabelRow {
  report_id: string;
  queue_rank: number;
  origin: 'report' | 'filter';
  status: 'open' | 'decided';
  first_at: Date;
  last_at: Date;
  held_at: Date | null;
  is_raised: boolean;
  hold: { at: string; words: string | null } | null;
  subject: SubjectRow | null;
  voices: { reason: ReportReason; note: string; at: string; reporter: PersonRow | null }[] | null;
  reasons: { reason: ReportReason; count: number }[] | null;
  voices_count: number;
  author_decisions_count: number;
  author_language: ReadingLanguage | null;
}

export interface QueueQuery {
  readonly channel_id?: string | undefined;
  readonly status: 'open' | 'decided';
  readonly reason?: ReportReason | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Returns the cases of one community, of all communities of the moderator, or all cases for an administrator. Open
 * cases are sorted by severity, then by the number of reports, then oldest first, but raised cases (`hold-reported.ts`)
 * come before all others. Decided cases are sorted newest first. Only administrators see the reporters.
 */
export async function listReports(ctx: Context, caller: SignedIn, query: QueueQuery) {
  const { viewer, covers } = await deskOf(ctx.db, caller, query.channel_id);
  const rows = await readCases(ctx, query, covers('r.channel_id'));
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.flatMap((row) => (row.subject ? [toCase(ctx, row, row.subject, viewer)] : [])),
    next_cursor: rows.length > query.limit && last ? toCursor(keysOf(query, last)) : null,
    ...(await countOpen(ctx, covers, await everythingOf(ctx.db, viewer))),
  };
}

const keysOf = ({ status }: QueueQuery, { queue_rank, first_at, last_at, report_id }: Row) =>
  status === 'open' ? [queue_rank, first_at.toISOString(), report_id] : [last_at.toISOString(), report_id];

function pageOf({ status, cursor }: QueueQuery): { after: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  if (status === 'decided') {
    const from = fromCursor(cursor, 'instant', 'id');
    return {
      after: from ? sql`and (r.last_at, r.id) < (${from[0]}, ${from[1]}::uuid)` : sql``,
      order: sql`last_at desc, id desc`,
    };
  }
  const from = fromCursor(cursor, 'count', 'instant', 'id');
  return {
    after: from
      ? sql`and (r.queue_rank, r.first_at, r.id) > (${from[0]}::int, ${from[1]}::timestamptz, ${from[2]}::uuid)`
      : sql``,
    order: sql`queue_rank, first_at, id`,
  };
}

/**
 * The person whom the report `r` affects: the author of a reported post or comment, the founder of a reported
 * community, or the reported person.
 */
const author = sql`case r.subject_kind
  when 'post' then (select author_id from posts where id = r.subject_id) when 'comment' then (select author_id from comments where id = r.subject_id)
  when 'channel' then (select created_by from channels where id = r.subject_id) else r.subject_id end`;

/**
 * Reads a page of cases. It first selects the rows and then looks up their texts, so that a long queue is as fast as a
 * short one.
 */
async function readCases(ctx: Context, query: QueueQuery, covered: RawBuilder<unknown>): Promise<Row[]> {
  const { after, order } = pageOf(query);
  const { rows } =
    await sql<Row>`select r.id as report_id, r.queue_rank, r.origin, r.status, r.first_at, r.last_at, r.held_at, r.is_raised, ${labelColumns},
      ${subjectJson('r')} as subject,
      (select json_agg(json_build_object('reason', v.reason, 'note', v.note, 'at', v.at, 'reporter', ${personJson('v.reporter_id')}) order by v.at desc)
        from (select * from report_voices v where v.report_id = r.id order by v.at desc limit 50) v) as voices,
      (select json_agg(json_build_object('reason', g.reason, 'count', g.count) order by g.count desc, g.reason)
        from (select v.reason, count(*)::int as count from report_voices v where v.report_id = r.id group by v.reason) g) as reasons,
      (select count(*)::int from report_voices v where v.report_id = r.id) as voices_count,
      (select count(*)::int from decisions d where d.action in ('remove', 'warn', 'suspend', 'ban') and d.undone_at is null
        and d.person_id = ${author}) as author_decisions_count,
      (select u.language from users u where u.id = ${author}) as author_language,
      (select json_build_object('at', min(h.at), 'words', (array_agg(h.words order by h.id desc) filter (where h.words is not null))[1])
        from holds h where h.report_id = r.id having count(*) > 0) as hold
    from (select * from reports r where r.status = ${sql.lit(query.status)} and ${covered}
        ${query.reason ? sql`and r.reasons @> array[${query.reason}]` : sql``} ${after}
      order by ${order} limit ${query.limit + 1}) r
    left join channels ch on ch.id = r.channel_id order by ${orderOf(query)}`.execute(ctx.db);
  return rows;
}

const orderOf = ({ status }: QueueQuery): RawBuilder<unknown> =>
  status === 'open' ? sql`r.queue_rank, r.first_at, r.id` : sql`r.last_at desc, r.id desc`;

interface Counts {
  open_count: number;
  reasons: { reason: ReportReason; count: number }[] | null;
  channels: { channel_id: string | null; count: number }[] | null;
}

/**
 * Counts the open cases of the chosen community, in total and by reason. Also counts the open cases of each community
 * of this moderator.
 */
async function countOpen(ctx: Context, chosen: Covers, all: Covers) {
  const { rows } = await sql<Counts>`select
    (select count(*)::int from reports r where r.status = 'open' and ${chosen('r.channel_id')}) as open_count,
    (select json_agg(json_build_object('reason', g.reason, 'count', g.count) order by g.count desc, g.reason) from (
      select unnest(r.reasons) as reason, count(*)::int as count from reports r
      where r.status = 'open' and ${chosen('r.channel_id')} group by 1) g) as reasons,
    (select json_agg(json_build_object('channel_id', g.channel_id, 'count', g.count)) from (
      select r.channel_id, count(*)::int as count from reports r where r.status = 'open' and ${all('r.channel_id')} group by r.channel_id) g) as channels`.execute(
    ctx.db,
  );
  const [counts] = rows;
  return {
    open_count: counts?.open_count ?? 0,
    open_by_reason: counts?.reasons ?? [],
    open_by_channel: counts?.channels ?? [],
  };
}

function toCase(ctx: Context, row: Row, subject: SubjectRow, viewer: Viewer): ReportCase {
  const isOwn = (subject.kind === 'post' || subject.kind === 'comment') && subject.author?.person_id === viewer.userId;
  return {
    id: row.report_id,
    subject: toSubject(ctx, subject),
    channel: row.channel_id ? toLabel(ctx, row) : null,
    reasons: row.reasons ?? [],
    notes: (row.voices ?? [])
      .filter(({ note }) => note !== '')
      .map(({ note, reporter, at }) => ({
        note,
        reporter: viewer.isAdmin ? toPerson(reporter) : null,
        at: new Date(at).toISOString(),
      })),
    reports_count: row.voices_count,
    origin: row.origin,
    status: row.status,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    held_at: row.held_at?.toISOString() ?? null,
    is_raised: row.is_raised,
    due_at: row.hold && lookAtBy(new Date(row.hold.at)).toISOString(),
    author_words: row.hold?.words ?? null,
    is_own: isOwn && !viewer.isAdmin,
    author_decisions_count: row.author_decisions_count,
    author_language: row.author_language ?? 'en',
  };
}
