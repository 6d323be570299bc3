import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { TextLanguage } from '#contract/community/reading.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aComment, aPost, aRegular } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { listChannelPosts, listExpertArticles, listFeed, listTagPosts } from './list-posts.ts';
import { joinChannel } from './membership.ts';
import { getMyCommunity } from './people.ts';
import { searchCommunity } from './search.ts';
import { editPost } from './write-post.ts';

const texts = {
  english: 'My cheeks were rather warm for two days after the treatment, and then they were calm again.',
  french: 'Mes joues étaient plutôt chaudes pendant deux jours après le soin, puis elles se sont apaisées.',
  german: 'Meine Wangen waren nach der Behandlung zwei Tage lang ziemlich warm, danach wurden sie wieder ruhig.',
  japanese: '治療の後、二日間は頬がかなり熱かったのですが、その後はまた落ち着きました。',
  unclear: 'Retinol',
} as const;
type Name = keyof typeof texts;
const names = Object.keys(texts) as Name[];

let world: World;
let author: SignedIn;
let channel: { channel_id: string; slug: string };
const posts = new Map<string, Name>();

/**
 * Creates two posts with each text. Their author is not the reader. All posts have the same tag and one word in common.
 */
beforeAll(async () => {
  world = await aWorld();
  author = await aRegular(world);
  channel = await aChannel(world, author);
  for (let round = 0; round < 2; round++) {
    for (const name of names) {
      const title = name === 'unclear' ? 'Zinnia' : texts[name].slice(0, 60);
      const body = `<p>${texts[name]} Zinnia.</p>`;
      posts.set(await aPost(world, author, channel.channel_id, { title, body, tags: ['Zinnia'] }), name);
      world.clock.advance(60_000);
    }
  }
  return () => world[Symbol.asyncDispose]();
});

const choose = (reader: SignedIn, languages: TextLanguage[]) =>
  world.browserOf(reader).post('/rpc/set_my_reading', { languages });

async function aReader(languages: TextLanguage[]): Promise<SignedIn> {
  const reader = await aRegular(world);
  await joinChannel(world, reader, { channel_id: channel.channel_id, words: '' });
  await choose(reader, languages);
  return reader;
}

/** Returns the names of the texts on a page, without duplicates. */
const namesOn = (rows: readonly { id: string }[]): string[] =>
  [...new Set(rows.map(({ id }) => posts.get(id) ?? 'another'))].toSorted();
const all = names.toSorted();
const feed = { view: 'all', scope: 'everywhere', limit: 20 } as const;

type List = (reader: SignedIn, languages?: 'all') => Promise<{ rows: readonly { id: string }[] }>;
const found: List = async (reader, languages) => {
  const asked = { q: 'zinnia', kind: 'posts', sort: 'newest', limit: 20, languages } as const;
  const { rows } = (await searchCommunity(world, reader, asked)).posts;
  return { rows: rows.map(({ post }) => post) };
};
const tagged = (sort: 'latest' | 'hot') => (reader: SignedIn, languages?: 'all') =>
  listTagPosts(world, reader, { tag: 'zinnia', sort, limit: 80, languages });
const lists: [string, List][] = [
  ['the newest', (reader, languages) => listFeed(world, reader, { ...feed, sort: 'latest', languages })],
  ['the hot ones', (reader, languages) => listFeed(world, reader, { ...feed, sort: 'hot', languages })],
  [
    'the best of the day',
    (reader, languages) => listFeed(world, reader, { ...feed, sort: 'top', period: 'day', languages }),
  ],
  [
    'the best of all',
    (reader, languages) => listFeed(world, reader, { ...feed, sort: 'top', period: 'all', languages }),
  ],
  ['the unanswered', (reader, languages) => listFeed(world, reader, { ...feed, sort: 'unanswered', languages })],
  [
    'the own communities',
    (reader, languages) => listFeed(world, reader, { ...feed, scope: 'joined', sort: 'latest', languages }),
  ],
  [
    'a community',
    (reader, languages) => listChannelPosts(world, reader, { slug: channel.slug, sort: 'hot', limit: 20, languages }),
  ],
  ['a topic, newest first', tagged('latest')],
  ['a topic, hottest first', tagged('hot')],
  ['the search', found],
];

