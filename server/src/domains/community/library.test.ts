import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aChannel, aComment, aPost, aRegular, season } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { forTheWeb } from './clean-html.ts';
import { askChannelDeletion } from './end-channel.ts';
import { getOrCreateUserChannel } from './create-channel.ts';
import { getLibraryPage, getLibraryThread, listLibrary } from './library.ts';
import { libraryFeedRoute, librarySitemapRoute } from './library-feeds.ts';
import { listChannelPosts } from './list-posts.ts';
import { joinChannel, setMemberRole } from './membership.ts';
import { setChannelOnWeb, setPostOnWeb } from './open-to-web.ts';
import { getPost } from './read-post.ts';
import { updateChannel } from './update-channel.ts';
import { deletePost } from './write-post.ts';

async function aScene() {
  const world = await aWorld();
  const [owner, author, reader] = [await aRegular(world), await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, owner, { name: 'Calm cheeks' });
  for (const person of [author, reader]) await joinChannel(world, person, { channel_id, words: '' });
  const post_id = await aPost(world, author, channel_id, { title: 'Day 4 after a peel', tags: ['Peeling'] });
  const open = async () => {
    await setChannelOnWeb(world, owner, { channel_id, is_on_web: true });
    await setPostOnWeb(world, author, { post_id, is_on_web: true });
  };
  const seen = async () => ({
    list: (await listLibrary(world)).map((community) => community.slug),
    page: (await getLibraryPage(world, { slug }))?.threads.map(({ id }) => id) ?? null,
    thread: (await getLibraryThread(world, { slug, post_id }))?.id ?? null,
  });
  return { world, owner, author, reader, channel_id, slug, post_id, open, seen };
}

const nothing = { list: [], page: null, thread: null };

test('a thread is on the web only if its author and the owner of its open community have both chosen this', async () => {
  const { world, owner, author, channel_id, slug, post_id, open, seen } = await aScene();
  expect(await seen()).toEqual(nothing);
  await expect(setPostOnWeb(world, author, { post_id, is_on_web: true })).rejects.toMatchObject({ code: 'WEB_CLOSED' });
  await setChannelOnWeb(world, owner, { channel_id, is_on_web: true });
  expect(await seen()).toEqual({ list: [], page: [], thread: null });
  await open();
  const shown = { list: [slug], page: [post_id], thread: post_id };
  expect(await seen()).toEqual(shown);
  expect(await setPostOnWeb(world, author, { post_id, is_on_web: true })).toEqual({
    web_since: '2026-11-20T09:00:00.000Z',
  });
  expect(await setPostOnWeb(world, author, { post_id, is_on_web: false })).toEqual({ web_since: null });
  expect(await seen()).toEqual({ list: [], page: [], thread: null });
  await open();
  await setChannelOnWeb(world, owner, { channel_id, is_on_web: false });
  expect(await seen()).toEqual(nothing);
  const { rows } = await sql<{
    details: object;
  }>`select details from audit_log where action = 'community.visibilityChanged' and subject_id = ${channel_id} order by id`.execute(
    world.db,
  );
  expect(rows.map(({ details }) => details)).toEqual([
    { is_on_web: true },
    { is_on_web: true },
    { is_on_web: true },
    { is_on_web: false },
  ]);
});

test('an author can put a thread on the web while writing it, if the community is on the web', async () => {
  const { world, owner, author, channel_id, slug, post_id } = await aScene();
  const write = (is_on_web: boolean) => aPost(world, author, channel_id, { title: 'Day 5 after a peel', is_on_web });
  const shown = async (id: string) => (await getLibraryThread(world, { slug, post_id: id }))?.id ?? null;
  await expect(write(true)).rejects.toMatchObject({ code: 'WEB_CLOSED' });
  const { rows } = await listChannelPosts(world, author, { slug, sort: 'latest', period: 'all', limit: 20 });
  expect(rows.map(({ id }) => id)).toEqual([post_id]);
  await setChannelOnWeb(world, owner, { channel_id, is_on_web: true });
  const [inside, outside] = [await write(false), await write(true)];
  expect([await shown(inside), await shown(outside)]).toEqual([null, outside]);
  const answer = await aComment(world, owner, outside);
  expect((await getLibraryThread(world, { slug, post_id: outside }))?.answers.map(({ id }) => id)).toEqual([answer.id]);
  expect((await getPost(world, author, { post_id: outside, sort: 'oldest' })).post.web_since).not.toBeNull();
});

