import type { AuditKind } from '#contract/audit.ts';
import { sql } from 'kysely';
import type { MemberRole } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockPlace } from './content.queries.ts';
import { assertNotSuspended, assertWritable, isReadOnly } from './may-write.ts';
import { assertModerator, assertOwner } from './moderators.ts';
import { ensureProfile } from './profile.ts';
import { channelOf, type Viewer, type ViewedChannel, viewerOf } from './viewer.ts';

export interface JoinState {
  readonly is_member: boolean;
  readonly has_requested: boolean;
  readonly role: MemberRole | null;
  readonly members_count: number;
}

/**
 * Locks the community first, so that joining, leaving and role changes run one after the other. Otherwise the last two
 * owners could leave at the same time.
 */
export async function lockChannel(
  tx: Tx,
  caller: SignedIn,
  channelId: string,
): Promise<{ viewer: Viewer; channel: ViewedChannel }> {
  await lockPlace(tx, channelId);
  const viewer = await viewerOf(tx, caller, { channelId });
  return { viewer, channel: channelOf(viewer) };
}

async function stateOf(tx: Tx, userId: string, channelId: string): Promise<JoinState> {
  const { rows } = await sql<{
    role: MemberRole | null;
    has_requested: boolean;
    members_count: number;
  }>`select c.members_count,
      (select role from channel_members where channel_id = c.id and user_id = ${userId}) as role,
      exists (select from channel_join_requests where channel_id = c.id and user_id = ${userId}) as has_requested
    from channels c where c.id = ${channelId}`.execute(tx);
  const row = rows[0];
  if (!row) throw new Refusal('NOT_FOUND');
  return { ...row, is_member: row.role !== null };
}

/** Adds a member. An existing member keeps their role. */
export async function addMember(ctx: Context, tx: Tx, channelId: string, userId: string): Promise<void> {
  const now = ctx.clock.now();
  await ensureProfile(tx, userId, now);
  await sql`insert into channel_members (channel_id, user_id, joined_at, seen_at) values (${channelId}, ${userId}, ${now}, ${now}) on conflict do nothing`.execute(
    tx,
  );
  await sql`delete from channel_join_requests where channel_id = ${channelId} and user_id = ${userId}`.execute(tx);
  await sql`delete from channel_invites where channel_id = ${channelId} and user_id = ${userId}`.execute(tx);
}

/**
 * Adds the caller to a community. If the moderators of the community decide about new members, sends them a request
 * instead. Administrators and people with an invitation join at once.
 */
export const joinChannel = (
  ctx: Context,
  caller: SignedIn,
  input: { channel_id: string; words: string },
): Promise<JoinState> =>
  ctx.db.transaction().execute(async (tx) => {
    const { viewer, channel } = await lockChannel(tx, caller, input.channel_id);
    if (channel.role !== null) return stateOf(tx, viewer.userId, channel.id);
    await assertNotSuspended(ctx, tx, viewer.userId, channel.id);
    await assertWritable(tx, channel.id);
    if (channel.join_policy === 'open' || viewer.isAdmin || (await isInvited(tx, channel.id, viewer.userId)))
      await addMember(ctx, tx, channel.id, viewer.userId);
    else await request(ctx, tx, channel.id, viewer.userId, input.words);
    return stateOf(tx, viewer.userId, channel.id);
  });

async function isInvited(tx: Tx, channelId: string, userId: string): Promise<boolean> {
  return (
    (await sql`select from channel_invites where channel_id = ${channelId} and user_id = ${userId}`.execute(tx)).rows
      .length > 0
  );
}

async function request(ctx: Context, tx: Tx, channelId: string, userId: string, words: string): Promise<void> {
  await ensureProfile(tx, userId, ctx.clock.now());
  const { rows } = await sql`insert into channel_join_requests (channel_id, user_id, words, created_at)
    values (${channelId}, ${userId}, ${words}, ${ctx.clock.now()}) on conflict do nothing returning user_id`.execute(
    tx,
  );
  if (rows.length > 0) await ctx.outbox.emit(tx, 'community.joinRequested', { channel_id: channelId, user_id: userId });
}

/**
 * Leaves a community, or withdraws the request to join. The last owner must first name a successor or end the
 * community. A member whose plan no longer includes the community may always leave: they can no longer open it, so they
 * need not name a successor.
 */
export const leaveChannel = (
  ctx: Context,
  caller: SignedIn,
  { channel_id, successor_id }: { channel_id: string; successor_id?: string | undefined },
): Promise<JoinState> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockPlace(tx, channel_id);
    const viewer = await viewerOf(tx, caller, { channelId: channel_id });
    const { userId } = viewer;
    const { role, has_requested } = await stateOf(tx, userId, channel_id);
    // Other people get NOT_FOUND if they may not read the community, so that they do not learn that it exists.
    if (role === null && !has_requested) channelOf(viewer);
    if (role === 'owner' && !viewer.channel) await handOn(ctx, tx, channel_id, userId);
    else if (role === 'owner') {
      if (successor_id && successor_id !== userId) await makeOwner(ctx, tx, channel_id, successor_id);
      if (!(await isEnding(tx, channel_id))) await assertOtherOwner(tx, channel_id, userId);
    }
    await sql`delete from channel_join_requests where channel_id = ${channel_id} and user_id = ${userId}`.execute(tx);
    await sql`delete from channel_members where channel_id = ${channel_id} and user_id = ${userId}`.execute(tx);
    return stateOf(tx, userId, channel_id);
  });

