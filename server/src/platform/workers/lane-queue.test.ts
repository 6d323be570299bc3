import { expect, test } from 'vitest';
import { createLaneQueue } from './lane-queue.ts';

test('a queue runs at most `atOnce` jobs at a time, in the order of their calls', async () => {
  const { inTurn } = createLaneQueue({ atOnce: 2 });
  const began: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, index) =>
    inTurn(() => {
      began.push(index);
      return promise;
    }),
  );
  await Promise.resolve();
  expect(began).toEqual([0, 1]);
  ends[1]?.resolve();
  await all[1];
  await expect.poll(() => began).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(all);
  expect(began).toEqual([0, 1, 2, 3, 4]);
});

test('after a job of a queue has failed, the next one runs', async () => {
  const { inTurn } = createLaneQueue({ atOnce: 1 });
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(inTurn(() => Promise.resolve('yes'))).resolves.toBe('yes');
});

test('a full queue refuses further jobs, and accepts them again when it has room', async () => {
  const { inTurn } = createLaneQueue({ atOnce: 1, waiting: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const [running, waiting] = [inTurn(() => promise), inTurn(() => promise)];
  await expect(inTurn(() => promise)).rejects.toMatchObject({ code: 'BUSY' });
  resolve();
  await Promise.all([running, waiting]);
  expect(await inTurn(async () => 'done')).toBe('done');
});
