import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { aChannel, aPost, aRegular, season } from '../../../test/a-community.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { Audience } from '#server/platform/realtime/realtime.ts';
import type { NotificationRow } from '#server/domains/notifications/index.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { listAppeals, listModerationLog } from './appeals.ts';
import { askChannelDeletion } from './end-channel.ts';
import { listJoinRequests } from './invites.ts';
import { getChannel } from './list-channels.ts';
import { listReports } from './list-reports.ts';
import { setPinned } from './marks.ts';
import { joinChannel, leaveChannel, removeMember, setMemberRole } from './membership.ts';
import { moderate } from './moderate.ts';
import { getMyCommunity } from './people.ts';
import { presentNews } from './present-news.ts';
import { getPost } from './read-post.ts';
import { reportContent } from './report-content.ts';
import { tellModerators } from './tell-moderators.ts';
import { updateChannel } from './update-channel.ts';
import { addWordFilter } from './word-filters.ts';
import { createGuide } from './write-guide.ts';

let world: World;
let owner: SignedIn;
let moderator: SignedIn;
let author: SignedIn;
let channel_id: string;
let slug: string;
let post_id: string;
const statement = 'They insulted other members.';

beforeAll(async () => {
  world = await aWorld();
  [owner, moderator, author] = [await aRegular(world), await aRegular(world), await aRegular(world)];
  ({ channel_id, slug } = await aChannel(world, owner));
  for (const person of [moderator, author]) await joinChannel(world, person, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: moderator.userId, role: 'moderator' });
  post_id = await aPost(world, author, channel_id);
  const spam = { subject_kind: 'post' as const, subject_id: post_id, reason: 'spam' as const, note: '' };
  await reportContent(world, await aRegular(world), spam);
  return () => world[Symbol.asyncDispose]();
});

/** One call for each right of a moderator. */
const duties: Readonly<Record<string, (who: SignedIn) => Promise<unknown>>> = {
  'decide about a text': (who) =>
    moderate(world, who, { subject_kind: 'post', subject_id: post_id, version: 1, action: 'lock' }),
  'warn a person': (who) =>
    moderate(world, who, { subject_kind: 'person', subject_id: author.userId, channel_id, action: 'warn', statement }),
  'read the queue of the community': (who) => listReports(world, who, { channel_id, status: 'open', limit: 5 }),
  'read the log': (who) => listModerationLog(world, who, { channel_id, limit: 5 }),
  'read the appeals': (who) => listAppeals(world, who, { channel_id, limit: 5 }),
  'pin a post': (who) => setPinned(world, who, { post_id, is_pinned: true }),
  'read the requests to join': (who) => listJoinRequests(world, who, { channel_id, limit: 50 }),
  'remove a member': (who) => removeMember(world, who, { channel_id, user_id: author.userId }),
  'change the community': (who) => updateChannel(world, who, { channel_id, description: 'Mine now, only mine.' }),
  'add a word filter': (who) => addWordFilter(world, who, { channel_id, words: 'quokka', action: 'hold' }),
};

const suspend = (who: SignedIn, where: string | null) =>
  world.db.transaction().execute(async (tx) => {
    const admin = await world.admin();
    const { id } = await moderate(world, admin, {
      subject_kind: 'person',
      subject_id: who.userId,
      ...(where && { channel_id: where }),
      action: 'suspend',
      days: 365,
      statement,
    });
    await sql`update suspensions set until = null where decision_id = ${id}`.execute(tx);
  });

const restore = (who: SignedIn) =>
  sql`update suspensions set lifted_at = now() where user_id = ${who.userId} and lifted_at is null`.execute(world.db);

