import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aComment, aPost, aRegular, handleOf } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { archiveChannel, askChannelDeletion, cancelChannelDeletion, reopenChannel } from './end-channel.ts';
import { uploadImage } from './images.ts';
import { answerInvite, answerJoinRequest, inviteToChannel, listMyInvites } from './invites.ts';
import { getChannel, listChannels } from './list-channels.ts';
import { listChannelPosts } from './list-posts.ts';
import { askPractitioner } from './ask-practitioner.ts';
import { setLiked } from './marks.ts';
import { joinChannel, leaveChannel, setMemberRole } from './membership.ts';
import { moderate } from './moderate.ts';
import { getOrCreateUserChannel } from './create-channel.ts';
import { getPost } from './read-post.ts';
import { reportContent } from './report-content.ts';
import { searchCommunity } from './search.ts';
import { editComment } from './write-comment.ts';
import { deletePost, editPost } from './write-post.ts';

const DAY_MS = 86_400_000;
const READ_ONLY = { code: 'COMMUNITY_READ_ONLY' };
const NOT_AN_OWNER = { code: 'NOT_A_MODERATOR' };

async function aScene() {
  const world = await aWorld();
  const [owner, member, stranger] = [await aRegular(world), await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, owner, { name: 'Calm cheeks' });
  await joinChannel(world, member, { channel_id, words: '' });
  const post_id = await aPost(world, member, channel_id, { tags: ['Peeling'] });
  return { world, owner, member, stranger, channel_id, slug, post_id };
}

const picture = () =>
  sharp({ create: { width: 80, height: 80, channels: 3, background: '#c99' } })
    .png()
    .toBuffer();

const found = async (world: World, reader: SignedIn) => {
  const query = { search: 'calm cheeks', view: 'all' as const, sort: 'name' as const, joined_only: false, limit: 5 };
  return (await listChannels(world, reader, query)).rows.map(({ name }) => name);
};

