import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { CommunityLimits, NewMemberLimits } from '#contract/community.ts';
import { type Tx, withSystem, withUser } from '#server/platform/db/db.ts';
import { aChannel, aComment, aPost, aRegular } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { listDrafts, saveDraft } from './drafts.ts';
import { setFollow, touchPresence } from './follows.ts';
import { listChannelPosts, listFeed, listTagPosts } from './list-posts.ts';
import { markRead, setLiked, setLocked, setPinned } from './marks.ts';
import { moderate } from './moderate.ts';
import { getPost, listComments, listVersions } from './read-post.ts';
import { lockTags } from './tags.queries.ts';
import { suggestTags, trendingTop3 } from './topics.ts';
import { createComment, deleteComment, editComment } from './write-comment.ts';
import { createPost, deletePost, editPost } from './write-post.ts';
import { addWordFilter } from './word-filters.ts';

const edit = (post_id: string, version: number, body: string) => ({
  post_id,
  version,
  title: 'Second thoughts',
  body,
  tags: ['Peeling'],
});

test('an edit stores the earlier text, an outdated edit is refused, and only the author can edit', async () => {
  const world = await aWorld();
  const [author, other] = [await aRegular(world), await aRegular(world)];
  const { channel_id } = await aChannel(world, author);
  const post_id = await aPost(world, author, channel_id);
  await expect(editPost(world, other, edit(post_id, 1, '<p>mine</p>'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await editPost(world, author, edit(post_id, 1, '<p>second</p>'))).toEqual({ version: 2, state: 'visible' });
  await expect(editPost(world, author, edit(post_id, 1, '<p>third</p>'))).rejects.toMatchObject({
    code: 'TEXT_OUTDATED',
    data: { version: 2 },
  });
  expect(await listVersions(world, other, post_id)).toMatchObject([
    { version: 1, title: 'Redness in the week after a peel' },
  ]);
  const { post } = await getPost(world, other, { post_id, sort: 'best' });
  expect(post).toMatchObject({ title: 'Second thoughts', version: 2, can_edit: false });
  expect(post.edited_at).not.toBeNull();
});

test('an edit that is repeated after its response was lost succeeds, and is stored only once', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const { channel_id } = await aChannel(world, author);
  const post_id = await aPost(world, author, channel_id);
  const edited = edit(post_id, 1, '<p onclick="x()">second</p>');
  expect(await editPost(world, author, edited)).toEqual({ version: 2, state: 'visible' });
  expect(await editPost(world, author, edited)).toEqual({ version: 2, state: 'visible' });
  for (const other of [{ body: '<p>third</p>' }, { title: 'Third thoughts' }, { tags: ['Redness'] }, { tags: [] }])
    await expect(editPost(world, author, { ...edited, ...other })).rejects.toMatchObject({ code: 'TEXT_OUTDATED' });
  expect(await listVersions(world, author, post_id)).toHaveLength(1);

  const { id: comment_id } = await aComment(world, author, post_id);
  const answer = { comment_id, version: 1, body: '<p onclick="x()">Warm water, I meant.</p>' };
  const stored = await editComment(world, author, answer);
  expect(await editComment(world, author, answer)).toEqual(stored);
  await expect(editComment(world, author, { ...answer, body: '<p>Ice</p>' })).rejects.toMatchObject({
    code: 'TEXT_OUTDATED',
    data: { version: 2 },
  });
  expect(await listVersions(world, author, comment_id)).toHaveLength(1);
});

test('the language of posts and comments is detected, also after an edit', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const { channel_id } = await aChannel(world, author);
  const post_id = await aPost(world, author, channel_id);
  const { id: comment_id } = await aComment(world, author, post_id, {
    body: '<p>Combien de temps dure la rougeur ?</p>',
  });
  const shown = async () => {
    const { post, comments } = await getPost(world, author, { post_id, sort: 'best' });
    return [post.lang, ...comments.rows.map(({ lang }) => lang)];
  };
  expect(await shown()).toEqual(['en', 'fr']);
  const text = { title: 'Rougeurs après le peeling', body: '<p>La chaleur et la desquamation sont normales.</p>' };
  await editPost(world, author, { post_id, version: 1, tags: [], ...text });
  await editComment(world, author, { comment_id, version: 1, body: '<p>How long does the redness usually last?</p>' });
  expect(await shown()).toEqual(['fr', 'en']);
  await deleteComment(world, author, comment_id);
  expect(await shown()).toEqual(['fr']);
});

