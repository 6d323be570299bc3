import { type RawBuilder, sql } from 'kysely';
import { CommunityLimits, type HoldNote, type MyHold, type ReportReason } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { type Db, type Tx, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { labelColumns, type LabelRow, toLabel } from './cards.ts';
import type { Content } from './content.queries.ts';
import { fromCursor, toCursor } from './cursor.ts';
import './events.ts';
import { one } from './one.ts';
import { tellModerators } from './tell-moderators.ts';
import { timeId } from './time-id.ts';
import { among, type Viewer, viewerOf } from './viewer.ts';

const HOUR_MS = 3_600_000;

/** Returns the time by which a moderator should look at a text that was hidden at `at`. */
export const lookAtBy = (at: Date): Date => new Date(at.getTime() + CommunityLimits.hold_hours * HOUR_MS);

interface Cause {
  readonly reportId: string;
  readonly cause: HoldNote['cause'];
  readonly reason: ReportReason;
}

/**
 * Stores a notice that tells the author why their text is hidden. The caller hides the text in the same transaction.
 */
export async function stateHold(
  ctx: Context,
  tx: Tx,
  { kind, id, author_id }: Pick<Content, 'kind' | 'id' | 'author_id'>,
  { reportId, cause, reason }: Cause,
): Promise<void> {
  if (author_id === null) return;
  const at = ctx.clock.now();
  const hold_id = timeId(at);
  await sql`insert into holds (id, report_id, person_id, subject_kind, subject_id, cause, reason, at)
    values (${hold_id}, ${reportId}, ${author_id}, ${kind}, ${id}, ${cause}, ${reason}, ${at})`.execute(tx);
  await ctx.outbox.emit(tx, 'community.held', { hold_id }, { key: hold_id });
}

/**
 * The latest notice about the hidden text `x`, as JSON. It is null if the reader is not the author or the text is not
 * hidden.
 */
export const holdJson = (viewer: Viewer, x: string): RawBuilder<unknown> =>
  sql`(case when ${sql.raw(x)}.state = 'held' and ${sql.raw(x)}.author_id = ${viewer.userId} then
    (select json_build_object('cause', h.cause, 'reason', h.reason, 'at', h.at) from holds h
      where h.subject_id = ${sql.raw(x)}.id and h.person_id = ${viewer.userId} order by h.id desc limit 1) end)`;

export type HoldJson = Pick<HoldNote, 'cause' | 'reason'> & { readonly at: string | Date };

export const toHoldNote = (hold: HoldJson | null): HoldNote | null =>
  hold && { cause: hold.cause, reason: hold.reason, due_at: lookAtBy(new Date(hold.at)).toISOString() };

interface Row extends LabelRow, HoldJson {
  hold_id: string;
  hold_channel_id: string | null;
  kind: MyHold['kind'];
  subject_id: string;
  at: Date;
  words: string | null;
  post_id: string | null;
  title: string | null;
  state: MyHold['state'];
  case_status: 'open' | 'decided';
}

/**
 * The state of the hold `h`. It is derived from its case `r`, its text `t` and the decision `d` that closed the case. A
 * decision affects the state only after the author was notified, because it can be undone until then. A successful appeal
 * against a removal does not make a text visible that was removed again.
 */
const stateOf = sql`case when r.decided_in is not null and d.told_at is null then 'waiting'
    when t.state = 'held' then 'waiting' when t.id is null or t.state = 'deleted' then 'deleted'
    when coalesce(d.action, t.state) in ('remove', 'removed') and (d.appeal_outcome is distinct from 'reversed' or t.state = 'removed') then 'removed' else 'released' end`;

const select = async (db: Db | Tx, viewer: Viewer, where: RawBuilder<unknown>, limit: number): Promise<Row[]> => {
  const { rows } =
    await sql<Row>`select ${labelColumns}, h.id as hold_id, r.channel_id as hold_channel_id, h.subject_kind as kind, h.subject_id, h.cause, h.reason, h.at, h.words,
      t.post_id, case when h.subject_kind = 'post' or q.author_id = ${viewer.userId} or (q.state = 'visible' and ch.id is not null) then t.title end as title,
      r.status as case_status, ${stateOf} as state
    from holds h join reports r on r.id = h.report_id left join decisions d on d.id = r.decided_in
    left join lateral (
      select p.id, p.id as post_id, p.title, p.state from posts p where h.subject_kind = 'post' and p.id = h.subject_id
      union all select c.id, c.post_id, p.title, c.state from comments c join posts p on p.channel_id = c.channel_id and p.id = c.post_id
        where h.subject_kind = 'comment' and c.id = h.subject_id) t on true
    left join channels ch on ch.id = r.channel_id and ch.visibility = any(${among(viewer.visibilities)})
    left join posts q on q.channel_id = r.channel_id and q.id = t.post_id
    where h.person_id = ${viewer.userId} and ${where} order by h.id desc limit ${limit}`.execute(db);
  return rows;
};

function toMyHold(ctx: Context, row: Row): MyHold {
  const { kind, subject_id, post_id, title, state, words } = row;
  const isThere = row.channel_id !== null && post_id !== null && (state === 'waiting' || state === 'released');
  return {
    id: row.hold_id,
    kind,
    title: title ?? '',
    path: isThere ? `/community/p/${post_id}${kind === 'comment' ? `?comment=${subject_id}` : ''}` : null,
    channel: row.channel_id ? toLabel(ctx, row) : null,
    cause: row.cause,
    reason: row.reason,
    at: row.at.toISOString(),
    due_at: lookAtBy(row.at).toISOString(),
    state,
    words,
    can_answer: state === 'waiting' && row.case_status === 'open' && words === null,
  };
}

export async function listMyHolds(
  ctx: Context,
  caller: SignedIn,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ rows: MyHold[]; next_cursor: string | null }> {
  const after = fromCursor(cursor, 'id');
  const viewer = await viewerOf(ctx.db, caller);
  const rows = await select(ctx.db, viewer, after ? sql`h.id < ${after[0]}` : sql`true`, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => toMyHold(ctx, row)),
    next_cursor: rows.length > limit && last ? toCursor([last.hold_id]) : null,
  };
}