test('a moderator who is suspended in the community or everywhere can do nothing that only moderators can do', async () => {
  for (const where of [channel_id, null]) {
    await suspend(moderator, where);
    for (const [duty, call] of Object.entries(duties))
      await expect(call(moderator), duty).rejects.toMatchObject({ code: 'NOT_A_MODERATOR' });
    await expect(listReports(world, moderator, { status: 'open', limit: 5 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await getChannel(world, moderator, slug)).toMatchObject({
      can_moderate: false,
      can_edit: false,
      open_reports_count: null,
    });
    expect((await getPost(world, moderator, { post_id, sort: 'best' })).post.can_moderate).toBe(false);
    expect(await getMyCommunity(world, moderator)).toMatchObject({
      is_moderator: false,
      memberships: [{ role: 'moderator', can_moderate: false }],
    });
    await restore(moderator);
  }
  const { rows } = await listReports(world, moderator, { channel_id, status: 'open', limit: 5 });
  expect(rows).toHaveLength(1);
  expect(await getMyCommunity(world, moderator)).toMatchObject({
    is_moderator: true,
    memberships: [{ role: 'moderator', can_moderate: true }],
  });
});

test('a suspended moderator does not read the title of an unpublished guide in a notification', async () => {
  const { guide_id } = await createGuide(world, owner, { channel_id, title: 'Peeling', body: '<p>Cool water.</p>' });
  const id = crypto.randomUUID();
  const row = { id, kind: 'guide_expired', subject_id: guide_id, actor_id: null } as NotificationRow;
  const present = async () => (await presentNews(world)(moderator, [row])).get(id)?.subject;
  expect(await present()).toBe('Peeling');
  await suspend(moderator, channel_id);
  expect(await present()).toBeUndefined();
  await restore(moderator);
});

test('administrators are notified if every moderator of the community is suspended', async () => {
  const admin = await world.admin();
  const place = await aChannel(world, owner, { join_policy: 'request' });
  const [first, second] = [await aPost(world, owner, place.channel_id), await aPost(world, owner, place.channel_id)];
  const make = async (text: string) => {
    const [reader, asker] = [await aRegular(world), await aRegular(world)];
    const spam = { subject_kind: 'post' as const, subject_id: text, reason: 'spam' as const, note: '' };
    await reportContent(world, reader, spam);
    await joinChannel(world, asker, { channel_id: place.channel_id, words: '' });
    await world.outbox.drain();
  };
  const news = async (who: SignedIn) => {
    const { rows } = (await world.browserOf(who).post('/rpc/list_notifications')).json;
    return rows
      .filter(({ path }: { path: string }) => path.includes(place.slug))
      .map(({ kind }: { kind: string }) => kind)
      .toSorted();
  };
  await make(first);
  expect(await news(admin)).toEqual([]);
  expect(await news(owner)).toEqual(['join_request', 'report']);
  await suspend(owner, place.channel_id);
  await make(second);
  expect(await news(admin)).toEqual(['join_request', 'report']);
  await restore(owner);
});

test('a live event about the queue reaches moderators and administrators who are not suspended', async () => {
  const admin = await world.admin();
  await season(world, admin);
  const reached = async (place: string | null) => {
    const to: unknown[] = [];
    const realtime = { ...world.realtime, publish: async (_: unknown, audience: Audience) => void to.push(audience) };
    await world.db.transaction().execute((tx) => tellModerators({ ...world, realtime }, tx, place));
    return [owner, moderator, admin].map(({ userId }) =>
      to.some((one) => (one as { userId?: string }).userId === userId),
    );
  };
  expect(await reached(channel_id)).toEqual([true, true, true]);
  expect(await reached(null)).toEqual([false, false, true]);
  for (const where of [channel_id, null]) {
    await suspend(moderator, where);
    expect(await reached(channel_id)).toEqual([true, false, true]);
    await restore(moderator);
  }
  await suspend(admin, null);
  expect(await reached(channel_id)).toEqual([true, true, false]);
  await restore(admin);
  const setSuspended = (at: Date | null) =>
    sql`update users set suspended_at = ${at} where id in (${moderator.userId}, ${admin.userId})`.execute(world.db);
  await setSuspended(world.clock.now());
  expect(await reached(channel_id)).toEqual([true, false, false]);
  await setSuspended(null);
});

test('a suspended owner may not change roles or end the community, but may still leave it', async () => {
  const second = await aRegular(world);
  await joinChannel(world, second, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: second.userId, role: 'owner' });
  await suspend(second, channel_id);
  for (const call of [
    () => setMemberRole(world, second, { channel_id, user_id: moderator.userId, role: 'member' }),
    () => askChannelDeletion(world, second, { channel_id, slug }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_A_MODERATOR' });
  expect((await getChannel(world, second, slug)).can_end).toBe(false);
  expect(await leaveChannel(world, second, { channel_id })).toMatchObject({ is_member: false });
});

test('an administrator who is suspended everywhere does not moderate; a suspension in one community changes nothing', async () => {
  const admin = await world.admin();
  await season(world, admin);
  const decide = () =>
    moderate(world, admin, { subject_kind: 'post', subject_id: post_id, version: 1, action: 'unlock' });
  await suspend(admin, channel_id);
  await decide();
  await suspend(admin, null);
  await expect(decide()).rejects.toMatchObject({ code: 'NOT_A_MODERATOR' });
  await expect(listReports(world, admin, { status: 'open', limit: 5 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('the database refuses a decision and an answer to an appeal by a suspended account', async () => {
  await suspend(moderator, channel_id);
  const { at } = { at: world.clock.now() };
  const decide = (by: SignedIn) =>
    sql<{ id: string }>`insert into decisions (id, subject_kind, subject_id, channel_id, action, decided_by, at)
      values (gen_random_uuid(), 'post', ${post_id}, ${channel_id}, 'lock', ${by.userId}, ${at}) returning id`.execute(
      world.db,
    );
  await expect(decide(moderator)).rejects.toThrow('a suspended account does not moderate');
  const { rows } = await decide(owner);
  const answer = (by: SignedIn) =>
    sql`update decisions set appeal_words = 'It is mine.', appeal_at = ${at}, appeal_outcome = 'upheld', appeal_by = ${by.userId}, answered_at = ${at}
      where id = ${rows[0]?.id}`.execute(world.db);
  await expect(answer(moderator)).rejects.toThrow('a suspended account does not moderate');
  await answer(owner);
  await restore(moderator);
  await decide(moderator);
});
