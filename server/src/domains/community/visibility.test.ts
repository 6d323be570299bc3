import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { Plans } from '#contract/base.ts';
import { Visibilities, type Visibility } from '#contract/community.ts';
import { aChannel, aComment, aPost, aRegular, handleOf, season } from '../../../test/a-community.ts';
import { aPicture } from '../../../test/a-case.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Browser } from '../../../test/browser.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { plansFor } from './viewer.ts';

/** The visibilities of the communities that each kind of reader may read. */
const rights: Readonly<Record<string, readonly Visibility[]>> = {
  visitor: [],
  free: ['open'],
  essential: ['open', 'paid'],
  plus: ['open', 'paid'],
  elite: ['open', 'paid', 'elite_only'],
  practitioner: ['open', 'paid', 'elite_only'],
  unverified: ['open'],
  admin: ['open', 'paid', 'elite_only'],
  single_factor_admin: ['open'],
};
type Reader = keyof typeof rights;

interface Room {
  readonly slug: string;
  readonly channel_id: string;
  readonly post_id: string;
  readonly comment_id: string;
  /** The address of the image, without a signature. */
  readonly picture: string;
}

let world: World;
const browsers = new Map<Reader, Browser>();
const people = new Map<Reader, Caller>();
const rooms = new Map<Visibility, Room>();
let author = '';

beforeAll(async () => {
  world = await aWorld();
  const signedIn = {
    free: await world.patient({ plan: 'free' }),
    essential: await world.patient({ plan: 'essential' }),
    plus: await world.patient({ plan: 'plus' }),
    elite: await world.patient({ plan: 'elite' }),
    practitioner: await world.practitioner(),
    unverified: await world.practitioner({ verified: false }),
    admin: await world.admin(),
    single_factor_admin: await world.admin({ secondFactor: false }),
  };
  for (const [name, person] of Object.entries(signedIn)) {
    people.set(name, person);
    browsers.set(name, world.browserOf(person));
  }
  browsers.set('visitor', world.browser());
  for (const visibility of Visibilities) rooms.set(visibility, await furnish(visibility));
  await world.outbox.drain();
  return () => world[Symbol.asyncDispose]();
});

/** Creates a community with one post. The post has an image, a tag, and a comment that mentions every reader. */
async function furnish(visibility: Visibility): Promise<Room> {
  const owner = await aRegular(world, { plan: 'elite' });
  const { channel_id, slug } = await aChannel(world, owner, { name: `Room ${visibility}`, visibility });
  const form = new FormData();
  form.set('kind', 'post');
  form.set('channel_id', channel_id);
  form.set('file', new Blob([new Uint8Array(await aPicture(40))], { type: 'image/jpeg' }), 'me.jpg');
  const uploaded = await world.browserOf(owner).postForm('/rpc/upload_community_image', form);
  const post_id = await aPost(world, owner, channel_id, {
    title: `Secret ${visibility}`,
    body: `<p>whisperword</p><img src="${uploaded.json.url}" alt="">`,
    tags: ['Whisper'],
  });
  const { id: comment_id } = await aComment(world, owner, post_id, { body: '<p>murmurword</p>' });
  author = await handleOf(world, owner);
  return { slug, channel_id, post_id, comment_id, picture: `/community-assets/${uploaded.json.path}` };
}

const cases = Object.keys(rights).flatMap((reader) => Visibilities.map((visibility) => [reader, visibility] as const));

