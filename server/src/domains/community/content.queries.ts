import { type RawBuilder, sql } from 'kysely';
import type { MemberRole, Visibility } from '#contract/community.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockTags } from './tags.queries.ts';
import { among, type Viewer } from './viewer.ts';

export type ContentKind = 'post' | 'comment';
export type State = 'visible' | 'held' | 'removed' | 'deleted';

/** A post or comment, with the data that determines who may change it. */
export interface Content {
  kind: ContentKind;
  id: string;
  channel_id: string;
  slug: string;
  visibility: Visibility;
  join_policy: 'open' | 'request';
  role: MemberRole | null;
  post_id: string;
  parent_id: string | null;
  author_id: string | null;
  state: State;
  post_state: State;
  post_author_id: string | null;
  version: number;
  is_locked: boolean;
  depth: number;
  title: string | null;
  body: string;
  tags: string[];
  tag_titles: string[];
  created_at: Date;
  likes_count: number;
}

const posts = sql`select 'post' as kind, p.id, p.channel_id, p.id as post_id, null::uuid as parent_id, p.author_id, p.state, p.state as post_state,
  p.author_id as post_author_id, p.version, p.is_locked, 0 as depth, p.title, p.body, p.tags, p.tag_titles, p.created_at, p.likes_count from posts p`;
const comments = sql`select 'comment' as kind, c.id, c.channel_id, c.post_id, c.parent_id, c.author_id, c.state, p.state as post_state,
  p.author_id as post_author_id, c.version, p.is_locked, c.depth, null as title, c.body, '{}'::text[] as tags, '{}'::text[] as tag_titles,
  c.created_at, c.likes_count from comments c join posts p on p.channel_id = c.channel_id and p.id = c.post_id`;

const sources: Readonly<Record<ContentKind, RawBuilder<unknown>>> = {
  post: sql`${posts} where p.id =`,
  comment: sql`${comments} where c.id =`,
};

/** Locks and returns a post or comment, so that two changes to it run one after the other. */
export async function lockContent(tx: Tx, viewer: Viewer, kind: ContentKind, id: string): Promise<Content | null> {
  await sql`select from ${sql.table(kind === 'post' ? 'posts' : 'comments')} where id = ${id} for update`.execute(tx);
  return findContent(tx, viewer, kind, id);
}

/**
 * Locks and returns a post or comment before its state changes. Posts store the number of their comments, so the post
 * of a comment is locked first. Adding a reply takes these locks in the same order.
 */
export async function lockToChange(tx: Tx, viewer: Viewer, kind: ContentKind, id: string): Promise<Content | null> {
  if (kind === 'comment')
    await sql`select from posts where id = (select post_id from comments where id = ${id}) for update`.execute(tx);
  return lockContent(tx, viewer, kind, id);
}

/** Returns a post or comment. Returns null if it does not exist or the reader may not read its community. */
export async function findContent(tx: Tx, viewer: Viewer, kind: ContentKind, id: string): Promise<Content | null> {
  const { rows } =
    await sql<Content>`select x.*, ch.slug, ch.visibility, ch.join_policy, m.role from (${sources[kind]} ${id}) x
    join channels ch on ch.id = x.channel_id and ch.visibility = any(${among(viewer.visibilities)})
    left join channel_members m on m.channel_id = ch.id and m.user_id = ${viewer.userId}`.execute(tx);
  return rows[0] ?? null;
}

/** Locks and returns a visible post or comment. Throws NOT_FOUND for hidden and removed ones, even for their author. */
export async function visibleContent(tx: Tx, viewer: Viewer, kind: ContentKind, id: string): Promise<Content> {
  const content = await lockContent(tx, viewer, kind, id);
  if (!content || content.state !== 'visible' || content.post_state !== 'visible') throw new Refusal('NOT_FOUND');
  return content;
}

/**
 * Locks and returns the caller's own post or comment. It may be hidden, but not removed or deleted. Throws NOT_FOUND
 * for posts and comments of other people.
 */