test('a text is deleted with its content, and its answers stay in their place', async () => {
  const world = await aWorld();
  const [author, other] = [await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, author);
  const post_id = await aPost(world, author, channel_id, { tags: ['Peeling'] });
  const first = await aComment(world, author, post_id, { body: '<p>secretword</p>' });
  await aComment(world, other, post_id, { parent_id: first.id });
  await deleteComment(world, author, first.id);
  const { comments } = await getPost(world, other, { post_id, sort: 'best' });
  expect(comments.rows.map(({ state, body, author: who }) => [state, body, who === null])).toEqual([
    ['deleted', '', true],
    ['visible', '<p>Cool water helped me.</p>', false],
  ]);
  expect(comments.total).toBe(1);
  await deletePost(world, author, post_id);
  await expect(getPost(world, author, { post_id, sort: 'best' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await listChannelPosts(world, other, { slug, sort: 'latest', limit: 20 })).rows).toEqual([]);
  expect((await listTagPosts(world, other, { tag: 'peeling', sort: 'latest', limit: 80 })).rows).toEqual([]);
  expect(await trendingTop3(world, other)).toEqual([]);
  const { rows } =
    await sql`select from comments where body like '%secretword%' or words like '%secretword%' or search @@ 'secretword'`.execute(
      world.db,
    );
  expect(rows).toEqual([]);
});

test('an answer to a comment that is deleted at the same moment is refused', async () => {
  const world = await aWorld();
  const [author, other] = [await aRegular(world), await aRegular(world)];
  const post_id = await aPost(world, author, (await aChannel(world, author)).channel_id);
  const { id } = await aComment(world, author, post_id);
  const [{ promise: mayEnd, resolve: end }, { promise: isHeld, resolve: held }] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const holder = withSystem(world.system, async (tx) => {
    await sql`select from comments where id = ${id} for update`.execute(tx);
    held();
    await mayEnd;
  });
  await isHeld;
  const waiting = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await world.database.owner.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      expect(rows).toHaveLength(count);
    });
  const deletion = deleteComment(world, author, id);
  await waiting(1);
  const answer = aComment(world, other, post_id, { parent_id: id }).catch(({ code }: { code: string }) => code);
  await waiting(2);
  end();
  await holder;
  expect(await Promise.all([deletion, answer])).toEqual([{ state: 'deleted' }, 'NOT_FOUND']);
});

test('a thread has three levels: a fourth answer is next to the third and names whom it answers', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const post_id = await aPost(world, author, (await aChannel(world, author)).channel_id);
  const chain = [await aComment(world, author, post_id)];
  for (let n = 0; n < 3; n++) chain.push(await aComment(world, author, post_id, { parent_id: chain.at(-1)?.id ?? '' }));
  expect(chain.map(({ depth }) => depth)).toEqual([0, 1, 2, 2]);
  expect(chain[3]).toMatchObject({ parent_id: chain[1]?.id, reply_to: { comment_id: chain[2]?.id } });
});

test('pages of a thread with forty comments have no gaps or repetitions, in every order', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const post_id = await aPost(world, author, (await aChannel(world, author)).channel_id);
  const top = await aComment(world, author, post_id);
  for (let n = 0; n < 5; n++) await aComment(world, author, post_id, { parent_id: top.id });
  await sql`insert into comments (channel_id, post_id, id, author_id, visibility, body, words, created_at, likes_count, search)
    select channel_id, post_id, uuidv7(make_interval(secs => n)), author_id, visibility, body, words, created_at, n % 4, search
    from comments, generate_series(1, 33) n where id = ${top.id}`.execute(world.db);
  for (const sort of ['best', 'newest', 'oldest'] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listComments(world, author, { post_id, sort, limit: 10, cursor });
      seen.push(...page.rows.filter(({ depth }) => depth === 0).map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(new Set(seen).size).toBe(34);
    expect(seen.length).toBe(34);
  }
  const { comments } = await getPost(world, author, { post_id, sort: 'best' });
  const parent =
    comments.rows.find(({ id }) => id === top.id) ??
    (await listComments(world, author, { post_id, sort: 'oldest', limit: 1 })).rows[0];
  const more = await listComments(world, author, {
    post_id,
    sort: 'best',
    limit: 10,
    parent_id: top.id,
    cursor: parent?.replies_cursor ?? undefined,
  });
  expect(more.rows.filter(({ parent_id }) => parent_id === top.id)).toHaveLength(2);
});

