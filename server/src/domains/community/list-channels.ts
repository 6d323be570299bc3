import { type RawBuilder, sql } from 'kysely';
import {
  type Channel,
  type ChannelCard,
  CommunityLimits,
  type Membership,
  type Visibility,
} from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { atMost, kept } from '#server/platform/db/kept.ts';
import type { Caller, SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { assetUrlOrNull } from './asset-links.ts';
import { instant, labelColumns, type LabelRow, toLabel } from './cards.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { isReadOnly } from './may-write.ts';
import { mustPerson, personJson, type PersonRow } from './people.sql.ts';
import { isSuspendedPerson } from './moderators.ts';
import { among, canModerate, channelOf, isSuspendedIn, type Viewer, viewerOf, visibilitiesIn } from './viewer.ts';

type Sql = RawBuilder<unknown>;

export interface ChannelRow extends LabelRow {
  kind: 'community' | 'page';
  description: string | null;
  banner_path: string | null;
  themes: string[];
  join_policy: 'open' | 'request';
  members_count: number;
  posts_count: number;
  created_at: Date | string;
  role: ChannelCard['role'];
  has_requested: boolean;
  total?: number;
}

/** The columns of the community `ch`. For a visitor (`userId` is null), the role and the request to join are empty. */
export const channelColumns = (
  userId: string | null,
): Sql => sql`${labelColumns}, ch.kind, ch.description, ch.banner_path, ch.join_policy, ch.members_count,
  ch.posts_count, ch.created_at, array(select t.theme from channel_themes t where t.channel_id = ch.id order by t.position) as themes,
  (select m.role from channel_members m where m.channel_id = ch.id and m.user_id = ${userId}) as role,
  exists (select from channel_join_requests r where r.channel_id = ch.id and r.user_id = ${userId}) as has_requested`;

export const toChannelCard = (ctx: Context, row: ChannelRow): ChannelCard => ({
  ...toLabel(ctx, row),
  kind: row.kind,
  description: row.description,
  banner_url: assetUrlOrNull(ctx, row.banner_path, row.visibility),
  themes: row.themes,
  is_exclusive: row.visibility !== 'open',
  join_policy: row.join_policy,
  members_count: row.members_count,
  posts_count: row.posts_count,
  created_at: instant(row.created_at),
  role: row.role,
  is_member: row.role !== null,
  has_requested: row.has_requested,
});

export interface ChannelQuery {
  readonly search: string;
  readonly theme?: string | undefined;
  readonly slugs?: readonly string[] | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly view: 'all' | 'exclusive';
  readonly sort: 'name' | 'members' | 'newest';
  readonly joined_only: boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Returns a page of communities. Visitors see only those that are open to all. Personal pages are included only if the
 * query names slugs or ids.
 */
export async function listChannels(ctx: Context, caller: Caller, query: ChannelQuery) {
  const viewer = caller.kind === 'user' ? await viewerOf(ctx.db, caller) : null;
  const visibilities = viewer ? visibilitiesIn(viewer, query.view) : visitorsSee(query.view);
  const where = sql`ch.visibility = any(${among(visibilities)}) ${filters(query, viewer?.userId ?? null)}`;
  const { rows } = await sql<ChannelRow & { id: string; key: string }>`
    select ${channelColumns(viewer?.userId ?? null)}, ch.id, fold(coalesce(ch.name, '')) as key, (select count(*)::int from channels ch where ${where}) as total
    from channels ch where ${where} ${behind(query)} order by ${orders[query.sort]} ${atMost(query.limit + 1)}`.execute(
    ctx.db,
  );
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => toChannelCard(ctx, row)),
    next_cursor: rows.length > query.limit && last ? cursorOf(query.sort, last) : null,
    total: rows[0]?.total ?? 0,
  };
}

const visitorsSee = (view: 'all' | 'exclusive'): Visibility[] => (view === 'all' ? ['open'] : []);

