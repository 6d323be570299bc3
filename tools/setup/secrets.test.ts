import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { pushKeys } from './secrets.mjs';

test('push keys have their full length, even if they begin with a zero, and form a pair', () => {
  // One key pair in 256 begins with a zero.
  for (let n = 0; n < 1500; n++) {
    const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = pushKeys();
    expect([Buffer.from(VAPID_PUBLIC_KEY, 'base64url').length, VAPID_PRIVATE_KEY.length]).toEqual([65, 43]);
  }
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = pushKeys();
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(VAPID_PRIVATE_KEY, 'base64url');
  expect(pair.getPublicKey('base64url')).toBe(VAPID_PUBLIC_KEY);
});
