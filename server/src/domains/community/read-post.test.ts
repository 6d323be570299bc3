import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aComment, aPost, aRegular, handleOf } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { setFollow } from './follows.ts';
import { markRead } from './marks.ts';
import { getComment, getPost, listComments, listVersions, showComment } from './read-post.ts';
import { viewerOf } from './viewer.ts';
import { editComment } from './write-comment.ts';
import { deletePost, editPost } from './write-post.ts';

const names = [
  'reader',
  'author',
  'member',
  'moderator',
  'owner',
  'admin',
  'expert',
  'unverified',
  'stranger',
] as const;
type Name = (typeof names)[number];
type State = 'visible' | 'held' | 'removed' | 'deleted';

let world: World;
let people: Record<Name, SignedIn>;
/** Three communities: one is open to join, one requires a request to join, and one needs the Elite plan. */
let channels: Record<'open' | 'asks' | 'elite', string>;

beforeAll(async () => {
  world = await aWorld();
  const owner = await aRegular(world, { plan: 'elite' });
  people = {
    reader: await aRegular(world),
    author: await aRegular(world, { plan: 'elite' }),
    member: await aRegular(world),
    moderator: await aRegular(world),
    owner,
    admin: await world.admin(),
    expert: await world.practitioner(),
    unverified: await world.practitioner({ verified: false }),
    stranger: await aRegular(world),
  };
  channels = {
    open: (await aChannel(world, owner)).channel_id,
    asks: (await aChannel(world, owner, { join_policy: 'request' })).channel_id,
    elite: (await aChannel(world, owner, { visibility: 'elite_only' })).channel_id,
  };
  for (const channel of [channels.open, channels.asks]) {
    await join(channel, 'member', 'member');
    await join(channel, 'moderator', 'moderator');
    await join(channel, 'author', 'member');
  }
  // The stranger is a moderator, but only of the community that needs the plan Elite.
  await join(channels.elite, 'stranger', 'moderator');
  // Creates further posts, each with an earlier version and a comment. The results of the tests must contain no part of
  // these posts.
  for (const channel of [channels.open, channels.elite]) {
    const post_id = await aPost(world, people.owner, channel);
    await editPost(world, people.owner, edited(post_id));
    await aComment(world, people.owner, post_id);
  }
  return () => world[Symbol.asyncDispose]();
});
// The clock advances, because a person may write only a limited number of texts per hour.
beforeEach(() => world.clock.advance(3_600_001));

const join = (channel: string, name: Name, role: string) =>
  sql`insert into channel_members (channel_id, user_id, role, joined_at, seen_at)
    values (${channel}, ${people[name].userId}, ${role}, now(), now())`.execute(world.db);
const edited = (post_id: string, version = 1) => ({
  post_id,
  version,
  title: `Title ${version + 1}`,
  body: `<p>Text ${version + 1}</p>`,
  tags: [],
});
const setPost = (id: string, { state = 'visible', is_locked = false }: { state?: State; is_locked?: boolean }) =>
  sql`update posts set state = ${state}, is_locked = ${is_locked} where id = ${id}`.execute(world.db);
const setComment = (id: string, state: State) =>
  sql`update comments set state = ${state} where id = ${id}`.execute(world.db);
const post = (channel: keyof typeof channels = 'open') => aPost(world, people.author, channels[channel]);
const read = async (name: Name, post_id: string) =>
  (await getPost(world, people[name], { post_id, sort: 'oldest' })).post;

/** Returns the people who get a result, in the order of `names`. Everyone else must get NOT_FOUND. */
async function whoever(ask: (person: SignedIn) => Promise<unknown>): Promise<Name[]> {
  const found: Name[] = [];
  const codes = new Set<string>();
  for (const name of names)
    await ask(people[name]).then(
      () => found.push(name),
      ({ code }: { code: string }) => codes.add(code),
    );
  expect([...codes].filter((code) => code !== 'NOT_FOUND')).toEqual([]);
  return found;
}

