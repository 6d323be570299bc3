import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { withUser } from '../db/db.ts';
import { forgetOldKeys, once, requestHash } from './once.ts';

const key = { scope: 'alice', key: 'click-1', hash: requestHash('sign', { case: 1 }) };

test('trust 24: several clicks at the same time run the action once and get the same answer', async () => {
  const { db } = await freshDatabase();
  let runs = 0;
  const click = () =>
    withUser(db, 'alice', (tx) =>
      once(tx, key, async () => {
        runs++;
        await sleep(50);
        return { number: runs };
      }),
    );
  expect(await Promise.all([click(), click(), click()])).toEqual([{ number: 1 }, { number: 1 }, { number: 1 }]);
  expect(runs).toBe(1);
});

test('after an action fails, its idempotency key can be used again', async () => {
  const { db } = await freshDatabase();
  const run = (result: () => Promise<string>) => db.transaction().execute((tx) => once(tx, key, result));
  await expect(
    run(async () => {
      throw new Error('disk full');
    }),
  ).rejects.toThrow('disk full');
  expect(await run(async () => 'done')).toBe('done');
});

test('trust 24: a key is refused with another input, and other people may use the same key', async () => {
  const { db } = await freshDatabase();
  const run = (over: Partial<typeof key>, answer: string) =>
    db.transaction().execute((tx) => once(tx, { ...key, ...over }, async () => answer));
  await run({}, 'hers');
  await expect(run({ hash: requestHash('sign', { case: 2 }) }, 'x')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { fields: { idempotency_key: ['reused'] } },
  });
  expect(await run({ scope: 'bob' }, 'his')).toBe('his');
});

test('the hash of a request does not depend on the order of properties, but on the procedure and all values', () => {
  expect(requestHash('a', { x: 1, y: { b: 2, a: [1, 2] } })).toBe(requestHash('a', { y: { a: [1, 2], b: 2 }, x: 1 }));
  expect(requestHash('a', { x: [1, 2] })).not.toBe(requestHash('a', { x: [2, 1] }));
  expect(requestHash('a', {})).not.toBe(requestHash('b', {}));
});

test('idempotency keys are deleted after a day', async () => {
  const { db } = await freshDatabase();
  await db.transaction().execute((tx) => once(tx, key, async () => 1));
  const after = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await db.transaction().execute((tx) => forgetOldKeys(tx, after(23)));
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toHaveLength(1);
  await db.transaction().execute((tx) => forgetOldKeys(tx, after(25)));
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toHaveLength(0);
});
