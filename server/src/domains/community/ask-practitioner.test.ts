import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aChannel, aComment, aPost, aRegular, handleOf } from '../../../test/a-community.ts';
import { tellDecided } from '../../../test/a-moderator.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { answerAppeal, appealDecision } from './appeals.ts';
import { askPractitioner } from './ask-practitioner.ts';
import { setFollow } from './follows.ts';
import { setLocked } from './marks.ts';
import { joinChannel } from './membership.ts';
import { moderate } from './moderate.ts';
import { getPost } from './read-post.ts';
import { undoDecisions } from './undo-decisions.ts';
import { addWordFilter } from './word-filters.ts';
import { createPost, deletePost, editPost } from './write-post.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REASON = 'The answer is in the pinned thread.';
const OPEN = { code: 'QUESTION_LIMIT', data: { limit: 'open', max: 3 } };
const WEEK = { code: 'QUESTION_LIMIT', data: { limit: 'week', max: 5 } };

async function aScene() {
  const world = await aWorld();
  const [owner, author, reader] = [await aRegular(world), await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, owner);
  const doctor = await world.practitioner();
  await joinChannel(world, doctor, { channel_id, words: '' });
  const ask = () => aPost(world, author, channel_id, { asks_practitioner: true });
  const read = async (post_id: string, who = author) => (await getPost(world, who, { post_id, sort: 'best' })).post;
  return { world, owner, author, reader, channel_id, slug, doctor, ask, read };
}

const kindsOf = async (world: World, person: Parameters<World['browserOf']>[0]) => {
  await world.outbox.drain();
  const { rows } = (await world.browserOf(person).post('/rpc/list_notifications')).json;
  return (rows as { kind: string; topic: string }[])
    .filter(({ topic }) => topic === 'community')
    .map(({ kind }) => kind);
};

test('a member may have three open questions, and asks another one after an answer, a withdrawal or a lock', async () => {
  const { world, owner, author, reader, channel_id, doctor, ask, read } = await aScene();
  const [first, second, third] = [await ask(), await ask(), await ask()];
  await expect(ask()).rejects.toMatchObject(OPEN);
  const plain = await aPost(world, author, channel_id);
  await expect(askPractitioner(world, author, { post_id: plain, is_asking: true })).rejects.toMatchObject(OPEN);
  expect((await read(plain)).is_asking_practitioner).toBe(false);
  // Other people can still ask. A second request by the same person in the same thread is not counted as a new
  // question.
  await askPractitioner(world, reader, { post_id: plain, is_asking: true });
  await askPractitioner(world, author, { post_id: first, is_asking: true });

  await aComment(world, doctor, first);
  await ask();
  await expect(ask()).rejects.toMatchObject(OPEN);
  await askPractitioner(world, author, { post_id: second, is_asking: false });
  await ask();
  world.clock.advance(8 * DAY_MS);
  await expect(ask()).rejects.toMatchObject(OPEN);
  await setLocked(world, owner, { post_id: third, is_locked: true });
  await ask();
});

test('a member may ask five questions in seven days, and the same thread counts once', async () => {
  const { world, author, channel_id, doctor, ask } = await aScene();
  const posts: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const post_id = await ask();
    posts.push(post_id);
    await aComment(world, doctor, post_id);
    world.clock.advance(HOUR_MS);
  }
  await expect(ask()).rejects.toMatchObject(WEEK);
  const [first = ''] = posts;
  expect(await askPractitioner(world, author, { post_id: first, is_asking: true })).toMatchObject({
    is_asking_practitioner: true,
  });
  await aPost(world, author, channel_id);
  world.clock.advance(7 * DAY_MS - 5 * HOUR_MS + 1);
  await ask();
});

test('a refused question stores nothing, so that its text can be published without asking a practitioner', async () => {
  const { world, author, channel_id, ask } = await aScene();
  for (let n = 0; n < 3; n += 1) await ask();
  const text = { channel_id, title: 'Is a week normal?', body: '<p>It is still red.</p>', tags: ['Peeling'] };
  const idempotency_key = '01980000-0000-7000-8000-000000000001';
  await expect(createPost(world, author, { ...text, asks_practitioner: true, idempotency_key })).rejects.toMatchObject(
    OPEN,
  );
  const { state } = await createPost(world, author, { ...text, asks_practitioner: false, idempotency_key });
  expect(state).toBe('visible');
});

