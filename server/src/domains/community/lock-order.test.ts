import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { aChannel, aComment, aPost, aRegular } from '../../../test/a-community.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { changeState } from './change-state.ts';
import { listContentOf, lockPlace, lockToChange } from './content.queries.ts';
import { setPinned } from './marks.ts';
import { communityData } from './personal.ts';
import { updateChannel } from './update-channel.ts';
import { viewerOf } from './viewer.ts';
import { createGuide } from './write-guide.ts';
import { editPost } from './write-post.ts';

// Every transaction takes its locks in the same order: posts, comments, communities, tags. Each test stops one
// transaction between two locks, and lets another one that needs both locks wait. If the two took the locks in different
// orders, the database would end one of them with the error "deadlock detected".

const DAY_MS = 86_400_000;

const isWaiting = (world: World) =>
  vi.waitUntil(
    async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          world.db,
        )
      ).rows.length > 0,
    { timeout: 10_000 },
  );

async function aScene() {
  const world = await aWorld();
  const [owner, author] = [await aRegular(world, { plan: 'elite' }), await aRegular(world)];
  const { channel_id } = await aChannel(world, owner);
  const close = (id = channel_id) => updateChannel(world, owner, { channel_id: id, visibility: 'paid' });
  const edit = (who: SignedIn, post_id: string, tags: string[], title = 'My forehead') =>
    editPost(world, who, { post_id, version: 1, title, body: '<p>It is calm.</p>', tags });
  const tags = async () =>
    (
      await sql<{
        tag: string;
        posts: number;
        days: number;
      }>`select t.tag, (select coalesce(sum(c.posts), 0)::int from tag_counts c where c.tag = t.tag) as posts,
        (select coalesce(sum(d.posts), 0)::int from tag_days d where d.tag = t.tag) as days from tags t order by t.tag`.execute(
        world.db,
      )
    ).rows.map(({ tag, posts, days }) => [tag, posts, days]);
  return { world, owner, author, channel_id, close, edit, tags };
}

test('a change of visibility and a decision about a post do not deadlock', async () => {
  const { world, author, channel_id, close, tags } = await aScene();
  const post_id = await aPost(world, author, channel_id, { tags: ['Peeling'] });
  const viewer = await viewerOf(world.db, await world.admin());
  let closed: Promise<unknown> | undefined;
  await world.db.transaction().execute(async (tx) => {
    const post = await lockToChange(tx, viewer, 'post', post_id);
    closed = close();
    closed.catch(() => undefined);
    await isWaiting(world);
    if (post) await changeState(tx, post, 'removed');
  });
  await closed;
  expect(await tags()).toEqual([['peeling', 0, 0]]);
});

test('a change of visibility and the erasure of a person who wrote in another community do not deadlock', async () => {
  const { world, owner, author, channel_id, close, tags } = await aScene();
  const other = await aChannel(world, owner);
  for (const tag of ['Zinc', 'Acid']) {
    await aPost(world, owner, channel_id, { tags: [tag] });
    await aPost(world, author, other.channel_id, { tags: [tag] });
    // The ids order the posts by their time.
    world.clock.advance(1000);
  }
  let closed: Promise<unknown> | undefined;
  await world.db.transaction().execute(async (tx) => {
    const [first, ...rest] = await listContentOf(tx, author.userId);
    if (first) await changeState(tx, first, 'deleted');
    closed = close();
    closed.catch(() => undefined);
    await isWaiting(world);
    for (const text of rest) await changeState(tx, text, 'deleted');
  });
  await closed;
  expect(await tags()).toEqual([
    ['acid', 1, 1],
    ['zinc', 1, 1],
  ]);
});

test('the erasure of a person and the edit of another post with the same topics do not deadlock', async () => {
  const { world, owner, author, channel_id, edit, tags } = await aScene();
  for (const tag of ['Zinc', 'Acid']) {
    await aPost(world, author, channel_id, { tags: [tag] });
    world.clock.advance(1000);
  }
  const other = await aChannel(world, owner);
  const post_id = await aPost(world, owner, other.channel_id, { tags: ['Acid', 'Zinc'] });
  let edited: Promise<unknown> | undefined;
  await world.db.transaction().execute(async (tx) => {
    const [first, ...rest] = await listContentOf(tx, author.userId);
    if (first) await changeState(tx, first, 'deleted');
    edited = edit(owner, post_id, ['Acid']);
    edited.catch(() => undefined);
    await isWaiting(world);
    for (const text of rest) await changeState(tx, text, 'deleted');
  });
  await edited;
  expect(await tags()).toEqual([
    ['acid', 1, 1],
    ['zinc', 0, 0],
  ]);
});

