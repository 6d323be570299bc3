import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  among,
  canModerate,
  channelOf,
  isInForce,
  isSuspendedIn,
  mayModerate,
  type ViewedChannel,
  type Viewer,
  viewerOf,
} from './viewer.ts';

/**
 * Requires that the caller is an owner or moderator of the community, or an administrator. If no community is named,
 * only an administrator is accepted.
 */
export async function moderatorOf(
  db: Db | Tx,
  caller: SignedIn,
  channelId: string | undefined,
): Promise<{ viewer: Viewer; channel: ViewedChannel | null }> {
  const viewer = await viewerOf(db, caller, channelId ? { channelId } : {});
  if (!channelId) {
    if (!viewer.isAdmin) throw new Refusal('FORBIDDEN');
    return { viewer, channel: null };
  }
  return { viewer, channel: assertModerator(viewer, channelOf(viewer)) };
}

/**
 * Returns an SQL condition. It is true for rows whose column contains the id of a community that the moderator handles.
 */
export type Covers = (column: string) => RawBuilder<unknown>;

/**
 * Returns the condition that limits rows to a moderator's communities. With `channelId`, it accepts only rows of that
 * community. Without it, it accepts rows of every community that the caller owns or moderates, and for administrators
 * all rows. Only administrators handle reports on personal pages, because these are not communities.
 */
export async function deskOf(
  db: Db | Tx,
  caller: SignedIn,
  channelId: string | undefined,
): Promise<{ viewer: Viewer; covers: Covers }> {
  if (channelId) {
    const { viewer, channel } = await moderatorOf(db, caller, channelId);
    const ids = await moderatedBy(db, viewer);
    if (ids?.includes(channelId) === false) throw new Refusal('NOT_A_MODERATOR', { slug: channel?.slug ?? '' });
    return { viewer, covers: (column) => sql`${sql.raw(column)} = ${channelId}` };
  }
  const viewer = await viewerOf(db, caller);
  const ids = await moderatedBy(db, viewer);
  if (ids?.length === 0) throw new Refusal('FORBIDDEN');
  return { viewer, covers: coversOf(ids) };
}

/**
 * Returns a condition that covers all communities that the caller moderates. For administrators it covers every
 * community, and for most people none.
 */
export const everythingOf = async (db: Db | Tx, viewer: Viewer): Promise<Covers> =>
  coversOf(await moderatedBy(db, viewer));

const coversOf =
  (ids: readonly string[] | null): Covers =>
  (column) =>
    ids ? sql`${sql.raw(column)} = any(${[...ids]}::uuid[])` : sql`true`;

/** Returns the ids of a moderator's communities. Returns null for administrators, who moderate all communities. */
async function moderatedBy(db: Db | Tx, viewer: Viewer): Promise<string[] | null> {
  if (viewer.isAdmin) return null;
  const { rows } = await sql<{ id: string }>`${communitiesOf(viewer)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Selects the communities in which the viewer may moderate as an owner or moderator. */
export const communitiesOf = (viewer: Viewer): RawBuilder<unknown> => sql`select c.id from channel_members m
  join channels c on c.id = m.channel_id and c.kind = 'community' and c.visibility = any(${among(viewer.visibilities)})
  where m.user_id = ${viewer.userId} and ${mayModerate(viewer, 'm.channel_id', 'm.role')}`;

/**
 * True if the person of the row `x` is suspended or banned in its community or everywhere, or if the account is
 * suspended. `x` has the columns `user_id` and `channel_id`.
 */
export const isSuspendedPerson = (x: string): RawBuilder<unknown> => sql`(exists (select from suspensions s
  where s.user_id = ${sql.ref(`${x}.user_id`)} and ${isInForce} and (s.channel_id is null or s.channel_id = ${sql.ref(`${x}.channel_id`)}))
  or exists (select from users u where u.id = ${sql.ref(`${x}.user_id`)} and u.suspended_at is not null))`;

/** Selects the owners and moderators of a community, except those who are suspended. */
export const moderatorsOf = (channelId: string): RawBuilder<unknown> => sql`select m.user_id from channel_members m
  where m.channel_id = ${channelId} and m.role <> 'member' and moderator_in_office(m.user_id, m.channel_id, now())`;

/** Selects the administrators, except those who are suspended. */
export const administrators = sql`select a.id from users a where a.role = 'admin' and moderator_in_office(a.id, null, now())`;

/**
 * Selects the people who have to act in a community: its moderators, or administrators if it has no moderator who is
 * not suspended.
 */
export const awaitedIn = (channelId: string): RawBuilder<unknown> => sql`${moderatorsOf(channelId)}
  union all ${administrators} and not exists (${moderatorsOf(channelId)})`;

export function assertModerator(viewer: Viewer, channel: ViewedChannel): ViewedChannel {
  if (!canModerate(viewer, channel.id, channel.role)) throw new Refusal('NOT_A_MODERATOR', { slug: channel.slug });
  return channel;
}

/** Requires that the reader is an owner of the community who is not suspended, or an administrator. */
export function assertOwner(viewer: Viewer, channel: ViewedChannel): ViewedChannel {
  const isOwner = channel.role === 'owner' && !isSuspendedIn(viewer, channel.id);
  if (!viewer.isAdmin && !isOwner) throw new Refusal('NOT_A_MODERATOR', { slug: channel.slug });
  return channel;
}
