import { threadId } from 'node:worker_threads';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { createLaneQueue } from './lane-queue.ts';
import { createWorkers } from './create-workers.ts';
import type * as tasks from './test-tasks.ts';
import { lanes, task } from './workers.ts';

const file = join(import.meta.dirname, 'test-tasks.ts');
const whereAmI = task<typeof tasks.whereAmI>('papers', file, 'whereAmI');
const refuse = task<typeof tasks.refuse>('papers', file, 'refuse');
const fail = task<typeof tasks.fail>('papers', file, 'fail');
const die = task<typeof tasks.die>('papers', file, 'die');
const compute = task<typeof tasks.compute>('papers', file, 'compute');

function someWorkers() {
  const workers = createWorkers();
  onTestFinished(() => workers.stop());
  return workers;
}

test('a task runs in its own thread, and the main thread continues in the meantime', async () => {
  const workers = someWorkers();
  const { thread } = await workers.run(whereAmI, undefined);
  expect(thread).not.toBe(threadId);
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 5);
  const work = workers.run(compute, 400);
  await work;
  clearInterval(ticking);
  // If the task ran on this thread, the timer could not tick.
  expect(ticks).toBeGreaterThan(5);
});

test('a refusal by a worker is passed on with its data, and an error of a worker is not a refusal', async () => {
  const workers = someWorkers();
  await expect(workers.run(refuse, { max_mb: 3 })).rejects.toMatchObject({
    code: 'PHOTO_TOO_BIG',
    data: { max_mb: 3 },
  });
  await expect(workers.run(refuse, { max_mb: 3 })).rejects.toBeInstanceOf(Refusal);
  await expect(workers.run(fail, 'ink')).rejects.not.toBeInstanceOf(Refusal);
  await expect(workers.run(fail, 'ink')).rejects.toThrow('out of ink');
});

test('a worker that dies fails its task, and the next task gets a new worker', async () => {
  const workers = someWorkers();
  const first = await workers.run(whereAmI, undefined);
  await expect(workers.run(die, undefined)).rejects.not.toBeInstanceOf(Refusal);
  const next = await workers.run(whereAmI, undefined);
  expect(next.thread).not.toBe(first.thread);
});

test('a full queue of a kind of task refuses with BUSY at once, counts the refusal, and delays no other queue', async () => {
  const workers = someWorkers();
  const { atOnce, waiting } = lanes.papers;
  const all = Array.from({ length: atOnce + waiting + 3 }, () => workers.run(compute, 30));
  expect(workers.states().papers).toEqual({ running: atOnce, waiting, refused: 3 });
  await workers.inTurn('pictures', async () => {});
  const answers = await Promise.allSettled(all);
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ code: 'BUSY', data: { retry_after_s: expect.any(Number) } });
  expect(workers.states().papers).toEqual({ running: 0, waiting: 0, refused: 3 });
});

test('a waiting task loads its input only when it is its turn', async () => {
  const workers = someWorkers();
  let hasRead = false;
  const first = workers.run(compute, 100);
  const second = workers.run(compute, async () => {
    hasRead = true;
    return 1;
  });
  await sleep(50);
  expect(hasRead).toBe(false);
  await Promise.all([first, second]);
  expect(hasRead).toBe(true);
});

test('stop waits for tasks in progress', async () => {
  const workers = createWorkers();
  const work = workers.run(compute, 100);
  await sleep(1);
  await workers.stop();
  expect(await work).toBe('done');
});

test('a queue never runs more tasks at once than allowed, even after failures', async () => {
  const queue = createLaneQueue({ atOnce: 2, waiting: 100 });
  let running = 0;
  let most = 0;
  const work = (n: number) => async () => {
    most = Math.max(most, ++running);
    await sleep(n % 3);
    running--;
    if (n % 4 === 0) throw new Error('no');
  };
  await Promise.allSettled(Array.from({ length: 60 }, (_, n) => queue.inTurn(work(n))));
  expect(most).toBe(2);
  expect(queue.state()).toEqual({ running: 0, waiting: 0, refused: 0 });
});
