import { expect, test } from 'vitest';
import { aScoredPatient, takePhoto } from '../../../test/a-case.ts';
import { aChannel, aPost, season } from '../../../test/a-community.ts';
import { aWorld } from '../../../test/world.ts';
import { joinChallenge } from './challenges.ts';
import { claimReward, fulfilClaim, listClaims } from './rewards.ts';

const DAY = 86_400_000;
const ZONE = 'Europe/Paris';
test('a reward is unlocked by enough achievements, is claimed once, and is handed out by the team', async () => {
  const world = await aWorld();
  const admin = await world.admin();
  const patient = await aScoredPatient(world);
  await expect(claimReward(world, patient.userId, 'cashback')).rejects.toMatchObject({ code: 'REWARD_LOCKED' });
  await season(world, patient);
  const { channel_id } = await aChannel(world, patient);
  await aPost(world, patient, channel_id);
  await joinChallenge(world, patient.userId, 'photo_week', ZONE);
  for (let day = 0; day < 6; day++) {
    await takePhoto(world, patient, 'front');
    world.clock.advance(DAY);
  }
  const [first, second] = [
    await claimReward(world, patient.userId, 'cashback'),
    await claimReward(world, patient.userId, 'cashback'),
  ];
  expect(first).toMatchObject({ id: 'cashback', locked: false, fulfilled_at: null });
  expect(second).toEqual(first);
  expect((await world.mails()).filter(({ subject }) => subject === 'A member has requested a reward')).toHaveLength(1);
  const [claim, ...more] = await listClaims(world, admin.userId);
  expect(more).toEqual([]);
  await fulfilClaim(world, admin.userId, claim?.id ?? '');
  expect(await listClaims(world, admin.userId)).toMatchObject([
    { reward_id: 'cashback', fulfilled_at: expect.stringContaining('2026') },
  ]);
});
