import { afterEach, expect, test, vi } from 'vitest';
import { PoseStore } from './pose-store.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a photo that failed to load is loaded again when it is needed the next time', async () => {
  const fetched = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', fetched);
  const store = new PoseStore();
  const photo = { id: 'left', url: '/photos/left' };
  expect(await store.open(photo)).toBeNull();
  expect(store.stateOf('left')).toEqual({ kind: 'failed', why: 'photo' });
  expect(await store.open(photo)).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(2);
});
