import { sql } from 'kysely';
import type { SinceLastVisit } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { isRead } from './reading.ts';
import { among, type Viewer, viewerOf } from './viewer.ts';

const DAY_MS = 86_400_000;
/** A visit less than this many milliseconds after the last recorded visit is not recorded. */
const AGAIN_MS = 600_000;
/** The highest number of the reader's newest posts, and of their newest comments, whose answers are counted. */
const OWN_TEXTS = 200;
const MOST_COUNTED = 99;
const THREADS = 3;

/**
 * Records that the member is visiting now. If the last recorded visit was at least a day ago, its time is kept as
 * `away_since`. For the next day, the member is shown what is new since `away_since`. A visit less than ten minutes
 * after the last recorded one is not recorded.
 */
export async function keepVisit(tx: Tx, userId: string, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const again = new Date(now.getTime() - AGAIN_MS);
  await sql`insert into community_visits as v (user_id, seen_at) values (${userId}, ${now})
    on conflict (user_id) do update set seen_at = excluded.seen_at,
      away_since = case when v.seen_at <= ${dayAgo} then v.seen_at else v.away_since end,
      back_at = case when v.seen_at <= ${dayAgo} then excluded.seen_at else v.back_at end
    where v.seen_at <= ${again}`.execute(tx);
}

/**
 * Returns the time since which the member was away. Returns null if the member was not away for a day, or has been back
 * for a day. The page records its visit and reads the news at the same time. The result therefore does not depend on
 * whether the visit is already recorded.
 */
async function awaySince(ctx: Context, userId: string): Promise<Date | null> {
  const now = ctx.clock.now();
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const { rows } = await withUser(ctx.db, userId, (tx) =>
    sql<{
      since: Date | null;
    }>`select case when seen_at <= ${dayAgo} then seen_at when back_at > ${dayAgo} then away_since end as since
      from community_visits where user_id = ${userId}`.execute(tx),
  );
  return rows[0]?.since ?? null;
}

export async function closeSinceLastVisit(ctx: Context, { userId }: SignedIn): Promise<void> {
  const now = ctx.clock.now();
  await withUser(ctx.db, userId, (tx) =>
    sql`update community_visits set seen_at = ${now}, away_since = null, back_at = null where user_id = ${userId}`.execute(
      tx,
    ),
  );
}

interface Row {
  posts: number;
  answers: number;
  by_practitioners: number;
  threads: SinceLastVisit['threads'] | null;
}

/**
 * Returns what is new since the time that `awaySince` returns. Returns null if that time is null, or if there is
 * nothing new.
 */
export async function getSinceLastVisit(ctx: Context, caller: SignedIn): Promise<SinceLastVisit | null> {
  const since = await awaySince(ctx, caller.userId);
  if (!since) return null;
  const row = await countSince(ctx, await viewerOf(ctx.db, caller), since);
  if (row.posts + row.answers + row.by_practitioners === 0) return null;
  return {
    since: since.toISOString(),
    posts_count: row.posts,
    answers_count: row.answers,
    practitioner_answers_count: row.by_practitioners,
    threads: row.threads ?? [],
  };
}

async function countSince(ctx: Context, viewer: Viewer, since: Date): Promise<Row> {
  const me = viewer.userId;
  const [people, channels] = [sql`${[...viewer.mutedPeople]}::text[]`, sql`${[...viewer.mutedChannels]}::text[]`];
  const { rows } = await sql<Row>`with joined as materialized (
      select m.channel_id, greatest(m.joined_at, ${since}::timestamptz) as since from channel_members m
        join channels ch on ch.id = m.channel_id and ch.visibility = any(${among(viewer.visibilities)})
      where m.user_id = ${me} and ch.id::text <> all(${channels})
    ), answers as materialized (
      select distinct on (c.id) c.id, c.post_id, c.author_id, p.title, p.lang from (
        (select p.id as post_id, null::uuid as comment_id from posts p where p.author_id = ${me} order by p.id desc limit ${OWN_TEXTS})
        union all (select o.post_id, o.id from comments o where o.author_id = ${me} order by o.id desc limit ${OWN_TEXTS})
      ) own join comments c on c.post_id = own.post_id and c.id > uuid_at(${since}) and c.state = 'visible'
        and (own.comment_id is null or coalesce(c.reply_to_id, c.parent_id) = own.comment_id)
        join posts p on p.channel_id = c.channel_id and p.id = c.post_id and p.state = 'visible'
        join channels ch on ch.id = c.channel_id and ch.visibility = any(${among(viewer.visibilities)})
      where c.author_id <> ${me} and c.author_id::text <> all(${people}) and ch.id::text <> all(${channels})
    ), doctors as (select d.user_id from practitioners d where d.verified_at is not null and d.profession = 'doctor' and d.user_id <> ${me} and d.user_id::text <> all(${people}))
    select
      (select count(*)::int from (select from joined j join posts p on p.channel_id = j.channel_id and p.state = 'visible' and p.id > uuid_at(j.since)
        where p.author_id <> ${me} and p.author_id::text <> all(${people}) ${isRead(viewer, 'p')} limit ${MOST_COUNTED}) n) as posts,
      (select least(count(*), ${MOST_COUNTED})::int from answers) as answers,
      (select count(*)::int from (select from doctors d join comments c on c.author_id = d.user_id and c.id > uuid_at(${since}) and c.state = 'visible'
        join joined j on j.channel_id = c.channel_id and c.id > uuid_at(j.since)
        join posts p on p.channel_id = c.channel_id and p.id = c.post_id and p.state = 'visible' limit ${MOST_COUNTED}) n) as by_practitioners,
      (select json_agg(t order by t.newest desc) from (select a.post_id, a.title, a.lang, bool_or(a.author_id in (select user_id from doctors)) as is_by_practitioner,
          (array_agg(a.id order by a.id desc))[1] as newest
        from answers a group by a.post_id, a.title, a.lang order by newest desc limit ${THREADS}) t) as threads`.execute(
    ctx.db,
  );
  const row = rows[0];
  if (!row) throw new Error('a query without a row');
  return {
    ...row,
    threads: (row.threads ?? []).map(({ post_id, title, lang, is_by_practitioner }) => ({
      post_id,
      title,
      lang,
      is_by_practitioner,
    })),
  };
}
