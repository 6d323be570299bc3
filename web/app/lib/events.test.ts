import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askWhoIsThere } from './events.ts';

const seen = vi.hoisted(() => ({
  user: null as { id: string } | null,
  resumePush: vi.fn<(userId: string) => Promise<void>>(),
  forgetSession: vi.fn<() => void>(),
}));
vi.mock('./api.ts', () => ({ api: {} }));
vi.mock('./picture-links.ts', () => ({ renewPictureLinks: async () => undefined }));
vi.mock('./push-device.ts', () => ({ resumePush: seen.resumePush }));
vi.mock('./session.tsx', () => ({ refreshSession: async () => seen.user, forgetSession: seen.forgetSession }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
});
afterEach(() => void vi.useRealTimers());

async function endSession(user: { id: string } | null) {
  seen.user = user;
  const asked = askWhoIsThere();
  await vi.runAllTimersAsync();
  await asked;
}

test('push notifications continue in this browser after a change of the password, which starts a new session', async () => {
  await endSession({ id: 'alice' });
  await vi.waitFor(() => expect(seen.resumePush).toHaveBeenCalledExactlyOnceWith('alice'));
  expect(seen.forgetSession).not.toHaveBeenCalled();
});

test('a browser whose session was ended forgets the person and does not ask for push notifications', async () => {
  await endSession(null);
  expect(seen.forgetSession).toHaveBeenCalledOnce();
  expect(seen.resumePush).not.toHaveBeenCalled();
});