test('only owners can put a community on the web, and only authors a thread', async () => {
  const { world, owner, author, reader, channel_id, post_id } = await aScene();
  const moderator = await aRegular(world);
  await joinChannel(world, moderator, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: moderator.userId, role: 'moderator' });
  for (const person of [author, moderator])
    await expect(setChannelOnWeb(world, person, { channel_id, is_on_web: true })).rejects.toMatchObject({
      code: 'NOT_A_MODERATOR',
    });
  await setChannelOnWeb(world, owner, { channel_id, is_on_web: true });
  for (const person of [owner, moderator, reader])
    for (const is_on_web of [true, false])
      await expect(setPostOnWeb(world, person, { post_id, is_on_web })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const page = await getOrCreateUserChannel(world, author);
  await expect(setChannelOnWeb(world, author, { channel_id: page.channel_id, is_on_web: true })).rejects.toMatchObject({
    code: 'WEB_CLOSED',
  });
});

test('a thread leaves the web at once when it is hidden or deleted, or its community is closed or about to end', async () => {
  const { world, owner, author, channel_id, slug, post_id, open, seen } = await aScene();
  await open();
  for (const state of ['held', 'removed']) {
    await sql`update posts set state = ${state} where id = ${post_id}`.execute(world.db);
    expect(await seen()).toEqual({ list: [], page: [], thread: null });
  }
  await sql`update posts set state = 'visible' where id = ${post_id}`.execute(world.db);
  expect((await seen()).thread).toBe(post_id);
  await sql`update users set plan = 'elite' where id = ${owner.userId}`.execute(world.db);
  await updateChannel(world, owner, { channel_id, visibility: 'paid' });
  expect(await seen()).toEqual(nothing);
  await expect(setChannelOnWeb(world, owner, { channel_id, is_on_web: true })).rejects.toMatchObject({
    code: 'WEB_CLOSED',
  });
  await updateChannel(world, owner, { channel_id, visibility: 'open' });
  await sql`update channels set web_since = now(), visibility = 'elite_only' where id = ${channel_id}`.execute(
    world.db,
  );
  expect(await seen()).toEqual(nothing);
  await sql`update channels set web_since = null, visibility = 'open' where id = ${channel_id}`.execute(world.db);
  // The community is open to all members again. It is public (readable without an account) only after its owner makes
  // it public again.
  expect(await seen()).toEqual(nothing);
  await open();
  await askChannelDeletion(world, owner, { channel_id, slug });
  expect(await seen()).toEqual(nothing);
  await sql`update channels set delete_at = null where id = ${channel_id}`.execute(world.db);
  await deletePost(world, author, post_id);
  expect((await seen()).thread).toBeNull();
});

