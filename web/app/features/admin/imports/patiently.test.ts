import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { endsImport, patiently } from './patiently.ts';

const refused = (code: string, data: object = {}) => new ORPCError(code, { status: 409, data });
const fault = (status = 500) => new ORPCError('FAULT', { status });
const lost = () => new TypeError('Failed to fetch');

interface Setting {
  isStopped?: () => boolean;
  canReach?: () => Promise<boolean>;
}

/** Runs a call that fails with each error in turn and then succeeds. Returns its result, the pauses and the waits. */
async function run(errors: readonly unknown[], { isStopped = () => false, canReach = async () => true }: Setting = {}) {
  const left = [...errors];
  const pauses: number[] = [];
  const waits: boolean[] = [];
  const work = () => (left.length > 0 ? Promise.reject(left.shift() as Error) : Promise.resolve('sent'));
  const outcome = await patiently(work, {
    isStopped,
    canReach,
    onFailed: (isWaiting) => waits.push(isWaiting),
    pause: (ms) => Promise.resolve(pauses.push(ms)),
  }).catch((error: unknown) => error);
  return { outcome, pauses, waits };
}

test.each([
  ['the connection is lost', lost],
  ['the gateway has no service', () => fault(502)],
  ['the gateway refuses', () => fault(503)],
  ['the gateway waits in vain', () => fault(504)],
])('a photo waits without limit as long as %s, until the import is stopped', async (_, failure) => {
  const away = Array.from({ length: 40 }, failure);
  const canReach = async () => false;
  const { outcome, waits } = await run(away, { canReach });
  expect([outcome, waits.length, waits.every(Boolean)]).toEqual(['sent', 40, true]);
  let asked = 0;
  expect((await run(away, { canReach, isStopped: () => (asked += 1) > 3 })).outcome).toEqual(failure());
});

test('the import gives up on a photo that fails six times although the service can be reached', async () => {
  expect(await run(Array.from({ length: 5 }, lost))).toMatchObject({ outcome: 'sent', waits: Array(5).fill(false) });
  expect((await run(Array.from({ length: 6 }, lost))).outcome).toBeInstanceOf(TypeError);
  expect((await run(Array.from({ length: 6 }, () => fault(502)))).outcome).toEqual(fault(502));
});

test('a photo is sent again after a rate limit and up to five times after a fault, but not after a refusal', async () => {
  expect((await run([refused('RATE_LIMITED', { retry_after_s: 30 })])).pauses).toEqual([30_000]);
  expect((await run([fault(), fault(), fault(), fault(), fault()])).outcome).toBe('sent');
  expect((await run([fault(), fault(), fault(), fault(), fault(), fault()])).outcome).not.toBe('sent');
  const { outcome, pauses } = await run([refused('IMPORT_NO_FACE')]);
  expect([outcome, pauses]).toEqual([refused('IMPORT_NO_FACE'), []]);
});

test('the import of an archive ends at a refusal that every other photo would get too', () => {
  expect(['UNAUTHENTICATED', 'IMPORT_CLOSED'].map((code) => endsImport(refused(code)))).toEqual([true, true]);
  expect([refused('IMPORT_NO_FACE'), fault(), new TypeError()].map(endsImport)).toEqual([false, false, false]);
});
