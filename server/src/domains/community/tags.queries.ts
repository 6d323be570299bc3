import { sql } from 'kysely';
import type { Visibility } from '#contract/community.ts';
import type { Tx } from '#server/platform/db/db.ts';

export interface Tagged {
  readonly channel_id: string;
  readonly post_id: string;
  readonly visibility: Visibility;
  readonly created_at: Date;
}

/** Stores tags. A tag keeps the spelling in which it was first used. */
export async function keepTags(tx: Tx, tags: readonly { tag: string; title: string }[]): Promise<void> {
  for (const { tag, title } of tags.toSorted((a, b) => (a.tag < b.tag ? -1 : 1)))
    await sql`insert into tags (tag, title) values (${tag}, ${title}) on conflict do nothing`.execute(tx);
}

/**
 * Locks tags before a change that raises the post counts of some and lowers those of others. The daily counts of a tag
 * (`tag_days`) change only while the tag is locked. All callers lock in the byte order of `toSorted`. The database's
 * default collation has another order, so the query names the collation.
 */
export const lockTags = (tx: Tx, tags: readonly string[]): Promise<unknown> =>
  sql`select from tags where tag = any(${[...tags]}::text[]) order by tag collate "C" for no key update`.execute(tx);

/**
 * Adds tags to a post, and increases the post count of each tag. The tags are always sorted, so that two writers cannot
 * deadlock.
 */
export async function attachTags(tx: Tx, post: Tagged, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  await sql`insert into post_tags (channel_id, post_id, tag, visibility, lang)
    select ${post.channel_id}, ${post.post_id}, tag, ${post.visibility}, (select lang from posts where channel_id = ${post.channel_id} and id = ${post.post_id})
    from unnest(${[...tags]}::text[]) tag on conflict do nothing`.execute(tx);
  await count(tx, post, tags, 1);
}

export async function detachTags(tx: Tx, post: Tagged, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  await sql`delete from post_tags where channel_id = ${post.channel_id} and post_id = ${post.post_id}`.execute(tx);
  await count(tx, post, tags, -1);
}

async function count(tx: Tx, { visibility, created_at }: Tagged, tags: readonly string[], by: 1 | -1): Promise<void> {
  await lockTags(tx, tags);
  for (const tag of tags.toSorted())
    await sql`insert into tag_days (day, tag, visibility, posts) values ((${created_at}::timestamptz at time zone 'UTC')::date, ${tag}, ${visibility}, ${by})
      on conflict (day, tag, visibility) do update set posts = tag_days.posts + ${by}`.execute(tx);
}

async function lockTagsOf(tx: Tx, channelId: string): Promise<void> {
  const { rows } = await sql<{
    tag: string;
  }>`select distinct tag from post_tags where channel_id = ${channelId}`.execute(tx);
  await lockTags(
    tx,
    rows.map(({ tag }) => tag),
  );
}

/** Removes the posts of a deleted community from all tags and from the counts of the tags. */
export async function dropTags(tx: Tx, channelId: string): Promise<void> {
  await lockTagsOf(tx, channelId);
  await sql`insert into tag_days (day, tag, visibility, posts)
      select (p.created_at at time zone 'UTC')::date, t.tag, t.visibility, -count(*)
      from post_tags t join posts p on p.channel_id = t.channel_id and p.id = t.post_id where t.channel_id = ${channelId} group by 1, 2, 3 order by 1, t.tag collate "C", 3
      on conflict (day, tag, visibility) do update set posts = tag_days.posts + excluded.posts`.execute(tx);
  await sql`delete from post_tags where channel_id = ${channelId}`.execute(tx);
}

/** Moves the tag counts of a community's posts to the community's new visibility. */
export async function moveTags(tx: Tx, channelId: string, to: Visibility): Promise<void> {
  const moved = (sign: 1 | -1, visibility: ReturnType<typeof sql>) => sql`
    insert into tag_days (day, tag, visibility, posts)
      select (p.created_at at time zone 'UTC')::date, t.tag, ${visibility}, ${sql.lit(sign)} * count(*)
      from post_tags t join posts p on p.channel_id = t.channel_id and p.id = t.post_id where t.channel_id = ${channelId} group by 1, 2, 3 order by 1, t.tag collate "C", 3
      on conflict (day, tag, visibility) do update set posts = tag_days.posts + excluded.posts`;
  await lockTagsOf(tx, channelId);
  await moved(-1, sql`t.visibility`).execute(tx);
  await sql`update post_tags set visibility = ${to} where channel_id = ${channelId}`.execute(tx);
  await moved(1, sql`${to}::text`).execute(tx);
}
