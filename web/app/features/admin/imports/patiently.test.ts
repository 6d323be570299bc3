import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { endsImport, patiently } from './patiently.ts';

const refused = (code: string, data: object = {}) => new ORPCError(code, { status: 409, data });
const fault = () => new ORPCError('FAULT', { status: 500 });

/** Runs a call that fails with each error in turn and then succeeds. Returns its result and the pauses. */
async function run(errors: readonly unknown[], isStopped = () => false) {
  const left = [...errors];
  const pauses: number[] = [];
  const work = () => (left.length > 0 ? Promise.reject(left.shift() as Error) : Promise.resolve('sent'));
  const outcome = await patiently(work, { isStopped, pause: (ms) => Promise.resolve(pauses.push(ms)) }).catch(
    (error: unknown) => error,
  );
  return { outcome, pauses };
}

test('a photo waits as long as the connection is lost', async () => {
  const offline = Array.from({ length: 40 }, () => new TypeError('Failed to fetch'));
  expect((await run(offline)).outcome).toBe('sent');
  let asked = 0;
  const { outcome } = await run(offline, () => (asked += 1) > 3);
  expect(outcome).toBeInstanceOf(TypeError);
});

test('a photo waits for the rate limit, tries again five times after a fault, and accepts a refusal', async () => {
  expect((await run([refused('RATE_LIMITED', { retry_after_s: 30 })])).pauses).toEqual([30_000]);
  expect((await run([fault(), fault(), fault(), fault(), fault()])).outcome).toBe('sent');
  expect((await run([fault(), fault(), fault(), fault(), fault(), fault()])).outcome).not.toBe('sent');
  const { outcome, pauses } = await run([refused('IMPORT_NO_FACE')]);
  expect([outcome, pauses]).toEqual([refused('IMPORT_NO_FACE'), []]);
});

test('the import of an archive ends if every other photo would be refused for the same reason', () => {
  expect(['UNAUTHENTICATED', 'IMPORT_CLOSED'].map((code) => endsImport(refused(code)))).toEqual([true, true]);
  expect([refused('IMPORT_NO_FACE'), fault(), new TypeError()].map(endsImport)).toEqual([false, false, false]);
});
