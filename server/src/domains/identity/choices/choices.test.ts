import { expect, test } from 'vitest';
import { aWorld } from '../../../../test/world.ts';
import { choicesOf, setChoices } from './keep-choices.ts';

test('each choice about notifications has a default, and only choices that differ from it are stored', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  const before = await choicesOf(world.db, userId);
  expect(before).toMatchObject({
    quiet: null,
    digest: 'off',
    topics: { case: { email: true }, progress: { email: false } },
  });

  const topics = { ...before.topics, case: { in_app: true, email: false, push: true } };
  const quiet = { from: '22:30', to: '07:00', zone: 'Europe/Paris' };
  expect(await setChoices(world, userId, { topics, quiet, digest: 'weekly' })).toEqual({
    topics,
    quiet,
    digest: 'weekly',
  });
  expect(await choicesOf(world.db, (await world.patient()).userId)).toEqual(before);

  expect(await setChoices(world, userId, before)).toEqual(before);
  expect(await world.db.selectFrom('notification_choices').selectAll().execute()).toEqual([]);
});

test('notifications about security cannot be switched off', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  const { topics } = await choicesOf(world.db, userId);
  const security = { in_app: false, email: false, push: false };
  const kept = await setChoices(world, userId, { topics: { ...topics, security }, quiet: null, digest: 'off' });
  expect(kept.topics.security).toEqual({ in_app: true, email: true, push: true });
});

test('quiet hours in an unknown time zone are refused, and nothing is stored', async () => {
  const world = await aWorld();
  const caller = await world.patient();
  const before = await choicesOf(world.db, caller.userId);
  const quiet = { from: '22:00', to: '07:00', zone: 'Atlantis/Capital' };
  const answer = await world.browserOf(caller).post('/rpc/set_my_choices', { ...before, digest: 'daily', quiet });
  expect(answer.status).toBe(400);
  expect(await choicesOf(world.db, caller.userId)).toEqual(before);
});
