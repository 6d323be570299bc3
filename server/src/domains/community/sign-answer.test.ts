import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aChannel, aComment, aPost, aRegular, season } from '../../../test/a-community.ts';
import { aWorld } from '../../../test/world.ts';
import { joinChannel } from './membership.ts';
import { getPost } from './read-post.ts';
import { deleteComment, editComment } from './write-comment.ts';

async function aScene() {
  const world = await aWorld();
  const [owner, author, doctor] = [await aRegular(world), await aRegular(world), await world.practitioner()];
  await season(world, doctor);
  const { channel_id } = await aChannel(world, owner);
  for (const person of [author, doctor]) await joinChannel(world, person, { channel_id, words: '' });
  const post_id = await aPost(world, author, channel_id);
  const { id: comment_id } = await aComment(world, doctor, post_id, { body: '<p>Wait for a week.</p>' });
  const signed = async () => (await getPost(world, author, { post_id, sort: 'best' })).comments.rows[0]?.signed;
  const set = (change: ReturnType<typeof sql>) =>
    sql`update practitioners set ${change} where user_id = ${doctor.userId}`.execute(world.db);
  return { world, author, doctor, channel_id, post_id, comment_id, signed, set };
}

test('an answer shows the registration of the day on which it was written, and whether it has ended', async () => {
  const { signed, set } = await aScene();
  const then = await signed();
  expect(then).toMatchObject({
    registration_body: 'Ordre national des médecins',
    at: '2026-11-20T09:00:00.000Z',
    is_verified: true,
  });
  await set(sql`speciality = 'general_practice', registration_number = '99999999999'`);
  expect(await signed()).toEqual(then);
  await set(sql`verified_at = null`);
  expect(await signed()).toEqual({ ...then, is_verified: false });
});

test('a changed answer is signed again while the registration is verified, and not afterwards', async () => {
  const { world, doctor, comment_id, signed, set } = await aScene();
  await set(sql`registration_number = '99999999999'`);
  world.clock.advance(60_000);
  await editComment(world, doctor, { comment_id, version: 1, body: '<p>Wait for two weeks.</p>' });
  expect(await signed()).toMatchObject({ registration_number: '99999999999', at: '2026-11-20T09:01:00.000Z' });
  await set(sql`verified_at = null`);
  await editComment(world, doctor, { comment_id, version: 2, body: '<p>Wait for three weeks.</p>' });
  expect(await signed()).toBeNull();
});

test('only answers of verified practitioners are signed, and a deleted answer names nobody', async () => {
  const { world, author, doctor, post_id, comment_id, signed } = await aScene();
  const unverified = await world.practitioner({ verified: false });
  for (const person of [author, unverified])
    await aComment(world, person, post_id, { body: `<p>${person.userId}</p>` });
  await aComment(world, author, post_id, { parent_id: comment_id });
  const { comments } = await getPost(world, author, { post_id, sort: 'best' });
  expect(comments.rows.filter((row) => row.signed).map(({ id }) => id)).toEqual([comment_id]);
  await deleteComment(world, doctor, comment_id);
  expect(await signed()).toBeNull();
});

test('a signature is deleted with the account of its practitioner', async () => {
  const { world, doctor, comment_id } = await aScene();
  const kept = async () =>
    (await sql`select from answer_signatures where comment_id = ${comment_id}`.execute(world.db)).rows.length;
  expect(await kept()).toBe(1);
  await sql`delete from users where id = ${doctor.userId}`.execute(world.db);
  expect(await kept()).toBe(0);
});

test('a signed answer cannot be changed without a second factor, unless the registration has ended', async () => {
  const { world, doctor, comment_id, signed, set } = await aScene();
  const then = await signed();
  const weak = { ...doctor, secondFactor: false };
  const change = () => editComment(world, weak, { comment_id, version: 1, body: '<p>Wait for two weeks.</p>' });
  await expect(change()).rejects.toMatchObject({ code: 'ANSWER_SIGNED' });
  expect(await signed()).toEqual(then);
  await set(sql`verified_at = null`);
  await change();
  expect(await signed()).toBeNull();
});
