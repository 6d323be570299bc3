import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NewMemberLimits } from '#contract/community.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aComment, aPost, aRegular } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import type { CleanText } from './clean-html.ts';
import {
  assertMayWriteIn,
  assertNewMemberMay,
  assertNotSuspended,
  assertPace,
  assertWritable,
  filterWords,
  isNewMember,
  lockWriter,
} from './may-write.ts';
import { timeId } from './time-id.ts';
import type { ViewedChannel, Viewer } from './viewer.ts';
import { addWordFilter, meets } from './word-filters.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: World;
let writer: SignedIn;
interface Place {
  channel_id: string;
  slug: string;
}
let here: Place;
let elsewhere: Place;

beforeAll(async () => {
  world = await aWorld();
  const owner = await aRegular(world);
  [here, elsewhere] = [await aChannel(world, owner), await aChannel(world, owner)];
  return () => world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  writer = await aRegular(world);
});

const inTx = <Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer> => world.db.transaction().execute(work);
const at = (ms: number): Date => new Date(world.clock.now().getTime() + ms);
const viewer = (over: Partial<Viewer> = {}): Viewer =>
  ({ userId: writer.userId, isAdmin: false, isExpert: false, ...over }) as Viewer;

describe('a suspension', () => {
  const suspend = (channel_id: string | null, until: Date | null, lifted_at: Date | null = null) =>
    sql`with decided as (
        insert into decisions (id, subject_kind, subject_id, person_id, action, statement, at)
        values (gen_random_uuid(), 'person', ${writer.userId}, ${writer.userId}, 'ban', 'Advertising in several threads.', ${at(0)}) returning id)
      insert into suspensions (user_id, channel_id, decision_id, until, lifted_at)
      select ${writer.userId}, ${channel_id}::uuid, id, ${until}::timestamptz, ${lifted_at}::timestamptz from decided`.execute(
      world.db,
    );
  const check = (channelId: string | null): Promise<void> =>
    inTx((tx) => assertNotSuspended(world, tx, writer.userId, channelId));

  test.each<[string, 'here' | 'elsewhere' | null, number | null, boolean]>([
    ['of this community', 'here', 1, true],
    ['of all communities', null, 1, true],
    ['of another community', 'elsewhere', 1, false],
    ['that ends now', 'here', 0, false],
    ['that has ended', 'here', -1, false],
    ['without an end', 'here', null, true],
    ['without an end, of another community', 'elsewhere', null, false],
  ])('whether a suspension %s forbids writing in this community', async (_name, place, ends_ms, isRefused) => {
    const channelId = place && { here, elsewhere }[place].channel_id;
    await suspend(channelId, ends_ms === null ? null : at(ends_ms));
    const outcome = await check(here.channel_id).then(
      () => null,
      (error: { code: string }) => error.code,
    );
    expect(outcome).toBe(isRefused ? 'SUSPENDED' : null);
  });

  test('a suspension does not count after it was lifted', async () => {
    await suspend(here.channel_id, null, at(-1));
    await suspend(null, at(DAY), at(-1));
    await expect(check(here.channel_id)).resolves.toBeUndefined();
  });

  test('a suspension does not apply to another person', async () => {
    await suspend(null, null);
    writer = await aRegular(world);
    await expect(check(here.channel_id)).resolves.toBeUndefined();
  });

  test('a refusal names the end and the place of the suspension, or of the longest of several', async () => {
    await suspend(here.channel_id, at(DAY));
    const data = { until: at(DAY).toISOString(), channel_slug: here.slug };
    await expect(check(here.channel_id)).rejects.toMatchObject({ code: 'SUSPENDED', data });
    await suspend(here.channel_id, at(2 * DAY));
    await expect(check(here.channel_id)).rejects.toMatchObject({ data: { until: at(2 * DAY).toISOString() } });
    await suspend(null, null);
    await expect(check(here.channel_id)).rejects.toMatchObject({ data: { until: null, channel_slug: null } });
  });
});

test.each([
  [null, 'open', {}, true],
  [null, 'request', {}, false],
  ['member', 'request', {}, true],
  [null, 'request', { isAdmin: true }, true],
  [null, 'request', { isExpert: true }, true],
] as const)(
  'with role %s in a community that is %s to join, and %j, a person may write: %s',
  (role, join_policy, over, may) => {
    const write = () => assertMayWriteIn(viewer(over), { role, join_policy } as ViewedChannel);
    expect(refusalOf(write)?.code).toBe(may ? undefined : 'NOT_A_MEMBER');
  },
);

function refusalOf(work: () => void): { code: string; data: unknown } | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error as { code: string; data: unknown };
  }
}

/**
 * Each row lists the age of the profile in milliseconds, the number of contributions, further rights, and whether the
 * limits of new members apply.
 */
