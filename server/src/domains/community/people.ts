import { sql } from 'kysely';
import type * as z from 'zod';
import { CommunityLimits, type MyCommunity, type Person, type Profile } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { containing, listMemberships } from './list-channels.ts';
import { assertNotSuspended, filterWords, isNewMember, lockWriter } from './may-write.ts';
import { communitiesOf } from './moderators.ts';
import { joinPerson, mustPerson, personColumns, type PersonRow } from './people.sql.ts';
import { ensureProfile, freeHandle } from './profile.ts';
import { pseudonym } from './pseudonyms.ts';
import { among, type Viewer, viewerOf } from './viewer.ts';
import { one } from './one.ts';

type ProfileView = z.infer<typeof Profile>;

interface MineRow extends PersonRow {
  suspended_until: Date | null;
  is_suspended: boolean;
  is_moderator: boolean;
  is_named: boolean;
  invites_count: number;
  unreachable: { id: string; name: string; is_only_owner: boolean }[];
}

/**
 * Returns the data that the layout of every page needs: the reader's name and rights in the communities, their
 * memberships, and the numbers of their invitations and drafts.
 */
export async function getMyCommunity(ctx: Context, caller: SignedIn): Promise<MyCommunity> {
  const viewer = await viewerOf(ctx.db, caller);
  await ensureProfile(ctx.db, viewer.userId, ctx.clock.now());
  const { rows } =
    await sql<MineRow>`select ${personColumns}, s.until as suspended_until, s.id is not null as is_suspended,
      pf.named_at is not null as is_named,
      exists (${communitiesOf(viewer)}) as is_moderator,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', coalesce(c.name, c.slug), 'is_only_owner', m.role = 'owner'
          and not exists (select from channel_members o where o.channel_id = c.id and o.role = 'owner'
            -- The successor is found by sorting all members. The case avoids the sort if there is no other owner.
            and case when o.user_id <> m.user_id then o.user_id = community_successor(c.id, m.user_id, now()) end)) order by c.name, c.id), '[]')
        from channel_members m join channels c on c.id = m.channel_id and c.kind = 'community' and c.visibility <> all(${among(viewer.visibilities)})
        where m.user_id = u.id) as unreachable,
      (select count(*)::int from channel_invites i join channels c on c.id = i.channel_id and c.visibility = any(${among(viewer.visibilities)}) where i.user_id = u.id) as invites_count
    from users u ${joinPerson('u.id')}
    left join lateral (select id, until from suspensions s where s.user_id = u.id and s.channel_id is null and s.lifted_at is null
      and (s.until is null or s.until > now()) order by s.until desc nulls first limit 1) s on true
    where u.id = ${viewer.userId}`.execute(ctx.db);
  const row = one(rows);
  return {
    me: mustPerson(row),
    plan: viewer.plan,
    has_exclusive_view: viewer.hasExclusiveView,
    visibilities: [...viewer.visibilities],
    has_chosen_name: row.is_named || row.registration_number !== null,
    is_new_member: await ctx.db.transaction().execute((tx) => isNewMember(ctx, tx, viewer)),
    suspended_until: row.suspended_until?.toISOString() ?? null,
    is_banned: row.is_suspended && row.suspended_until === null,
    is_moderator: viewer.isAdmin || row.is_moderator,
    is_asked: viewer.isAdmin || viewer.isExpert,
    reads: [...(viewer.reads ?? [])],
    memberships: await listMemberships(ctx, viewer),
    unreachable: row.unreachable,
    invites_count: row.invites_count,
    drafts_count: await countDrafts(ctx, viewer),
  };
}

