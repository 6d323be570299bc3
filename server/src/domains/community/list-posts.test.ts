import { expect, test } from 'vitest';
import { CommunityLimits } from '#contract/community.ts';
import { aChannel, aPost, aRegular, handleOf, season } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { setFollow, touchPresence } from './follows.ts';
import { getChannel } from './list-channels.ts';
import { listAskedPosts, listExpertArticles, listFeed, listPersonPosts, listTagPosts } from './list-posts.ts';
import { askPractitioner } from './ask-practitioner.ts';
import { setLiked, setSaved } from './marks.ts';
import { joinChannel } from './membership.ts';
import { getMyCommunity } from './people.ts';
import { getPost } from './read-post.ts';

const DAY_MS = 86_400_000;
const feed = { view: 'all', scope: 'everywhere', limit: 10 } as const;

/** Two posts are a month old, and the first of them has three likes. One post is new and has one like. */
async function aWeek(world: World) {
  const author = await aRegular(world);
  const { channel_id } = await aChannel(world, author);
  const post = (title: string) => aPost(world, author, channel_id, { title });
  const [liked, quiet] = [await post('Liked'), await post('Quiet')];
  for (let n = 0; n < 3; n++) await setLiked(world, await aRegular(world), { post_id: liked, is_liked: true });
  world.clock.advance(30 * DAY_MS - 3_600_000);
  const fresh = await post('Fresh');
  await setLiked(world, await aRegular(world), { post_id: fresh, is_liked: true });
  return { author, channel_id, liked, quiet, fresh };
}

const ids = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id);

test('the feed is sorted by time, by heat (likes lose weight every day) or by popularity (likes of the period)', async () => {
  const world = await aWorld();
  const { author, liked, quiet, fresh } = await aWeek(world);
  const list = async (sort: 'latest' | 'hot' | 'top', period?: 'week' | 'month' | 'all') =>
    ids(await listFeed(world, author, { ...feed, sort, period }));
  expect(await list('latest')).toEqual([fresh, quiet, liked]);
  expect(await list('hot')).toEqual([fresh, liked, quiet]);
  expect(await list('top', 'all')).toEqual([liked, fresh, quiet]);
  expect(await list('top', 'month')).toEqual([liked, fresh, quiet]);
  expect(await list('top', 'week')).toEqual([fresh]);
});

test('articles by verified practitioners are listed with their registration', async () => {
  const world = await aWorld();
  const { author, channel_id } = await aWeek(world);
  const [doctor, newcomer] = [await world.practitioner(), await world.practitioner({ verified: false })];
  for (const person of [doctor, newcomer]) await season(world, person);
  const post_id = await aPost(world, doctor, channel_id, { title: 'Why we wait' });
  await aPost(world, newcomer, channel_id, { title: 'Why we hurry' });
  const { rows } = await listExpertArticles(world, author, { view: 'all', sort: 'latest', limit: 10 });
  expect(rows).toMatchObject([
    {
      id: post_id,
      author: {
        practitioner: { registration_number: expect.any(String), registration_body: 'Ordre national des médecins' },
      },
    },
  ]);
});

test('muted people, communities and topics are left out of the feed', async () => {
  const world = await aWorld();
  const { author, channel_id, fresh } = await aWeek(world);
  const reader = await aRegular(world);
  const other = await aRegular(world);
  const elsewhere = await aPost(world, other, (await aChannel(world, other)).channel_id, { tags: ['Sun care'] });
  const latest = async () => ids(await listFeed(world, reader, { ...feed, sort: 'latest' }));
  expect((await latest()).slice(0, 2)).toEqual([elsewhere, fresh]);
  await setFollow(world, reader, { target: { person_id: other.userId }, state: 'mute' });
  expect((await latest())[0]).toBe(fresh);
  await setFollow(world, reader, { target: { channel_id }, state: 'mute' });
  expect(await latest()).toEqual([]);
  await setFollow(world, reader, { target: { person_id: author.userId }, state: 'follow' });
  expect(await latest()).toEqual([]);
  await setFollow(world, reader, { target: { channel_id }, state: 'none' });
  expect((await latest())[0]).toBe(fresh);

  const topic = () => listTagPosts(world, reader, { tag: 'sun-care', sort: 'latest', limit: 80 });
  expect(await topic()).toMatchObject({ is_followed: false, is_muted: false });
  await setFollow(world, reader, { target: { tag: 'sun-care' }, state: 'mute' });
  expect(await topic()).toMatchObject({ is_followed: false, is_muted: true });
  await setFollow(world, reader, { target: { person_id: other.userId }, state: 'none' });
  expect(await latest()).not.toContain(elsewhere);
  expect((await topic()).rows.map(({ id }) => id)).toContain(elsewhere);
});