test.each([
  [3 * DAY, 3, {}, false],
  [3 * DAY - 1, 3, {}, true],
  [3 * DAY, 2, {}, true],
  [0, 0, { isAdmin: true }, false],
  [0, 0, { isExpert: true }, false],
] as const)(
  'a person with an account for %d ms and %d contributions, %j, is a new member: %s',
  async (age_ms, contributions, over, isNew) => {
    await sql`update community_profiles set created_at = ${at(-age_ms)}, contributions = ${contributions}
    where user_id = ${writer.userId}`.execute(world.db);
    expect(await inTx((tx) => isNewMember(world, tx, viewer(over)))).toBe(isNew);
  },
);

test('a person without a profile counts as a new member', async () => {
  const { userId } = await world.patient();
  expect(await inTx((tx) => isNewMember(world, tx, viewer({ userId })))).toBe(true);
});

describe('the pace', () => {
  const pace = (kind: 'posts' | 'comments', given = { isNew: false, isOwn: false }) =>
    inTx((tx) => assertPace(world, tx, viewer(), kind, given));

  test('everyone may write twenty posts an hour, and the refusal names the seconds to wait', async () => {
    for (let n = 0; n < 19; n++) await aPost(world, writer, here.channel_id);
    await pace('posts');
    await aPost(world, writer, here.channel_id);
    await expect(pace('posts')).rejects.toMatchObject({ code: 'RATE_LIMITED', data: { retry_after_s: 3600 } });
    world.clock.advance(HOUR - 90 * SECOND - 1);
    await expect(pace('posts')).rejects.toMatchObject({ data: { retry_after_s: 91 } });
    world.clock.advance(90 * SECOND);
    await expect(pace('posts')).rejects.toMatchObject({ data: { retry_after_s: 1 } });
    world.clock.advance(2);
    await pace('posts');
  });

  test('everyone may write fifteen comments a minute', async () => {
    const post = await aPost(world, writer, here.channel_id);
    for (let n = 0; n < 15; n++) await aComment(world, writer, post);
    await expect(pace('comments')).rejects.toMatchObject({ code: 'RATE_LIMITED', data: { retry_after_s: 60 } });
    world.clock.advance(60 * SECOND + 1);
    await pace('comments');
  });

  test('the next comment is allowed as soon as the oldest of fifteen is a minute old', async () => {
    const post = await aPost(world, writer, here.channel_id);
    for (let n = 0; n < 15; n++) {
      world.clock.advance(SECOND);
      await aComment(world, writer, post);
    }
    await expect(pace('comments')).rejects.toMatchObject({ data: { retry_after_s: 46 } });
    world.clock.advance(46 * SECOND + 1);
    await pace('comments');
  });

  test('new members may write five posts a day, and more in their own community', async () => {
    for (let n = 0; n < NewMemberLimits.posts_per_day; n++) await aPost(world, writer, here.channel_id);
    await expect(pace('posts', { isNew: true, isOwn: false })).rejects.toMatchObject({
      code: 'NEW_MEMBER_LIMIT',
      data: { limit: 'posts', max: 5 },
    });
    await pace('posts', { isNew: true, isOwn: true });
    await pace('posts', { isNew: false, isOwn: false });
    // After exactly one day, the posts still count towards the limit. A millisecond later they do not.
    world.clock.advance(DAY);
    await expect(pace('posts', { isNew: true, isOwn: false })).rejects.toMatchObject({ code: 'NEW_MEMBER_LIMIT' });
    world.clock.advance(1);
    await pace('posts', { isNew: true, isOwn: false });
  });
});

describe('the pace of new members', () => {
  let own: Place;
  beforeEach(async () => {
    own = await aChannel(world, writer);
    // The writer moderates the other community, but does not own it.
    await sql`insert into channel_members (channel_id, user_id, role, joined_at, seen_at)
      values (${here.channel_id}, ${writer.userId}, 'moderator', ${at(0)}, ${at(0)})`.execute(world.db);
  });

  /** Writes this many texts in a community, all with the same timestamp. */
  async function write(kind: 'posts' | 'comments', count: number, { channel_id }: Place, when: Date) {
    const insertPosts = (ids: readonly string[], author: string | null) =>
      sql`insert into posts (channel_id, id, author_id, visibility, title, body, words, excerpt, created_at)
        select ${channel_id}, unnest(${[...ids]}::uuid[]), ${author}, 'open', 'Redness', '<p>Warmth.</p>', 'Warmth.', 'Warmth.', ${when}`.execute(
        world.db,
      );
    const ids = Array.from({ length: count }, () => timeId(when));
    if (kind === 'posts') return insertPosts(ids, writer.userId);
    const post = timeId(when);
    await insertPosts([post], null);
    return sql`insert into comments (channel_id, post_id, id, author_id, visibility, body, words, created_at)
      select ${channel_id}, ${post}, unnest(${ids}::uuid[]), ${writer.userId}, 'open', '<p>Warmth.</p>', 'Warmth.', ${when}`.execute(
      world.db,
    );
  }

  /**
   * Each row lists the kind and place of the next text, the number of earlier texts elsewhere, the number of earlier
   * texts in the writer's own community, and the limit that the refusal names. The limit is undefined if the text is
   * allowed.
   */
  test.each([
    ['posts', 'elsewhere', 4, 30, undefined],
    ['posts', 'elsewhere', 5, 0, 5],
    ['posts', 'in their own', 5, 44, undefined],
    ['posts', 'in their own', 25, 25, 50],
    ['comments', 'elsewhere', 19, 30, undefined],
    ['comments', 'elsewhere', 20, 0, 20],
    ['comments', 'in their own', 20, 39, undefined],
    ['comments', 'in their own', 30, 30, 60],
  ] as const)(
    'new members, %s %s, after %d elsewhere and %d in their own community: the limit is %s',
    async (kind, where, there, inOwn, max) => {
      // The earlier texts are too old to count towards the general limits per hour or minute.
      const when = at(kind === 'posts' ? -2 * HOUR : -120 * SECOND);
      await write(kind, there, here, when);
      await write(kind, inOwn, own, when);
      const outcome = await inTx((tx) =>
        assertPace(world, tx, viewer(), kind, { isNew: true, isOwn: where !== 'elsewhere' }),
      ).then(
        () => undefined,
        ({ code, data }: { code: string; data: unknown }) => [code, data],
      );
      expect(outcome).toEqual(max && ['NEW_MEMBER_LIMIT', { limit: kind, max }]);
    },
  );
});