test('an edit and a new post with the same new word and the same topic do not deadlock', async () => {
  const { world, author, channel_id, edit } = await aScene();
  const post_id = await aPost(world, author, channel_id, { tags: ['Peeling'] });
  let edited: Promise<unknown> | undefined;
  // The locks of a new post: first the words of its title, then the topics.
  await world.db.transaction().execute(async (tx) => {
    await sql`insert into community_lexicon (word) values ('quokka')`.execute(tx);
    edited = edit(author, post_id, ['Peeling'], 'Quokka');
    edited.catch(() => undefined);
    await isWaiting(world);
    await sql`update tags set title = title where tag = 'peeling'`.execute(tx);
  });
  expect(await edited).toMatchObject({ version: 2 });
});

test('a post that is written while the visibility changes gets the new visibility', async () => {
  const { world, author, owner, channel_id } = await aScene();
  let written: Promise<string> | undefined;
  const member = await aRegular(world, { plan: 'elite' });
  await world.db.transaction().execute(async (tx) => {
    await sql`update channels set visibility = 'paid' where id = ${channel_id}`.execute(tx);
    written = aPost(world, member, channel_id, { tags: ['Peeling'] });
    written.catch(() => undefined);
    await isWaiting(world);
  });
  const { rows } = await sql`select visibility from posts where id = ${await written}`.execute(world.db);
  expect(rows).toEqual([{ visibility: 'paid' }]);
  await expect(aPost(world, author, channel_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await aPost(world, owner, channel_id)).toEqual(expect.any(String));
});

test('erasures, edits, changes of visibility and answers, all at once, do not deadlock', async () => {
  const { world, owner, channel_id, edit, tags } = await aScene();
  const topics = ['Acid', 'Botulinum', 'Peeling', 'Zinc'];
  const other = await aChannel(world, owner);
  const leavers = await Promise.all([1, 2, 3].map(() => aRegular(world, { plan: 'elite' })));
  const stayers = await Promise.all([1, 2, 3].map(() => aRegular(world, { plan: 'elite' })));
  const posts: { by: SignedIn; id: string }[] = [];
  for (const [at, by] of [...leavers, ...stayers].entries()) {
    const turned = [...topics.slice(at % 4), ...topics.slice(0, at % 4)];
    for (const place of [channel_id, other.channel_id])
      posts.push({ by, id: await aPost(world, by, place, { tags: turned.slice(0, 3) }) });
    world.clock.advance(DAY_MS);
  }
  for (const by of leavers) for (const { id } of posts) await aComment(world, by, id).catch(() => undefined);
  const moves = async (id: string) => {
    for (const visibility of ['paid', 'open', 'elite_only'] as const)
      await updateChannel(world, owner, { channel_id: id, visibility });
  };
  const erase = ({ userId }: SignedIn) =>
    world.db
      .transaction()
      .execute(async (tx) => communityData.erase?.(world, tx, { userId, email: 'gone@flaira.example', record: null }));
  await Promise.all([
    moves(channel_id),
    moves(other.channel_id),
    ...leavers.map(erase),
    ...posts
      .filter(({ by }) => stayers.includes(by))
      .flatMap(({ by, id }, at) => [
        edit(by, id, topics.toSpliced(at % 4, 1).toReversed(), `Calm ${at}`),
        aComment(world, by, id),
      ]),
  ]);
  const { rows } = await sql<{ tag: string; posts: number }>`select t.tag, (select count(*)::int from posts p
    where p.state = 'visible' and t.tag = any(p.tags)) as posts from tags t order by t.tag`.execute(world.db);
  expect(await tags()).toEqual(rows.map(({ tag, posts: count }) => [tag, count, count]));
});

test('the erasure of a person blocks no writers in communities that do not end with the account', async () => {
  const { world, owner, author, channel_id } = await aScene();
  await aPost(world, author, channel_id);
  const alone = await aChannel(world, author);
  const writesIn = (id: string) =>
    world.db
      .transaction()
      .execute((other) => sql`select from channels where id = ${id} for key share nowait`.execute(other))
      .then(
        () => true,
        () => false,
      );
  await world.db.transaction().execute(async (tx) => {
    await listContentOf(tx, author.userId);
    expect(await writesIn(channel_id)).toBe(true);
    // This community is deleted with the account, so a new text in it would be lost.
    expect(await writesIn(alone.channel_id)).toBe(false);
    // Two changes of one community still run one after the other.
    await expect(
      world.db
        .transaction()
        .execute((other) => sql`select from channels where id = ${channel_id} for no key update nowait`.execute(other)),
    ).rejects.toThrow('could not obtain lock');
  });
  expect(await aPost(world, owner, channel_id)).toEqual(expect.any(String));
});

test('the erasure of a person does not read the texts of other people', async () => {
  const { world, owner, author, channel_id } = await aScene();
  const post_id = await aPost(world, author, channel_id);
  await aComment(world, author, post_id);
  await sql`insert into posts (channel_id, id, author_id, visibility, title, body, words, excerpt, created_at, search)
    select ${channel_id}, gen_random_uuid(), ${owner.userId}, 'open', '', '', '', '', now(), '' from generate_series(1, 2000)`.execute(
    world.db,
  );
  await sql`insert into comments (channel_id, post_id, id, author_id, visibility, body, words, created_at, search)
    select channel_id, id, gen_random_uuid(), author_id, visibility, '', '', now(), '' from posts where author_id = ${owner.userId}`.execute(
    world.db,
  );
  await world.database.owner.query('analyze');
  await world.db.transaction().execute(async (tx) => {
    // The counters may include reads of earlier transactions, so only differences are compared.
    const read = async () =>
      (
        await sql<{ rows: number }>`select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
          where relname in ('posts', 'comments') order by relname`.execute(tx)
      ).rows.map(({ rows }) => rows);
    await sql`select from posts where author_id = ${author.userId}`.execute(tx);
    await sql`select from comments where author_id = ${author.userId}`.execute(tx);
    const [comments = 0, posts = 0] = await read();
    expect(await listContentOf(tx, author.userId)).toHaveLength(2);
    const [moreComments = 0, morePosts = 0] = await read();
    expect(moreComments - comments).toBeLessThan(100);
    expect(morePosts - posts).toBeLessThan(100);
    expect(morePosts - posts).toBeGreaterThan(0);
  });
});

test('the start of a guide from a comment and the ban of the author of the comment do not deadlock', async () => {
  const { world, owner, author, channel_id } = await aScene();
  const { id: comment_id } = await aComment(world, author, await aPost(world, author, channel_id));
  const viewer = await viewerOf(world.db, await world.admin());
  let begun: Promise<unknown> | undefined;
  // The locks of a ban: first the comment, then the community.
  await world.db.transaction().execute(async (tx) => {
    await lockToChange(tx, viewer, 'comment', comment_id);
    begun = createGuide(world, owner, { channel_id, comment_id, title: 'Peeling', body: '<p>Cool water.</p>' });
    begun.catch(() => undefined);
    await isWaiting(world);
    await lockPlace(tx, channel_id);
  });
  expect(await begun).toMatchObject({ guide_id: expect.any(String) });
});

test('two moderators who pin at the same time leave three pins', async () => {
  const { world, owner, channel_id } = await aScene();
  const posts = await Promise.all([1, 2, 3, 4, 5].map(() => aPost(world, owner, channel_id)));
  const pin = (post_id: string) => setPinned(world, owner, { post_id, is_pinned: true });
  for (const id of posts.slice(0, 3)) {
    await pin(id);
    world.clock.advance(1000);
  }
  let second: Promise<unknown> | undefined;
  // The first of the two has pinned the fourth post and unpinned the oldest, but the transaction has not ended.
  await world.db.transaction().execute(async (tx) => {
    await sql`select from posts where id = any(${posts.slice(0, 4)}) order by id for update`.execute(tx);
    await sql`update posts set pinned_at = case when id = ${posts[3]} then ${world.clock.now()}::timestamptz end
      where id in (${posts[0]}, ${posts[3]})`.execute(tx);
    second = pin(posts[4] ?? '');
    second.catch(() => undefined);
    await isWaiting(world);
  });
  await second;
  const { rows } = await sql<{ id: string }>`select id from posts where pinned_at is not null`.execute(world.db);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([posts[2], posts[3], posts[4]].toSorted());
});
