import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SinceLastVisit } from '#contract/community.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aComment, aPost, aRegular, season } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { setFollow } from './follows.ts';
import { joinChannel } from './membership.ts';
import { closeSinceLastVisit } from './since-last-visit.ts';

const DAY_MS = 86_400_000;

const visit = (world: World, person: SignedIn) => world.browserOf(person).post('/rpc/touch_presence', {});
const news = async (world: World, person: SignedIn): Promise<SinceLastVisit | null> =>
  (await world.browserOf(person).post('/rpc/get_since_last_visit')).json.news;

/**
 * Returns a member and the owner of a community. The member has written a post there and has just visited the
 * community.
 */
async function aMember(world: World) {
  const [owner, member] = [await aRegular(world, { plan: 'elite' }), await aRegular(world, { plan: 'elite' })];
  const { channel_id } = await aChannel(world, owner);
  await joinChannel(world, member, { channel_id, words: '' });
  const post_id = await aPost(world, member, channel_id, { title: 'My question' });
  await visit(world, member);
  return { owner, member, channel_id, post_id };
}

async function aDoctor(world: World): Promise<SignedIn> {
  const doctor = await world.practitioner();
  await season(world, doctor);
  return doctor;
}

test('after a day of absence, a member sees new posts, answers and answers of doctors', async () => {
  const world = await aWorld();
  const { owner, member, channel_id, post_id } = await aMember(world);
  const since = world.clock.now().toISOString();
  world.clock.advance(DAY_MS);
  const other = await aPost(world, owner, channel_id, { title: 'Another thread' });
  await aComment(world, owner, post_id);
  await aComment(world, member, post_id);
  const doctor = await aDoctor(world);
  await aComment(world, doctor, other);
  expect(await news(world, member)).toEqual({
    since,
    posts_count: 1,
    answers_count: 1,
    practitioner_answers_count: 1,
    threads: [{ post_id, title: 'My question', lang: 'en', is_by_practitioner: false }],
  });
  await aComment(world, doctor, post_id);
  expect(await news(world, member)).toMatchObject({
    answers_count: 2,
    practitioner_answers_count: 2,
    threads: [{ post_id, is_by_practitioner: true }],
  });
});

test('the news of a member counts an answer to their comment, but not another comment in the thread', async () => {
  const world = await aWorld();
  const { owner, member, channel_id } = await aMember(world);
  const thread = await aPost(world, owner, channel_id, { title: 'Not mine' });
  const mine = await aComment(world, member, thread);
  world.clock.advance(1000);
  await visit(world, member);
  await closeSinceLastVisit(world, member);
  world.clock.advance(DAY_MS);
  await aComment(world, owner, thread);
  expect(await news(world, member)).toBeNull();
  await aComment(world, owner, thread, { parent_id: mine.id });
  expect(await news(world, member)).toMatchObject({ answers_count: 1, threads: [{ post_id: thread }] });
});

test('no news is shown to new members, to members who return within a day, and if nothing happened', async () => {
  const world = await aWorld();
  const { owner, member, channel_id } = await aMember(world);
  world.clock.advance(DAY_MS - 1);
  await aPost(world, owner, channel_id);
  expect(await news(world, member)).toBeNull();
  const fresh = await world.patient();
  await joinChannel(world, fresh, { channel_id, words: '' });
  await visit(world, fresh);
  await aPost(world, owner, channel_id);
  expect(await news(world, fresh)).toBeNull();
  world.clock.advance(1000);
  await closeSinceLastVisit(world, member);
  world.clock.advance(DAY_MS);
  expect(await news(world, member)).toBeNull();
});

