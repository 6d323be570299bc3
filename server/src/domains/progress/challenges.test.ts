import { expect, test } from 'vitest';
import { aPatientWithPhotos, takePhoto } from '../../../test/a-case.ts';
import { aWorld } from '../../../test/world.ts';
import { joinChallenge, leaveChallenge, listChallenges } from './challenges.ts';

const DAY = 86_400_000;
const ZONE = 'Europe/Paris';
test('a challenge counts actions after its start, completes automatically, and can be started again', async () => {
  const world = await aWorld();
  const patient = await aPatientWithPhotos(world);
  const stateOf = async (id: string) => (await listChallenges(world, patient.userId)).find((one) => one.id === id);
  expect(await stateOf('photo_week')).toMatchObject({ state: 'open', progress: 0, joined_at: null });
  world.clock.advance(DAY);
  await joinChallenge(world, patient.userId, 'photo_week', ZONE);
  await expect(joinChallenge(world, patient.userId, 'photo_week', ZONE)).rejects.toMatchObject({
    code: 'CHALLENGE_RUNNING',
  });
  for (let day = 0; day < 4; day++) {
    await takePhoto(world, patient, 'front');
    await takePhoto(world, patient, 'left');
    world.clock.advance(DAY);
  }
  expect(await stateOf('photo_week')).toMatchObject({ state: 'running', progress: 4 });
  await takePhoto(world, patient, 'front');
  const completed = await stateOf('photo_week');
  expect(completed).toMatchObject({ state: 'completed', progress: 5, times_completed: 1 });
  expect(completed?.completed_at).toBe(world.clock.now().toISOString());

  world.clock.advance(DAY);
  expect(await joinChallenge(world, patient.userId, 'photo_week', ZONE)).toMatchObject({
    state: 'running',
    progress: 0,
  });
  expect(await leaveChallenge(world, patient.userId, 'photo_week')).toMatchObject({ state: 'completed' });
  await expect(leaveChallenge(world, patient.userId, 'photo_week')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await joinChallenge(world, patient.userId, 'three_sides', ZONE);
  world.clock.advance(29 * DAY);
  expect(await stateOf('three_sides')).toMatchObject({ state: 'missed', progress: 0 });
});

test('two simultaneous clicks start one challenge', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  const clicks = await Promise.allSettled([1, 2].map(() => joinChallenge(world, userId, 'together', ZONE)));
  expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('photos of all three poses on one day count as one day of a challenge', async () => {
  const world = await aWorld();
  const patient = await aPatientWithPhotos(world, []);
  await joinChallenge(world, patient.userId, 'three_sides', ZONE);
  for (const pose of ['front', 'right', 'left', 'front', 'frown'] as const) await takePhoto(world, patient, pose);
  world.clock.advance(DAY);
  // The three photos of this day do not cover all three poses.
  for (const kind of ['front', 'right', 'smile'] as const) await takePhoto(world, patient, kind);
  const challenges = await listChallenges(world, patient.userId);
  expect(challenges.find(({ id }) => id === 'three_sides')).toMatchObject({ progress: 1 });
});