test('a post shows whether the reader follows or has muted it', async () => {
  const world = await aWorld();
  const { fresh } = await aWeek(world);
  const reader = await aRegular(world);
  const post = async () => (await getPost(world, reader, { post_id: fresh, sort: 'best' })).post;
  expect(await post()).toMatchObject({ is_followed: false, is_muted: false });
  await setFollow(world, reader, { target: { post_id: fresh }, state: 'follow' });
  expect(await post()).toMatchObject({ is_followed: true, is_muted: false });
  await setFollow(world, reader, { target: { post_id: fresh }, state: 'mute' });
  expect(await post()).toMatchObject({ is_followed: false, is_muted: true });
});

test('recently active members of a community count as online, but not people who are no members', async () => {
  const world = await aWorld();
  const owner = await aRegular(world);
  const [member, passer] = [await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, owner);
  await joinChannel(world, member, { channel_id, words: '' });
  const counts = async () => {
    const { members_count, online_count } = await getChannel(world, passer, slug);
    return { members_count, online_count };
  };
  expect(await counts()).toEqual({ members_count: 2, online_count: 0 });
  for (const person of [member, passer]) await touchPresence(world, person, channel_id);
  expect(await counts()).toEqual({ members_count: 2, online_count: 1 });
  world.clock.advance((CommunityLimits.online_s + 1) * 1000);
  expect(await counts()).toEqual({ members_count: 2, online_count: 0 });
});

test('the posts that a reader saved are listed, last saved first, until the reader removes them', async () => {
  const world = await aWorld();
  const { author, liked, fresh } = await aWeek(world);
  const reader = await aRegular(world);
  const saved = async (person: typeof reader) =>
    ids((await world.browserOf(person).post('/rpc/list_saved_posts')).json);
  for (const post_id of [liked, fresh]) {
    world.clock.advance(1000);
    await setSaved(world, reader, { post_id, is_saved: true });
  }
  expect(await saved(reader)).toEqual([fresh, liked]);
  expect(await saved(author)).toEqual([]);
  await setSaved(world, reader, { post_id: fresh, is_saved: false });
  expect(await saved(reader)).toEqual([liked]);
});

test('open requests for a practitioner are listed only to verified practitioners', async () => {
  const world = await aWorld();
  const [doctor, newcomer] = [await world.practitioner(), await aRegular(world)];
  const { author, channel_id, fresh } = await aWeek(world);
  await joinChannel(world, doctor, { channel_id, words: '' });
  const asked = async () => ids(await listAskedPosts(world, doctor, { limit: 20 }));
  expect([(await getMyCommunity(world, doctor)).is_asked, (await getMyCommunity(world, newcomer)).is_asked]).toEqual([
    true,
    false,
  ]);
  expect(await asked()).toEqual([]);
  await askPractitioner(world, author, { post_id: fresh, is_asking: true });
  expect(await asked()).toEqual([fresh]);
  await askPractitioner(world, author, { post_id: fresh, is_asking: false });
  expect(await asked()).toEqual([]);
});

test('posts that the reader may not read do not shorten the list of newest posts of a person', async () => {
  const world = await aWorld();
  const author = await aRegular(world, { plan: 'elite' });
  const reader = await aRegular(world);
  const open = await aChannel(world, author);
  const elite = await aChannel(world, author, { visibility: 'elite_only' });
  const older = await aPost(world, author, open.channel_id);
  for (let n = 0; n < 3; n++) await aPost(world, author, elite.channel_id);
  const handle = await handleOf(world, author);
  expect(ids(await listPersonPosts(world, reader, { handle, limit: 2 }))).toEqual([older]);
});
