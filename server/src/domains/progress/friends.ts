import type { Friends, InviteStates } from '#contract/progress.ts';
import { ProgressLimits } from '#contract/progress.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem, withUser } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import './events.ts';
import { showFriend } from './friend.ts';
import * as connections from './friends.queries.ts';

type State = (typeof InviteStates)[number];

export const listFriends = (ctx: Context, userId: string): Promise<Friends> =>
  withUser(ctx.db, userId, (tx) => showFriends(tx, userId));

/**
 * Returns the name of the person who invites and the state of the connection. An unknown link and an expired link cause
 * the same refusal.
 */
export async function getInvite(ctx: Context, userId: string, token: string): Promise<{ name: string; state: State }> {
  const invite = await openInvite(ctx, token);
  if (invite.user_id === userId) return { name: invite.name, state: 'own' };
  const found = await withUser(ctx.db, userId, (tx) => connections.findConnectionWith(tx, userId, invite.user_id));
  return { name: invite.name, state: stateOf(found, userId) };
}

/**
 * Records that the invited person agrees. If the owner of this link had earlier agreed to an invitation from the
 * invited person, both have now agreed.
 */
export async function acceptInvite(
  ctx: Context,
  userId: string,
  token: string,
): Promise<{ connection_id: string; state: State }> {
  const invite = await openInvite(ctx, token);
  if (invite.user_id === userId) throw new Refusal('ALREADY_CONNECTED');
  return withUser(ctx.db, userId, async (tx) => {
    await connections.lockPeople(tx, [userId, invite.user_id]);
    await assertRoom(tx, userId, 1);
    const now = ctx.clock.now();
    const made = await connections.insertConnection(tx, invite.user_id, userId, now);
    if (made) {
      await ctx.outbox.emit(tx, 'progress.friendAsked', { connection_id: made.id, user_id: invite.user_id });
      await tell(ctx, tx, made);
      return { connection_id: made.id, state: 'asked' };
    }
    const found = await connections.findConnectionWith(tx, userId, invite.user_id);
    if (!found || found.connected_at) throw new Refusal('ALREADY_CONNECTED');
    if (found.inviter_id === userId)
      refuseFull(await withSystem(ctx.system, (system) => connections.countFriends(system, invite.user_id)));
    const agreed = await connections.connect(tx, userId, found.id, now);
    if (agreed) await announce(ctx, tx, agreed, userId);
    await tell(ctx, tx, found);
    return { connection_id: found.id, state: stateOf(agreed ?? found, userId) };
  });
}

/**
 * Records that the owner of the invitation link agrees to connect with the person who accepted the invitation. From
 * then on, each of the two people sees the other's overall score, and not only the name.
 */
export async function confirmFriend(ctx: Context, userId: string, id: string): Promise<Friends> {
  return withUser(ctx.db, userId, async (tx) => {
    await connections.lockPeople(tx, await connections.peopleOf(tx, id));
    refuseFull(await withSystem(ctx.system, (system) => connections.countFriendsOfInvitee(system, userId, id)));
    const connected = await connections.connect(tx, userId, id, ctx.clock.now());
    if (!connected) throw new Refusal('NOT_FOUND');
    await assertRoom(tx, userId, 0);
    await announce(ctx, tx, connected, userId);
    await tell(ctx, tx, connected);
    return showFriends(tx, userId);
  });
}

/** Ends a connection. Either person can end it at any time. The row of the connection is deleted. */
export const endFriendship = (ctx: Context, userId: string, id: string): Promise<Friends> =>
  withUser(ctx.db, userId, async (tx) => {
    const ended = await connections.removeConnection(tx, id);
    if (!ended) throw new Refusal('NOT_FOUND');
    await tell(ctx, tx, ended);
    return showFriends(tx, userId);
  });

/** Returns the owner of the link. */
const openInvite = (ctx: Context, token: string): Promise<{ user_id: string; name: string }> =>
  withSystem(ctx.system, async (tx) => {
    const invite = await connections.findInvite(tx, token, ctx.clock.now());
    if (!invite) throw new Refusal('NOT_FOUND');
    return invite;
  });

function stateOf(found: connections.ConnectionRow | undefined, userId: string): State {
  if (found?.connected_at) return 'connected';
  // `asked` means that this person has opened the link and waits for the link's owner to agree. The owner can agree in
  // the list of friends, or by opening a link of this person.
  return found?.invitee_id === userId ? 'asked' : 'open';
}

async function assertRoom(tx: Tx, userId: string, more: number): Promise<void> {
  const friends = await connections.countFriends(tx, userId);
  if (friends + more > ProgressLimits.friends) throw new Refusal('TOO_MANY_FRIENDS');
}

/**
 * Refuses the connection if the other person already has the maximum number of friends. Row level security hides the
 * other person's friends from the caller, so the caller of this function counts them with the system role.
 */
function refuseFull(friends: number): void {
  if (friends >= ProgressLimits.friends) throw new Refusal('TOO_MANY_FRIENDS');
}

/** Notifies the other person that the two are now connected. */
const announce = (
  ctx: Context,
  tx: Tx,
  { id, inviter_id, invitee_id }: connections.ConnectionRow,
  by: string,
): Promise<void> =>
  ctx.outbox.emit(tx, 'progress.friendConnected', {
    connection_id: id,
    user_id: inviter_id === by ? invitee_id : inviter_id,
  });

async function tell(ctx: Context, tx: Tx, { inviter_id, invitee_id }: connections.ConnectionRow): Promise<void> {
  for (const userId of [inviter_id, invitee_id])
    await ctx.realtime.publish(tx, { userId }, { kind: 'friends.changed' });
}

async function showFriends(tx: Tx, userId: string): Promise<Friends> {
  const rows = await connections.listConnections(tx, userId);
  const mine = await tx.selectFrom('friend_scores').select('overall').where('user_id', '=', userId).executeTakeFirst();
  const waiting = rows.filter(({ connected_at }) => !connected_at);
  const show = ({ id, name, asked_at }: (typeof rows)[number]) => ({
    connection_id: id,
    name,
    asked_at: asked_at.toISOString(),
  });
  return {
    friends: rows.filter(({ connected_at }) => connected_at).map((row) => showFriend(row, mine?.overall ?? null)),
    received: waiting.filter(({ inviter_id }) => inviter_id === userId).map(show),
    sent: waiting.filter(({ invitee_id }) => invitee_id === userId).map(show),
  };
}
