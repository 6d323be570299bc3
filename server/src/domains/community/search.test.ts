import pg from 'pg';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aComment, aPost, aRegular, handleOf, season } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { snippetOf } from './highlight.ts';
import { getChannel, listChannels } from './list-channels.ts';
import { listMembers } from './list-members.ts';
import { listChannelPosts, listExpertArticles, listFeed, listTagPosts } from './list-posts.ts';
import { suggestPeople, updateMyProfile } from './people.ts';
import { getPost } from './read-post.ts';
import { searchCommunity } from './search.ts';
import type { Search } from './search-rows.ts';
import { tiersOf } from './tiers.ts';
import { deletePost } from './write-post.ts';

let world: World;
let reader: SignedIn;
let marion: SignedIn;
const posts: Record<string, string> = {};
let slug = '';

beforeAll(async () => {
  world = await aWorld();
  reader = await aRegular(world);
  marion = await aRegular(world);
  await updateMyProfile(world, marion, { handle: 'marion_k', display_name: 'Marion Kéller', bio: '' });
  const { channel_id, slug: made } = await aChannel(world, marion, { name: 'Peaux sensibles' });
  slug = made;
  const write = async (key: string, title: string, body: string, tags: string[] = []) => {
    posts[key] = await aPost(world, marion, channel_id, { title, body: `<p>${body}</p>`, tags });
  };
  await write('old', 'Peelings and patience', 'Beauties of slow routines', ['Peeling']);
  world.clock.advance(40 * 86_400_000);
  await write('french', 'Rougeurs après le laser', 'Des brûlures légères et des cicatrices');
  world.clock.advance(86_400_000);
  await write('new', 'A peeling diary', 'Day by day <em>under</em> one lamp & one window', ['Diary']);
  await aComment(world, reader, posts.new ?? '', { body: '<p>My peeled cheeks thank you</p>' });
  return () => world[Symbol.asyncDispose]();
});

const search = (over: Partial<Search>) =>
  searchCommunity(world, reader, { q: 'peeling', kind: 'posts', sort: 'relevance', limit: 20, ...over });
const found = async (over: Partial<Search>) => {
  const { rows } = (await search(over)).posts;
  return rows.map(({ post }) => Object.keys(posts).find((key) => posts[key] === post.id));
};

test('the search finds words by their stems in English and French, with and without accents', async () => {
  expect((await found({ q: 'peel' })).toSorted()).toEqual(['new', 'old']);
  expect(await found({ q: 'beauty' })).toEqual(['old']);
  for (const q of ['brulure', 'Brûlure', 'cicatrice', 'ROUGEUR', 'rougeurs laser'])
    expect([q, await found({ q })]).toEqual([q, ['french']]);
  expect(await found({ q: 'rouge' })).toEqual(['french']);
  expect(await found({ q: 'zzz' })).toEqual([]);
  expect(await found({ q: '' })).toEqual([]);
  for (const q of ["'; drop table posts; --", '"', '& | !', 'a:*', '\\', '%'])
    expect((await search({ q, kind: 'all' })).posts).toBeDefined();
});

test('the search requires every typed word, ignores small words, and completes the last word', async () => {
  expect(await found({ q: 'cicatrices de la rougeur' })).toEqual(['french']);
  expect(await found({ q: 'laser roug' })).toEqual(['french']);
  expect(await found({ q: 'laser the' })).toEqual(['french']);
  expect(await found({ q: 'laser diary' })).toEqual([]);
  expect(await found({ q: 'peeling beauty' })).toEqual(['old']);
  // Queries with phrases, excluded words and alternatives.
  expect(await found({ q: '"one lamp"' })).toEqual(['new']);
  expect(await found({ q: '"window lamp"' })).toEqual([]);
  expect(await found({ q: 'peeling -diary' })).toEqual(['old']);
  expect((await found({ q: 'cicatrice or beauty' })).toSorted()).toEqual(['french', 'old']);
});

