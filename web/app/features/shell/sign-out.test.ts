import { afterEach, expect, test, vi } from 'vitest';
import { keepHandedIn } from '#web/lib/handed-in.ts';
import { leaveDevice } from './sign-out.ts';

const push = vi.hoisted(() => ({ leavePush: async () => undefined as unknown }));
vi.mock('#web/lib/push-device.ts', () => ({ leavePush: () => push.leavePush() }));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['has none', async () => undefined],
  ['refuses', () => Promise.reject(new Error('no worker'))],
])('a sign-out forgets the submitted photos, even if push %s', async (_, leavePush) => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  push.leavePush = leavePush;
  keepHandedIn('lead');
  expect(stored.size).toBe(1);
  await leaveDevice();
  expect(stored.size).toBe(0);
});
