import { sql } from 'kysely';
import type * as z from 'zod';
import type { Invite, JoinRequest } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { labelColumns, type LabelRow, toLabel } from './cards.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { assertNotSuspended, assertWritable } from './may-write.ts';
import { addMember, lockChannel } from './membership.ts';
import { assertModerator, isSuspendedPerson, moderatorOf } from './moderators.ts';
import { mustPerson, personJson, type PersonRow, toPerson } from './people.sql.ts';
import { among, type Viewer, viewerOf } from './viewer.ts';
import { one } from './one.ts';

interface InviteRow extends LabelRow {
  id: string;
  created_at: Date;
  inviter: PersonRow | null;
  invitee: PersonRow;
}
type InviteView = z.infer<typeof Invite>;

/** Selects invitations, the newest first. */
const invites = (
  viewer: Viewer,
  where: ReturnType<typeof sql>,
  most = 200,
) => sql<InviteRow>`select i.id, i.created_at, ${labelColumns},
    ${personJson('i.invited_by')} as inviter, ${personJson('i.user_id')} as invitee
  from channel_invites i join channels ch on ch.id = i.channel_id and ch.visibility = any(${among(viewer.visibilities)})
  where ${where} order by i.created_at desc, i.id desc limit ${most}`;

const toInvite = (ctx: Context, row: InviteRow): InviteView => ({
  id: row.id,
  channel: toLabel(ctx, row),
  invited_by: toPerson(row.inviter),
  invitee: mustPerson(row.invitee),
  created_at: row.created_at.toISOString(),
});

/**
 * Invites a person. The inviter does not learn whether the invited person's plan includes the community. If the plan
 * does not include it, the invited person does not see the invitation.
 */
export const inviteToChannel = (
  ctx: Context,
  caller: SignedIn,
  { channel_id, handle }: { channel_id: string; handle: string },
): Promise<InviteView> =>
  ctx.db.transaction().execute(async (tx) => {
    const { viewer, channel } = await lockChannel(tx, caller, channel_id);
    assertModerator(viewer, channel);
    const { rows } = await sql<{ id: string }>`insert into channel_invites (channel_id, user_id, invited_by, created_at)
      select ${channel_id}, p.user_id, ${viewer.userId}, ${ctx.clock.now()} from community_profiles p
      where p.handle = ${handle.trim().replace(/^@/, '').toLowerCase()}
        and not exists (select from channel_members m where m.channel_id = ${channel_id} and m.user_id = p.user_id)
      on conflict (channel_id, user_id) do update set invited_by = excluded.invited_by returning id`.execute(tx);
    const id = rows[0]?.id;
    if (!id) throw new Refusal('NOT_FOUND');
    await ctx.outbox.emit(tx, 'community.invited', { invite_id: id }, { key: id });
    return toInvite(ctx, one((await invites(viewer, sql`i.id = ${id}`).execute(tx)).rows));
  });