/**
 * Stores the author's answer. Each hold can be answered only once, and only before a decision. Throws NOT_FOUND for
 * holds of other people.
 */
export const answerHold = (
  ctx: Context,
  caller: SignedIn,
  { hold_id, words }: { readonly hold_id: string; readonly words: string },
): Promise<MyHold> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    await sql`select from holds where id = ${hold_id} and person_id = ${viewer.userId} for update`.execute(tx);
    const [row] = await select(tx, viewer, sql`h.id = ${hold_id}`, 1);
    if (!row) throw new Refusal('NOT_FOUND');
    if (!toMyHold(ctx, row).can_answer) throw new Refusal('APPEAL_CLOSED');
    await sql`update holds set words = ${words}, words_at = ${ctx.clock.now()} where id = ${hold_id}`.execute(tx);
    await tellModerators(ctx, tx, row.hold_channel_id);
    return toMyHold(ctx, one(await select(tx, viewer, sql`h.id = ${hold_id}`, 1)));
  });

/** Reminds the moderators of an open case, once for each hold, after the deadline that was promised to the author. */
export const remindOfHolds = (ctx: Context): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    const latest = new Date(now.getTime() - CommunityLimits.hold_hours * HOUR_MS);
    const { rows } = await sql<{ report_id: string; channel_id: string | null }>`update holds h set reminded_at = ${now}
      from reports r where r.id = h.report_id and r.status = 'open' and h.reminded_at is null and h.at <= ${latest}
      returning h.report_id, r.channel_id`.execute(tx);
    for (const late of rows) await ctx.outbox.emit(tx, 'community.reported', late, { key: `${late.report_id}:late` });
  });
