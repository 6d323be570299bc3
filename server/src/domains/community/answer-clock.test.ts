import { expect, test } from 'vitest';
import { aChannel, aComment, aPost, aRegular, season } from '../../../test/a-community.ts';
import { aWorld } from '../../../test/world.ts';
import { tellOverdueAnswers } from './answer-clock.ts';
import { listAskedPosts } from './list-posts.ts';
import { askPractitioner } from './ask-practitioner.ts';
import { setLocked } from './marks.ts';
import { joinChannel } from './membership.ts';
import { getPost } from './read-post.ts';

const HOUR_MS = 3_600_000;

async function aScene() {
  const world = await aWorld();
  const [owner, author] = [await aRegular(world), await aRegular(world)];
  const [doctor, stranger] = [await world.practitioner(), await world.practitioner()];
  for (const person of [doctor, stranger]) await season(world, person);
  const { channel_id } = await aChannel(world, owner);
  for (const person of [author, doctor]) await joinChannel(world, person, { channel_id, words: '' });
  const ask = () => aPost(world, author, channel_id, { asks_practitioner: true });
  const due = async (post_id: string) => (await getPost(world, author, { post_id, sort: 'best' })).post.answer_due_at;
  const told = async () => {
    await tellOverdueAnswers(world);
    await world.outbox.drain();
    const { rows } = (await world.browserOf(owner).post('/rpc/list_notifications')).json;
    return rows.filter(({ kind }: { kind: string }) => kind === 'answer_overdue').length;
  };
  return { world, owner, author, doctor, stranger, channel_id, ask, due, told };
}

test('an answer is due 48 hours after the first request, and nothing is due once there is an answer', async () => {
  const { world, author, doctor, channel_id, ask, due } = await aScene();
  const asked = await ask();
  expect(await due(asked)).toBe('2026-11-22T09:00:00.000Z');
  const plain = await aPost(world, author, channel_id, { title: 'Plain' });
  expect(await due(plain)).toBeNull();
  world.clock.advance(HOUR_MS);
  const answer = await askPractitioner(world, author, { post_id: plain, is_asking: true });
  expect(answer).toEqual({ is_asking_practitioner: true, answer_due_at: '2026-11-22T10:00:00.000Z' });
  expect(await due(plain)).toBe(answer.answer_due_at);
  world.clock.advance(HOUR_MS);
  expect(await askPractitioner(world, author, { post_id: plain, is_asking: true })).toEqual(answer);
  await aComment(world, doctor, asked);
  expect(await due(asked)).toBeNull();
});

test('moderators are notified once of a question that no practitioner answered in time', async () => {
  const { world, author, ask, told } = await aScene();
  const post_id = await ask();
  world.clock.advance(48 * HOUR_MS - 1);
  expect(await told()).toBe(0);
  world.clock.advance(1);
  expect(await told()).toBe(1);
  await askPractitioner(world, author, { post_id, is_asking: false });
  await askPractitioner(world, author, { post_id, is_asking: true });
  world.clock.advance(49 * HOUR_MS);
  expect(await told()).toBe(1);
});

test('nobody is notified of an overdue question that was answered, or whose thread is locked', async () => {
  const { world, owner, doctor, ask, told } = await aScene();
  const [answered, locked] = [await ask(), await ask()];
  await aComment(world, doctor, answered);
  await setLocked(world, owner, { post_id: locked, is_locked: true });
  world.clock.advance(49 * HOUR_MS);
  expect(await told()).toBe(0);
});

test('a question for a practitioner cannot be stored without the time since which it has been waiting', async () => {
  const { world, ask } = await aScene();
  const post_id = await ask();
  await expect(
    world.database.owner.query(`update posts set asked_at = null where id = '${post_id}'`),
  ).rejects.toMatchObject({ code: '23514' });
});

test('a practitioner gets the open questions of their communities, the longest waiting first', async () => {
  const { world, owner, author, doctor, stranger, channel_id, ask } = await aScene();
  const older = await aPost(world, author, channel_id);
  world.clock.advance(HOUR_MS);
  const first = await ask();
  world.clock.advance(HOUR_MS);
  const second = await ask();
  const asked = async (person: typeof doctor, cursor?: string) => {
    const { rows, next_cursor } = await listAskedPosts(world, person, { limit: 1, cursor });
    return { ids: rows.map(({ id }) => id), next: next_cursor ?? undefined };
  };
  const page = await asked(doctor);
  expect(page.ids).toEqual([first]);
  expect(await asked(doctor, page.next)).toEqual({ ids: [second], next: undefined });
  expect((await asked(stranger)).ids).toEqual([]);
  // The waiting time counts from the request, not from the post.
  world.clock.advance(HOUR_MS);
  await askPractitioner(world, owner, { post_id: older, is_asking: true });
  const all = await listAskedPosts(world, doctor, { limit: 20 });
  expect(all.rows.map(({ id }) => id)).toEqual([first, second, older]);
  const middle = await asked(doctor, page.next);
  expect(middle.ids).toEqual([second]);
  expect(await asked(doctor, middle.next)).toEqual({ ids: [older], next: undefined });
  await expect(listAskedPosts(world, author, { limit: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