test('a second request for a practitioner in the same thread does not change the due time', async () => {
  const { world, owner, author, ask, read } = await aScene();
  const post_id = await ask();
  const { answer_due_at } = await read(post_id);
  for (const again of [author, owner]) {
    world.clock.advance(5 * HOUR_MS);
    await askPractitioner(world, author, { post_id, is_asking: false });
    expect((await read(post_id)).answer_due_at).toBeNull();
    world.clock.advance(5 * HOUR_MS);
    expect(await askPractitioner(world, again, { post_id, is_asking: true })).toMatchObject({ answer_due_at });
  }
});

test('a moderator removes a request for a practitioner with a reason, and its sender cannot ask again', async () => {
  const { world, owner, author, reader, channel_id, doctor, read } = await aScene();
  const post_id = await aPost(world, author, channel_id);
  await askPractitioner(world, reader, { post_id, is_asking: true });
  const removal = { post_id, is_asking: false, statement: REASON };
  const stranger = await aRegular(world);
  await expect(askPractitioner(world, stranger, removal)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  for (const moderator of [owner, doctor])
    await expect(askPractitioner(world, moderator, { post_id, is_asking: false })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  expect((await read(post_id)).is_asking_practitioner).toBe(true);
  await askPractitioner(world, owner, removal);
  for (const person of [reader, author])
    expect(await read(post_id, person)).toMatchObject({
      is_asking_practitioner: false,
      asking_removed: { reason: REASON, at: world.clock.now().toISOString() },
    });
  for (const person of [stranger, owner]) expect((await read(post_id, person)).asking_removed).toBeNull();
  expect(await kindsOf(world, reader)).toEqual(['request_removed']);
  expect(await kindsOf(world, author)).toEqual([]);
  for (const person of [reader, author])
    await expect(askPractitioner(world, person, { post_id, is_asking: true })).rejects.toMatchObject({
      code: 'REQUEST_REMOVED',
    });
  await askPractitioner(world, owner, { post_id, is_asking: true });
  expect((await read(post_id, reader)).asking_removed).toBeNull();
});

test('people who may not write in a community cannot ask a practitioner there', async () => {
  const { world, owner, author, reader, channel_id } = await aScene();
  const post_id = await aPost(world, author, channel_id);
  await moderate(world, owner, {
    version: 1,
    subject_kind: 'person',
    subject_id: reader.userId,
    channel_id,
    action: 'suspend',
    days: 2,
    statement: 'Please read the rules first.',
  });
  await expect(askPractitioner(world, reader, { post_id, is_asking: true })).rejects.toMatchObject({
    code: 'SUSPENDED',
  });
  const closed = await aChannel(world, owner, { join_policy: 'request' });
  const inside = await aPost(world, owner, closed.channel_id);
  await expect(askPractitioner(world, author, { post_id: inside, is_asking: true })).rejects.toMatchObject({
    code: 'NOT_A_MEMBER',
  });
});

test('a suspended doctor cannot remove a request for a practitioner, even with a reason', async () => {
  const { world, owner, channel_id, doctor, ask, read } = await aScene();
  const post_id = await ask();
  await moderate(world, owner, {
    version: 1,
    subject_kind: 'person',
    subject_id: doctor.userId,
    action: 'suspend',
    reason: 'harassment',
    statement: REASON,
    channel_id,
    days: 3,
  });
  const removal = { post_id, is_asking: false, statement: REASON };
  await expect(askPractitioner(world, doctor, removal)).rejects.toMatchObject({ code: 'SUSPENDED' });
  expect((await read(post_id)).is_asking_practitioner).toBe(true);
});

test('a request whose requesters have deleted their accounts counts as a request by the author of the thread', async () => {
  const { world, owner, author, ask, read } = await aScene();
  const post_id = await ask();
  await withSystem(world.system, (tx) => sql`delete from practitioner_requests`.execute(tx));
  await askPractitioner(world, owner, { post_id, is_asking: false, statement: REASON });
  expect((await read(post_id)).asking_removed).toMatchObject({ reason: REASON });
  await expect(askPractitioner(world, author, { post_id, is_asking: true })).rejects.toMatchObject({
    code: 'REQUEST_REMOVED',
  });
});

test('people are notified of a text that a word filter hid once a decision makes it visible', async () => {
  const { world, owner, author, reader, channel_id, doctor, read } = await aScene();
  await addWordFilter(world, owner, { channel_id, words: 'botulinum party', action: 'hold' });
  await setFollow(world, reader, { target: { person_id: author.userId }, state: 'follow' });
  const body = `<p>A botulinum party, @${await handleOf(world, owner)}?</p>`;
  const post_id = await aPost(world, author, channel_id, { asks_practitioner: true, body });
  const told = async () => [
    (await kindsOf(world, doctor)).filter((kind) => kind === 'practitioner_asked').length,
    (await kindsOf(world, reader)).filter((kind) => kind === 'new_post').length,
    (await kindsOf(world, owner)).filter((kind) => kind === 'mention').length,
  ];
  expect(await told()).toEqual([0, 0, 0]);
  const restore = async () => {
    const [subject_kind, subject_id] = ['post', post_id] as const;
    const { id } = await moderate(world, owner, { version: 1, subject_kind, subject_id, action: 'restore' });
    return id;
  };
  await undoDecisions(world, owner, [await restore()]);
  await tellDecided(world);
  expect(await told()).toEqual([0, 0, 0]);
  await restore();
  await tellDecided(world);
  expect(await told()).toEqual([1, 1, 1]);

  // The doctor's answer ends the request only after a moderator has made the answer visible.
  const { id: subject_id } = await aComment(world, doctor, post_id, { body: '<p>No botulinum party.</p>' });
  expect((await read(post_id)).is_asking_practitioner).toBe(true);
  await moderate(world, owner, { version: 1, subject_kind: 'comment', subject_id, action: 'restore' });
  await tellDecided(world);
  expect(await kindsOf(world, author)).toContain('practitioner_answered');
  expect((await read(post_id)).is_asking_practitioner).toBe(false);
});

test('nobody is notified again of a text that was visible before a word filter hid it', async () => {
  const { world, owner, author, channel_id, doctor, ask } = await aScene();
  await addWordFilter(world, owner, { channel_id, words: 'botulinum party', action: 'hold' });
  const post_id = await ask();
  const asked = async () => (await kindsOf(world, doctor)).filter((kind) => kind === 'practitioner_asked').length;
  expect(await asked()).toBe(1);
  world.clock.advance(1000);
  await editPost(world, author, { post_id, version: 1, title: 'T', body: '<p>Botulinum party</p>', tags: [] });
  await moderate(world, owner, { version: 2, subject_kind: 'post', subject_id: post_id, action: 'restore' });
  await tellDecided(world);
  await world.outbox.drain();
  const { rows } = await sql`select from outbox where topic = 'community.practitionerAsked'`.execute(world.db);
  expect(rows).toHaveLength(1);
});

test('a text that a word filter hid is announced once, even if it was removed before it became visible', async () => {
  const { world, owner, author, channel_id } = await aScene();
  const admin = await world.admin();
  await addWordFilter(world, owner, { channel_id, words: 'botulinum party', action: 'hold' });
  const body = '<p>A botulinum party?</p>';
  const posted = async () => {
    const { rows } = await sql<{ id: string }>`select payload ->> 'post_id' as id from outbox
      where topic = 'community.posted' and idempotency_key is not null order by id`.execute(world.db);
    return rows.map(({ id }) => id);
  };
  const decide = async (subject_id: string, action: 'remove' | 'restore', by = owner) => {
    const statement = 'Please do not advertise.';
    const { id } = await moderate(world, by, { version: 1, subject_kind: 'post', subject_id, action, statement });
    await tellDecided(world);
    return id;
  };
  const restored = await aPost(world, author, channel_id, { body });
  await decide(restored, 'remove');
  expect(await posted()).toEqual([]);
  await decide(restored, 'restore');
  expect(await posted()).toEqual([restored]);

  const appealed = await aPost(world, author, channel_id, { body });
  const decision_id = await decide(appealed, 'remove');
  await appealDecision(world, author, { decision_id, words: 'It is only a question.' });
  await answerAppeal(world, admin, { decision_id, outcome: 'reversed', statement: 'It is a question.' });
  expect(await posted()).toEqual([restored, appealed]);

  // Processed events are deleted after a while. Even then, later decisions notify nobody a second time.
  await world.outbox.drain();
  await sql`delete from outbox`.execute(world.system);
  for (const post_id of [restored, appealed])
    for (const action of ['remove', 'restore'] as const) await decide(post_id, action, admin);
  expect(await posted()).toEqual([]);
});

test('nobody is notified of a comment that a decision makes visible after its thread was deleted', async () => {
  const { world, owner, author, reader, channel_id } = await aScene();
  await addWordFilter(world, owner, { channel_id, words: 'botulinum party', action: 'hold' });
  const post_id = await aPost(world, author, channel_id);
  const { id: subject_id } = await aComment(world, reader, post_id, { body: '<p>A botulinum party.</p>' });
  await deletePost(world, author, post_id);
  await moderate(world, owner, { version: 1, subject_kind: 'comment', subject_id, action: 'restore' });
  await tellDecided(world);
  const { rows } = await sql`select from outbox where topic = 'community.commented'`.execute(world.db);
  expect(rows).toHaveLength(0);
});
