import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { CommunityLimits } from '#contract/community.ts';
import { countUnread } from '#server/domains/notifications/index.ts';
import { onlineCount } from './list-channels.ts';
import { keepVisit } from './since-last-visit.ts';
import { type Viewer, viewerOf } from './viewer.ts';

export type FollowTarget =
  | { readonly person_id: string }
  | { readonly channel_id: string }
  | { readonly tag: string }
  | { readonly post_id: string };
type FollowState = 'follow' | 'mute' | 'none';

/**
 * Returns the kind and the id of what the reader wants to follow. Throws NOT_FOUND if the reader may not read it, or if
 * it is the reader's own profile.
 */
async function assertThere(ctx: Context, viewer: Viewer, target: FollowTarget): Promise<[kind: string, id: string]> {
  const open = sql`${[...viewer.visibilities]}::text[]`;
  const [kind, id, there] =
    'person_id' in target
      ? ([
          'person',
          target.person_id,
          sql`select from community_profiles where user_id = ${target.person_id} and user_id <> ${viewer.userId}`,
        ] as const)
      : 'channel_id' in target
        ? ([
            'channel',
            target.channel_id,
            sql`select from channels where id = ${target.channel_id} and visibility = any(${open})`,
          ] as const)
        : 'tag' in target
          ? (['tag', target.tag, sql`select from tags where tag = ${target.tag}`] as const)
          : ([
              'post',
              target.post_id,
              sql`select from posts p join channels c on c.id = p.channel_id and c.visibility = any(${open}) where p.id = ${target.post_id} and p.state = 'visible'`,
            ] as const);
  if ((await there.execute(ctx.db)).rows.length === 0) throw new Refusal('NOT_FOUND');
  return [kind, id];
}

export async function setFollow(
  ctx: Context,
  caller: SignedIn,
  { target, state }: { readonly target: FollowTarget; readonly state: FollowState },
): Promise<{ state: FollowState }> {
  const viewer = await viewerOf(ctx.db, caller);
  const [kind, id] = await assertThere(ctx, viewer, target);
  if (state === 'none')
    await sql`delete from community_follows where user_id = ${viewer.userId} and kind = ${kind} and target = ${id}`.execute(
      ctx.db,
    );
  else
    await sql`insert into community_follows (user_id, kind, target, state, at) values (${viewer.userId}, ${kind}, ${id}, ${state}, ${ctx.clock.now()})
      on conflict (user_id, kind, target) do update set state = excluded.state, at = excluded.at`.execute(ctx.db);
  return { state };
}

/**
 * Stores that the reader is online. Pages call this function once a minute. Returns the number of people who are
 * online, in one community or in all, and the number of unread notifications.
 */
export async function touchPresence(ctx: Context, caller: SignedIn, channelId: string | undefined) {
  const viewer = await viewerOf(ctx.db, caller, channelId ? { channelId } : {});
  const now = ctx.clock.now();
  await sql`insert into community_presence (user_id, seen_at) values (${viewer.userId}, ${now})
    on conflict (user_id) do update set seen_at = excluded.seen_at`.execute(ctx.db);
  const since = onlineSince(ctx);
  const online = viewer.channel
    ? onlineCount(ctx, sql`${viewer.channel.id}`)
    : sql`(select count(*)::int from community_presence o where o.seen_at > ${since})`;
  const { rows } = await sql<{ online_count: number }>`select ${online} as online_count`.execute(ctx.db);
  const unread_notifications = await withUser(ctx.db, viewer.userId, async (tx) => {
    await keepVisit(tx, viewer.userId, now);
    return countUnread(tx, viewer.userId);
  });
  return { online_count: rows[0]?.online_count ?? 0, unread_notifications };
}

const onlineSince = ({ clock }: Context): Date => new Date(clock.now().getTime() - CommunityLimits.online_s * 1000);

/** Deletes the rows of people who are no longer online. */
export const forgetPresence = (ctx: Context): Promise<unknown> =>
  sql`delete from community_presence where seen_at <= ${onlineSince(ctx)}`.execute(ctx.db);

/** Stores that a member has just looked at the community's page. Its earlier posts no longer count as unread there. */
export async function markChannelSeen(ctx: Context, caller: SignedIn, channelId: string): Promise<{ unread_count: 0 }> {
  const viewer = await viewerOf(ctx.db, caller, { channelId });
  if (!viewer.channel) throw new Refusal('NOT_FOUND');
  await sql`update channel_members set seen_at = ${ctx.clock.now()} where channel_id = ${channelId} and user_id = ${viewer.userId}`.execute(
    ctx.db,
  );
  return { unread_count: 0 };
}