/**
 * Makes a member who is not suspended the owner, when an owner leaves whose plan no longer includes the community.
 * `community_successor` chooses the member, also when the account of an owner is deleted. If all other members are
 * suspended, the community becomes read-only.
 */
async function handOn(ctx: Context, tx: Tx, channelId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ user_id: string; role: MemberRole }>`select user_id, role from channel_members
    where channel_id = ${channelId}
      and user_id = community_successor(${channelId}, ${userId}, ${ctx.clock.now()})`.execute(tx);
  const [successor] = rows;
  if (successor && successor.role !== 'owner') await makeOwner(ctx, tx, channelId, successor.user_id);
  if (successor) return;
  const { rows: closed } = await sql`update channels set archived_at = coalesce(archived_at, ${ctx.clock.now()})
    where id = ${channelId} and kind = 'community' returning id`.execute(tx);
  // A personal page ends only with its account.
  if (closed.length === 0) throw new Refusal('LAST_OWNER');
}

async function isEnding(tx: Tx, channelId: string): Promise<boolean> {
  return (await sql`select from channels ch where ch.id = ${channelId} and ${isReadOnly}`.execute(tx)).rows.length > 0;
}

/** Requires another owner who is not suspended. */
async function assertOtherOwner(tx: Tx, channelId: string, userId: string): Promise<void> {
  const { rows } = await sql`select from channel_members where channel_id = ${channelId} and role = 'owner'
    and user_id <> ${userId} and moderator_in_office(user_id, channel_id, now()) limit 1`.execute(tx);
  if (rows.length === 0) throw new Refusal('LAST_OWNER');
}

async function makeOwner(ctx: Context, tx: Tx, channelId: string, userId: string): Promise<void> {
  const { rows } =
    await sql`update channel_members set role = 'owner' where channel_id = ${channelId} and user_id = ${userId}
    and exists (select from channels c where c.id = channel_id and c.kind = 'community') returning user_id`.execute(tx);
  if (rows.length === 0) throw new Refusal('LAST_OWNER');
  await ctx.outbox.emit(tx, 'community.roleChanged', { channel_id: channelId, user_id: userId });
}

export const setMemberRole = (
  ctx: Context,
  caller: SignedIn,
  { channel_id, user_id, role }: { channel_id: string; user_id: string; role: MemberRole },
): Promise<{ role: MemberRole }> =>
  ctx.db.transaction().execute(async (tx) => {
    const { viewer, channel } = await lockChannel(tx, caller, channel_id);
    assertOwner(viewer, channel);
    if (role !== 'owner') await assertStaysOwned(tx, channel_id, user_id);
    const { rows } =
      await sql`update channel_members set role = ${role} where channel_id = ${channel_id} and user_id = ${user_id} returning user_id`.execute(
        tx,
      );
    if (rows.length === 0) throw new Refusal('NOT_FOUND');
    await ctx.outbox.emit(tx, 'community.roleChanged', { channel_id, user_id });
    await record(ctx, tx, viewer, channel_id, user_id, 'community.roleChanged', { role });
    return { role };
  });

/** Throws a refusal if this person is an owner, and no other owner is left who is not suspended. */
async function assertStaysOwned(tx: Tx, channelId: string, userId: string): Promise<void> {
  const { rows } = await sql<{
    role: string;
  }>`select role from channel_members where channel_id = ${channelId} and user_id = ${userId}`.execute(tx);
  if (rows[0]?.role === 'owner') await assertOtherOwner(tx, channelId, userId);
}

/**
 * Removes a person from a community. Moderators can remove people with the role `member`. Owners and administrators can
 * remove anyone except the last owner.
 */
export const removeMember = (
  ctx: Context,
  caller: SignedIn,
  { channel_id, user_id }: { channel_id: string; user_id: string },
): Promise<{ members_count: number }> =>
  ctx.db.transaction().execute(async (tx) => {
    const { viewer, channel } = await lockChannel(tx, caller, channel_id);
    assertModerator(viewer, channel);
    const { rows } = await sql<{
      role: string;
    }>`select role from channel_members where channel_id = ${channel_id} and user_id = ${user_id}`.execute(tx);
    if (!rows[0]) throw new Refusal('NOT_FOUND');
    if (rows[0].role !== 'member') assertOwner(viewer, channel);
    await assertStaysOwned(tx, channel_id, user_id);
    await sql`delete from channel_members where channel_id = ${channel_id} and user_id = ${user_id}`.execute(tx);
    const { members_count } = await stateOf(tx, user_id, channel_id);
    await record(ctx, tx, viewer, channel_id, user_id, 'community.memberRemoved', {});
    return { members_count };
  });

const record = (
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  channelId: string,
  userId: string,
  action: AuditKind,
  details: Record<string, unknown>,
) =>
  ctx.audit.record(tx, {
    actor: viewer.userId,
    actor_role: viewer.caller.role,
    action,
    subject: `channel:${channelId}`,
    patient_id: null,
    reason: 'moderation',
    details: { ...details, user_id: userId },
  });