describe('who reads a post and its comments', () => {
  test.each([
    ['open', 'visible', [...names]],
    ['open', 'held', ['author', 'moderator', 'owner', 'admin']],
    ['open', 'removed', ['author', 'moderator', 'owner', 'admin']],
    ['open', 'deleted', []],
    ['elite', 'visible', ['author', 'owner', 'admin', 'expert']],
    ['elite', 'held', ['author', 'owner', 'admin']],
  ] as const)(
    'who can read a post and its comments in the %s community, if the post is %s',
    async (channel, state, expected) => {
      const post_id = await post(channel);
      await aComment(world, people.owner, post_id);
      await setPost(post_id, { state });
      expect(await whoever((person) => getPost(world, person, { post_id, sort: 'best' }))).toEqual(expected);
      const comments = { post_id, sort: 'best', limit: 5 } as const;
      expect(await whoever((person) => listComments(world, person, comments))).toEqual(expected);
    },
  );

  test('a post and the list of its comments show the same comments and their number', async () => {
    const post_id = await post();
    const [first, second] = [
      await aComment(world, people.owner, post_id),
      await aComment(world, people.author, post_id),
    ];
    const page = await listComments(world, people.reader, { post_id, sort: 'oldest', limit: 1 });
    expect([page.rows.map(({ id }) => id), page.total]).toEqual([[first.id], 2]);
    const { comments } = await getPost(world, people.reader, { post_id, sort: 'oldest' });
    expect([comments.rows.map(({ id }) => id), comments.total]).toEqual([[first.id, second.id], 2]);
  });

  test('nobody can read a post that does not exist', async () => {
    const post_id = randomUUID();
    expect(await whoever((person) => getPost(world, person, { post_id, sort: 'best' }))).toEqual([]);
    expect(await whoever((person) => listComments(world, person, { post_id, sort: 'best', limit: 5 }))).toEqual([]);
  });
});