test('the search finds words of Chinese, Japanese and Korean inside sentences, and no others', async () => {
  const { channel_id } = await aChannel(world, marion);
  const write = async (key: string, title: string, body: string) => {
    posts[key] = await aPost(world, marion, channel_id, { title, body: `<p>${body}</p>` });
  };
  await write('japanese', '昨日の施術について', 'ヒアルロン酸を額に注射しました。三日後も赤みが残っています。');
  await write('chinese', '注射后的第三天', '医生在我的额头上注射了肉毒毒素，现在有点红肿。');
  await write('korean', '시술 후기', '수술 후에 붓기가 많이 남았어요');
  for (const [q, expected] of [
    ['注射', ['chinese', 'japanese']],
    ['ヒアルロン酸', ['japanese']],
    ['ﾋｱﾙﾛﾝ酸', ['japanese']],
    ['赤み', ['japanese']],
    ['額', ['japanese']],
    ['注射　赤み', ['japanese']],
    ['注射 红肿', ['chinese']],
    ['肉毒毒素', ['chinese']],
    ['붓기', ['korean']],
    ['수술 붓기', ['korean']],
    // The characters or words occur, but not next to each other, or not in one text.
    ['酸額', []],
    ['毒肉', []],
    ['注射 붓기', []],
  ] as const)
    expect([q, (await found({ q })).toSorted()]).toEqual([q, expected]);
  const [row] = (await search({ q: '赤み' })).posts.rows;
  expect(row?.snippet).toBe('ヒアルロン酸を額に注射しました。三日後も<mark>赤み</mark>が残っています。');
  const sentence = (await search({ q: '注射', kind: 'all' })).posts.rows.map(({ title_snippet }) => title_snippet);
  expect(sentence).toContain('<mark>注射</mark>后的第三天');
});

test('the search finds Arabic words with and without article, ending and vowel signs', async () => {
  const { channel_id } = await aChannel(world, marion);
  const write = async (key: string, title: string, body: string) => {
    posts[key] = await aPost(world, marion, channel_id, { title, body: `<p>${body}</p>` });
  };
  await write('arabic', 'رأيت الطبيب', 'بعد حقن البوتوكس والعلاجات بقي الالتهاب في الجبهة');
  await write('voweled', 'سؤال عن الألم', 'العِلاجُ مؤلم قليلاً');
  for (const [q, expected] of [
    ['بوتوكس', ['arabic']],
    ['البوتوكس', ['arabic']],
    ['بالبوتوكس', ['arabic']],
    ['علاج', ['arabic', 'voweled']],
    ['العلاج', ['arabic', 'voweled']],
    ['طبيبة', ['arabic']],
    ['التهاب', ['arabic']],
    ['جبهه', ['arabic']],
    ['ألم', ['voweled']],
    ['الم', ['voweled']],
    ['علاج بوتوكس', ['arabic']],
    ['ليزر', []],
  ] as const)
    expect([q, (await found({ q })).toSorted()]).toEqual([q, expected]);
  const [row] = (await search({ q: 'علاج بوتوكس' })).posts.rows;
  expect(row?.snippet).toBe('بعد حقن <mark>البوتوكس</mark> <mark>والعلاجات</mark> بقي الالتهاب في الجبهة');
});

test('a query without letters finds nothing, and a part of a query without letters does not narrow the search', async () => {
  const { channel_id } = await aChannel(world, marion);
  posts.lettered = await aPost(world, marion, channel_id, { title: 'سؤال', body: '<p>ميزوثيرابي</p>' });
  for (const [q, expected] of [
    ['ـ', []],
    ['ّ', []],
    ['ميزوثيرابي ـ', ['lettered']],
    ['ـ ميزوثيرابي', ['lettered']],
  ] as const)
    expect([q, await found({ q, kind: 'all' })]).toEqual([q, expected]);
});

test('two joined words of different scripts, such as PRP療法, are found by either of them', async () => {
  const { channel_id } = await aChannel(world, marion);
  const write = async (key: string, title: string, body: string) => {
    posts[key] = await aPost(world, marion, channel_id, { title, body: `<p>${body}</p>` });
  };
  await write('plasma', '体験', 'PRP療法とヒアルロン酸を試しました。');
  await write('water', '体験', '水光療法を試しました。');
  await write('syringe', '鼻の話', 'fillerを注射しました。');
  await write('nose', '鼻先', 'Le résultat est é.');
  for (const [q, expected] of [
    ['PRP療法', ['plasma']],
    ['prp', ['plasma']],
    ['ＰＲＰ療法', ['plasma']],
    ['療法', ['plasma', 'water']],
    ['filler注射', ['syringe']],
    ['é鼻', ['nose']],
  ] as const)
    expect([q, (await found({ q })).toSorted()]).toEqual([q, expected]);
});