test('pages of every list have no gaps or repetitions', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const { channel_id, slug } = await aChannel(world, author);
  const ids: string[] = [];
  for (let n = 0; n < 11; n++) {
    world.clock.advance(600_000);
    ids.push(await aPost(world, author, channel_id, { tags: ['Peeling'] }));
  }
  for (const id of ids.filter((_, n) => n % 3 === 0)) await setLiked(world, author, { post_id: id, is_liked: true });
  await setPinned(world, author, { post_id: ids[2] ?? '', is_pinned: true });
  const feed = { view: 'all', scope: 'everywhere', limit: 4 } as const;
  const lists = {
    hot: (cursor?: string) => listFeed(world, author, { ...feed, sort: 'hot', cursor }),
    latest: (cursor?: string) => listFeed(world, author, { ...feed, sort: 'latest', cursor }),
    top: (cursor?: string) => listFeed(world, author, { ...feed, sort: 'top', period: 'all', cursor }),
    day: (cursor?: string) => listFeed(world, author, { ...feed, sort: 'top', period: 'day', cursor }),
    joined: (cursor?: string) => listFeed(world, author, { ...feed, scope: 'joined', sort: 'hot', cursor }),
    unanswered: (cursor?: string) => listFeed(world, author, { ...feed, sort: 'unanswered', cursor }),
    channel: (cursor?: string) => listChannelPosts(world, author, { slug, sort: 'hot', limit: 4, cursor }),
    tag: (cursor?: string) => listTagPosts(world, author, { tag: 'peeling', sort: 'latest', limit: 4, cursor }),
    tagHot: (cursor?: string) => listTagPosts(world, author, { tag: 'peeling', sort: 'hot', limit: 4, cursor }),
  };
  for (const [name, list] of Object.entries(lists)) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(cursor);
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect([name, seen.toSorted()]).toEqual([name, ids.toSorted()]);
  }
  expect((await lists.latest()).rows.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 4));
  expect((await lists.channel()).rows[0]).toMatchObject({ id: ids[2], is_pinned: true });
  await expect(listFeed(world, author, { ...feed, sort: 'hot', cursor: 'bWFkZSB1cA' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

test('a person who clicks several times gives one like', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const post_id = await aPost(world, author, (await aChannel(world, author)).channel_id);
  const fans = await Promise.all([1, 2, 3, 4].map(() => aRegular(world)));
  await Promise.all(fans.flatMap((fan) => [1, 2].map(() => setLiked(world, fan, { post_id, is_liked: true }))));
  expect((await getPost(world, author, { post_id, sort: 'best' })).post.likes_count).toBe(4);
  expect(await setLiked(world, fans[0] ?? author, { post_id, is_liked: false })).toEqual({
    is_liked: false,
    likes_count: 3,
  });
});

test('unread comments since the last visit are counted, and the first of them is returned', async () => {
  const world = await aWorld();
  const [author, reader] = [await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, author);
  const post_id = await aPost(world, author, channel_id);
  await aComment(world, author, post_id);
  const card = async () => (await listChannelPosts(world, reader, { slug, sort: 'latest', limit: 5 })).rows[0];
  expect(await card()).toMatchObject({ is_read: false, unread_comments_count: null });
  await markRead(world, reader, post_id);
  world.clock.advance(1000);
  const next = await aComment(world, author, post_id);
  await aComment(world, reader, post_id);
  // The reader's own comment is not new to the reader.
  expect(await card()).toMatchObject({ is_read: true, unread_comments_count: 1 });
  const { post, comments } = await getPost(world, reader, { post_id, sort: 'oldest' });
  expect(post.resume).toMatchObject({ unread_count: 1, first_unread_comment_id: next.id });
  expect(comments.rows.map(({ is_unread }) => is_unread)).toEqual([false, true, false]);
});

test('a reader’s own comment is never new to the reader, even after a decision makes it visible', async () => {
  const world = await aWorld();
  const [author, reader, admin] = [await aRegular(world), await aRegular(world), await world.admin()];
  const { channel_id, slug } = await aChannel(world, author);
  const post_id = await aPost(world, author, channel_id);
  await addWordFilter(world, admin, { words: 'botulinum party', action: 'hold' });
  const unread = async () =>
    (await listChannelPosts(world, reader, { slug, sort: 'latest', limit: 5 })).rows[0]?.unread_comments_count;
  await aComment(world, author, post_id);
  await markRead(world, reader, post_id);
  // A deleted or removed comment no longer counts, so the next comment of another person is new.
  const deleted = await aComment(world, reader, post_id);
  await deleteComment(world, reader, deleted.id);
  world.clock.advance(1000);
  await aComment(world, author, post_id);
  expect(await unread()).toBe(1);
  const removed = await aComment(world, reader, post_id);
  const decide = (subject_id: string, action: 'remove' | 'restore') =>
    moderate(world, admin, { version: 1, subject_kind: 'comment', subject_id, action, statement: 'No doses here.' });
  await decide(removed.id, 'remove');
  expect(await unread()).toBe(1);
  // A comment that a decision makes visible is not new to its author.
  const held = await aComment(world, reader, post_id, { body: '<p>Botulinum party</p>' });
  await decide(held.id, 'restore');
  expect(await unread()).toBe(1);
});

test('the deletion of a comment that the reader has seen does not lower the number of new comments', async () => {
  const world = await aWorld();
  const [author, other, reader] = [await aRegular(world), await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, author);
  const post_id = await aPost(world, author, channel_id);
  const unread = async () =>
    (await listChannelPosts(world, reader, { slug, sort: 'latest', limit: 5 })).rows[0]?.unread_comments_count;
  const seen = [await aComment(world, other, post_id), await aComment(world, other, post_id)];
  await markRead(world, reader, post_id);
  world.clock.advance(1000);
  for (const { id } of seen) await deleteComment(world, other, id);
  expect(await unread()).toBe(0);
  await aComment(world, other, post_id);
  const fresh = await aComment(world, other, post_id);
  expect(await unread()).toBe(2);
  await deleteComment(world, other, fresh.id);
  expect(await unread()).toBe(1);
  expect((await getPost(world, reader, { post_id, sort: 'best' })).post).toMatchObject({
    unread_comments_count: 1,
    resume: { unread_count: 1 },
  });
});

test('a suggested topic counts only the posts that the reader may read', async () => {
  const world = await aWorld();
  const [owner, reader] = [await aRegular(world, { plan: 'elite' }), await aRegular(world)];
  const inside = await aChannel(world, owner, { visibility: 'elite_only' });
  const outside = await aChannel(world, owner);
  const post = (channel_id: string, tag: string) => aPost(world, owner, channel_id, { tags: [tag] });
  for (const tag of ['Quokka', 'Quokka', 'Quoll', 'Quoll', 'Quoll']) await post(inside.channel_id, tag);
  for (const tag of ['Quokka', 'Quokka', 'Quoll']) await post(outside.channel_id, tag);
  const counts = async (who: typeof reader) =>
    (await suggestTags(world, who, 'quo')).map(({ tag, posts_count }) => [tag, posts_count]);
  expect(await counts(reader)).toEqual([
    ['quokka', 2],
    ['quoll', 1],
  ]);
  expect(await counts(owner)).toEqual([
    ['quokka', 4],
    ['quoll', 4],
  ]);
});

test('topics of communities that the reader may not read do not displace the reader’s topics', async () => {
  const world = await aWorld();
  const [owner, reader] = [await aRegular(world, { plan: 'elite' }), await aRegular(world)];
  const inside = await aChannel(world, owner, { visibility: 'elite_only' });
  const outside = await aChannel(world, owner);
  const post = (channel_id: string, tags: string[]) => aPost(world, owner, channel_id, { tags });
  const busy = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Wombat${n}`);
  for (const half of [busy.slice(0, 4), busy.slice(4)]) {
    for (let n = 0; n < 3; n++) await post(inside.channel_id, half);
    await post(outside.channel_id, half);
  }
  const quiet = await Promise.all([1, 2].map(() => post(outside.channel_id, ['Wombat'])));
  const first = async () => (await suggestTags(world, reader, 'wom'))[0];
  expect(await first()).toEqual({ tag: 'wombat', title: 'Wombat', posts_count: 2 });
  await deletePost(world, owner, quiet[0] ?? '');
  await deletePost(world, owner, quiet[1] ?? '');
  expect(await first()).toEqual({ tag: 'wombat1', title: 'Wombat1', posts_count: 1 });
});

test('suggesting topics does not read the daily counts', async () => {
  const world = await aWorld();
  const reader = await aRegular(world);
  await sql`insert into tags (tag, title) values ('numbat', 'Numbat')`.execute(world.db);
  await sql`insert into tag_days (day, tag, visibility, posts) select date '2020-01-01' + day, 'numbat', 'open', 2
    from generate_series(1, 100) day`.execute(world.db);
  await world.db.transaction().execute(async (tx) => {
    const scans = () =>
      sql`select seq_scan, idx_scan from pg_stat_xact_user_tables where relname = 'tag_days'`.execute(tx);
    const { rows: before } = await scans();
    expect(await suggestTags({ ...world, db: tx }, reader, 'num')).toEqual([
      { tag: 'numbat', title: 'Numbat', posts_count: 200 },
    ]);
    expect((await scans()).rows).toEqual(before);
  });
});

test('the links and texts of new members are limited, until they are no longer new', async () => {
  const world = await aWorld();
  const owner = await aRegular(world);
  const novice = await world.patient();
  const { channel_id } = await aChannel(world, owner);
  const links = '<p><a href="https://a.example">a</a> <a href="https://b.example">b</a></p>';
  const post = (body: string) =>
    createPost(world, novice, { channel_id, title: 'Hello', body, tags: [], asks_practitioner: false });
  await expect(post(links)).rejects.toMatchObject({ code: 'NEW_MEMBER_LIMIT', data: { limit: 'links' } });
  for (let n = 0; n < NewMemberLimits.posts_per_day; n++) await post('<p>Hello</p>');
  await expect(post('<p>Hello</p>')).rejects.toMatchObject({ code: 'NEW_MEMBER_LIMIT', data: { limit: 'posts' } });
  world.clock.advance((NewMemberLimits.days * 24 + 1) * 3_600_000);
  expect(await post(links)).toMatchObject({ state: 'visible' });
});

test('new members have a higher limit in their own community, which does not count elsewhere', async () => {
  const world = await aWorld();
  const novice = await world.patient();
  const { channel_id: own } = await aChannel(world, novice);
  const { channel_id: other } = await aChannel(world, await aRegular(world));
  const post = async (channel_id: string) => {
    world.clock.advance(4 * 60_000);
    await aPost(world, novice, channel_id);
  };
  for (let n = 0; n <= NewMemberLimits.posts_per_day; n++) await post(own);
  for (let n = 0; n < NewMemberLimits.posts_per_day; n++) await post(other);
  await expect(post(other)).rejects.toMatchObject({ code: 'NEW_MEMBER_LIMIT', data: { limit: 'posts', max: 5 } });
  for (let n = 2 * NewMemberLimits.posts_per_day + 1; n < NewMemberLimits.own.posts_per_day; n++) await post(own);
  await expect(post(own)).rejects.toMatchObject({ code: 'NEW_MEMBER_LIMIT', data: { limit: 'posts', max: 50 } });
});

test('trust 16: everybody may write only a limited number of comments per minute', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const post_id = await aPost(world, author, (await aChannel(world, author)).channel_id);
  const write = () => aComment(world, author, post_id);
  for (let n = 0; n < 15; n++) await write();
  await expect(write()).rejects.toMatchObject({ code: 'RATE_LIMITED', data: { retry_after_s: 60 } });
  world.clock.advance(60_001);
  await write();
});

test('two clicks publish one post', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const { channel_id, slug } = await aChannel(world, author);
  const input = {
    channel_id,
    title: 'Once',
    body: '<p>only</p>',
    tags: [],
    asks_practitioner: false,
    idempotency_key: crypto.randomUUID(),
  };
  const [one, two] = await Promise.all([createPost(world, author, input), createPost(world, author, input)]);
  expect(one).toEqual(two);
  // A repeated call with the same key and a changed text is refused and creates no second post. The form recognises
  // this refusal and informs the writer.
  await expect(createPost(world, author, { ...input, body: '<p>changed</p>' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { fields: { idempotency_key: ['reused'] } },
  });
  const comment = { post_id: one?.post_id ?? '', body: '<p>only</p>', idempotency_key: crypto.randomUUID() };
  await Promise.all([createComment(world, author, comment), createComment(world, author, comment)]);
  expect((await listChannelPosts(world, author, { slug, sort: 'latest', limit: 5 })).rows).toMatchObject([
    { comments_count: 1 },
  ]);
});

test('only its owner can read a draft, also in the database, and publishing deletes it', async () => {
  const world = await aWorld();
  const [author, other] = [await aRegular(world), await aRegular(world)];
  const { channel_id } = await aChannel(world, author);
  const draft = {
    id: crypto.randomUUID(),
    channel_id,
    post_id: null,
    parent_id: null,
    editing_id: null,
    title: 'Half',
    body: '<p>of a thought</p><script>x</script>',
    tags: [],
  };
  await saveDraft(world, author, draft);
  await saveDraft(world, author, { ...draft, title: 'Half a' });
  expect(await listDrafts(world, author)).toMatchObject([{ title: 'Half a', body: '<p>of a thought</p>' }]);
  expect(await listDrafts(world, other)).toEqual([]);
  const count = sql<{ count: number }>`select count(*)::int as count from community_drafts`;
  expect((await withUser(world.db, other.userId, (tx) => count.execute(tx))).rows).toEqual([{ count: 0 }]);
  expect((await count.execute(world.db)).rows).toEqual([{ count: 0 }]);
  await createPost(world, author, {
    channel_id,
    title: 'Whole',
    body: '<p>thought</p>',
    tags: [],
    asks_practitioner: false,
    draft_id: draft.id,
  });
  expect(await listDrafts(world, author)).toEqual([]);
});

test('a draft is returned with its place, unless its writer may not read or write there', async () => {
  const world = await aWorld();
  const [author, other] = [await aRegular(world), await aRegular(world, { plan: 'essential' })];
  const { channel_id, slug } = await aChannel(world, author);
  const post_id = await aPost(world, author, channel_id);
  const comment = await aComment(world, other, post_id);
  const { channel_id: closed } = await aChannel(world, other, { visibility: 'paid' });
  const hidden = await aPost(world, other, closed, { title: 'Not for everybody' });
  const begin = (title: string, over: object) =>
    saveDraft(world, author, {
      id: crypto.randomUUID(),
      channel_id: null,
      post_id: null,
      parent_id: null,
      editing_id: null,
      title,
      body: '<p>half</p>',
      tags: [],
      ...over,
    });
  await begin('new', { channel_id });
  await begin('reply', { post_id, parent_id: comment.id });
  await begin('change', { editing_id: post_id });
  await begin('of another', { editing_id: comment.id });
  await begin('hidden', { post_id: hidden });
  const homes = async () =>
    Object.fromEntries((await listDrafts(world, author)).map(({ title, home }) => [title, home]));
  const [channel, post] = [{ slug }, { id: post_id, title: 'Redness in the week after a peel' }];
  expect(await homes()).toMatchObject({
    new: { channel, post: null, is_open: true },
    reply: { channel, post, is_open: true },
    change: { channel, post, is_open: true },
    'of another': { channel, post, is_open: false },
    hidden: { channel: null, post: null, is_open: false },
  });
  await deleteComment(world, other, comment.id);
  expect(await homes()).toMatchObject({ reply: { post, is_open: false }, change: { is_open: true } });
  await setLocked(world, author, { post_id, is_locked: true });
  expect(await homes()).toMatchObject({ change: { post, is_open: false } });
  await deletePost(world, author, post_id);
  expect(await homes()).toMatchObject({ change: { post: null, is_open: false }, new: { is_open: true } });
});

test('a new post sends an event to open feeds in its transaction, and names only open communities', async () => {
  const world = await aWorld();
  const author = await aRegular(world, { plan: 'elite' });
  const open = await aChannel(world, author);
  const closed = await aChannel(world, author, { visibility: 'elite_only' });
  world.told.length = 0;
  await aPost(world, author, open.channel_id);
  await aPost(world, author, closed.channel_id);
  const feeds = world.told.filter(
    ({ event, to }) => event.kind === 'feed.changed' && 'role' in to && to.role === 'patient',
  );
  expect(feeds.map(({ event }) => event.id)).toEqual([open.channel_id, undefined]);
});

test('a comment sends an event to earlier readers who are online, and not to those who are away', async () => {
  const world = await aWorld();
  const [author, here, away, never] = [
    await aRegular(world),
    await aRegular(world),
    await aRegular(world),
    await aRegular(world),
  ];
  const { channel_id } = await aChannel(world, author);
  const post_id = await aPost(world, author, channel_id);
  await markRead(world, here, post_id);
  await markRead(world, away, post_id);
  world.clock.advance(86_400_000);
  await touchPresence(world, here, undefined);
  await touchPresence(world, never, undefined);
  world.told.length = 0;
  await aComment(world, author, post_id);
  const told = world.told.filter(({ event }) => event.kind === 'comments.changed');
  expect(told).toEqual([{ to: { userId: here.userId }, event: { kind: 'comments.changed', id: post_id } }]);
  expect(
    (await listFeed(world, here, { view: 'all', scope: 'everywhere', sort: 'latest', limit: 10 })).rows[0],
  ).toMatchObject({
    unread_comments_count: 1,
  });
});

test('the job deletes the presence of people who are no longer online', async () => {
  const world = await aWorld();
  const [gone, here] = [await aRegular(world), await aRegular(world)];
  await touchPresence(world, gone, undefined);
  world.clock.advance(3_600_000);
  await touchPresence(world, here, undefined);
  await world.jobs.runNow('community.deleteEndedChannels', {});
  const { rows } = await sql`select user_id from community_presence`.execute(world.db);
  expect(rows).toEqual([{ user_id: here.userId }]);
});

test('the topics of the last seven days are listed from communities that the reader may read', async () => {
  const world = await aWorld();
  const author = await aRegular(world, { plan: 'elite' });
  const reader = await aRegular(world, { plan: 'free' });
  const open = await aChannel(world, author);
  const closed = await aChannel(world, author, { visibility: 'elite_only' });
  await aPost(world, author, open.channel_id, { tags: ['Long ago'] });
  world.clock.advance(8 * 86_400_000);
  for (let n = 0; n < 2; n++) await aPost(world, author, open.channel_id, { tags: ['Sun after laser'] });
  for (let n = 0; n < 3; n++) await aPost(world, author, closed.channel_id, { tags: ['Club night'] });
  expect(await trendingTop3(world, reader)).toEqual([
    { id: 'sun-after-laser', title: 'Sun after laser', posts_last7: 2 },
  ]);
  expect((await trendingTop3(world, author)).map(({ id }) => id)).toEqual(['club-night', 'sun-after-laser']);
});

test.each(['Đắp mặt nạ', 'ılık kompres', 'ＢＢクリーム', 'ボトックス', 'Увлажняющий крем'])(
  'a tag is stored with letters of any script, and its posts are found under it: %s',
  async (tag) => {
    const world = await aWorld();
    const author = await aRegular(world);
    const { channel_id } = await aChannel(world, author);
    const post_id = await aPost(world, author, channel_id, { tags: [tag] });
    const { post } = await getPost(world, author, { post_id, sort: 'best' });
    expect(post.tags.map(({ title }) => title)).toEqual([tag]);
    const topic = { tag: post.tags[0]?.tag ?? '', sort: 'latest', limit: 5 } as const;
    expect((await listTagPosts(world, author, topic)).rows.map(({ id }) => id)).toEqual([post_id]);
    expect((await suggestTags(world, author, tag)).map(({ title }) => title)).toEqual([tag]);
  },
);

/** Waits until `count` database statements wait for locks of other transactions. */
const isWaiting = (world: World, count = 1) =>
  vi.waitUntil(
    async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          world.db,
        )
      ).rows.length >= count,
    { timeout: 10_000 },
  );

test('a new post and a decision about another post with the same topic do not deadlock', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const { channel_id } = await aChannel(world, author);
  await aPost(world, author, channel_id, { tags: ['Peeling'] });
  let written: Promise<string> | undefined;
  // The locks of a change of state: first the community, then the topic.
  await world.db.transaction().execute(async (tx) => {
    await sql`update channels set posts_count = posts_count where id = ${channel_id}`.execute(tx);
    written = aPost(world, author, channel_id, { tags: ['Peeling'] });
    written.catch(() => undefined);
    await isWaiting(world);
    await sql`update tags set title = title where tag = 'peeling'`.execute(tx);
  });
  expect(await written).toEqual(expect.any(String));
});

test('two changes of topics in opposite directions do not deadlock', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const { channel_id } = await aChannel(world, author);
  const post_id = await aPost(world, author, channel_id, { tags: ['Zinc'] });
  await aPost(world, author, channel_id, { tags: ['Acid'] });
  let edited: Promise<unknown> | undefined;
  await world.db.transaction().execute(async (tx) => {
    // The edit waits here, after it has stored its topics and before it counts them.
    await world.db.transaction().execute(async (gate) => {
      await sql`lock table content_versions in share mode`.execute(gate);
      edited = editPost(world, author, { post_id, version: 1, title: 'Title', body: '<p>Text</p>', tags: ['Acid'] });
      edited.catch(() => undefined);
      await isWaiting(world);
      await sql`update tags set title = title where tag = 'acid'`.execute(tx);
    });
    await isWaiting(world);
    await sql`update tags set title = title where tag = 'zinc'`.execute(tx);
  });
  expect(await edited).toEqual({ version: 2, state: 'visible' });
});

test('topics are locked in the same order under another collation of the database', async () => {
  const world = await aWorld();
  const tags = ['보톡스', '水光'];
  // In byte order, 水 comes before 보. This collation sorts Korean characters first.
  await world.database.owner.query(`create schema other; grant usage on schema other to public;
    create table other.tags (tag text collate "und-x-icu"); grant all on other.tags to public;
    insert into other.tags values ('${tags.join(`'), ('`)}')`);
  const inOther = <T>(work: (tx: Tx) => Promise<T>) =>
    world.db.transaction().execute(async (tx) => {
      await sql`set local search_path = other, public`.execute(tx);
      return work(tx);
    });
  let locked: Promise<unknown> | undefined;
  await inOther(async (tx) => {
    await sql`select from tags where tag = '水光' for update`.execute(tx);
    locked = inOther((other) => lockTags(other, tags));
    locked.catch(() => undefined);
    await isWaiting(world);
    const { rows } = await sql`select from tags for update skip locked`.execute(tx);
    expect(rows).toHaveLength(2);
  });
  await locked;
});

test('a post that a word filter hides after an edit counts in no topic, and in its new ones once it is shown', async () => {
  const world = await aWorld();
  const [author, admin] = [await aRegular(world), await world.admin()];
  const { channel_id } = await aChannel(world, author);
  await addWordFilter(world, admin, { words: 'botulinum party', action: 'hold' });
  const post_id = await aPost(world, author, channel_id, { tags: ['Zinc'] });
  const counts = async () =>
    (
      await sql<{ tag: string; posts_count: number }>`select t.tag,
        (select coalesce(sum(c.posts), 0)::int from tag_counts c where c.tag = t.tag) as posts_count from tags t order by t.tag`.execute(
        world.db,
      )
    ).rows.map(({ tag, posts_count }) => [tag, posts_count]);
  const edit = { post_id, version: 1, title: 'Title', body: '<p>Botulinum party</p>', tags: ['Acid'] };
  expect(await editPost(world, author, edit)).toEqual({ version: 2, state: 'held' });
  expect(await counts()).toEqual([
    ['acid', 0],
    ['zinc', 0],
  ]);
  await moderate(world, admin, { version: 2, subject_kind: 'post', subject_id: post_id, action: 'restore' });
  expect(await counts()).toEqual([
    ['acid', 1],
    ['zinc', 0],
  ]);
});

test('a removed post does not take up one of the three pins', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const { channel_id, slug } = await aChannel(world, author);
  const pin = async () => {
    const post_id = await aPost(world, author, channel_id);
    world.clock.advance(1000);
    await setPinned(world, author, { post_id, is_pinned: true });
    return post_id;
  };
  const [first, second, third] = [await pin(), await pin(), await pin()];
  await moderate(world, await world.admin(), {
    version: 1,
    subject_kind: 'post',
    subject_id: third,
    action: 'remove',
    statement: 'Please keep doses to your own doctor.',
  });
  const fourth = await pin();
  const { rows } = await listChannelPosts(world, author, { slug, sort: 'latest', limit: 10 });
  expect(rows.filter(({ is_pinned }) => is_pinned).map(({ id }) => id)).toEqual([fourth, second, first]);
});

test('drafts that are stored at the same moment do not exceed the limit', async () => {
  const world = await aWorld();
  const author = await aRegular(world);
  const draft = {
    channel_id: null,
    post_id: null,
    parent_id: null,
    editing_id: null,
    title: 'Day 4',
    body: '<p>Calm.</p>',
    tags: [],
  };
  const save = () => saveDraft(world, author, { ...draft, id: randomUUID() });
  for (let n = 1; n < CommunityLimits.drafts_max; n++) await save();
  let saved: Promise<unknown> | undefined;
  await withSystem(world.system, async (tx) => {
    // Nothing can be inserted until both calls have begun.
    await sql`lock table community_drafts in share mode`.execute(tx);
    saved = Promise.allSettled([save(), save()]);
    await isWaiting(world, 2);
  });
  await saved;
  expect(await listDrafts(world, author)).toHaveLength(CommunityLimits.drafts_max);
});

test('a person who has muted a thread is not notified of likes in it', async () => {
  const world = await aWorld();
  const [author, fan] = [await aRegular(world), await aRegular(world)];
  const { channel_id } = await aChannel(world, author);
  const post_id = await aPost(world, author, channel_id);
  const { id: comment_id } = await aComment(world, author, post_id);
  const liked = async () =>
    (await world.browserOf(author).post('/rpc/list_notifications')).json.rows.filter(
      ({ kind }: { kind: string }) => kind === 'like',
    ).length;
  await setFollow(world, author, { target: { post_id }, state: 'mute' });
  await setLiked(world, fan, { post_id, is_liked: true });
  await setLiked(world, fan, { comment_id, is_liked: true });
  await world.outbox.drain();
  expect(await liked()).toBe(0);
  await setFollow(world, author, { target: { post_id }, state: 'none' });
  await setLiked(world, await aRegular(world), { comment_id, is_liked: true });
  await world.outbox.drain();
  expect(await liked()).toBe(1);
});