const countDrafts = (ctx: Context, { userId }: Viewer): Promise<number> =>
  withUser(ctx.db, userId, async (tx) => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from community_drafts where user_id = ${userId}`.execute(tx);
    return rows[0]?.count ?? 0;
  });

interface ProfileRow extends PersonRow {
  bio: string;
  created_at: Date;
  likes: number;
  posts_count: number;
  comments_count: number;
  is_online: boolean;
  follow_state: 'follow' | 'mute' | null;
}

/** Returns a profile. `posts_count` and `comments_count` count only what the reader may read, up to 999. */
export async function getPerson(ctx: Context, caller: SignedIn, handle: string): Promise<ProfileView> {
  const viewer = await viewerOf(ctx.db, caller);
  const count = (table: 'posts' | 'comments') => sql`(select count(*)::int from (select from ${sql.table(table)} t
    join channels c on c.id = t.channel_id and c.visibility = any(${among(viewer.visibilities)})
    where t.author_id = pf.user_id and t.state = 'visible' limit 999) n)`;
  const online = new Date(ctx.clock.now().getTime() - CommunityLimits.online_s * 1000);
  const { rows } =
    await sql<ProfileRow>`select ${personColumns}, pf.bio, u.created_at, pf.likes, ${count('posts')} as posts_count, ${count('comments')} as comments_count,
      exists (select from community_presence o where o.user_id = pf.user_id and o.seen_at > ${online}) as is_online,
      (select f.state from community_follows f where f.user_id = ${viewer.userId} and f.kind = 'person' and f.target = pf.user_id::text) as follow_state
    from community_profiles pf left join practitioners dr on dr.user_id = pf.user_id and dr.verified_at is not null and dr.profession = 'doctor'
    join users u on u.id = pf.user_id where pf.handle = ${handle.replace(/^@/, '').toLowerCase()}`.execute(ctx.db);
  const row = rows[0];
  if (!row) throw new Refusal('NOT_FOUND');
  return {
    ...mustPerson(row),
    bio: row.bio,
    member_since: row.created_at.toISOString(),
    posts_count: row.posts_count,
    comments_count: row.comments_count,
    likes_received: row.likes,
    is_online: row.is_online,
    is_me: row.person_id === viewer.userId,
    follow_state: row.follow_state ?? 'none',
  };
}

export interface ProfileChanges {
  readonly handle: string;
  readonly display_name: string;
  readonly bio: string;
}

/**
 * Changes the caller's profile. A verified doctor cannot change the registered name, because the badge confirms it.
 * People who are suspended or banned everywhere cannot change what others read about them.
 */
export async function updateMyProfile(ctx: Context, caller: SignedIn, changes: ProfileChanges): Promise<ProfileView> {
  const { userId } = caller;
  await ctx.db
    .transaction()
    .execute(async (tx) => {
      await lockWriter(ctx, tx, userId);
      await assertNotSuspended(ctx, tx, userId, null);
      const viewer = await viewerOf(tx, caller);
      const { handle, display_name, bio } = changes;
      const held = await filterWords(tx, viewer, null, [handle, display_name, bio].join('\n'));
      if (held.length > 0) throw new Refusal('WORD_REFUSED', { words: held });
      const { rows: others } =
        await sql`select from community_profiles where handle = ${handle} and user_id <> ${userId}`.execute(tx);
      if (others.length > 0) throw new Refusal('HANDLE_TAKEN');
      const name = sql`case when exists (select from practitioners d where d.user_id = ${userId} and d.verified_at is not null and d.profession = 'doctor')
      then (select u.name from users u where u.id = ${userId}) else ${display_name} end`;
      await sql`update community_profiles set handle = ${handle}, display_name = ${name}, bio = ${bio}, named_at = coalesce(named_at, ${ctx.clock.now()})
      where user_id = ${userId}`.execute(tx);
    })
    .catch(asHandleTaken);
  return getPerson(ctx, caller, changes.handle);
}

/** Returns three pseudonyms in the caller's language. */
export async function suggestNames(ctx: Context, { userId }: SignedIn): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`select language from users where id = ${userId}`.execute(ctx.db);
  const { language } = one(rows);
  return Array.from({ length: 3 }, () => pseudonym(language));
}

/**
 * Stores the name that others see. The first choice also sets the handle. Later choices do not change the handle, so
 * that addresses and mentions stay valid. For a verified doctor, this function changes nothing.
 */
export async function chooseMyName(ctx: Context, caller: SignedIn, display_name: string): Promise<Person> {
  const { userId } = caller;
  const choose = () =>
    ctx.db.transaction().execute(async (tx) => {
      await lockWriter(ctx, tx, userId);
      await assertNotSuspended(ctx, tx, userId, null);
      const held = await filterWords(tx, await viewerOf(tx, caller), null, display_name);
      if (held.length > 0) throw new Refusal('WORD_REFUSED', { words: held });
      const handle = await freeHandle(tx, userId, display_name);
      await sql`update community_profiles pf set display_name = ${display_name}, named_at = ${ctx.clock.now()},
          handle = case when named_at is null then ${handle} else handle end
        where user_id = ${userId}
          and not exists (select from practitioners d where d.user_id = pf.user_id and d.verified_at is not null and d.profession = 'doctor')`.execute(
        tx,
      );
      const { rows } = await sql<PersonRow>`select ${personColumns}
        from users u ${joinPerson('u.id')} where u.id = ${userId}`.execute(tx);
      return mustPerson(one(rows));
    });
  // If another person took the handle at the same moment, the second try takes the next free one.
  return choose().catch((error: unknown) => (isTaken(error) ? choose() : Promise.reject(error)));
}

const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505';

/**
 * Throws HANDLE_TAKEN if another person took the chosen handle at the same moment. Throws any other error unchanged.
 */
function asHandleTaken(error: unknown): never {
  throw isTaken(error) ? new Refusal('HANDLE_TAKEN') : error;
}

/**
 * Returns people for an @mention: first the people who wrote under the post, then people whose names begin with the
 * text, then people with similar names.
 */
export async function suggestPeople(
  ctx: Context,
  caller: SignedIn,
  { search, post_id }: { search: string; post_id?: string | undefined },
): Promise<Person[]> {
  const viewer = await viewerOf(ctx.db, caller);
  const words = search.replace(/^@/, '');
  const writers = sql`select c.author_id from comments c join channels ch on ch.id = c.channel_id and ch.visibility = any(${among(viewer.visibilities)})
    where c.post_id = ${post_id ?? null} and c.state = 'visible'`;
  const inThread = post_id ? sql`exists (${writers} and c.author_id = pf.user_id)` : sql`false`;
  const found = words
    ? sql`pf.user_id in (select user_id from community_profiles where names like ${containing(words)} limit 50)
        or pf.user_id in (select user_id from community_people_like(${words}, 20))`
    : sql`pf.user_id in (${writers} limit 50)`;
  const { rows } = await sql<PersonRow>`select ${personColumns} from community_profiles pf
    left join practitioners dr on dr.user_id = pf.user_id and dr.verified_at is not null and dr.profession = 'doctor'
    where (${found}) and pf.user_id <> ${viewer.userId}
    order by coalesce(${inThread}, false) desc, starts_with(pf.names, fold(${words})) desc, word_similarity(fold(${words}), pf.names) desc, pf.handle limit 8`.execute(
    ctx.db,
  );
  return rows.map(mustPerson);
}