describe('a reader of a post', () => {
  test('a reader sees whether they follow or have muted a post', async () => {
    const [post_id, other] = [await post(), await post()];
    const follows = async (name: Name) => {
      const { is_followed, is_muted } = await read(name, post_id);
      return [is_followed, is_muted];
    };
    const set = (name: Name, target: Parameters<typeof setFollow>[2]['target'], state: 'follow' | 'mute') =>
      setFollow(world, people[name], { target, state });
    await set('reader', { post_id: other }, 'mute');
    await set('reader', { channel_id: channels.open }, 'follow');
    await set('stranger', { post_id }, 'follow');
    expect(await follows('reader')).toEqual([false, false]);
    expect(await follows('stranger')).toEqual([true, false]);
    await set('reader', { post_id }, 'follow');
    expect(await follows('reader')).toEqual([true, false]);
    await set('reader', { post_id }, 'mute');
    expect(await follows('reader')).toEqual([false, true]);
    expect(await follows('member')).toEqual([false, false]);
  });

  test('whether a reader may edit, delete or moderate a post depends on the person and the state of the post', async () => {
    const post_id = await post();
    const rights = async (name: Name) => {
      const { can_edit, can_delete, can_moderate } = await read(name, post_id);
      return [can_edit, can_delete, can_moderate];
    };
    expect(await rights('reader')).toEqual([false, false, false]);
    expect(await rights('member')).toEqual([false, false, false]);
    expect(await rights('stranger')).toEqual([false, false, false]);
    for (const name of ['moderator', 'owner', 'admin'] as const)
      expect(await rights(name)).toEqual([false, false, true]);
    expect(await rights('author')).toEqual([true, true, false]);
    await setPost(post_id, { state: 'held' });
    expect(await rights('author')).toEqual([true, true, false]);
    // The author cannot delete what a moderator removed. The decision about it can still be appealed.
    await setPost(post_id, { state: 'removed' });
    expect(await rights('author')).toEqual([false, false, false]);
    await expect(deletePost(world, people.author, post_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await rights('moderator')).toEqual([false, false, true]);
    await setPost(post_id, { is_locked: true });
    expect(await rights('author')).toEqual([false, true, false]);
  });

  /** The reason why each person cannot comment. It is null if the person can comment. */
  test.each([
    ['open', false, { reader: null, member: null, moderator: null, admin: null, expert: null }],
    [
      'open',
      true,
      {
        reader: 'locked',
        author: 'locked',
        member: 'locked',
        moderator: null,
        owner: null,
        admin: null,
        expert: 'locked',
      },
    ],
    [
      'asks',
      false,
      { reader: 'members_only', unverified: 'members_only', member: null, moderator: null, admin: null, expert: null },
    ],
    ['asks', true, { reader: 'locked', member: 'locked', moderator: null, owner: null, admin: null }],
  ] as const)(
    'in the community %s, post locked %s, a reader can comment or learns why not',
    async (channel, is_locked, expected) => {
      const post_id = await post(channel);
      await setPost(post_id, { is_locked });
      for (const [name, comment_block] of Object.entries(expected))
        expect({ name, ...(await read(name as Name, post_id)) }).toMatchObject({
          name,
          comment_block,
          can_comment: comment_block === null,
        });
    },
  );

  test.each(['archived_at', 'delete_at'] as const)(
    'a reader can neither comment on nor edit a post if the community has %s',
    async (end) => {
      const { channel_id } = await aChannel(world, people.author);
      const post_id = await aPost(world, people.author, channel_id);
      await setPost(post_id, { is_locked: true });
      await sql`update channels set ${sql.ref(end)} = now() where id = ${channel_id}`.execute(world.db);
      for (const name of ['reader', 'admin'] as const)
        expect(await read(name, post_id)).toMatchObject({ comment_block: 'read_only', can_comment: false });
      await setPost(post_id, {});
      expect(await read('author', post_id)).toMatchObject({
        comment_block: 'read_only',
        can_edit: false,
        can_delete: true,
      });
    },
  );

  test('a reader can comment only on a visible post', async () => {
    const post_id = await post();
    await setPost(post_id, { state: 'held' });
    expect(await read('author', post_id)).toMatchObject({ comment_block: null, can_comment: false });
  });

  /** `days` is the number of days from now until the suspension ends. It is null if the suspension has no end. */
  test.each([
    ['here', 1, false, true],
    ['here', null, false, true],
    ['everywhere', 1, false, true],
    ['everywhere', null, false, true],
    ['here', 0, false, false],
    ['here', -1, false, false],
    ['here', 1, true, false],
    ['everywhere', null, true, false],
    ['everywhere', 0, false, false],
    ['elsewhere', 1, false, false],
    ['elsewhere', null, false, false],
  ] as const)(
    'a reader who is suspended %s for %s days (lifted: %s) cannot comment: %s',
    async (where, days, isLifted, expected) => {
      const [person, other] = [await aRegular(world), await aRegular(world)];
      const post_id = await aPost(world, person, channels.open);
      const channel = { here: channels.open, everywhere: null, elsewhere: channels.asks }[where];
      const decision = randomUUID();
      // `now()` has the same value throughout a transaction, so the decision and the suspension begin at the same time.
      await world.db.transaction().execute(async (tx) => {
        await sql`insert into decisions (id, subject_kind, subject_id, person_id, action, statement, at)
        values (${decision}, 'person', ${person.userId}, ${person.userId}, 'suspend', 'Prices are not for this place.', now())`.execute(
          tx,
        );
        await sql`insert into suspensions (user_id, channel_id, decision_id, until, lifted_at)
        values (${person.userId}, ${channel}, ${decision}, now() + ${days} * interval '1 day', ${isLifted ? new Date() : null})`.execute(
          tx,
        );
        const ask = async (reader: SignedIn) =>
          (await getPost({ ...world, db: tx }, reader, { post_id, sort: 'best' })).post;
        const block = expected ? 'suspended' : null;
        expect(await ask(person)).toMatchObject({
          comment_block: block,
          can_comment: !expected,
          can_edit: !expected,
          can_delete: true,
        });
        expect(await ask(other)).toMatchObject({ comment_block: null, can_comment: true });
        await sql`update posts set is_locked = true where id = ${post_id}`.execute(tx);
        expect(await ask(person)).toMatchObject({ comment_block: block ?? 'locked', can_edit: false });
        expect(await ask(other)).toMatchObject({ comment_block: 'locked' });
      });
    },
  );

  test('a reader can continue at the first comment of others since their last visit', async () => {
    const [post_id, other] = [await post(), await post()];
    const resume = async (name: Name) => (await read(name, post_id)).resume;
    await aComment(world, people.author, post_id);
    world.clock.advance(1000);
    await aComment(world, people.author, post_id);
    const { last_read_at } = await markRead(world, people.reader, post_id);
    await aComment(world, people.author, post_id);
    expect(await resume('reader')).toEqual({ last_read_at, unread_count: 0, first_unread_comment_id: null });
    world.clock.advance(1);
    await aComment(world, people.reader, post_id);
    await aComment(world, people.author, other);
    await setComment((await aComment(world, people.author, post_id)).id, 'held');
    const { id: next } = await aComment(world, people.author, post_id);
    world.clock.advance(1000);
    await aComment(world, people.owner, post_id);
    expect(await resume('reader')).toEqual({ last_read_at, unread_count: 2, first_unread_comment_id: next });
    expect(await resume('member')).toEqual({ last_read_at: null, unread_count: 0, first_unread_comment_id: null });
  });

  test('a reader continues past comments of muted people, which the thread does not show', async () => {
    const post_id = await post();
    await markRead(world, people.reader, post_id);
    world.clock.advance(1);
    await aComment(world, people.author, post_id);
    const { id: answered } = await aComment(world, people.author, post_id);
    await aComment(world, people.owner, post_id, { parent_id: answered });
    const resume = async () => (await read('reader', post_id)).resume;
    await setFollow(world, people.reader, { target: { person_id: people.author.userId }, state: 'mute' });
    expect(await resume()).toMatchObject({ unread_count: 2, first_unread_comment_id: answered });
    await setFollow(world, people.reader, { target: { person_id: people.owner.userId }, state: 'mute' });
    expect(await resume()).toMatchObject({ unread_count: 1, first_unread_comment_id: answered });
    for (const name of ['author', 'owner'] as const)
      await setFollow(world, people.reader, { target: { person_id: people[name].userId }, state: 'none' });
    expect(await resume()).toMatchObject({ unread_count: 3 });
  });
});

describe('a single comment', () => {
  /** Creates a thread with three levels of comments, and further comments at each level. */
  async function aThread(channel: keyof typeof channels = 'open') {
    const post_id = await post(channel);
    const write = async (parent_id?: string) =>
      (await aComment(world, people.owner, post_id, parent_id ? { parent_id } : {})).id;
    const top = await write();
    await write();
    const answer = await write(top);
    await write(top);
    const deepest = await write(answer);
    await write(answer);
    return { post_id, top, answer, deepest };
  }
  const idsOf = async (name: Name, id: string) => {
    const { post_id, comments } = await getComment(world, people[name], id);
    return { post_id, ids: comments.map((comment) => comment.id) };
  };

  test('a comment names the author of the comment that it answers only while that comment is shown', async () => {
    const { deepest } = await aThread();
    const post_id = (await getComment(world, people.reader, deepest)).post_id;
    const { id } = await aComment(world, people.author, post_id, { parent_id: deepest });
    const named = async (name: Name) => {
      const comment = (await getComment(world, people[name], id)).comments.at(-1);
      expect(comment?.reply_to?.comment_id).toBe(deepest);
      return comment?.reply_to?.person?.id ?? null;
    };
    const { userId } = people.owner;
    for (const name of ['reader', 'owner', 'admin'] as const) expect(await named(name)).toBe(userId);
    for (const state of ['held', 'removed'] as const) {
      await setComment(deepest, state);
      expect(await named('reader')).toBeNull();
      for (const name of ['owner', 'admin'] as const) expect(await named(name)).toBe(userId);
    }
    await setComment(deepest, 'deleted');
    for (const name of ['reader', 'owner', 'admin'] as const) expect(await named(name)).toBeNull();
  });

  test('a single comment is returned with its parents, from the top', async () => {
    const { post_id, top, answer, deepest } = await aThread();
    expect(await idsOf('reader', deepest)).toEqual({ post_id, ids: [top, answer, deepest] });
    expect(await idsOf('reader', answer)).toEqual({ post_id, ids: [top, answer] });
    expect(await idsOf('reader', top)).toEqual({ post_id, ids: [top] });
  });

  test('a single comment can be read by those who may read its post', async () => {
    const [thread, elite] = [await aThread(), await aThread('elite')];
    expect(await whoever((person) => getComment(world, person, elite.top))).toEqual([
      'author',
      'owner',
      'admin',
      'expert',
    ]);
    expect(await whoever((person) => getComment(world, person, randomUUID()))).toEqual([]);
    for (const state of ['held', 'removed', 'deleted'] as const) {
      await setPost(thread.post_id, { state });
      expect(await whoever((person) => getComment(world, person, thread.deepest))).toEqual([]);
    }
  });

  test('only its writer can read a hidden comment, and a hidden comment with answers is shown to all without text', async () => {
    const { top, deepest } = await aThread();
    await setComment(deepest, 'held');
    expect(await whoever((person) => getComment(world, person, deepest))).toEqual(['owner']);
    await setComment(top, 'held');
    expect(await whoever((person) => getComment(world, person, top))).toEqual([...names]);
    expect((await getComment(world, people.reader, top)).comments).toMatchObject([{ body: '', author: null }]);
  });

  test('a deleted comment cannot be read, not even by its writer', async () => {
    const { deepest, answer } = await aThread();
    await setComment(deepest, 'deleted');
    expect(await whoever((person) => getComment(world, person, deepest))).toEqual([]);
    await setComment(answer, 'deleted');
    expect((await getComment(world, people.owner, answer)).comments[1]).toMatchObject({ body: '', author: null });
  });

  test('a comment is returned to its writer as it was written', async () => {
    const { deepest } = await aThread();
    const viewer = await viewerOf(world.db, people.owner);
    expect(await showComment(world, viewer, deepest)).toMatchObject({
      id: deepest,
      body: '<p>Cool water helped me.</p>',
      author: { handle: await handleOf(world, people.owner) },
      is_mine: true,
    });
    await expect(showComment(world, viewer, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('earlier texts', () => {
  const versionsOf = async (name: Name, id: string) =>
    (await listVersions(world, people[name], id)).map(({ version, title, body, at }) => [version, title, body, at]);
  const at = () => {
    world.clock.advance(1000);
    return world.clock.now().toISOString();
  };

  test('earlier texts of a post are sorted newest first, and there are none if it was never edited', async () => {
    const post_id = await post();
    expect(await versionsOf('reader', post_id)).toEqual([]);
    const edits: string[] = [];
    for (const version of [1, 2]) {
      edits.push(at());
      await editPost(world, people.author, edited(post_id, version));
    }
    expect(await versionsOf('reader', post_id)).toEqual([
      [2, 'Title 2', '<p>Text 2</p>', edits[1]],
      [1, 'Redness in the week after a peel', '<p>Warmth and flaking are expected.</p>', edits[0]],
    ]);
  });

  test('earlier texts of a comment have no title', async () => {
    const { id } = await aComment(world, people.author, await post());
    expect(await versionsOf('reader', id)).toEqual([]);
    const edited_at = at();
    await editComment(world, people.author, { comment_id: id, version: 1, body: '<p>Ice.</p>' });
    expect(await versionsOf('reader', id)).toEqual([[1, null, '<p>Cool water helped me.</p>', edited_at]]);
  });

  test('earlier texts can be read by those who may read the current text', async () => {
    const posts = { open: await post(), elite: await post('elite') };
    const comments = {
      open: (await aComment(world, people.author, posts.open)).id,
      elite: (await aComment(world, people.author, posts.elite)).id,
    };
    const ask = (id: string) => whoever((person) => listVersions(world, person, id));
    for (const id of [posts.open, comments.open]) expect(await ask(id)).toEqual([...names]);
    for (const id of [posts.elite, comments.elite])
      expect(await ask(id)).toEqual(['author', 'owner', 'admin', 'expert']);
    expect(await ask(randomUUID())).toEqual([]);
    await setComment(comments.open, 'held');
    expect(await ask(comments.open)).toEqual(['author', 'moderator', 'owner', 'admin']);
    await setComment(comments.open, 'deleted');
    expect(await ask(comments.open)).toEqual([]);
    await setComment(comments.open, 'visible');
    for (const state of ['held', 'removed'] as const) {
      await setPost(posts.open, { state });
      for (const id of [posts.open, comments.open])
        expect(await ask(id)).toEqual(['author', 'moderator', 'owner', 'admin']);
    }
    await setPost(posts.open, { state: 'deleted' });
    for (const id of [posts.open, comments.open]) expect(await ask(id)).toEqual([]);
  });
});