test('in a snippet, each of two joined words of different scripts is marked separately', () => {
  expect(snippetOf('PRP療法とヒアルロン酸', ['prp'])).toBe('<mark>PRP</mark>療法とヒアルロン酸');
  expect(snippetOf('最新PRP療法', ['prp', '療法'])).toBe('最新<mark>PRP</mark><mark>療法</mark>');
  expect(snippetOf('レーザーPRP療法', ['prp'])).toBe('レーザー<mark>PRP</mark>療法');
  expect(snippetOf('xprp prpx', ['prp'])).toBe('xprp <mark>prpx</mark>');
});

test('phrases, exclusions and alternatives in a query also work in scripts without spaces', async () => {
  const { channel_id } = await aChannel(world, marion);
  const write = async (key: string, title: string, body: string) => {
    posts[key] = await aPost(world, marion, channel_id, { title, body: `<p>${body}</p>` });
  };
  await write('both', '光子', '光子嫩肤和点阵激光');
  await write('light', '光子', '光子嫩肤 laser');
  await write('dots', '点阵', '点阵激光, one bright lamp');
  await write('kasra', 'ليفتينغ', 'الميكرونيدل');
  for (const [q, expected] of [
    ['"光子嫩肤"', ['both', 'light']],
    ['光子 -激光', ['light']],
    ['光子嫩肤 -"点阵激光"', ['light']],
    ['光子 -laser', ['both']],
    ['嫩肤 or 点阵', ['both', 'dots', 'light']],
    ['激光 "bright lamp"', ['dots']],
    ['激光 "lamp bright"', []],
    ['"ميكرونيدل"', ['kasra']],
    ['嫩肤 laser or الميكرونيدل', ['kasra', 'light']],
  ] as const)
    expect([q, (await found({ q })).toSorted()]).toEqual([q, expected]);
});

test('the search finds a word in a long text in which the pairs of its characters occur very often', async () => {
  const { channel_id } = await aChannel(world, marion);
  const body = `<p>${'痤疮。疮疤。'.repeat(400)}痤疮疤</p>`;
  posts.frequent = await aPost(world, marion, channel_id, { title: '长文', body });
  expect(await found({ q: '痤疮疤' })).toEqual(['frequent']);
});

test('the cost of indexing a run of characters grows with its length, not with the square of its length', async () => {
  const seconds = async (length: number) => {
    const start = performance.now();
    await sql`select cardinality(community_pairs(repeat('あ', ${length}::int)))`.execute(world.db);
    return performance.now() - start;
  };
  await seconds(10);
  // If the cost grew with the square, 200,000 characters would take minutes.
  expect(await seconds(200_000)).toBeLessThan(5000);
  const { rows } = await sql`select community_pairs('あいう') as pairs`.execute(world.db);
  expect(rows).toEqual([{ pairs: ['あい', 'いう', 'う'] }]);
});

test('the snippet of a long text without spaces contains a match far behind the beginning', () => {
  const text = `${'あ'.repeat(300)}注射${'い'.repeat(300)}`;
  const snippet = snippetOf(text, ['注射']);
  expect(snippet).toContain('あ<mark>注射</mark>い');
  expect(snippet.startsWith('… あ')).toBe(true);
  expect(snippet.endsWith('い …')).toBe(true);
});

test('the search sorts equally relevant texts by age, or all texts newest first on request', async () => {
  expect(await found({ q: 'peeling' })).toEqual(['new', 'old']);
  expect(await found({ q: 'peeling', sort: 'newest' })).toEqual(['new', 'old']);
});

test('the search filters by community, tag, author and days', async () => {
  expect(await found({ tag: 'Peeling' })).toEqual(['old']);
  expect(await found({ author: '@marion_k', channel: `fl@${slug}` })).toEqual(['new', 'old']);
  expect(await found({ author: await handleOf(world, reader) })).toEqual([]);
  expect(await found({ author: 'nobody_here' })).toEqual([]);
  expect(await found({ channel: 'elsewhere' })).toEqual([]);
  expect(await found({ to: '2026-12-15' })).toEqual(['old']);
  expect(await found({ from: '2026-12-15' })).toEqual(['new']);
});

test('pages of found texts follow each other without gaps or repetitions', async () => {
  const first = (await search({ limit: 1 })).posts;
  const second = (await search({ limit: 1, cursor: first.next_cursor ?? '' })).posts;
  expect([first, second].map(({ rows }) => rows[0]?.post.id)).toEqual([posts.new, posts.old]);
  expect(second.next_cursor).toBeNull();
});

test('the search finds misspelt names of people and communities', async () => {
  const { people, channels } = await search({ q: 'marion keler', kind: 'all' });
  expect(people.rows.map(({ person }) => person.handle)).toContain('marion_k');
  expect(channels.rows).toEqual([]);
  for (const q of ['sensibles', 'peux sensible', 'PEAUX'])
    expect((await search({ q, kind: 'channels' })).channels.rows.map((row) => row.slug)).toEqual([slug]);
});