test('a thread on the web shows only answers since it was opened: practitioners first, then the most liked', async () => {
  const { world, author, reader, slug, post_id, open } = await aScene();
  const doctor = await world.practitioner();
  const unverified = await world.practitioner({ verified: false });
  for (const person of [doctor, unverified]) await season(world, person);
  await aComment(world, reader, post_id, { body: '<p>Written for members.</p>' });
  world.clock.advance(60_000);
  await open();
  world.clock.advance(60_000);
  await aComment(world, reader, post_id, { body: '<p>Mine took six days.</p>' });
  const { id: liked } = await aComment(world, author, post_id, { body: '<p>Thank you.</p>' });
  const { id: hidden } = await aComment(world, reader, post_id, { body: '<p>Buy my cream.</p>' });
  await aComment(world, doctor, post_id, { body: '<p>No sun for two weeks.</p>' });
  await aComment(world, unverified, post_id, { body: '<p>I am a doctor, too.</p>' });
  await sql`update comments set likes_count = 3 where id = ${liked}`.execute(world.db);
  await sql`update comments set state = 'removed' where id = ${hidden}`.execute(world.db);
  const thread = await getLibraryThread(world, { slug, post_id });
  expect(thread?.answers.map(({ body }) => body)).toEqual([
    '<p>No sun for two weeks.</p>',
    '<p>Thank you.</p>',
    '<p>Mine took six days.</p>',
    '<p>I am a doctor, too.</p>',
  ]);
  expect(thread).toMatchObject({ answers_count: 4, is_answered_by_practitioner: true });
  expect(thread?.answers.map(({ author: by }) => by?.practitioner !== null)).toEqual([true, false, false, false]);
  const inside = await getPost(world, author, { post_id, sort: 'oldest' });
  expect(inside.post).toMatchObject({ web_since: '2026-11-20T09:01:00.000Z', can_open_to_web: true });
  expect(inside.comments.rows).toHaveLength(5);
});

test('unknown communities, topics, pages and threads cause no error on the web', async () => {
  const { world, slug, post_id, open } = await aScene();
  await open();
  for (const query of [{ slug: 'nowhere' }, { slug, tag: 'botox' }, { slug, before: "1' or true" }])
    expect(await getLibraryPage(world, query)).toBeNull();
  expect(await getLibraryPage(world, { slug, tag: 'peeling' })).toMatchObject({ tag: { tag: 'peeling' }, next: null });
  for (const asked of [
    { slug, post_id: 'x' },
    { slug: 'elsewhere', post_id },
  ])
    expect(await getLibraryThread(world, asked)).toBeNull();
});

test('a long list of threads on the web is returned page by page without repetitions', async () => {
  const { world, author, channel_id, slug, post_id, open } = await aScene();
  await open();
  const posts = [post_id];
  for (let at = 0; at < 21; at++) {
    world.clock.advance(3_600_000);
    const id = await aPost(world, author, channel_id, {});
    await setPostOnWeb(world, author, { post_id: id, is_on_web: true });
    posts.unshift(id);
  }
  const first = await getLibraryPage(world, { slug });
  expect(first?.community.threads_count).toBe(22);
  // Twenty posts follow the second post. They fill exactly one page.
  expect(await getLibraryPage(world, { slug, before: posts[1] ?? '' })).toMatchObject({
    next: null,
    threads: Array.from({ length: 20 }, () => ({})),
  });
  const second = await getLibraryPage(world, { slug, before: first?.next ?? '' });
  expect([...(first?.threads ?? []), ...(second?.threads ?? [])].map(({ id }) => id)).toEqual(posts);
  expect(second?.next).toBeNull();
});

test('a list of threads on the web names its community, and shows whether a verified practitioner answered a thread', async () => {
  const { world, owner, author, channel_id, slug, post_id, open } = await aScene();
  await open();
  const other = await aPost(world, author, channel_id, { title: 'For later', tags: ['Retinol'] });
  await setPostOnWeb(world, author, { post_id: other, is_on_web: true });
  const [doctor, unverified] = [await world.practitioner(), await world.practitioner({ verified: false })];
  for (const person of [doctor, unverified]) await season(world, person);
  // An answer written at exactly the time when the thread was opened is shown.
  await aComment(world, unverified, post_id);
  await aComment(world, doctor, other);
  const page = await getLibraryPage(world, { slug });
  expect(page).toMatchObject({
    community: {
      slug,
      name: 'Calm cheeks',
      description: 'Skin that answers back, read slowly.',
      threads_count: 2,
      latest_at: '2026-11-20T09:00:00.000Z',
    },
    tag: null,
    threads: [
      { id: other, is_answered_by_practitioner: true, answers_count: 1 },
      { id: post_id, is_answered_by_practitioner: false, answers_count: 1, author: { practitioner: null } },
    ],
    next: null,
  });
  expect((await getLibraryPage(world, { slug, tag: 'peeling' }))?.threads.map(({ id }) => id)).toEqual([post_id]);
  await sql`update posts set author_id = null where id = ${post_id}`.execute(world.db);
  await updateChannel(world, owner, { channel_id, name: '', description: '' });
  expect(await getLibraryThread(world, { slug, post_id })).toMatchObject({
    author: null,
    community: { name: `fl@${slug}` },
  });
  expect(await listLibrary(world)).toMatchObject([{ name: `fl@${slug}`, description: '' }]);
});