test.each([
  ['is open', {}, undefined],
  ['is archived', { archived_at: HOUR }, 'COMMUNITY_READ_ONLY'],
  ['is about to be deleted', { delete_at: HOUR }, 'COMMUNITY_READ_ONLY'],
  ['is archived and about to be deleted', { archived_at: HOUR, delete_at: HOUR }, 'COMMUNITY_READ_ONLY'],
] as const)('new texts are refused in a community that is not open: this one %s', async (_name, ends, code) => {
  const [ended, open] = [await aChannel(world, writer), await aChannel(world, writer)];
  const { archived_at, delete_at } = { archived_at: null, delete_at: null, ...ends };
  await sql`update channels set archived_at = ${archived_at && at(archived_at)}, delete_at = ${delete_at && at(delete_at)}
    where id = ${ended.channel_id}`.execute(world.db);
  const check = ({ channel_id }: Place) =>
    inTx((tx) => assertWritable(tx, channel_id)).then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
  expect([await check(ended), await check(open)]).toEqual([code, undefined]);
});

test.each([
  [1, 1, undefined],
  [2, 0, 'links'],
  [0, 2, 'images'],
] as const)('a new member posts %d links and %d pictures: %s', (links_count, images, limit) => {
  const text = { links_count, images: Array.from({ length: images }, () => 'p') } as unknown as CleanText;
  const { code, data } = refusalOf(() => assertNewMemberMay(text)) ?? {};
  expect([code, data]).toEqual(limit ? ['NEW_MEMBER_LIMIT', { limit, max: 1 }] : [undefined, undefined]);
});

test('forbidden words refuse or hide a text, except for administrators', async () => {
  const admin = await world.admin();
  await addWordFilter(world, admin, { channel_id: here.channel_id, words: 'cheap botox', action: 'refuse' });
  await addWordFilter(world, admin, { channel_id: here.channel_id, words: 'discount', action: 'hold' });
  const filter = (words: string, over: Partial<Viewer> = {}) =>
    inTx((tx) => filterWords(tx, viewer(over), here.channel_id, words));
  expect(await filter('A calm word')).toEqual([]);
  expect(await filter('A discount')).toEqual(['discount']);
  await expect(filter('Cheap Botox, with a discount')).rejects.toMatchObject({
    code: 'WORD_REFUSED',
    data: { words: ['cheap botox'] },
  });
  expect(await filter('Cheap Botox, with a discount', { isAdmin: true })).toEqual([]);
});

test.each([
  ['便宜肉毒素', '这里有便宜肉毒素，欢迎私信'],
  ['格安ボトックス', 'とても格安ボトックスです'],
  ['할인', '오늘만 할인이에요'],
  ['дешёвый ботокс', 'Самый ДЕШЕВЫЙ ботокс в городе'],
  ['بوتوكس رخيص', 'عندي بُوتوكس رخيص اليوم'],
])('the forbidden %s is found in: %s', (words, text) => {
  const filter = { id: '', channel_id: null, words, action: 'hold' } as const;
  expect(meets([filter], text)).toEqual([filter]);
  expect(meets([filter], 'A calm word, 静かな言葉')).toEqual([]);
});

test('a person can write only one text at a time', async () => {
  const order: string[] = [];
  let open = () => {};
  const held = new Promise<void>((resolve) => (open = resolve));
  const first = inTx(async (tx) => {
    await lockWriter(world, tx, writer.userId);
    order.push('first');
    await held;
    order.push('first ends');
  });
  while (order.length === 0) await sleep(5);
  const second = inTx(async (tx) => {
    await lockWriter(world, tx, writer.userId);
    order.push('second');
  });
  // Another person does not have to wait.
  const other = await aRegular(world);
  await inTx((tx) => lockWriter(world, tx, other.userId));
  await sleep(50);
  open();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'first ends', 'second']);
});
