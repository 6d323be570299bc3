import { expect, test } from 'vitest';
import { aWorld } from '../../../test/world.ts';
import { updateSettings } from './settings.ts';

test('a change of some settings does not change the other settings', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  expect(await updateSettings(world, userId, { monthly_target: 12 })).toEqual({
    monthly_target: 12,
    achievements_public: false,
  });
  expect(await updateSettings(world, userId, { achievements_public: true })).toEqual({
    monthly_target: 12,
    achievements_public: true,
  });
});
