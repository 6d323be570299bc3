import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aPost, aRegular } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { setFollow } from './follows.ts';
import { canModerate, findChannelId, type Viewer, viewerOf, visibilitiesIn } from './viewer.ts';

let world: World;
let owner: SignedIn;
let reader: SignedIn;
let open: { channel_id: string; slug: string };
let closed: { channel_id: string; slug: string };

beforeAll(async () => {
  world = await aWorld();
  [owner, reader] = [await aRegular(world, { plan: 'elite' }), await aRegular(world)];
  [open, closed] = [await aChannel(world, owner), await aChannel(world, owner, { visibility: 'elite_only' })];
  await aPost(world, owner, open.channel_id, { tags: ['Après-soin', 'Laser', 'Peeling'] });
  return () => world[Symbol.asyncDispose]();
});

describe('the named community', () => {
  test('a named community is found by its address and by its id, with the role of the caller in it', async () => {
    for (const named of [{ slug: open.slug }, { channelId: open.channel_id }]) {
      expect((await viewerOf(world.db, owner, named)).channel).toMatchObject({ slug: open.slug, role: 'owner' });
      expect((await viewerOf(world.db, reader, named)).channel).toMatchObject({ slug: open.slug, role: null });
    }
  });

  test('the role of the caller in another community does not count in the named one', async () => {
    const own = await aChannel(world, reader);
    expect((await viewerOf(world.db, reader, { slug: own.slug })).channel).toMatchObject({ role: 'owner' });
    expect((await viewerOf(world.db, reader, { slug: open.slug })).channel).toMatchObject({ role: null });
  });

  test('the named community is null if it does not exist, the plan does not include it, or none is named', async () => {
    expect((await viewerOf(world.db, reader, { slug: closed.slug })).channel).toBeNull();
    expect((await viewerOf(world.db, owner, { slug: closed.slug })).channel).toMatchObject({ role: 'owner' });
    expect((await viewerOf(world.db, owner, { slug: 'nowhere' })).channel).toBeNull();
    expect((await viewerOf(world.db, owner)).channel).toBeNull();
  });

  test('the id of a community can be found by its address alone', async () => {
    expect(await findChannelId(world.db, closed.slug)).toBe(closed.channel_id);
    expect(await findChannelId(world.db, 'nowhere')).toBeUndefined();
  });
});

describe('the named tag', () => {
  const tagOf = async (caller: SignedIn, tag: string) => (await viewerOf(world.db, caller, { tag })).tag;

  test('a named tag has its first spelling, and says whether the caller follows it', async () => {
    const follower = await aRegular(world);
    const title = 'Après-soin';
    expect(await tagOf(follower, 'apres-soin')).toEqual({ tag: 'apres-soin', title, is_followed: false });
    await setFollow(world, follower, { target: { tag: 'apres-soin' }, state: 'follow' });
    expect(await tagOf(follower, 'apres-soin')).toEqual({ tag: 'apres-soin', title, is_followed: true });
    expect(await tagOf(follower, 'unknown')).toEqual({ tag: 'unknown', title: 'unknown', is_followed: false });
    expect(await tagOf(reader, 'apres-soin')).toMatchObject({ is_followed: false });
    await setFollow(world, follower, { target: { tag: 'apres-soin' }, state: 'mute' });
    expect(await tagOf(follower, 'apres-soin')).toMatchObject({ is_followed: false });
  });

  test('the named tag is null if no tag is named', async () => {
    expect((await viewerOf(world.db, reader)).tag).toBeNull();
  });
});

test('the viewer of a call has the people, communities and topics that the caller has muted', async () => {
  const caller = await aRegular(world);
  const none = await viewerOf(world.db, caller);
  expect([none.mutedPeople, none.mutedChannels, none.mutedTags]).toEqual([[], [], []]);
  await setFollow(world, caller, { target: { person_id: owner.userId }, state: 'mute' });
  await setFollow(world, caller, { target: { channel_id: open.channel_id }, state: 'mute' });
  await setFollow(world, caller, { target: { tag: 'peeling' }, state: 'mute' });
  await setFollow(world, caller, { target: { tag: 'laser' }, state: 'follow' });
  const muting = await viewerOf(world.db, caller);
  expect(muting).toMatchObject({
    mutedPeople: [owner.userId],
    mutedChannels: [open.channel_id],
    mutedTags: ['peeling'],
  });
});

test('a session whose account no longer exists is refused', async () => {
  await expect(viewerOf(world.db, { ...reader, userId: randomUUID() })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
});

test.each([
  ['owner', false, [], true],
  ['moderator', false, [], true],
  ['member', false, [], false],
  [null, false, [], false],
  [null, true, [], true],
  ['member', true, [], true],
  ['owner', false, ['here'], false],
  ['moderator', false, ['here'], false],
  ['moderator', false, ['elsewhere'], true],
  ['moderator', false, ['everywhere'], false],
  // A moderator of the community may have suspended the administrator.
  [null, true, ['here'], true],
] as const)('role %s, administrator %s, suspended %j: may moderate is %s', (role, isAdmin, suspendedIn, expected) => {
  expect(canModerate({ isAdmin, suspendedIn } as unknown as Viewer, 'here', role)).toBe(expected);
});

test('the exclusive view contains no open communities and needs Plus or Elite', async () => {
  const elite = await viewerOf(world.db, owner);
  expect(visibilitiesIn(elite, 'all')).toEqual(['open', 'paid', 'elite_only']);
  expect(visibilitiesIn(elite, 'exclusive')).toEqual(['paid', 'elite_only']);
  const free = await viewerOf(world.db, reader);
  expect(visibilitiesIn(free, 'all')).toEqual(['open']);
  expect(() => visibilitiesIn(free, 'exclusive')).toThrow(
    expect.objectContaining({ code: 'PLAN_REQUIRED', data: { plans: ['plus', 'elite'] } }),
  );
});
