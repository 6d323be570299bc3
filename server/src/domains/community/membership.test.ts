import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aChannel, aRegular, handleOf } from '../../../test/a-community.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { getMyCommunity } from './people.ts';
import { moderate } from './moderate.ts';
import { undoDecisions } from './undo-decisions.ts';
import { createChannel, getOrCreateUserChannel } from './create-channel.ts';
import {
  answerInvite,
  answerJoinRequest,
  inviteToChannel,
  listChannelInvites,
  listJoinRequests,
  listMyInvites,
} from './invites.ts';
import { getChannel } from './list-channels.ts';
import { joinChannel, leaveChannel, setMemberRole } from './membership.ts';
import { communityData } from './personal.ts';

const downgrade = (world: World, { userId }: SignedIn) =>
  sql`update users set plan = 'free' where id = ${userId}`.execute(world.db);

test('the members of a community are counted correctly when many join and leave at the same moment', async () => {
  const world = await aWorld();
  const owner = await aRegular(world);
  const { channel_id } = await aChannel(world, owner);
  const people = await Promise.all(Array.from({ length: 8 }, () => aRegular(world)));
  const words = '';
  const clicks = people.flatMap((person, n) => [
    () => joinChannel(world, person, { channel_id, words }),
    () => joinChannel(world, person, { channel_id, words }),
    ...(n % 2 ? [() => leaveChannel(world, person, { channel_id })] : []),
  ]);
  await Promise.all(clicks.map((click) => click()));
  for (const person of people.slice(0, 3)) await leaveChannel(world, person, { channel_id });
  const { rows } = await sql<{ members_count: number; real: number }>`select members_count,
    (select count(*)::int from channel_members m where m.channel_id = c.id) as real from channels c where id = ${channel_id}`.execute(
    world.db,
  );
  expect(rows[0]?.members_count).toBe(rows[0]?.real);
  expect(rows[0]?.real).toBeGreaterThanOrEqual(3);
});

test('the last owner of a community can leave only after naming a successor', async () => {
  const world = await aWorld();
  const owner = await aRegular(world);
  const member = await aRegular(world);
  const { channel_id } = await aChannel(world, owner);
  await expect(leaveChannel(world, owner, { channel_id })).rejects.toMatchObject({ code: 'LAST_OWNER' });
  await expect(leaveChannel(world, owner, { channel_id, successor_id: member.userId })).rejects.toMatchObject({
    code: 'LAST_OWNER',
  });
  await joinChannel(world, member, { channel_id, words: '' });
  await expect(
    setMemberRole(world, owner, { channel_id, user_id: owner.userId, role: 'member' }),
  ).rejects.toMatchObject({ code: 'LAST_OWNER' });
  expect(await leaveChannel(world, owner, { channel_id, successor_id: member.userId })).toMatchObject({
    is_member: false,
    members_count: 1,
  });
  await expect(leaveChannel(world, member, { channel_id })).rejects.toMatchObject({ code: 'LAST_OWNER' });
});