interface PageOfChannel {
  readonly channel_id: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export async function listChannelInvites(
  ctx: Context,
  caller: SignedIn,
  { channel_id, limit, cursor }: PageOfChannel,
): Promise<{ rows: InviteView[]; next_cursor: string | null }> {
  const after = fromCursor(cursor, 'instant', 'id');
  const { viewer } = await moderatorOf(ctx.db, caller, channel_id);
  const behind = after ? sql`and (i.created_at, i.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;
  const { rows } = await invites(viewer, sql`i.channel_id = ${channel_id} ${behind}`, limit + 1).execute(ctx.db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => toInvite(ctx, row)),
    next_cursor: rows.length > limit && last ? toCursor([last.created_at.toISOString(), last.id]) : null,
  };
}

export async function listMyInvites(ctx: Context, caller: SignedIn): Promise<InviteView[]> {
  const viewer = await viewerOf(ctx.db, caller);
  const { rows } = await invites(viewer, sql`i.user_id = ${viewer.userId}`).execute(ctx.db);
  return rows.map((row) => toInvite(ctx, row));
}

export const answerInvite = (
  ctx: Context,
  caller: SignedIn,
  { invite_id, accept }: { invite_id: string; accept: boolean },
) =>
  ctx.db.transaction().execute(async (tx) => {
    const { userId } = caller;
    const { channel_id } = await findInvite(tx, invite_id, userId);
    const { channel } = await lockChannel(tx, caller, channel_id);
    if (accept) await assertNotSuspended(ctx, tx, userId, channel_id);
    if (accept) await assertWritable(tx, channel_id);
    if (accept) await addMember(ctx, tx, channel_id, userId);
    else await sql`delete from channel_invites where id = ${invite_id}`.execute(tx);
    return { channel_id, slug: channel.slug, is_member: accept };
  });

async function findInvite(tx: Tx, id: string, userId: string): Promise<{ channel_id: string }> {
  const { rows } = await sql<{
    channel_id: string;
  }>`select channel_id from channel_invites where id = ${id} and user_id = ${userId}`.execute(tx);
  if (!rows[0]) throw new Refusal('NOT_FOUND');
  return rows[0];
}

export const revokeInvite = (ctx: Context, caller: SignedIn, inviteId: string): Promise<{ revoked: boolean }> =>
  ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      channel_id: string;
    }>`select channel_id from channel_invites where id = ${inviteId}`.execute(tx);
    if (!rows[0]) throw new Refusal('NOT_FOUND');
    await moderatorOf(tx, caller, rows[0].channel_id);
    await sql`delete from channel_invites where id = ${inviteId}`.execute(tx);
    return { revoked: true };
  });

/** Returns a page of the open requests to join. Requests of suspended people wait until the suspension ends. */
export async function listJoinRequests(
  ctx: Context,
  caller: SignedIn,
  { channel_id, limit, cursor }: PageOfChannel,
): Promise<{ rows: z.infer<typeof JoinRequest>[]; next_cursor: string | null }> {
  const after = fromCursor(cursor, 'instant', 'id');
  await moderatorOf(ctx.db, caller, channel_id);
  const { rows } = await sql<{
    user_id: string;
    person: PersonRow;
    words: string;
    created_at: Date;
  }>`select r.user_id, ${personJson('r.user_id')} as person, r.words, r.created_at
    from channel_join_requests r where r.channel_id = ${channel_id} and not ${isSuspendedPerson('r')}
      ${after ? sql`and (r.created_at, r.user_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by r.created_at, r.user_id limit ${limit + 1}`.execute(ctx.db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ person, words, created_at }) => ({
      person: mustPerson(person),
      words,
      created_at: created_at.toISOString(),
    })),
    next_cursor: rows.length > limit && last ? toCursor([last.created_at.toISOString(), last.user_id]) : null,
  };
}

/**
 * Accepts or declines a request to join. The request of a suspended person cannot be accepted. The moderators do not see
 * it, so that they do not learn of a suspension outside of their community.
 */
export const answerJoinRequest = (
  ctx: Context,
  caller: SignedIn,
  { channel_id, user_id, accept }: { channel_id: string; user_id: string; accept: boolean },
): Promise<{ is_member: boolean }> =>
  ctx.db.transaction().execute(async (tx) => {
    const { viewer, channel } = await lockChannel(tx, caller, channel_id);
    assertModerator(viewer, channel);
    if (accept) await assertWritable(tx, channel_id);
    const { rows } =
      await sql`delete from channel_join_requests r where channel_id = ${channel_id} and user_id = ${user_id}
        ${accept ? sql`and not ${isSuspendedPerson('r')}` : sql``} returning user_id`.execute(tx);
    if (rows.length === 0) throw new Refusal('NOT_FOUND');
    if (!accept) return { is_member: false };
    await addMember(ctx, tx, channel_id, user_id);
    await ctx.outbox.emit(tx, 'community.joinAccepted', { channel_id, user_id });
    return { is_member: true };
  });
