import { type Selectable, sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import { hashOfInvite } from './invites.ts';
import type { FriendConnectionsTable } from './progress.table.ts';

export type ConnectionRow = Selectable<FriendConnectionsTable>;

interface ListedConnection extends ConnectionRow {
  readonly name: string;
  readonly overall: number | null;
}

/**
 * Lists all connections of the person, with the name of the other person. If the two are friends, the list also
 * contains the other person's score.
 */
export const listConnections = (tx: Tx, userId: string): Promise<ListedConnection[]> =>
  tx
    .selectFrom('friend_connections as c')
    .innerJoin('people as u', (join) =>
      join.on(sql<boolean>`u.id = case when c.inviter_id = ${userId} then c.invitee_id else c.inviter_id end`),
    )
    .leftJoin('friend_scores as f', (join) => join.onRef('f.user_id', '=', 'u.id').on('c.connected_at', 'is not', null))
    .selectAll('c')
    .select(['u.short_name as name', 'f.overall'])
    .where(sql<boolean>`${userId}::uuid in (c.inviter_id, c.invitee_id)`)
    .orderBy(sql`f.overall desc nulls last, name, c.id`)
    .execute();

export const findConnectionWith = (tx: Tx, userId: string, otherId: string): Promise<ConnectionRow | undefined> =>
  tx
    .selectFrom('friend_connections')
    .selectAll()
    .where(sql<boolean>`least(inviter_id, invitee_id) = least(${userId}::uuid, ${otherId}::uuid)`)
    .where(sql<boolean>`greatest(inviter_id, invitee_id) = greatest(${userId}::uuid, ${otherId}::uuid)`)
    .executeTakeFirst();

/** Inserts a connection. Returns undefined if these two people already have a connection, even an unconfirmed one. */
export const insertConnection = (
  tx: Tx,
  inviterId: string,
  inviteeId: string,
  at: Date,
): Promise<ConnectionRow | undefined> =>
  tx
    .insertInto('friend_connections')
    .values({ inviter_id: inviterId, invitee_id: inviteeId, asked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Records that the owner of the invitation link agrees to the connection. A repeated call changes nothing. */
export const connect = (tx: Tx, inviterId: string, id: string, at: Date): Promise<ConnectionRow | undefined> =>
  tx
    .updateTable('friend_connections')
    .set({ connected_at: sql<Date>`coalesce(connected_at, ${at})` })
    .where('id', '=', id)
    .where('inviter_id', '=', inviterId)
    .returningAll()
    .executeTakeFirst();

export const removeConnection = (tx: Tx, id: string): Promise<ConnectionRow | undefined> =>
  tx.deleteFrom('friend_connections').where('id', '=', id).returningAll().executeTakeFirst();

/**
 * Locks these people, so that each of them can make only one connection at a time. The limit of friends is then counted
 * correctly. The locks are taken in the order of the ids, so that two calls cannot deadlock.
 */
export async function lockPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended('friends:' || ${userId}, 0))`.execute(tx);
}

/** Returns the ids of the two people of a connection, even of an unconfirmed one. */
export async function peopleOf(tx: Tx, id: string): Promise<string[]> {
  const row = await tx
    .selectFrom('friend_connections')
    .select(['inviter_id', 'invitee_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? [row.inviter_id, row.invitee_id] : [];
}

/** Returns the ids of the two friends of a connection. Returns no ids if they are not friends yet. */
export async function partiesOf(tx: Tx, id: string): Promise<string[]> {
  const row = await tx
    .selectFrom('friend_connections')
    .select(['inviter_id', 'invitee_id'])
    .where('id', '=', id)
    .where('connected_at', 'is not', null)
    .executeTakeFirst();
  return row ? [row.inviter_id, row.invitee_id] : [];
}

export async function countFriends(tx: Tx, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('friend_connections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`${userId}::uuid in (inviter_id, invitee_id)`)
    .where('connected_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Returns how many friends the invited person of this connection has besides the inviter. The transaction must have the
 * rights of the service, because the inviter may not read another person's connections.
 */
export async function countFriendsOfInvitee(tx: Tx, inviterId: string, id: string): Promise<number> {
  const row = await tx
    .selectFrom('friend_connections as asked')
    .innerJoin('friend_connections as f', (join) =>
      join.on(sql<boolean>`asked.invitee_id in (f.inviter_id, f.invitee_id)`).onRef('f.id', '!=', 'asked.id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('asked.id', '=', id)
    .where('asked.inviter_id', '=', inviterId)
    .where('f.connected_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Returns the owner of a valid link. The transaction must have the rights of the service, because the person who opens
 * the link may not read another person's row.
 */
export const findInvite = (tx: Tx, token: string, now: Date): Promise<{ user_id: string; name: string } | undefined> =>
  tx
    .selectFrom('friend_invites')
    .innerJoin('users', 'users.id', 'friend_invites.user_id')
    .select(['user_id', sql<string>`friend_name(first_name, last_name)`.as('name')])
    .where('token_hash', '=', hashOfInvite(token))
    .where('expires_at', '>', now)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