function filters({ search, theme, slugs, ids, joined_only }: ChannelQuery, userId: string | null): Sql {
  const parts = [
    slugs || ids ? sql`` : sql`and ch.kind = 'community'`,
    search
      ? sql`and (ch.names like ${containing(search)} or ch.id in (select channel_id from community_channels_like(${search}, 200)))`
      : sql``,
    theme
      ? sql`and exists (select from channel_themes t where t.channel_id = ch.id and fold(t.theme) = fold(${theme}))`
      : sql``,
    slugs ? sql`and ch.slug = any(${[...slugs]})` : sql``,
    ids ? sql`and ch.id = any(${[...ids]}::uuid[])` : sql``,
    // Only members find a read-only community in lists. Other people need its address.
    slugs
      ? sql``
      : sql`and (not ${isReadOnly} or exists (select from channel_members m where m.channel_id = ch.id and m.user_id = ${userId}))`,
    joined_only
      ? sql`and exists (select from channel_members m where m.channel_id = ch.id and m.user_id = ${userId})`
      : sql``,
  ];
  return sql.join(parts, sql` `);
}

/**
 * Returns a pattern for names that contain a text. The database folds the text as it folded the names: fold() of the
 * service treats some letters differently.
 */
export const containing = (text: string): Sql =>
  sql`('%' || regexp_replace(fold(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%')`;

const orders: Readonly<Record<ChannelQuery['sort'], Sql>> = {
  name: sql`fold(coalesce(ch.name, '')), ch.id`,
  members: sql`ch.members_count desc, ch.id desc`,
  newest: sql`ch.created_at desc, ch.id desc`,
};

function behind({ sort, cursor }: ChannelQuery): Sql {
  const [first, id] =
    fromCursor(cursor, sort === 'name' ? 'word' : sort === 'members' ? 'count' : 'instant', 'id') ?? [];
  if (id === undefined) return sql``;
  if (sort === 'name') return sql`and (fold(coalesce(ch.name, '')), ch.id) > (${first}, ${id}::uuid)`;
  if (sort === 'members') return sql`and (ch.members_count, ch.id) < (${first}, ${id}::uuid)`;
  return sql`and (ch.created_at, ch.id) < (${first}, ${id}::uuid)`;
}

function cursorOf(sort: ChannelQuery['sort'], row: ChannelRow & { id: string; key: string }): string {
  const first = sort === 'name' ? row.key : sort === 'members' ? row.members_count : instant(row.created_at);
  return toCursor([first, row.id]);
}

/** Returns one community as a card, for everyone who may read it. */
export async function showChannel(ctx: Context, db: Db | Tx, viewer: Viewer, channelId: string): Promise<ChannelCard> {
  const { rows } = await sql<ChannelRow>`select ${channelColumns(viewer.userId)} from channels ch
    where ch.id = ${channelId} and ch.visibility = any(${among(viewer.visibilities)})`.execute(db);
  if (!rows[0]) throw new Refusal('NOT_FOUND');
  return toChannelCard(ctx, rows[0]);
}

interface FullRow extends ChannelRow {
  rules: string[];
  online_count: number;
  is_muted: boolean;
  is_followed: boolean;
  archived_at: Date | null;
  delete_at: Date | null;
  is_on_web: boolean;
  open_reports_count: number;
  join_requests_count: number;
  moderators: PersonRow[] | null;
}

/** The number of online members of a community. */
export const onlineCount = (ctx: Context, channelId: Sql): Sql => sql`(select count(*)::int from community_presence o
  join channel_members om on om.user_id = o.user_id and om.channel_id = ${channelId}
  where o.seen_at > ${new Date(ctx.clock.now().getTime() - CommunityLimits.online_s * 1000)})`;

