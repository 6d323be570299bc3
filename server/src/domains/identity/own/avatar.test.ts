import { expect, test } from 'vitest';
import { codeOf } from '../../../../test/code-of.ts';
import { aWorld } from '../../../../test/world.ts';
import { setAvatar } from './avatar.ts';

test('trust 16: the number of avatar uploads of a person is limited, even if none is a picture', async () => {
  const world = await aWorld();
  const [one, other] = [await world.patient(), await world.patient()];
  const send = (userId: string) => codeOf(setAvatar(world, userId, Buffer.from('no picture')));
  for (let n = 0; n < 20; n++) expect(await send(one.userId)).toBe('PHOTO_NOT_A_PICTURE');
  expect(await send(one.userId)).toBe('RATE_LIMITED');
  expect(await send(other.userId)).toBe('PHOTO_NOT_A_PICTURE');
});