test('snippets contain no markup except the marks', async () => {
  const { rows } = (await search({ q: 'lamp window' })).posts;
  expect(rows[0]?.snippet).toBe('Day by day under one <mark>lamp</mark> &amp; one <mark>window</mark>');
  expect(snippetOf('<b>laser</b> "x"', ['laser'])).toBe('&lt;b&gt;<mark>laser</mark>&lt;/b&gt; &quot;x&quot;');
  // Folding turns some letters into two, and some accents are separate characters.
  expect(snippetOf('Cœur et Peau d’été', ['coeur', 'peau'])).toBe('<mark>Cœur</mark> et <mark>Peau</mark> d’été');
  expect(snippetOf('Œdème, e\u0301te\u0301', ['ete'])).toBe('Œdème, <mark>été</mark>');
  expect(snippetOf('Unpeeled, peeled', ['peel'])).toBe('Unpeeled, <mark>peeled</mark>');
  const long = `${'word '.repeat(200)}peeling ${'word '.repeat(200)}`;
  expect(snippetOf(long, ['peel'])).toMatch(/^… .*<mark>peeling<\/mark>.* …$/);
});

test('the snippet of a long text is made from the part around the match', async () => {
  const { channel_id } = await aChannel(world, marion, { name: 'Long reads' });
  const words = 'word '.repeat(300);
  for (const [q, written] of [
    ['chrysanthemum', 'chrysanthemums'],
    ['geranium', 'Geraniums'],
    ['eglantine', 'Églantines'],
    ['"tulip fever"', 'tulip fever'],
  ] as const) {
    await aPost(world, marion, channel_id, { title: 'Flowers', body: `<p>${words}${written} ${words}</p>` });
    const [row] = (await search({ q })).posts.rows;
    const marked = written.replaceAll(/\S+/g, (word) => `<mark>${word}</mark>`);
    expect(row?.snippet).toMatch(new RegExp(`^… word .* word ${marked} word .* word …$`));
  }
});

test('the search finds comments with their post', async () => {
  expect((await search({ kind: 'comments', q: 'peel' })).comments.rows).toMatchObject([
    { post_id: posts.new, post_title: 'A peeling diary' },
  ]);
});

test('the periods that a search goes through follow each other without gaps, back to the oldest text', () => {
  const until = new Date('2027-01-01T10:00:00Z');
  const tiers = tiersOf(until, null);
  expect(tiers[0]).toMatchObject({ marks: ['=d:2027-01-01'], to: until });
  const [longer] = tiersOf(until, null, 'several');
  expect(longer?.marks).toEqual(['=d:2027-01-01', '=d:2026-12-31', '=d:2026-12-30', '=d:2026-12-29']);
  expect(longer?.from).toEqual(new Date('2026-12-29T00:00:00Z'));
  for (const [at, tier] of tiers.entries()) {
    expect(tier.from.getTime()).toBeLessThan(tier.to.getTime());
    expect(tiers[at + 1]?.to ?? tier.from).toEqual(tier.from);
  }
  expect(tiers.at(-1)).toMatchObject({ marks: [], from: new Date(0) });
});

test('the index contains exactly the marks that the search looks for', async () => {
  for (const day of ['2026-01-01', '2026-12-31', '2027-01-03', '2027-01-04', '2028-02-29', '2024-12-30']) {
    const at = new Date(`${day}T12:00:00Z`);
    const { rows } = await sql<{
      marks: string[];
    }>`select community_marks(gen_random_uuid(), null, 'open', '{}', ${at}::timestamptz) as marks`.execute(world.db);
    for (const days of [0, 4, 30, 300, 1500]) {
      const tier = tiersOf(new Date(at.getTime() + days * 86_400_000 + 1000), null).find(({ from }) => from <= at);
      expect(rows[0]?.marks).toEqual(expect.arrayContaining([expect.toBeOneOf([...(tier?.marks ?? [])])]));
    }
  }
});

