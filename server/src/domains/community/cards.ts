import { type RawBuilder, sql } from 'kysely';
import type { ChannelLabel, PostCard, Visibility } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { dueAt } from './answer-clock.ts';
import { assetUrl, assetUrlOrNull } from './asset-links.ts';
import { joinPerson, personColumns, type PersonRow, toPerson } from './people.sql.ts';
import { among, type Viewer } from './viewer.ts';

export interface LabelRow {
  channel_id: string;
  slug: string;
  channel_name: string | null;
  visibility: Visibility;
  icon_path: string | null;
}

/** The row of a post for a list. If the row comes from JSON, its times are strings. */
export interface CardRow extends LabelRow, PersonRow {
  id: string;
  author_id: string | null;
  state: PostCard['state'];
  title: string;
  lang: string | null;
  excerpt: string;
  image_path: string | null;
  tags: string[];
  tag_titles: string[];
  created_at: Date | string;
  edited_at: Date | string | null;
  likes_count: number;
  comments_count: number;
  popularity: number;
  hot: number;
  is_pinned: boolean;
  is_locked: boolean;
  is_expert: boolean;
  asks_practitioner: boolean;
  asked_at: Date | string | null;
  is_liked: boolean;
  read_at: Date | string | null;
  /** The number of new comments since the reader last opened the post. Null if the reader has not opened it. */
  unread_count: number | null;
  is_saved: boolean;
}

export const labelColumns = sql`ch.id as channel_id, ch.slug, ch.name as channel_name, ch.visibility, ch.icon_path`;

/** The highest number of new comments that is counted for a post. */
const MOST_NEW = 1000;

/**
 * Selects the comments that were written under the post `p` since the reader last opened it (`mk.read_at`), oldest
 * first. They are read from the thread each time, because a stored number would drift when comments are hidden or
 * deleted. The reader's own comments and those that the thread does not show are left out. Comments of muted people are
 * left out as in `comments.ts`.
 */
export const newComments = (viewer: Viewer): RawBuilder<unknown> => sql`select n.id from comments n
  where n.post_id = p.id and n.id >= uuid_at(mk.read_at) and n.state = 'visible' and n.created_at > mk.read_at
    and n.author_id is distinct from ${viewer.userId}
    ${viewer.mutedPeople.length > 0 ? sql`and (n.replies_count > 0 or n.author_id is null or n.author_id <> all(${[...viewer.mutedPeople]}::uuid[]))` : sql``}
  order by n.id limit ${sql.lit(MOST_NEW)}`;

/** The columns of a post in a list. They use the aliases `p`, `ch`, `pf`, `dr` and `mk` from `cardJoins`. */
export const cardColumns = (viewer: Viewer): RawBuilder<unknown> => sql`${labelColumns}, ${personColumns},
  p.id, p.author_id, p.state, p.title, p.lang, p.excerpt, p.image_path, p.tags, p.tag_titles, p.created_at, p.edited_at, p.likes_count, p.comments_count,
  p.popularity, p.hot, p.pinned_at is not null as is_pinned, p.is_locked, p.is_expert, p.asks_practitioner, p.asked_at,
  p.likes_count > 0 and exists (select from content_likes l where l.channel_id = p.channel_id and l.content_id = p.id and l.user_id = ${viewer.userId}) as is_liked,
  mk.read_at, case when mk.read_at is not null then (select count(*)::int from (${newComments(viewer)}) n) end as unread_count, mk.saved_at is not null as is_saved`;

/**
 * Joins that limit the rows to posts that the reader may see. They check the visibility of the community in every
 * query.
 */
export const cardJoins = (viewer: Viewer): RawBuilder<unknown> => sql`
  join channels ch on ch.id = p.channel_id and ch.visibility = any(${among(viewer.visibilities)})
  ${joinPerson('p.author_id')}
  left join post_marks mk on mk.channel_id = p.channel_id and mk.post_id = p.id and mk.user_id = ${viewer.userId}`;

export const instant = (value: Date | string): string => new Date(value).toISOString();
export const instantOrNull = (value: Date | string | null): string | null => (value === null ? null : instant(value));

export const toLabel = (ctx: Context, row: LabelRow): ChannelLabel => ({
  id: row.channel_id,
  slug: row.slug,
  name: row.channel_name ?? '',
  visibility: row.visibility,
  icon_url: assetUrlOrNull(ctx, row.icon_path, row.visibility),
});

export const toCard = (ctx: Context, viewer: Viewer, row: CardRow): PostCard => ({
  id: row.id,
  channel: toLabel(ctx, row),
  author: toPerson(row),
  title: row.title,
  lang: row.lang,
  excerpt: row.excerpt,
  image_url: row.image_path === null ? null : assetUrl(ctx, row.image_path, row.visibility),
  tags: row.tags.map((tag, at) => ({ tag, title: row.tag_titles[at] ?? tag })),
  created_at: instant(row.created_at),
  edited_at: instantOrNull(row.edited_at),
  likes_count: row.likes_count,
  comments_count: row.comments_count,
  is_liked: row.is_liked,
  is_saved: row.is_saved,
  is_pinned: row.is_pinned,
  is_locked: row.is_locked,
  is_expert: row.is_expert && row.speciality !== null,
  is_asking_practitioner: row.asks_practitioner,
  answer_due_at: row.asks_practitioner && row.asked_at ? dueAt(ctx, row.asked_at) : null,
  is_read: row.read_at !== null,
  unread_comments_count: row.unread_count,
  is_mine: row.author_id === viewer.userId,
  state: row.state,
});