export async function ownContent(tx: Tx, viewer: Viewer, kind: ContentKind, id: string): Promise<Content> {
  const content = await lockToChange(tx, viewer, kind, id);
  const isThere =
    content && content.author_id === viewer.userId && (content.state === 'visible' || content.state === 'held');
  if (!isThere) throw new Refusal('NOT_FOUND');
  return content;
}

/**
 * Locks all posts and comments of a community, before a change of the community that also changes them. Every
 * transaction takes its locks in the same order: posts, comments, communities, tags.
 */
export async function lockTexts(tx: Tx, channelId: string): Promise<void> {
  await sql`select from posts where channel_id = ${channelId} order by id for update`.execute(tx);
  await sql`select from comments where channel_id = ${channelId} order by id for update`.execute(tx);
}

/** Locks the row of a community until the end of the transaction. People may still read it. */
export const lockPlace = (tx: Tx, channelId: string): Promise<unknown> =>
  sql`select from channels where id = ${channelId} for no key update`.execute(tx);

/**
 * Returns the communities that are deleted with the person's account: the personal page, and those without another
 * member.
 */
async function listEndingWith(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from channels where page_of = ${userId}
    union select m.channel_id from channel_members m where m.user_id = ${userId} and m.role = 'owner'
      and not exists (select from channel_members o where o.channel_id = m.channel_id and o.user_id <> ${userId})`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks all communities of a person, in the order of their ids. Other people can still write in the communities that
 * stay. Nobody can write in those that end, because a new text would be deleted with the community.
 */
async function lockPlacesOf(tx: Tx, userId: string, ending: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select channel_id as id from posts where author_id = ${userId}
    union select channel_id from comments where author_id = ${userId}
    union select channel_id from channel_members where user_id = ${userId}
    union select unnest(${ending}::uuid[]) order by id`.execute(tx);
  for (const { id } of rows)
    await (ending.includes(id) ? sql`select from channels where id = ${id} for update`.execute(tx) : lockPlace(tx, id));
}

/**
 * Locks and returns the person's posts and comments, except deleted ones. The locks are taken in the order of
 * `lockTexts`. This transaction and a moderator's decision about one of them therefore wait for each other, and the
 * returned states are current. The texts of a community or page that ends with the person are locked too, because they
 * are deleted. All communities of the person are locked, because ending the memberships reduces their counts of members.
 */
export async function listContentOf(tx: Tx, userId: string): Promise<Content[]> {
  const ending = await listEndingWith(tx, userId);
  await sql`select from posts where id in (select id from posts where author_id = ${userId}
    union all select post_id from comments where author_id = ${userId}
    union all select id from posts where channel_id = any(${ending}::uuid[])) order by id for update`.execute(tx);
  await sql`select from comments where id in (select id from comments where author_id = ${userId}
    union all select id from comments where channel_id = any(${ending}::uuid[])) order by id for update`.execute(tx);
  await lockPlacesOf(tx, userId, ending);
  const { rows: topics } = await sql<{ tag: string }>`select t.tag from post_tags t join posts p
      on p.channel_id = t.channel_id and p.id = t.post_id and p.author_id = ${userId}
    union select t.tag from post_tags t where t.channel_id = any(${ending}::uuid[])`.execute(tx);
  await lockTags(
    tx,
    topics.map(({ tag }) => tag),
  );
  const all: Content[] = [];
  for (const source of [sql`${comments} where c.author_id =`, sql`${posts} where p.author_id =`]) {
    const { rows } =
      await sql<Content>`select x.*, ch.slug, ch.visibility, ch.join_policy, null as role from (${source} ${userId}) x
      join channels ch on ch.id = x.channel_id where x.state <> 'deleted' order by x.id`.execute(tx);
    all.push(...rows);
  }
  return all;
}

/** Returns the author of a post or comment. Returns null if the author has left or there is no such post or comment. */
export async function authorOf(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ author_id: string | null }>`select author_id from posts where id = ${id}
    union all select author_id from comments where id = ${id}`.execute(db);
  return rows[0]?.author_id ?? null;
}
