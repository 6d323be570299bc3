import { expect, test } from 'vitest';
import { aPatientWithPhotos, takePhoto } from '../../../test/a-case.ts';
import { aWorld } from '../../../test/world.ts';
import { listMyPhotos } from './gallery.ts';

const DAY = 86_400_000;
test('the gallery lists every photo in pages, newest first, and marks the current ones', async () => {
  const world = await aWorld();
  const patient = await aPatientWithPhotos(world);
  world.clock.advance(DAY);
  const newest = await takePhoto(world, patient, 'front');
  const first = await listMyPhotos(world, patient.userId, { limit: 3 });
  expect(first.total).toBe(4);
  expect(first.photos[0]).toMatchObject({ id: newest, pose: 'front', is_current: true });
  const second = await listMyPhotos(world, patient.userId, { limit: 3, cursor: first.next_cursor ?? '' });
  expect(second.next_cursor).toBeNull();
  const all = [...first.photos, ...second.photos];
  expect(new Set(all.map(({ id }) => id)).size).toBe(4);
  expect(all.filter(({ is_current }) => !is_current)).toMatchObject([{ pose: 'front' }]);
  for (const cursor of ['x_y', `2026-01-01T00:00:00.000Z_${'a'.repeat(36)}`])
    await expect(listMyPhotos(world, patient.userId, { limit: 3, cursor })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  expect((await listMyPhotos(world, (await world.patient()).userId, { limit: 3 })).photos).toEqual([]);
});