test.for(lists)(
  'a list has all texts at first, then those in languages read or unclear, and all on request: %s',
  async ([, list]) => {
    const reader = await aReader([]);
    expect(namesOn((await list(reader)).rows)).toEqual(all);
    await choose(reader, ['fr', 'ja']);
    const { rows } = await list(reader);
    expect(namesOn(rows)).toEqual(['french', 'japanese', 'unclear']);
    expect(rows).toHaveLength(6);
    expect(namesOn((await list(reader, 'all')).rows)).toEqual(all);
    await choose(reader, []);
    expect(namesOn((await list(reader)).rows)).toEqual(all);
  },
);

test.for(lists)('a list has the own text of the reader in any language: %s', async ([, list]) => {
  const reader = await aReader(['ko']);
  const body = `<p>${texts.german} Zinnia.</p>`;
  const mine = await aPost(world, reader, channel.channel_id, { title: 'Noch eine Frage', body, tags: ['Zinnia'] });
  const { rows } = await list(reader);
  expect(rows.filter(({ id }) => id === mine)).toHaveLength(1);
  expect(namesOn(rows.filter(({ id }) => id !== mine))).toEqual(['unclear']);
  await sql`update posts set author_id = null where id = ${mine}`.execute(world.db);
  expect((await list(reader)).rows.map(({ id }) => id)).not.toContain(mine);
  await sql`delete from posts where id = ${mine}`.execute(world.db);
});

test.for(lists)('a list has the own text of the reader in a chosen language only once: %s', async ([, list]) => {
  const reader = await aReader(['fr']);
  const body = `<p>${texts.french} Zinnia.</p>`;
  const mine = await aPost(world, reader, channel.channel_id, { title: 'Encore une question', body, tags: ['Zinnia'] });
  expect((await list(reader)).rows.filter(({ id }) => id === mine)).toHaveLength(1);
  await sql`delete from posts where id = ${mine}`.execute(world.db);
});

