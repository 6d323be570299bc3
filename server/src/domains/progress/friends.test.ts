import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { ProgressLimits } from '#contract/progress.ts';
import { aScoredPatient } from '../../../test/a-case.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { acceptInvite, confirmFriend, endFriendship, getInvite, listFriends } from './friends.ts';
import { getDashboardSummary } from './get-dashboard-summary.ts';
import { getMyInvite, renewMyInvite } from './invites.ts';

const tokenOf = ({ url }: { url: string }) => new URL(url).searchParams.get('invite') ?? '';
const invite = async (world: World, { userId }: SignedIn) => tokenOf(await getMyInvite(world, userId));
const friendsOf = async (world: World, { userId }: SignedIn) => (await listFriends(world, userId)).friends;

async function aScored(world: World, first_name: string, value: number): Promise<SignedIn> {
  const patient = await aScoredPatient(world, value);
  await world.db.updateTable('users').set({ first_name }).where('id', '=', patient.userId).execute();
  return patient;
}

async function befriend(world: World, inviter: SignedIn, invitee: SignedIn): Promise<string> {
  const { connection_id } = await acceptInvite(world, invitee.userId, await invite(world, inviter));
  await confirmFriend(world, inviter.userId, connection_id);
  return connection_id;
}

test('after both friends agree, each sees the name and the overall score of the other, and nothing else', async () => {
  const world = await aWorld();
  const [alice, ines] = [await aScored(world, 'Alice', 74), await aScored(world, 'Inès', 81)];
  const token = await invite(world, alice);
  expect(await getInvite(world, ines.userId, token)).toEqual({
    name: expect.stringMatching(/^Alice M\.$/),
    state: 'open',
  });
  const { connection_id, state } = await acceptInvite(world, ines.userId, token);
  expect(state).toBe('asked');

  // Only one person has agreed, so each sees only the other's name.
  expect(await friendsOf(world, alice)).toEqual([]);
  expect(await friendsOf(world, ines)).toEqual([]);
  expect((await listFriends(world, alice.userId)).received).toEqual([
    { connection_id, name: 'Inès M.', asked_at: world.clock.now().toISOString() },
  ]);
  const seen = (who: SignedIn) =>
    withUser(world.db, who.userId, (tx) => tx.selectFrom('friend_scores').selectAll().execute());
  expect(await seen(ines)).toHaveLength(1);
  const [mail] = (await world.mails()).filter(({ subject }) => subject === 'Someone accepted your invitation');
  expect(mail?.text).not.toMatch(/Inès|81/);

  await confirmFriend(world, alice.userId, connection_id);
  // The person who agreed first is notified that the other person has agreed too.
  expect((await world.mails()).filter(({ subject }) => subject === 'You have a new friend on Flaira')).toHaveLength(1);
  const { json } = await world.browserOf(ines).post('/rpc/list_notifications');
  const heard = (json.rows as Notification[]).map(({ kind, subject, path }) => [kind, subject || path]);
  expect(heard).toContainEqual(['friend_connected', '/friends']);
  for (const who of [alice, ines]) {
    const { rows } = (await world.browserOf(who).post('/rpc/list_notifications')).json;
    expect((rows as Notification[]).filter(({ subject }) => subject === 'first_friend')).toHaveLength(1);
  }
  expect(await friendsOf(world, alice)).toEqual([{ connection_id, name: 'Inès M.', score: 81, difference: 7 }]);
  expect(await friendsOf(world, ines)).toEqual([{ connection_id, name: 'Alice M.', score: 74, difference: -7 }]);
  const summary = await getDashboardSummary(world, ines.userId, 'Europe/Paris', 'en');
  expect(summary.friends).toEqual([{ connection_id, name: 'Alice M.', score: 74, difference: -7 }]);
  expect(await seen(ines)).toHaveLength(2);
  const scores = await withUser(world.db, ines.userId, (tx) => tx.selectFrom('skin_scores').selectAll().execute());
  expect(scores.map(({ patient_id }) => patient_id)).toEqual([ines.userId]);
});