test.each([
  ['<p>See <img src="/community-assets/posts/a-1.jpg" alt="My cheek" /> this</p>', '<p>See  this</p>'],
  ['<div data-video="youtube:dQw4w9WgXcQ"></div><p>a</p>', '<p>a</p>'],
  [
    '<p><span data-mention="marion_k">@marion_k</span> and @leo_b, not a@bc.example</p>',
    '<p>@… and @…, not a@bc.example</p>',
  ],
  [
    '<p><a href="https://x.example/@marion_k" rel="nofollow">x</a></p>',
    '<p><a href="https://x.example/@marion_k" rel="nofollow">x</a></p>',
  ],
])('a text on the web has no pictures, videos and handles: %s', (stored, shown) => {
  expect(forTheWeb(stored)).toBe(shown);
});

async function readRoute(world: World, route: typeof libraryFeedRoute, address: string) {
  const sent: unknown[] = [];
  const exchange = {
    url: new URL(address, world.config.publicUrl),
    req: { method: 'GET', headers: {} },
    res: {
      writeHead: (status: number) => void sent.push(status),
      setHeader: () => undefined,
      end: (text?: string) => void sent.push(text ?? ''),
    },
  };
  await route(world).answer(exchange as never, undefined as never);
  return sent.join('\n');
}

test('the feed and the sitemap of the library contain what is on the web and nothing else', async () => {
  const { world, author, channel_id, slug, post_id, open } = await aScene();
  const inside = await aPost(world, author, channel_id, { title: 'For members' });
  await open();
  await sql`update posts set title = 'Peel & <sun>' where id = ${post_id}`.execute(world.db);
  const feed = await readRoute(world, libraryFeedRoute, `/library/${slug}/feed.xml?tag=peeling`);
  expect(feed).toContain('Peel &#38; &#60;sun&#62;');
  expect(feed).toContain(`/library/${slug}/${post_id}`);
  const map = await readRoute(world, librarySitemapRoute, '/sitemap-library.xml');
  expect(map).toContain(`/fr/library/${slug}/${post_id}</loc>`);
  expect(feed + map).not.toContain(inside);
  expect(await readRoute(world, libraryFeedRoute, '/library/nowhere/feed.xml')).toContain('404');
});

test('answers written while the community was off the web stay off the web when it is opened again', async () => {
  const { world, owner, reader, channel_id, slug, post_id, open } = await aScene();
  const answers = async () => (await getLibraryThread(world, { slug, post_id }))?.answers.map(({ id }) => id);
  const count = async () => (await getLibraryPage(world, { slug }))?.threads[0]?.answers_count;
  await open();
  world.clock.advance(60_000);
  const shown = await aComment(world, reader, post_id);
  expect(await answers()).toEqual([shown.id]);
  await setChannelOnWeb(world, owner, { channel_id, is_on_web: false });
  world.clock.advance(86_400_000);
  await aComment(world, reader, post_id, { body: '<p>Written for members.</p>' });
  world.clock.advance(60_000);
  await setChannelOnWeb(world, owner, { channel_id, is_on_web: true });
  expect([await answers(), await count()]).toEqual([[], 0]);
  expect(await readRoute(world, librarySitemapRoute, '/sitemap-library.xml')).toContain(
    '<lastmod>2026-11-20</lastmod>',
  );
  world.clock.advance(60_000);
  const later = await aComment(world, reader, post_id);
  expect([await answers(), await count()]).toEqual([[later.id], 1]);
});
