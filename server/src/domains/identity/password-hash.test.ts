import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, test, vi } from 'vitest';
import { aWorld, PASSWORD } from '../../../test/world.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

const EMAIL = 'claire@example.org';

test('a password is hashed as argon2id with the parameters of OWASP, and only the same password is accepted', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true);
  expect(await verifyPassword({ hash, password: `${PASSWORD} ` })).toBe(false);
  expect(await verifyPassword({ hash: hash.slice(0, -20), password: PASSWORD })).toBe(false);
  expect(await verifyPassword({ hash: hash.replace('m=19456', 'm=19'), password: PASSWORD })).toBe(false);
  expect(await hashPassword(PASSWORD)).not.toBe(hash);
});

test('a password hash is the same as that of the reference implementation', async () => {
  // Test vector of phc-winner-argon2 (test.c): argon2id, v=19, m=65536, t=2, p=1. Our own settings use less memory, so
  // this test checks only the argon2 function of Node.js.
  const key = crypto.argon2Sync('argon2id', {
    message: 'password',
    nonce: Buffer.from('somesalt'),
    memory: 65_536,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  expect(key.toString('hex')).toBe('09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7');
});

test('two passwords are hashed at once, forty wait, and further calls are refused with a time to wait', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  let [running, most] = [0, 0];
  const real = crypto.argon2;
  const slow = vi.spyOn(crypto, 'argon2').mockImplementation(async (algorithm, parameters, callback) => {
    most = Math.max(most, ++running);
    await held;
    real(algorithm, parameters, (error, key) => {
      running--;
      callback(error, key);
    });
  });
  syncBuiltinESMExports();
  try {
    const waiting = Array.from({ length: 42 }, () => hashPassword(PASSWORD));
    const refused = await world.browser().post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
    expect(refused).toMatchObject({ status: 503, json: { code: 'BUSY', retry_after_s: 2 } });
    expect(refused.headers.get('retry-after')).toBe('2');
    goOn();
    await Promise.all(waiting);
    expect(most).toBe(2);
  } finally {
    goOn();
    slow.mockRestore();
    syncBuiltinESMExports();
  }
});

test('trust 16: a refused sign-in computes one hash, whether the email is known or not', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const hashing = vi.spyOn(crypto, 'argon2');
  syncBuiltinESMExports();
  try {
    const hashesOf = async (email: string) => {
      hashing.mockClear();
      const answer = await world.browser().post('/api/auth/sign-in/email', { email, password: 'a wrong password' });
      return [answer.status, hashing.mock.calls.length];
    };
    expect([await hashesOf(EMAIL), await hashesOf('nobody@example.org')]).toEqual(Array(2).fill([401, 1]));
  } finally {
    hashing.mockRestore();
    syncBuiltinESMExports();
  }
});