test('the news is shown for a day or until it is closed, and again after the next absence', async () => {
  const world = await aWorld();
  const { owner, member, channel_id } = await aMember(world);
  world.clock.advance(2 * DAY_MS);
  await aPost(world, owner, channel_id);
  await visit(world, member);
  expect(await news(world, member)).toMatchObject({ posts_count: 1 });
  for (let hour = 0; hour < 23; hour++) {
    world.clock.advance(DAY_MS / 24);
    await visit(world, member);
  }
  expect(await news(world, member)).toMatchObject({ posts_count: 1 });
  world.clock.advance(DAY_MS / 24);
  expect(await news(world, member)).toBeNull();

  world.clock.advance(2 * DAY_MS);
  await aPost(world, owner, channel_id);
  expect(await news(world, member)).toMatchObject({ posts_count: 1 });
  await world.browserOf(member).post('/rpc/close_since_last_visit');
  await visit(world, member);
  expect(await news(world, member)).toBeNull();
});

test('the news leaves out what the plan no longer includes, muted people and communities, and removed answers', async () => {
  const world = await aWorld();
  const { owner, member } = await aMember(world);
  const { channel_id } = await aChannel(world, owner, { visibility: 'paid' });
  await joinChannel(world, member, { channel_id, words: '' });
  const post_id = await aPost(world, member, channel_id, { title: 'In a paid room' });
  world.clock.advance(DAY_MS);
  await aPost(world, owner, channel_id);
  const answer = await aComment(world, owner, post_id);
  const all = { posts_count: 1, answers_count: 1, threads: [{ title: 'In a paid room' }] };
  expect(await news(world, member)).toMatchObject(all);

  const setPlan = (plan: string) => sql`update users set plan = ${plan} where id = ${member.userId}`.execute(world.db);
  await setPlan('free');
  expect(await news(world, member)).toBeNull();
  await setPlan('essential');
  expect(await news(world, member)).toMatchObject(all);

  for (const target of [{ person_id: owner.userId }, { channel_id }]) {
    await setFollow(world, member, { target, state: 'mute' });
    expect(await news(world, member)).toBeNull();
    await setFollow(world, member, { target, state: 'none' });
  }
  await sql`update comments set state = 'removed' where id = ${answer.id}`.execute(world.db);
  expect(await news(world, member)).toMatchObject({ posts_count: 1, answers_count: 0, threads: [] });
});

test('leaves out answers in a thread that was deleted or removed', async () => {
  const world = await aWorld();
  const { owner, member, channel_id, post_id } = await aMember(world);
  const other = await aPost(world, owner, channel_id, { title: 'Another thread' });
  world.clock.advance(DAY_MS);
  await aComment(world, owner, post_id);
  await aComment(world, await aDoctor(world), other);
  expect(await news(world, member)).toMatchObject({ answers_count: 1, practitioner_answers_count: 1 });
  await sql`update posts set state = 'deleted' where id = ${other}`.execute(world.db);
  expect(await news(world, member)).toMatchObject({ answers_count: 1, practitioner_answers_count: 0 });
  await sql`update posts set state = 'removed' where id = ${post_id}`.execute(world.db);
  expect(await news(world, member)).toBeNull();
});

test('nobody can read when another person visited', async () => {
  const world = await aWorld();
  const { owner, member } = await aMember(world);
  const seen = (person: SignedIn) =>
    withUser(world.db, person.userId, async (tx) => (await sql`select user_id from community_visits`.execute(tx)).rows);
  expect(await seen(member)).toEqual([{ user_id: member.userId }]);
  expect(await seen(owner)).toEqual([]);
});

test('the news counts posts in the languages of the feed of the member', async () => {
  const world = await aWorld();
  const { owner, member, channel_id } = await aMember(world);
  world.clock.advance(DAY_MS);
  await aPost(world, owner, channel_id, { title: 'Notes from a slow week without any acids at all' });
  await aPost(world, owner, channel_id, {
    title: 'Une semaine tranquille, sans acides et sans soleil',
    body: '<p>La peau est restée calme pendant toute la semaine.</p>',
  });
  expect(await news(world, member)).toMatchObject({ posts_count: 2 });
  await world.browserOf(member).post('/rpc/set_my_reading', { languages: ['fr'] });
  expect(await news(world, member)).toMatchObject({ posts_count: 1 });
  await world.browserOf(member).post('/rpc/set_my_reading', { languages: ['ko'] });
  expect(await news(world, member)).toBeNull();
});