test('pages of the feed in chosen languages are full and follow each other without gaps or repetitions', async () => {
  const reader = await aReader(['fr']);
  const seen: string[] = [];
  let cursor: string | undefined;
  const sizes: number[] = [];
  do {
    const page = await listFeed(world, reader, { ...feed, sort: 'latest', limit: 3, cursor });
    sizes.push(page.rows.length);
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(sizes).toEqual([3, 1]);
  expect(new Set(seen).size).toBe(4);
  expect(namesOn(seen.map((id) => ({ id })))).toEqual(['french', 'unclear']);
});

test('the articles and the comments found by a search are only in the chosen languages', async () => {
  const reader = await aReader(['fr']);
  const doctor = await world.practitioner();
  const write = (text: string) =>
    aPost(world, doctor, channel.channel_id, { title: text.slice(0, 60), body: `<p>${text}</p>` });
  const [german, french] = [await write(texts.german), await write(texts.french)];
  const articles = await listExpertArticles(world, reader, { view: 'all', sort: 'latest', limit: 20 });
  expect(articles.rows.map(({ id }) => id)).toEqual([french]);
  await aComment(world, doctor, german, { body: `<p>${texts.german} Dahlia</p>` });
  await aComment(world, doctor, german, { body: `<p>${texts.french} Dahlia</p>` });
  const asked = { q: 'dahlia', kind: 'comments', sort: 'newest', limit: 20 } as const;
  const { comments } = await searchCommunity(world, reader, asked);
  expect(comments.rows.map(({ lang, post_lang }) => [lang, post_lang])).toEqual([['fr', 'de']]);
  expect((await searchCommunity(world, reader, { ...asked, languages: 'all' })).comments.rows).toHaveLength(2);
  for (const id of [german, french]) await sql`delete from posts where id = ${id}`.execute(world.db);
});

test('an edited text is listed in its new language', async () => {
  const reader = await aReader(['fr']);
  const id = await aPost(world, author, channel.channel_id, {
    title: 'Rewritten',
    body: `<p>${texts.german}</p>`,
    tags: ['Moved'],
  });
  const topic = async () => (await listTagPosts(world, reader, { tag: 'moved', sort: 'latest', limit: 20 })).rows;
  const search = async () =>
    (await searchCommunity(world, reader, { q: 'rewritten', kind: 'posts', sort: 'newest', limit: 20 })).posts.rows;
  expect([await topic(), await search()]).toEqual([[], []]);
  await editPost(world, author, {
    post_id: id,
    version: 1,
    title: 'Rewritten',
    body: `<p>${texts.french}</p>`,
    tags: ['Moved'],
  });
  expect((await topic()).map((post) => post.id)).toEqual([id]);
  expect((await search()).map(({ post }) => post.id)).toEqual([id]);
  await sql`delete from posts where id = ${id}`.execute(world.db);
});

test('the choice of languages is stored, returned with the layout, and refused for unknown languages', async () => {
  const reader = await aRegular(world);
  const other = await aRegular(world);
  const asked = async (person: SignedIn) => (await world.browserOf(person).post('/rpc/get_my_reading')).json;
  expect(await asked(reader)).toEqual({ languages: [] });
  expect((await choose(reader, ['ja', 'fr'])).json).toEqual({ languages: ['ja', 'fr'] });
  expect([await asked(reader), await asked(other)]).toEqual([{ languages: ['ja', 'fr'] }, { languages: [] }]);
  expect((await getMyCommunity(world, reader)).reads).toEqual(['ja', 'fr']);
  const refused = await Promise.all(
    [['tlh'], ['fr', 'fr'], 'fr'].map((languages) =>
      world.browserOf(reader).post('/rpc/set_my_reading', { languages }),
    ),
  );
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(await asked(reader)).toEqual({ languages: ['ja', 'fr'] });
});

test('a notification contains the language of its title', async () => {
  const other = await aRegular(world);
  const post = await aPost(world, author, channel.channel_id, {
    title: texts.german.slice(0, 60),
    body: `<p>${texts.german}</p>`,
  });
  await aComment(world, other, post, { body: '<p>Danke</p>' });
  await world.outbox.drain();
  const { rows } = (await world.browserOf(author).post('/rpc/list_notifications')).json;
  const notice = { kind: 'comment', subject: texts.german.slice(0, 60), subject_lang: 'de' };
  expect(rows).toContainEqual(expect.objectContaining(notice));
  await sql`delete from posts where id = ${post}`.execute(world.db);
});

/**
 * Writes ten posts with the French text in one community, and two posts with the Japanese text in each of two other
 * communities. The likes make the order by heat differ from the order by time.
 */
async function inThreeCommunities(): Promise<string[]> {
  const writer = await aRegular(world);
  const made: string[] = [];
  for (const [index, wanted] of [10, 2, 2].entries()) {
    const { channel_id } = await aChannel(world, writer, {
      name: `Juniper ${index} ${crypto.randomUUID().slice(0, 6)}`,
    });
    for (let number = 0; number < wanted; number++) {
      world.clock.advance(15 * 60_000);
      const text = texts[index === 0 ? 'french' : 'japanese'];
      const id = await aPost(world, writer, channel_id, { title: text.slice(0, 60), body: `<p>${text}</p>` });
      await sql`update posts set likes_count = ${((number * 7) % 10) * 3 + index} where id = ${id}`.execute(world.db);
      made.push(channel_id);
    }
  }
  return [...new Set(made)];
}

const keys = { latest: 'id', hot: 'hot', top: 'popularity' } as const;
test.for([
  ['latest', []],
  ['latest', ['fr', 'ja']],
  ['hot', []],
  ['hot', ['fr', 'ja']],
  ['top', ['fr', 'ja']],
] as const)(
  'the feed of own communities by %s, languages %j: pages of four contain all posts in order',
  async ([sort, languages]) => {
    const channels = await inThreeCommunities();
    const reader = await aRegular(world);
    for (const channel_id of channels) await joinChannel(world, reader, { channel_id, words: '' });
    await choose(reader, [...languages]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listFeed(world, reader, { ...feed, scope: 'joined', sort, period: 'all', limit: 4, cursor });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor && seen.length < 20);
    const { rows: inOrder } = await sql<{ id: string }>`select id from posts where channel_id = any(${channels})
    order by ${sql.ref(keys[sort])} desc, id desc`.execute(world.db);
    expect(inOrder).toHaveLength(14);
    expect(seen).toEqual(inOrder.map(({ id }) => id));
  },
);
