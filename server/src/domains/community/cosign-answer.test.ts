import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aComment, aPost, aRegular, season } from '../../../test/a-community.ts';
import { aWorld } from '../../../test/world.ts';
import { setCosigned } from './cosign-answer.ts';
import { getLibraryThread } from './library.ts';
import { joinChannel } from './membership.ts';
import { moderate } from './moderate.ts';
import { setChannelOnWeb } from './open-to-web.ts';
import { getPost } from './read-post.ts';
import { deleteComment, editComment } from './write-comment.ts';

async function aScene() {
  const world = await aWorld();
  const [owner, author] = [await aRegular(world), await aRegular(world)];
  const [doctor, second] = [await world.practitioner(), await world.practitioner()];
  for (const person of [doctor, second]) await season(world, person);
  const { channel_id, slug } = await aChannel(world, owner);
  for (const person of [author, doctor]) await joinChannel(world, person, { channel_id, words: '' });
  await setChannelOnWeb(world, owner, { channel_id, is_on_web: true });
  const post_id = await aPost(world, author, channel_id, { title: 'How long?', is_on_web: true });
  const { id: comment_id } = await aComment(world, doctor, post_id, { body: '<p>Wait for a week.</p>' });
  const cosign = (who: SignedIn, options: { version?: number; is_cosigned?: boolean } = {}) =>
    setCosigned(world, who, { comment_id, version: 1, is_cosigned: true, ...options });
  const seenBy = async (who: SignedIn) => {
    const { comments } = await getPost(world, who, { post_id, sort: 'best' });
    return comments.rows.find(({ id }) => id === comment_id);
  };
  const onWeb = async () => (await getLibraryThread(world, { slug, post_id }))?.answers[0]?.cosigned;
  const news = async (who: SignedIn) => {
    await world.outbox.drain();
    const { rows } = (await world.browserOf(who).post('/rpc/list_notifications')).json;
    return rows.filter(({ kind }: { kind: string }) => kind === 'cosignature_void').length;
  };
  return { world, owner, author, doctor, second, channel_id, post_id, comment_id, cosign, seenBy, onWeb, news };
}

test('a second practitioner co-signs an answer once, with the registration of that time, and can withdraw', async () => {
  const { world, author, second, cosign, seenBy, onWeb } = await aScene();
  expect((await seenBy(second))?.can_cosign).toBe(true);
  world.clock.advance(60_000);
  const { cosigned } = await cosign(second);
  expect(cosigned).toMatchObject([{ at: '2026-11-20T09:01:00.000Z', is_mine: true, is_verified: true }]);
  world.clock.advance(60_000);
  expect((await cosign(second)).cosigned).toEqual(cosigned);
  await sql`update practitioners set registration_number = '99999999999' where user_id = ${second.userId}`.execute(
    world.db,
  );
  expect((await seenBy(author))?.cosigned).toEqual([{ ...cosigned[0], is_mine: false }]);
  expect(await onWeb()).toMatchObject([{ registration_number: cosigned[0]?.registration_number }]);

  await sql`update practitioners set verified_at = null where user_id = ${second.userId}`.execute(world.db);
  expect((await seenBy(author))?.cosigned).toMatchObject([{ is_verified: false }]);
  expect(await onWeb()).toEqual([]);
  await sql`update practitioners set verified_at = now() where user_id = ${second.userId}`.execute(world.db);
  expect((await cosign(second, { is_cosigned: false })).cosigned).toEqual([]);
  expect(await onWeb()).toEqual([]);
});

test('a changed answer removes the co-signatures, and notifies each co-signer once for each change', async () => {
  const { world, author, doctor, second, comment_id, cosign, seenBy, news } = await aScene();
  await cosign(second);
  await editComment(world, doctor, { comment_id, version: 1, body: '<p>Wait for two weeks.</p>' });
  expect(await seenBy(author)).toMatchObject({ cosigned: [], signed: {} });
  await editComment(world, doctor, { comment_id, version: 2, body: '<p>Wait for three weeks.</p>' });
  expect([await news(second), await news(author), await news(doctor)]).toEqual([1, 0, 0]);
  await expect(cosign(second, { version: 2 })).rejects.toMatchObject({ code: 'TEXT_OUTDATED' });
  expect((await cosign(second, { version: 3 })).cosigned).toHaveLength(1);
});

test('nobody co-signs their own answer, without being a practitioner, without a second factor, or an unsigned answer', async () => {
  const { world, author, doctor, second, post_id, cosign, seenBy } = await aScene();
  for (const person of [doctor, author, { ...second, secondFactor: false }])
    await expect(cosign(person)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  for (const person of [doctor, author]) expect((await seenBy(person))?.can_cosign).toBe(false);
  const unsigned = await aComment(world, author, post_id);
  await expect(
    setCosigned(world, second, { comment_id: unsigned.id, version: 1, is_cosigned: true }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('new co-signatures by suspended people and in closed threads are refused, but withdrawals are allowed', async () => {
  const { world, owner, channel_id, post_id, second, cosign } = await aScene();
  await cosign(second);
  await sql`update posts set is_locked = true where id = ${post_id}`.execute(world.db);
  await expect(cosign(second)).rejects.toMatchObject({ code: 'POST_LOCKED' });
  await sql`update channels set archived_at = now() where id = ${channel_id}`.execute(world.db);
  await expect(cosign(second)).rejects.toMatchObject({ code: 'COMMUNITY_READ_ONLY' });
  await moderate(world, owner, {
    version: 1,
    subject_kind: 'person',
    subject_id: second.userId,
    action: 'suspend',
    days: 3,
    channel_id,
    statement: 'Prices and brands are not for this place.',
  });
  await expect(cosign(second)).rejects.toMatchObject({ code: 'SUSPENDED' });
  expect((await cosign(second, { is_cosigned: false })).cosigned).toEqual([]);
});

test('a co-signature is not shown on a hidden or deleted answer, nor to readers who muted the co-signer', async () => {
  const { world, author, doctor, second, comment_id, cosign, seenBy } = await aScene();
  await cosign(second);
  await sql`insert into community_follows (user_id, kind, target, state, at) values (${author.userId}, 'person', ${second.userId}, 'mute', now())`.execute(
    world.db,
  );
  expect((await seenBy(author))?.cosigned).toEqual([]);
  expect((await seenBy(doctor))?.cosigned).toHaveLength(1);
  await sql`update comments set state = 'held' where id = ${comment_id}`.execute(world.db);
  await expect(cosign(second)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await sql`update comments set state = 'visible' where id = ${comment_id}`.execute(world.db);
  await deleteComment(world, doctor, comment_id);
  await expect(cosign(second)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a co-signature is deleted with the account of the author or of the co-signer', async () => {
  const { world, author, doctor, second, cosign, seenBy } = await aScene();
  await cosign(second);
  await sql`delete from users where id = ${second.userId}`.execute(world.db);
  expect(await seenBy(author)).toMatchObject({ cosigned: [], signed: {} });
  const third = await world.practitioner();
  await season(world, third);
  await cosign(third);
  await sql`delete from users where id = ${doctor.userId}`.execute(world.db);
  const { rows } = await sql`select from answer_cosignatures`.execute(world.db);
  expect(rows).toEqual([]);
});