export async function getChannel(ctx: Context, caller: SignedIn, slug: string): Promise<Channel> {
  const viewer = await viewerOf(ctx.db, caller, { slug });
  const { id } = channelOf(viewer);
  const { rows } = await kept(
    ctx.db,
    sql<FullRow>`select ${channelColumns(viewer.userId)}, ch.rules, ch.archived_at, ch.delete_at, ch.web_since is not null as is_on_web, ${onlineCount(ctx, sql`ch.id`)} as online_count,
      exists (select from community_follows f where f.user_id = ${viewer.userId} and f.kind = 'channel' and f.target = ch.id::text and f.state = 'mute') as is_muted,
      exists (select from community_follows f where f.user_id = ${viewer.userId} and f.kind = 'channel' and f.target = ch.id::text and f.state = 'follow') as is_followed,
      (select count(*)::int from reports r where r.channel_id = ch.id and r.status = 'open') as open_reports_count,
      (select count(*)::int from channel_join_requests r where r.channel_id = ch.id and not ${isSuspendedPerson('r')}) as join_requests_count,
      (select json_agg(${personJson('s.user_id')} order by s.role = 'owner' desc, s.joined_at) from (select user_id, role, joined_at from channel_members
        where channel_id = ch.id and role <> 'member' order by role = 'owner' desc, joined_at limit 12) s) as moderators
    from channels ch where ch.id = ${id}`,
  );
  const row = rows[0];
  if (!row) throw new Refusal('NOT_FOUND');
  const moderates = canModerate(viewer, row.channel_id, row.role);
  const isLetIn = row.role !== null || row.join_policy === 'open' || viewer.isAdmin || viewer.isExpert;
  return {
    ...toChannelCard(ctx, row),
    rules: row.rules,
    online_count: row.online_count,
    can_edit: moderates,
    can_moderate: moderates,
    can_end: row.kind === 'community' && moderates && (viewer.isAdmin || row.role === 'owner'),
    can_post: isLetIn && !isSuspendedIn(viewer, row.channel_id) && row.archived_at === null && row.delete_at === null,
    archived_at: row.archived_at?.toISOString() ?? null,
    delete_at: row.delete_at?.toISOString() ?? null,
    is_on_web: row.is_on_web,
    is_muted: row.is_muted,
    is_followed: row.is_followed,
    open_reports_count: moderates ? row.open_reports_count : null,
    join_requests_count: moderates ? row.join_requests_count : null,
    moderators: (row.moderators ?? []).filter((person) => person !== null).map(mustPerson),
  };
}

interface MembershipRow extends LabelRow {
  kind: 'community' | 'page';
  role: Membership['role'];
  joined_at: Date;
  unread_count: number;
  is_read_only: boolean;
  active_at: Date;
}

/**
 * Returns the person's own page first, then their communities by name. Communities that the person's plan no longer
 * includes are left out.
 */
export async function listMemberships(ctx: Context, viewer: Viewer): Promise<Membership[]> {
  const { rows } = await sql<MembershipRow>`select ${labelColumns}, ch.kind, m.role, m.joined_at,
      (select count(*)::int from (select from posts p where p.channel_id = ch.id and p.state = 'visible' and p.id > uuid_at(m.seen_at)
        and p.author_id is distinct from m.user_id limit 99) n) as unread_count, ${isReadOnly} as is_read_only,
      coalesce((select p.created_at from posts p where p.channel_id = ch.id and p.state = 'visible' order by p.id desc limit 1), ch.created_at) as active_at
    from channel_members m join channels ch on ch.id = m.channel_id and ch.visibility = any(${among(viewer.visibilities)})
    where m.user_id = ${viewer.userId} and (ch.kind = 'community' or ch.page_of = m.user_id)
    order by ch.kind = 'page' desc, fold(coalesce(ch.name, '')), ch.id limit 500`.execute(ctx.db);
  return rows.map((row) => ({
    channel: toLabel(ctx, row),
    kind: row.kind,
    role: row.role,
    can_moderate: canModerate(viewer, row.channel_id, row.role),
    is_muted: viewer.mutedChannels.includes(row.channel_id),
    joined_at: row.joined_at.toISOString(),
    unread_count: row.unread_count,
    is_read_only: row.is_read_only,
    active_at: row.active_at.toISOString(),
  }));
}