test('the person who was invited cannot confirm a friendship instead of the person who invited', async () => {
  const world = await aWorld();
  const [inviter, invitee, stranger] = [await world.patient(), await world.patient(), await world.patient()];
  const { connection_id } = await acceptInvite(world, invitee.userId, await invite(world, inviter));
  for (const who of [invitee, stranger])
    await expect(confirmFriend(world, who.userId, connection_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(endFriendship(world, stranger.userId, connection_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await friendsOf(world, invitee)).toEqual([]);
});

test('each of the two friends can end the friendship, at once and for both', async () => {
  const world = await aWorld();
  for (const ender of [0, 1] as const) {
    const pair = [await world.patient(), await world.patient()] as const;
    const id = await befriend(world, ...pair);
    expect(await friendsOf(world, pair[1])).toHaveLength(1);
    await endFriendship(world, pair[ender].userId, id);
    for (const who of pair)
      expect(await listFriends(world, who.userId)).toEqual({ friends: [], received: [], sent: [] });
    expect(world.told).toContainEqual({ to: { userId: pair[0].userId }, event: { kind: 'friends.changed' } });
  }
});

test('two people who invite each other are friends at once', async () => {
  const world = await aWorld();
  const [one, other] = [await world.patient(), await world.patient()];
  await acceptInvite(world, other.userId, await invite(world, one));
  expect(await acceptInvite(world, one.userId, await invite(world, other))).toMatchObject({ state: 'connected' });
  expect(await friendsOf(world, one)).toHaveLength(1);
  await expect(acceptInvite(world, one.userId, await invite(world, other))).rejects.toMatchObject({
    code: 'ALREADY_CONNECTED',
  });
});

/** Gives a person as many friends as a person may have. */
async function fill(world: World, { userId }: SignedIn): Promise<void> {
  const now = world.clock.now();
  const others = await Promise.all(Array.from({ length: ProgressLimits.friends }, () => world.patient()));
  const rows = others.map((other) => ({
    inviter_id: userId,
    invitee_id: other.userId,
    asked_at: now,
    connected_at: now,
  }));
  await withSystem(world.system, (tx) => tx.insertInto('friend_connections').values(rows).execute());
}

test('nobody gets more friends than the limit, whichever of the two agrees last', async () => {
  const world = await aWorld();
  const [full, other] = [await world.patient(), await world.patient()];
  const { connection_id } = await acceptInvite(world, full.userId, await invite(world, other));
  await fill(world, full);
  await expect(confirmFriend(world, other.userId, connection_id)).rejects.toMatchObject({ code: 'TOO_MANY_FRIENDS' });
  // An invitation from `full` to `other` would connect the same two people, so it is refused for the same reason.
  await expect(acceptInvite(world, other.userId, await invite(world, full))).rejects.toMatchObject({
    code: 'TOO_MANY_FRIENDS',
  });
  expect(await friendsOf(world, other)).toEqual([]);

  const [one] = await friendsOf(world, full);
  await endFriendship(world, full.userId, one?.connection_id ?? '');
  for (const times of [1, 2])
    expect((await confirmFriend(world, other.userId, connection_id)).friends, `${times}`).toHaveLength(1);
  expect(await friendsOf(world, full)).toHaveLength(ProgressLimits.friends);
});

test('a friend link does not work for its owner, nor after it was replaced or has expired', async () => {
  const world = await aWorld();
  const [inviter, other] = [await world.patient(), await world.patient()];
  const token = await invite(world, inviter);
  expect(await invite(world, inviter)).toBe(token);
  expect(await getInvite(world, inviter.userId, token)).toMatchObject({ state: 'own' });
  await expect(acceptInvite(world, inviter.userId, token)).rejects.toMatchObject({ code: 'ALREADY_CONNECTED' });
  const renewed = tokenOf(await renewMyInvite(world, inviter.userId));
  await expect(getInvite(world, other.userId, token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  world.clock.advance(31 * 86_400_000);
  await expect(acceptInvite(world, other.userId, renewed)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(getInvite(world, other.userId, 'x'.repeat(32))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a friend link cannot be computed from the database alone or with another key', async () => {
  const world = await aWorld();
  const [inviter, other] = [await world.patient(), await world.patient()];
  const token = await invite(world, inviter);
  const kept = await withSystem(world.system, (tx) =>
    tx.selectFrom('friend_invites').selectAll().executeTakeFirstOrThrow(),
  );
  expect(JSON.stringify(kept)).not.toContain(token);
  for (const guess of [kept.seed, kept.token_hash.toString('base64url'), kept.token_hash.toString('hex')])
    await expect(getInvite(world, other.userId, guess)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const withNewKey = { ...world, config: { ...world.config, linkKey: randomBytes(32) } };
  const renewed = tokenOf(await getMyInvite(withNewKey, inviter.userId));
  expect(renewed).not.toBe(token);
  expect(await getInvite(withNewKey, other.userId, renewed)).toMatchObject({ state: 'open' });
  await expect(getInvite(world, other.userId, token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the dashboard shows twelve friends, with the best scores first', async () => {
  const world = await aWorld();
  const me = await world.patient();
  for (let n = 0; n < 13; n++) await befriend(world, me, await world.patient({ first_name: `Friend ${n}` }));
  const best = await aScored(world, 'Camille', 90);
  await befriend(world, best, me);
  const summary = await getDashboardSummary(world, me.userId, 'Europe/Paris', 'en');
  expect(summary.friends).toHaveLength(12);
  expect(summary).toMatchObject({ friends_count: 14, friend_requests: 0 });
  expect(summary.friends[0]).toMatchObject({ name: 'Camille M.', score: 90, difference: null });
  expect(await friendsOf(world, me)).toHaveLength(14);
});

test('the score of a person who withdraws the consent is no longer shown to friends', async () => {
  const world = await aWorld();
  const [one, other] = [await aScored(world, 'Alice', 74), await world.patient()];
  await befriend(world, one, other);
  expect(await friendsOf(world, other)).toMatchObject([{ score: 74 }]);
  await world.browserOf(one).post('/rpc/withdraw_consent', { purpose: 'simulation' });
  await world.outbox.drain();
  expect(await friendsOf(world, other)).toMatchObject([{ score: null }]);
});

test('two agreements at the same moment give nobody more friends than the limit', async () => {
  const world = await aWorld();
  const [full, ...others] = [await world.patient(), await world.patient(), await world.patient()];
  await fill(world, full);
  for (const { connection_id } of (await friendsOf(world, full)).slice(0, 1))
    await endFriendship(world, full.userId, connection_id);
  // The limit applies to both people: the owner of the link, and the person who opened it.
  for (const isOwner of [true, false]) {
    const asked: string[] = [];
    for (const other of others) {
      const [owner, guest] = isOwner ? [full, other] : [other, full];
      asked.push((await acceptInvite(world, guest.userId, await invite(world, owner))).connection_id);
    }
    const answers = await Promise.allSettled(
      others.map((other, n) => confirmFriend(world, (isOwner ? full : other).userId, asked[n] ?? '')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await friendsOf(world, full)).toHaveLength(ProgressLimits.friends);
    for (const id of asked) await endFriendship(world, full.userId, id);
  }
});
