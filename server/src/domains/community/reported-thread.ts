import { sql } from 'kysely';
import type { ReportedThread } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { everythingOf } from './moderators.ts';
import { subjectJson, type SubjectRow, toSubject } from './subjects.ts';
import { viewerOf } from './viewer.ts';

interface Around {
  readonly place: 'above' | 'reported' | 'beside' | 'below';
  readonly depth: number;
  readonly subject: SubjectRow;
}

/**
 * The maximum number of comments shown in each of three places: before the reported text, after it, and among its
 * replies.
 */
const BESIDE = 2;

/**
 * Returns a reported text with its parents, neighbours and replies, for the moderators of its community. Throws
 * NOT_FOUND for cases in other communities.
 */
export async function getReportedThread(ctx: Context, caller: SignedIn, reportId: string): Promise<ReportedThread> {
  const covers = await everythingOf(ctx.db, await viewerOf(ctx.db, caller));
  const { rows } = await sql<{ kind: 'post' | 'comment'; id: string; post: SubjectRow | null }>`
    select r.subject_kind as kind, r.subject_id as id, (select ${subjectJson('x')} from (select 'post' as subject_kind,
      coalesce((select c.post_id from comments c where c.id = r.subject_id), r.subject_id) as subject_id) x) as post
    from reports r where r.id = ${reportId} and r.subject_kind in ('post', 'comment') and ${covers('r.channel_id')}`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (!found?.post) throw new Refusal('NOT_FOUND');
  const around = await readAround(ctx, found);
  return {
    post: shown(ctx, found.post, found.kind === 'post'),
    comments: around.map(({ place, depth, subject }) => ({
      place,
      depth,
      ...shown(ctx, subject, place === 'reported'),
    })),
  };
}

/**
 * Returns a post or comment of the thread. The reported text is shown even if it is hidden. Other hidden texts are
 * empty.
 */
const shown = (ctx: Context, subject: SubjectRow, isReported: boolean): ReportedThread['post'] => {
  const whole = toSubject(ctx, subject);
  return isReported || whole.state === 'visible' ? whole : { ...whole, title: '', body: '', author: null };
};

async function readAround(ctx: Context, { kind, id }: { kind: 'post' | 'comment'; id: string }): Promise<Around[]> {
  const places =
    kind === 'post'
      ? sql`(select c.id, c.depth, 'below' as place from comments c where c.post_id = ${id} and c.parent_id is null order by c.id limit ${BESIDE})`
      : sql`(with recursive up as (
          select c.id, c.parent_id, c.depth from comments c where c.id = ${id}
          union all select c.id, c.parent_id, c.depth from up join comments c on c.id = up.parent_id)
        select id, depth, case when id = ${id} then 'reported' else 'above' end as place from up)
      union all (select n.id, n.depth, 'beside' from comments c join comments n on n.post_id = c.post_id and n.parent_id is not distinct from c.parent_id
        where c.id = ${id} and n.id < c.id order by n.id desc limit ${BESIDE})
      union all (select n.id, n.depth, 'beside' from comments c join comments n on n.post_id = c.post_id and n.parent_id is not distinct from c.parent_id
        where c.id = ${id} and n.id > c.id order by n.id limit ${BESIDE})
      union all (select n.id, n.depth, 'below' from comments n where n.parent_id = ${id} order by n.id limit ${BESIDE})`;
  const { rows } = await sql<Around>`select p.place, p.depth, ${subjectJson('x')} as subject
    from (${places}) p cross join lateral (select 'comment' as subject_kind, p.id as subject_id) x
    order by p.depth, p.id`.execute(ctx.db);
  return rows;
}