/** Tests every procedure through which a reader could see a post, a comment or a community. */
describe.each(cases)('reader %s and a community that is %s', (reader, visibility) => {
  const isOpen = rights[reader]?.includes(visibility) ?? false;
  const ask = async (name: string, input: object = {}) => {
    const answer = await browsers.get(reader)?.post(`/rpc/${name}`, input);
    if (!answer) throw new Error('no browser');
    return answer;
  };
  const room = (): Room => {
    const found = rooms.get(visibility);
    if (!found) throw new Error('no room');
    return found;
  };
  const refused = reader === 'visitor' ? 401 : 404;

  test.each<[string, () => object]>([
    ['get_channel', () => ({ slug: room().slug })],
    ['list_channel_posts', () => ({ slug: room().slug })],
    ['list_channel_members', () => ({ channel_id: room().channel_id })],
    ['get_post', () => ({ post_id: room().post_id })],
    ['list_comments', () => ({ post_id: room().post_id })],
    ['get_comment', () => ({ comment_id: room().comment_id })],
    ['list_versions', () => ({ post_id: room().post_id })],
    ['list_versions', () => ({ comment_id: room().comment_id })],
    ['mark_read', () => ({ post_id: room().post_id })],
    ['set_saved', () => ({ post_id: room().post_id, is_saved: true })],
    ['set_liked', () => ({ post_id: room().post_id, is_liked: true })],
    ['set_liked', () => ({ comment_id: room().comment_id, is_liked: true })],
    ['set_follow', () => ({ target: { post_id: room().post_id }, state: 'follow' })],
    ['set_follow', () => ({ target: { channel_id: room().channel_id }, state: 'follow' })],
    ['rpc_join_channel', () => ({ channel_id: room().channel_id })],
    ['mark_channel_seen', () => ({ channel_id: room().channel_id })],
    ['report_content', () => ({ subject_kind: 'post', subject_id: room().post_id, reason: 'spam' })],
    ['report_content', () => ({ subject_kind: 'comment', subject_id: room().comment_id, reason: 'spam' })],
    ['ask_practitioner', () => ({ post_id: room().post_id, is_asking: true })],
    ['create_comment', () => ({ post_id: room().post_id, body: '<p>me too</p>' })],
    ['create_post', () => ({ channel_id: room().channel_id, title: 'Hello', body: '<p>me too</p>' })],
  ])('the procedure %s returns a community or post only to people who may read it', async (name, input) => {
    expect((await ask(name, input())).status).toBe(isOpen ? 200 : refused);
  });

  test.each<[string, () => object]>([
    ['list_feed', () => ({ sort: 'latest', limit: 50 })],
    ['list_feed', () => ({ sort: 'hot', limit: 50 })],
    ['list_feed', () => ({ sort: 'top', period: 'day', limit: 50 })],
    ['list_feed', () => ({ sort: 'top', period: 'all', limit: 50 })],
    ['list_tag_posts', () => ({ tag: 'whisper' })],
    ['list_tag_posts', () => ({ tag: 'whisper', sort: 'hot' })],
    ['list_channels', () => ({})],
    ['list_channels', () => ({ search: 'room' })],
    ['search_community', () => ({ q: 'whisperword' })],
    ['search_community', () => ({ q: 'whisperword', kind: 'posts', sort: 'newest' })],
    ['search_community', () => ({ q: 'murmurword', kind: 'comments' })],
    ['search_community', () => ({ q: 'room', kind: 'channels' })],
    ['search_community', () => ({ q: 'whisperword', kind: 'posts', channel: room().slug })],
    ['search_community', () => ({ q: 'whisperword', kind: 'posts', tag: 'whisper' })],
  ])('the procedure %s lists the texts of a community only for people who may read it', async (name, input) => {
    const answer = await ask(name, input());
    const isTurnedAway = reader === 'visitor' && name !== 'list_channels';
    expect(answer.status).toBe(isTurnedAway ? 401 : 200);
    const needle =
      name === 'list_channels' || JSON.stringify(input()).includes('"channels"') ? room().slug : room().post_id;
    const shown = isOpen || (name === 'list_channels' && visibility === 'open');
    expect(answer.text.includes(needle)).toBe(shown);
  });

  test('people who wrote under a post are suggested only to those who may read it', async () => {
    const { json, status } = await ask('suggest_people', { search: '', post_id: room().post_id });
    expect(status).toBe(reader === 'visitor' ? 401 : 200);
    expect(Array.isArray(json) && json.length > 0).toBe(isOpen);
  });

  test.runIf(isOpen)('a picture opens only with the link in its post, except in an open community', async () => {
    const plain = await world.browser().get(room().picture);
    expect(plain.status).toBe(visibility === 'open' ? 200 : 404);
    const { json } = await ask('get_post', { post_id: room().post_id });
    const src = /src="([^"]+)"/.exec(json.post.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(src.includes('?e=')).toBe(visibility !== 'open');
    expect((await world.browser().get(src)).status).toBe(200);
    const forged = src.replace(/&s=..../, '&s=AAAA');
    expect((await world.browser().get(forged)).status).toBe(visibility === 'open' ? 200 : 404);
  });
});