test('only owners can archive and reopen a community, and never a personal page', async () => {
  const { world, owner, member, stranger, channel_id, slug } = await aScene();
  const moderator = await aRegular(world);
  const coOwner = await aRegular(world);
  for (const person of [moderator, coOwner]) await joinChannel(world, person, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: moderator.userId, role: 'moderator' });
  await setMemberRole(world, owner, { channel_id, user_id: coOwner.userId, role: 'owner' });
  for (const person of [member, moderator, stranger]) {
    await expect(archiveChannel(world, person, channel_id)).rejects.toMatchObject(NOT_AN_OWNER);
    await expect(reopenChannel(world, person, channel_id)).rejects.toMatchObject(NOT_AN_OWNER);
    await expect(askChannelDeletion(world, person, { channel_id, slug })).rejects.toMatchObject(NOT_AN_OWNER);
    await expect(cancelChannelDeletion(world, person, channel_id)).rejects.toMatchObject(NOT_AN_OWNER);
  }
  expect(await archiveChannel(world, owner, channel_id)).toMatchObject({ archived_at: '2026-11-20T09:00:00.000Z' });
  expect(await getChannel(world, member, slug)).toMatchObject({
    can_post: false,
    can_end: false,
    archived_at: expect.any(String),
  });
  expect(await getChannel(world, coOwner, slug)).toMatchObject({ can_end: true });
  expect(await reopenChannel(world, coOwner, channel_id)).toEqual({ archived_at: null, delete_at: null });
  expect(await getChannel(world, member, slug)).toMatchObject({ can_post: true, archived_at: null });
  const page = await getOrCreateUserChannel(world, owner);
  await expect(archiveChannel(world, owner, page.channel_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(askChannelDeletion(world, owner, page)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { rows } = await sql<{
    action: string;
  }>`select action from audit_log where action like 'community.%' order by id`.execute(world.db);
  expect(rows.map(({ action }) => action).slice(-2)).toEqual(['community.archived', 'community.reopened']);
});

test('an archived community allows reading, reports, moderation and deletions, but no additions', async () => {
  const { world, owner, member, stranger, channel_id, slug, post_id } = await aScene();
  const comment = await aComment(world, member, post_id);
  const asking = await aRegular(world);
  await sql`insert into channel_join_requests (channel_id, user_id, created_at) values (${channel_id}, ${asking.userId}, now())`.execute(
    world.db,
  );
  await inviteToChannel(world, owner, { channel_id, handle: await handleOf(world, stranger) });
  const invite_id = (await listMyInvites(world, stranger))[0]?.id ?? '';
  await archiveChannel(world, owner, channel_id);
  const text = { title: 'Again', body: '<p>Again</p>', tags: [] };
  const admin = await world.admin();
  const image = {
    channel_id,
    kind: 'post' as const,
    subject: 'nobody' as const,
    hasConsent: false,
    bytes: await picture(),
  };
  const attempts = [
    () => aPost(world, owner, channel_id),
    () => aPost(world, admin, channel_id),
    () => aComment(world, owner, post_id),
    () => aComment(world, stranger, post_id, { parent_id: comment.id }),
    () => editPost(world, member, { post_id, version: 1, ...text }),
    () => editComment(world, member, { comment_id: comment.id, version: 1, body: '<p>Again</p>' }),
    () => setLiked(world, owner, { post_id, is_liked: true }),
    () => askPractitioner(world, owner, { post_id, is_asking: true }),
    () => uploadImage(world, member, image),
    () => joinChannel(world, stranger, { channel_id, words: '' }),
    () => answerInvite(world, stranger, { invite_id, accept: true }),
    () => answerJoinRequest(world, owner, { channel_id, user_id: asking.userId, accept: true }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(READ_ONLY);
  expect((await getPost(world, member, { post_id, sort: 'best' })).post).toMatchObject({
    comment_block: 'read_only',
    can_comment: false,
    can_edit: false,
  });
  expect((await listChannelPosts(world, stranger, { slug, sort: 'hot', limit: 5 })).rows).toHaveLength(1);
  await reportContent(world, stranger, { subject_kind: 'post', subject_id: post_id, reason: 'spam', note: '' });
  await moderate(world, owner, { version: 1, subject_kind: 'post', subject_id: post_id, action: 'dismiss' });
  await deletePost(world, member, post_id);
  await reopenChannel(world, owner, channel_id);
  await aPost(world, member, channel_id);
});

test('members still find an archived community, and others do not', async () => {
  const { world, owner, member, stranger, channel_id, slug } = await aScene();
  expect(await found(world, stranger)).toEqual(['Calm cheeks']);
  await archiveChannel(world, owner, channel_id);
  expect(await found(world, stranger)).toEqual([]);
  expect(await found(world, member)).toEqual(['Calm cheeks']);
  const search = async (person: SignedIn) =>
    (await searchCommunity(world, person, { q: 'calm cheeks', kind: 'channels', sort: 'relevance', limit: 5 })).channels
      .rows.length;
  expect(await search(stranger)).toBe(0);
  expect(await search(member)).toBe(1);
  expect(await getChannel(world, stranger, slug)).toMatchObject({ name: 'Calm cheeks' });
});

test('the planned deletion of a community requires its address, is announced, can be cancelled, and forbids new texts', async () => {
  const { world, owner, member, channel_id, slug, post_id } = await aScene();
  const coOwner = await aRegular(world);
  await joinChannel(world, coOwner, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: coOwner.userId, role: 'owner' });
  await expect(askChannelDeletion(world, owner, { channel_id, slug: 'calm' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(await askChannelDeletion(world, owner, { channel_id, slug: `fl@${slug}` })).toEqual({
    archived_at: null,
    delete_at: '2026-12-04T09:00:00.000Z',
  });
  world.clock.advance(DAY_MS);
  expect(await askChannelDeletion(world, owner, { channel_id, slug })).toMatchObject({
    delete_at: '2026-12-04T09:00:00.000Z',
  });
  await expect(aPost(world, member, channel_id)).rejects.toMatchObject(READ_ONLY);
  expect((await getPost(world, member, { post_id, sort: 'best' })).post.can_comment).toBe(false);
  const mails = (await world.mails()).filter(({ subject }) => subject === 'A community on Flaira will be deleted');
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain('Community: Calm cheeks');
  expect(mails[0]?.text).toContain('To be deleted on: 4 December 2026');
  expect(await cancelChannelDeletion(world, coOwner, channel_id)).toEqual({ archived_at: null, delete_at: null });
  await world.outbox.drain();
  const { rows } = (await world.browserOf(member).post('/rpc/list_notifications')).json;
  const kinds = (rows as { kind: string; topic: string }[]).filter(({ topic }) => topic === 'community');
  expect(kinds.map(({ kind }) => kind)).toEqual(['channel_kept', 'channel_ending']);
  world.clock.advance(20 * DAY_MS);
  await world.jobs.runNow('community.deleteEndedChannels', {});
  await aPost(world, member, channel_id);
});

test('a community is deleted fourteen days after the request, with posts, pictures, counts of topics and reports', async () => {
  const { world, owner, member, stranger, channel_id, slug } = await aScene();
  const bytes = await picture();
  const { path, id } = await uploadImage(world, member, {
    channel_id,
    kind: 'post',
    subject: 'nobody',
    hasConsent: false,
    bytes,
  });
  const shown = await aPost(world, member, channel_id, { body: `<p>Look</p><img src="${path}">`, tags: ['Peeling'] });
  await aComment(world, stranger, shown);
  await reportContent(world, stranger, { subject_kind: 'post', subject_id: shown, reason: 'spam', note: '' });
  await reportContent(world, stranger, { subject_kind: 'channel', subject_id: channel_id, reason: 'spam', note: '' });
  for (const target of [{ channel_id }, { post_id: shown }])
    await world.browserOf(stranger).post('/rpc/set_follow', { target, state: 'follow' });
  await askChannelDeletion(world, owner, { channel_id, slug });
  const count = async () => {
    const { rows } = await sql<{ of: string; n: number }>`
      select 'channels' as of, count(*)::int as n from channels where id = ${channel_id}
      union all select 'posts', count(*)::int from posts where channel_id = ${channel_id}
      union all select 'comments', count(*)::int from comments where channel_id = ${channel_id}
      union all select 'images', count(*)::int from community_images where id = ${id}
      union all select 'follows', count(*)::int from community_follows where target in (${channel_id}, ${shown})
      union all select 'reports', count(*)::int from reports
      union all select 'topics', coalesce(max(posts), 0)::int from tag_counts
      union all select 'days', coalesce(sum(posts), 0)::int from tag_days`.execute(world.db);
    return Object.fromEntries(rows.map(({ of, n }) => [of, n]));
  };
  const before = await count();
  expect(before).toMatchObject({
    channels: 1,
    posts: 2,
    comments: 1,
    images: 1,
    follows: 2,
    reports: 2,
    topics: 2,
    days: 2,
  });
  expect(await world.photos.read(world.system, id)).not.toBeNull();
  world.clock.advance(14 * DAY_MS - 1000);
  await world.jobs.runNow('community.deleteEndedChannels', {});
  expect(await count()).toEqual(before);
  world.clock.advance(1000);
  await world.jobs.runNow('community.deleteEndedChannels', {});
  expect(await count()).toEqual({
    channels: 0,
    posts: 0,
    comments: 0,
    images: 0,
    follows: 0,
    reports: 0,
    topics: 0,
    days: 0,
  });
  expect(await world.photos.read(world.system, id)).toBeNull();
  await expect(getChannel(world, member, slug)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await world.audit.verifyChain()).toMatchObject({ brokenAt: null });
});

test('a sole owner can leave a community that is archived or ends, and an administrator can reopen it', async () => {
  const { world, owner, channel_id } = await aScene();
  await expect(leaveChannel(world, owner, { channel_id })).rejects.toMatchObject({ code: 'LAST_OWNER' });
  await archiveChannel(world, owner, channel_id);
  expect(await leaveChannel(world, owner, { channel_id })).toMatchObject({ is_member: false });
  expect(await reopenChannel(world, await world.admin(), channel_id)).toMatchObject({ archived_at: null });
  const next = await aScene();
  await askChannelDeletion(next.world, next.owner, { channel_id: next.channel_id, slug: next.slug });
  expect(await leaveChannel(next.world, next.owner, { channel_id: next.channel_id })).toMatchObject({
    is_member: false,
  });
});