test('each page of a list needs two database statements: one for the reader, one for the rest', async () => {
  const doctor = await world.practitioner();
  await season(world, doctor);
  const pages: Record<string, () => Promise<unknown>> = {
    feed: () => listFeed(world, reader, { view: 'all', scope: 'everywhere', sort: 'hot', limit: 20 }),
    latest: () => listFeed(world, reader, { view: 'all', scope: 'everywhere', sort: 'latest', limit: 20 }),
    joined: () => listFeed(world, reader, { view: 'all', scope: 'joined', sort: 'hot', limit: 20 }),
    popular: () =>
      listFeed(world, reader, { view: 'all', scope: 'everywhere', sort: 'top', period: 'month', limit: 20 }),
    experts: () => listExpertArticles(world, reader, { view: 'all', sort: 'latest', limit: 20 }),
    community: () => getChannel(world, reader, slug),
    'posts of a community': () => listChannelPosts(world, reader, { slug, sort: 'hot', limit: 20 }),
    topic: () => listTagPosts(world, reader, { tag: 'peeling', sort: 'latest', limit: 80 }),
    post: () => getPost(world, reader, { post_id: posts.new ?? '', sort: 'best' }),
    search: () => search({ kind: 'all' }),
  };
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  for (const [name, open] of Object.entries(pages)) {
    asked.mockClear();
    await open();
    expect([name, asked.mock.calls.length]).toEqual([name, 2]);
  }
  asked.mockRestore();
});

test('the search suggests the nearest topic for a word without matches, and none from closed communities', async () => {
  const place = await aWorld();
  const [owner, guest] = [await aRegular(place), await aRegular(place)];
  const { channel_id } = await aChannel(place, owner);
  await aPost(place, owner, channel_id, { tags: ['Botox', 'Redness'] });
  const patron = await aRegular(place, { plan: 'elite' });
  const closed = await aChannel(place, patron, { visibility: 'elite_only' });
  await aPost(place, patron, closed.channel_id, { tags: ['Liposuction'] });
  const suggested = async (q: string, by = guest) =>
    (await searchCommunity(place, by, { q, kind: 'all', sort: 'relevance', limit: 20 })).suggestion;
  expect(await suggested('botoks')).toBe('botox');
  expect(await suggested('redess')).toBe('redness');
  expect(await suggested('botoks redess')).toBe('botox redness');
  expect(await suggested('liposuktion', patron)).toBe('liposuction');
  expect(await suggested('liposuktion')).toBeNull();
  expect(await suggested('peeling')).toBeNull();
  expect(await suggested('zzzzzz')).toBeNull();
});

let named = 0;
test.each(['أحمد ٢٧', 'Андрей', 'クローバー 612', 'バラ', '100 % Rosé'])(
  'the search finds a person and a community by a name in any script: %s',
  async (name) => {
    const owner = await aRegular(world);
    await updateMyProfile(world, owner, { handle: await handleOf(world, owner), display_name: name, bio: '' });
    const { channel_id } = await aChannel(world, owner, { name, slug: `named-${(named += 1)}` });
    const { people, channels } = await search({ q: name.slice(0, 4).trim(), kind: 'all' });
    expect(people.rows.map(({ person }) => person.id)).toContain(owner.userId);
    expect(channels.rows.map(({ id }) => id)).toContain(channel_id);
    const [first] = await suggestPeople(world, reader, { search: name.toLowerCase() });
    expect(first?.id).toBe(owner.userId);
    const query = { view: 'all', sort: 'name', joined_only: false, limit: 5 } as const;
    expect((await listChannels(world, reader, { ...query, search: name })).rows.map(({ id }) => id)).toEqual([
      channel_id,
    ]);
    const members = await listMembers(world, reader, { channel_id, search: name, limit: 5 });
    expect(members.rows.map(({ person }) => person.id)).toEqual([owner.userId]);
  },
);

test('comments in deleted threads do not cut the list of found comments short', async () => {
  const writer = await aRegular(world);
  const { channel_id } = await aChannel(world, writer);
  const threads: string[] = [];
  for (const title of ['Kept', 'Deleted']) threads.push(await aPost(world, writer, channel_id, { title }));
  const [kept = '', deleted = ''] = threads;
  const comments: string[] = [];
  for (const thread of [kept, kept, deleted, deleted]) {
    world.clock.advance(60_000);
    comments.push((await aComment(world, writer, thread, { body: '<p>Quokka balm</p>' })).id);
  }
  await deletePost(world, writer, deleted);
  const page = async (cursor?: string) =>
    (await search({ q: 'quokka', kind: 'comments', sort: 'newest', limit: 1, cursor })).comments;
  const first = await page();
  const second = await page(first.next_cursor ?? undefined);
  expect([...first.rows, ...second.rows].map(({ comment_id }) => comment_id)).toEqual([comments[1], comments[0]]);
  expect(second.next_cursor).toBeNull();
});