test('if the only two owners of a community leave at the same moment, one of them is refused', async () => {
  const world = await aWorld();
  const [one, two] = [await aRegular(world), await aRegular(world)];
  const { channel_id } = await aChannel(world, one);
  await joinChannel(world, two, { channel_id, words: '' });
  await setMemberRole(world, one, { channel_id, user_id: two.userId, role: 'owner' });
  const left = await Promise.allSettled([one, two].map((person) => leaveChannel(world, person, { channel_id })));
  expect(left.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

const named = (name: string, slug?: string) => ({
  name,
  description: 'Slow routines and honest reactions.',
  visibility: 'open' as const,
  join_policy: 'open' as const,
  themes: [],
  ...(slug !== undefined && { slug }),
});

test('the address of a community is made from its name, numbered if taken, or chosen if too few letters are left', async () => {
  const world = await aWorld();
  const owner = await aRegular(world);
  const slugs = [];
  for (const name of ['Élan Vital!', 'Elan  vital', 'ÉLAN VITAL', 'Œuvre & Peau', 'Straße 7'])
    slugs.push((await createChannel(world, owner, named(name))).slug);
  expect(slugs).toEqual(['elan-vital', 'elan-vital-2', 'elan-vital-3', 'oeuvre-peau', 'strasse-7']);
  for (const name of ['皮膚のケア', '!!!', 'é!'])
    await expect(createChannel(world, owner, named(name))).rejects.toMatchObject({ code: 'SLUG_UNUSABLE' });
  expect((await createChannel(world, owner, named('皮膚のケア', 'hifu-care'))).slug).toBe('hifu-care');
  await expect(createChannel(world, owner, named('Something', 'elan-vital'))).rejects.toMatchObject({
    code: 'SLUG_TAKEN',
    data: { suggestion: 'elan-vital-4' },
  });
  expect((await createChannel(world, owner, named('New'))).slug).toBe('new-2');
});

test('two communities with equal names that are made at the same moment get different addresses', async () => {
  const world = await aWorld();
  const owners = await Promise.all(Array.from({ length: 4 }, () => aRegular(world)));
  const made = await Promise.all(owners.map((owner) => createChannel(world, owner, named('Calm Skin'))));
  expect(made.map(({ slug }) => slug).sort()).toEqual(['calm-skin', 'calm-skin-2', 'calm-skin-3', 'calm-skin-4']);
});

test('two clicks create one community, and another input with the same key is refused', async () => {
  const world = await aWorld();
  const owner = await aRegular(world);
  const input = { ...named('Calm Skin'), idempotency_key: crypto.randomUUID() };
  const [one, two] = await Promise.all([createChannel(world, owner, input), createChannel(world, owner, input)]);
  expect(one).toEqual(two);
  await expect(createChannel(world, owner, { ...input, name: 'Other' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

const requestsOf = async (world: World, owner: SignedIn, channel_id: string) =>
  (await listJoinRequests(world, owner, { channel_id, limit: 50 })).rows;

test('each person has one personal page, however often it is requested', async () => {
  const world = await aWorld();
  const person = await aRegular(world);
  const made = await Promise.all([1, 2, 3].map(() => getOrCreateUserChannel(world, person)));
  expect(new Set(made.map(({ channel_id }) => channel_id)).size).toBe(1);
  expect(made[0]?.slug).toMatch(/^u-regular-\d+$/);
});

test('if moderators decide, a person joins by an accepted request or by an invitation', async () => {
  const world = await aWorld();
  const [owner, asker, guest] = [await aRegular(world), await aRegular(world), await aRegular(world)];
  const { channel_id } = await aChannel(world, owner, { join_policy: 'request' });
  expect(await joinChannel(world, asker, { channel_id, words: 'My skin, too' })).toMatchObject({
    is_member: false,
    has_requested: true,
  });
  await expect(listJoinRequests(world, asker, { channel_id, limit: 50 })).rejects.toMatchObject({
    code: 'NOT_A_MODERATOR',
  });
  expect(await requestsOf(world, owner, channel_id)).toMatchObject([{ words: 'My skin, too' }]);
  await answerJoinRequest(world, owner, { channel_id, user_id: asker.userId, accept: true });
  expect(await joinChannel(world, asker, { channel_id, words: '' })).toMatchObject({
    is_member: true,
    members_count: 2,
  });

  const invite = await inviteToChannel(world, owner, { channel_id, handle: await handleOf(world, guest) });
  await expect(answerInvite(world, asker, { invite_id: invite.id, accept: true })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await listMyInvites(world, guest)).toMatchObject([{ id: invite.id }]);
  expect(await answerInvite(world, guest, { invite_id: invite.id, accept: true })).toMatchObject({ is_member: true });
});

test('a member whose plan no longer includes a community can still leave it', async () => {
  const world = await aWorld();
  const [owner, member, stranger] = [
    await aRegular(world, { plan: 'elite' }),
    await aRegular(world, { plan: 'elite' }),
    await aRegular(world),
  ];
  const { channel_id } = await aChannel(world, owner, { visibility: 'elite_only', name: 'The quiet room' });
  await joinChannel(world, member, { channel_id, words: '' });
  await downgrade(world, member);
  expect((await getMyCommunity(world, member)).unreachable).toEqual([
    { id: channel_id, name: 'The quiet room', is_only_owner: false },
  ]);
  // Nobody else learns that the community exists.
  await expect(leaveChannel(world, stranger, { channel_id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await leaveChannel(world, member, { channel_id })).toMatchObject({ is_member: false, members_count: 1 });
  await expect(leaveChannel(world, member, { channel_id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await getMyCommunity(world, member)).unreachable).toEqual([]);
});

test('a member whose plan no longer includes a community can withdraw the request to join it', async () => {
  const world = await aWorld();
  const [owner, asker] = [await aRegular(world, { plan: 'elite' }), await aRegular(world, { plan: 'elite' })];
  const { channel_id } = await aChannel(world, owner, { visibility: 'paid', join_policy: 'request' });
  await joinChannel(world, asker, { channel_id, words: '' });
  await downgrade(world, asker);
  expect(await leaveChannel(world, asker, { channel_id })).toMatchObject({ has_requested: false });
  expect(await requestsOf(world, owner, channel_id)).toEqual([]);
});

test('when its last owner leaves, a community goes to a moderator or member, or is archived if nobody can run it', async () => {
  const world = await aWorld();
  const elite = () => aRegular(world, { plan: 'elite' });
  const [owner, member, moderator] = [await elite(), await elite(), await elite()];
  const { channel_id } = await aChannel(world, owner, { visibility: 'elite_only' });
  for (const person of [member, moderator]) await joinChannel(world, person, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: moderator.userId, role: 'moderator' });
  await downgrade(world, owner);
  expect((await getMyCommunity(world, owner)).unreachable).toMatchObject([{ is_only_owner: true }]);
  await leaveChannel(world, owner, { channel_id });
  const roles = async () =>
    (
      await sql<{ user_id: string; role: string }>`select user_id, role from channel_members
      where channel_id = ${channel_id}`.execute(world.db)
    ).rows.map(({ user_id, role }) => [user_id, role]);
  expect(new Map((await roles()) as [string, string][])).toEqual(
    new Map([
      [member.userId, 'member'],
      [moderator.userId, 'owner'],
    ]),
  );
  await leaveChannel(world, member, { channel_id });
  await downgrade(world, moderator);
  await leaveChannel(world, moderator, { channel_id });
  expect(await roles()).toEqual([]);
  const { rows } =
    await sql`select archived_at is not null as is_archived from channels where id = ${channel_id}`.execute(world.db);
  expect(rows).toEqual([{ is_archived: true }]);
});

test('moderators reach every request to join and every invitation, page by page', async () => {
  const world = await aWorld();
  const owner = await aRegular(world);
  const people = [await aRegular(world), await aRegular(world), await aRegular(world)];
  const { channel_id } = await aChannel(world, owner, { join_policy: 'request' });
  for (const { userId } of people)
    for (const table of ['channel_join_requests', 'channel_invites'])
      await sql`insert into ${sql.table(table)} (channel_id, user_id, created_at)
        values (${channel_id}, ${userId}, ${world.clock.now()})`.execute(world.db);
  const requests: string[] = [];
  const invited: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listJoinRequests(world, owner, { channel_id, limit: 1, cursor });
    requests.push(...page.rows.map(({ person }) => person.id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  do {
    const page = await listChannelInvites(world, owner, { channel_id, limit: 1, cursor });
    invited.push(...page.rows.map(({ invitee }) => invitee.id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  const ids = people.map(({ userId }) => userId).sort();
  // The rows have the same time, so the order by id decides.
  expect(requests).toEqual(ids);
  expect(invited.sort()).toEqual(ids);
});

test('the request of a suspended person waits until the suspension ends', async () => {
  const world = await aWorld();
  const [owner, asker] = [await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, owner, { join_policy: 'request' });
  await joinChannel(world, asker, { channel_id, words: 'My skin, too' });
  const admin = await world.admin();
  const order = { subject_kind: 'person' as const, subject_id: asker.userId, statement: 'They insulted others.' };
  const answer = (accept: boolean) => answerJoinRequest(world, owner, { channel_id, user_id: asker.userId, accept });
  for (const where of [{ channel_id }, {}]) {
    const { id } = await moderate(world, admin, { ...order, ...where, action: 'suspend', days: 365 });
    expect(await requestsOf(world, owner, channel_id)).toEqual([]);
    expect((await getChannel(world, owner, slug)).join_requests_count).toBe(0);
    await expect(answer(true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await undoDecisions(world, admin, [id]);
  }
  await suspendAccount(world, asker, true);
  expect(await requestsOf(world, owner, channel_id)).toEqual([]);
  expect((await getChannel(world, owner, slug)).join_requests_count).toBe(0);
  await expect(answer(true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await suspendAccount(world, asker, false);
  expect((await getChannel(world, owner, slug)).join_requests_count).toBe(1);
  expect(await answer(true)).toEqual({ is_member: true });
});

test('when its owner leaves or deletes the account, a community goes to a member who is able to run it', async () => {
  const world = await aWorld();
  const elite = () => aRegular(world, { plan: 'elite' });
  const admin = await world.admin();
  const aPlace = async () => {
    const [owner, suspended, downgraded, able] = [await elite(), await elite(), await elite(), await elite()];
    const { channel_id } = await aChannel(world, owner, { visibility: 'elite_only' });
    for (const person of [suspended, downgraded, able]) {
      await joinChannel(world, person, { channel_id, words: '' });
      world.clock.advance(1000);
    }
    const set = (user_id: string, role: 'owner' | 'moderator') =>
      setMemberRole(world, owner, { channel_id, user_id, role });
    await set(suspended.userId, 'owner');
    await set(downgraded.userId, 'moderator');
    await moderate(world, admin, {
      subject_kind: 'person',
      subject_id: suspended.userId,
      channel_id,
      action: 'suspend',
      days: 365,
      statement: 'They insulted other members.',
    });
    await downgrade(world, downgraded);
    const roleOfAble = async () => {
      const { rows } = await sql<{ role: string }>`select role from channel_members
        where channel_id = ${channel_id} and user_id = ${able.userId}`.execute(world.db);
      return rows[0]?.role;
    };
    return { owner, channel_id, roleOfAble };
  };
  const left = await aPlace();
  await downgrade(world, left.owner);
  await leaveChannel(world, left.owner, { channel_id: left.channel_id });
  expect(await left.roleOfAble()).toBe('owner');

  const erased = await aPlace();
  await world.db
    .transaction()
    .execute(async (tx) =>
      communityData.erase?.(world, tx, { userId: erased.owner.userId, email: 'gone@flaira.example', record: null }),
    );
  expect(await erased.roleOfAble()).toBe('owner');

  const deleted = await aPlace();
  await sql`delete from users where id = ${deleted.owner.userId}`.execute(world.db);
  expect(await deleted.roleOfAble()).toBe('owner');
});

const suspendAccount = (world: World, { userId }: SignedIn, isSuspended: boolean) =>
  sql`update users set suspended_at = ${isSuspended ? world.clock.now() : null} where id = ${userId}`.execute(world.db);

test('a suspended co-owner does not let the last active owner leave, and does not take over the community', async () => {
  const world = await aWorld();
  const elite = () => aRegular(world, { plan: 'elite' });
  const [owner, suspended, member] = [await elite(), await elite(), await elite()];
  const { channel_id } = await aChannel(world, owner, { visibility: 'elite_only' });
  for (const person of [suspended, member]) await joinChannel(world, person, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: suspended.userId, role: 'owner' });
  await suspendAccount(world, suspended, true);
  const refused = { code: 'LAST_OWNER' };
  await expect(leaveChannel(world, owner, { channel_id })).rejects.toMatchObject(refused);
  await expect(leaveChannel(world, owner, { channel_id, successor_id: suspended.userId })).rejects.toMatchObject(
    refused,
  );
  const demote = () => setMemberRole(world, owner, { channel_id, user_id: owner.userId, role: 'member' });
  await expect(demote()).rejects.toMatchObject(refused);

  await downgrade(world, owner);
  const isOnly = async () => (await getMyCommunity(world, owner)).unreachable[0]?.is_only_owner;
  expect(await isOnly()).toBe(true);
  await suspendAccount(world, suspended, false);
  expect(await isOnly()).toBe(false);
  await suspendAccount(world, suspended, true);
  await leaveChannel(world, owner, { channel_id });
  const { rows } = await sql<{ user_id: string }>`select user_id from channel_members
    where channel_id = ${channel_id} and role = 'owner'`.execute(world.db);
  expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set([suspended.userId, member.userId]));
});

test('a community whose other members are all suspended is archived when its owner leaves or erases the account', async () => {
  const world = await aWorld();
  const elite = () => aRegular(world, { plan: 'elite' });
  const leave = async (owner: SignedIn, channel_id: string) => {
    await downgrade(world, owner);
    await leaveChannel(world, owner, { channel_id });
  };
  const erase = ({ userId }: SignedIn) =>
    world.db
      .transaction()
      .execute(async (tx) => communityData.erase?.(world, tx, { userId, email: 'gone@flaira.example', record: null }));
  for (const end of [leave, erase]) {
    const [owner, suspended] = [await elite(), await elite()];
    const { channel_id } = await aChannel(world, owner, { visibility: 'elite_only' });
    await joinChannel(world, suspended, { channel_id, words: '' });
    await suspendAccount(world, suspended, true);
    await end(owner, channel_id);
    const { rows } = await sql`select c.archived_at is not null as is_archived, m.role
      from channels c join channel_members m on m.channel_id = c.id and m.user_id = ${suspended.userId}
      where c.id = ${channel_id}`.execute(world.db);
    expect(rows).toEqual([{ is_archived: true, role: 'member' }]);
  }
});

test('a ban closes the open request to join, and undoing the ban opens it again', async () => {
  const world = await aWorld();
  const [owner, asker] = [await aRegular(world), await aRegular(world)];
  const { channel_id } = await aChannel(world, owner, { join_policy: 'request' });
  await joinChannel(world, asker, { channel_id, words: 'My skin, too' });
  const ban = (by: typeof owner, where: { channel_id?: string }) =>
    moderate(world, by, {
      subject_kind: 'person',
      subject_id: asker.userId,
      ...where,
      action: 'ban',
      statement: 'They insulted other members.',
    });
  for (const [by, where] of [
    [owner, { channel_id }],
    [await world.admin(), {}],
  ] as const) {
    const { id } = await ban(by, where);
    expect(await requestsOf(world, owner, channel_id)).toEqual([]);
    await expect(
      answerJoinRequest(world, owner, { channel_id, user_id: asker.userId, accept: true }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(joinChannel(world, asker, { channel_id, words: '' })).rejects.toMatchObject({ code: 'SUSPENDED' });
    await undoDecisions(world, by, [id]);
    expect(await requestsOf(world, owner, channel_id)).toMatchObject([{ words: 'My skin, too' }]);
  }
});