test.each(Plans)('the membership page shows the rights that the plan %s has in the communities', async (plan) => {
  const member = world.browserOf(await world.patient({ plan }));
  const { entitlements } = (await member.post('/rpc/get_my_membership')).json;
  const opens = (visibility: Visibility) => plansFor(visibility).includes(plan);
  const view = await member.post('/rpc/list_feed', { view: 'exclusive' });
  expect(entitlements).toMatchObject({
    has_members_communities: opens('paid'),
    has_exclusive_view: view.status === 200,
  });
  expect([opens('open'), rights[plan]?.includes('paid')]).toEqual([true, opens('paid')]);
});

test('the exclusive view is for plus, elite and staff, and contains no open communities', async () => {
  const answers: Record<string, number> = {};
  for (const [reader, browser] of browsers)
    answers[reader] = (await browser.post('/rpc/list_feed', { view: 'exclusive' })).status;
  expect(answers).toEqual({
    visitor: 401,
    free: 403,
    essential: 403,
    unverified: 403,
    single_factor_admin: 403,
    plus: 200,
    elite: 200,
    practitioner: 200,
    admin: 200,
  });
  const shown = (await browsers.get('plus')?.post('/rpc/list_feed', { view: 'exclusive', limit: 50 }))?.json.rows;
  expect(new Set(shown.map((row: { channel: { visibility: string } }) => row.channel.visibility))).toEqual(
    new Set(['paid']),
  );
});

test('lists, news, saved posts and profiles hide a community from a person whose plan ended', async () => {
  const reader = await aRegular(world, { plan: 'plus' });
  const browser = world.browserOf(reader);
  const { post_id, channel_id } = rooms.get('paid') ?? { post_id: '', channel_id: '' };
  const writer = await aRegular(world, { plan: 'elite' });
  await browser.post('/rpc/set_saved', { post_id, is_saved: true });
  await browser.post('/rpc/mark_read', { post_id });
  const mention = await aComment(world, writer, post_id, { body: `<p>@${await handleOf(world, reader)} look</p>` });
  await world.outbox.drain();
  const seen = async (name: string, input: object = {}) =>
    (await browser.post(`/rpc/${name}`, input)).text.includes(post_id);
  const ways: [string, object][] = [
    ['list_saved_posts', {}],
    ['list_recently_viewed', {}],
    ['list_notifications', {}],
    ['list_person_posts', { handle: author }],
  ];
  expect(await seen('list_notifications')).toBe(true);
  expect(await seen('list_saved_posts')).toBe(true);
  await sql`update users set plan = 'free' where id = ${reader.userId}`.execute(world.db);
  for (const [name, input] of ways) expect([name, await seen(name, input)]).toEqual([name, false]);
  expect((await browser.post('/rpc/get_comment', { comment_id: mention.id })).status).toBe(404);
  expect((await browser.post('/rpc/list_notifications')).json.unread_count).toBe(0);
  expect((await browser.post('/rpc/rpc_leave_channel', { channel_id })).status).toBe(404);
});

test('nobody is notified of a text that they may not read', async () => {
  const outsider = await world.patient({ plan: 'free' });
  await season(world, outsider);
  const { post_id } = rooms.get('elite_only') ?? { post_id: '' };
  await aComment(world, await aRegular(world, { plan: 'elite' }), post_id, {
    body: `<p>@${await handleOf(world, outsider)}</p>`,
  });
  const mails = await world.mails();
  const news = await world.browserOf(outsider).post('/rpc/list_notifications');
  expect(news.json.rows).toEqual([]);
  expect(mails.filter((mail) => mail.text.includes('elite'))).toEqual([]);
});
