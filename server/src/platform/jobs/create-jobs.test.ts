import { pino } from 'pino';
import * as z from 'zod';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { withStaff, withUser } from '../db/db.ts';
import { createJobs, prepareJobs } from './create-jobs.ts';

const log = pino({ level: 'silent' });
const Payload = z.object({ id: z.string() });

async function aQueue() {
  const database = await freshDatabase();
  await prepareJobs(database.ownerUrl);
  const jobs = createJobs(database.systemUrl, log);
  onTestFinished(() => jobs.stop());
  return { ...database, jobs };
}

test('a job of any role runs after its transaction has committed, and never if the transaction rolls back', async () => {
  const { db, jobs } = await aQueue();
  const seen: string[] = [];
  jobs.define('test.run', Payload, async ({ id }) => void seen.push(id));
  await jobs.start();

  await withUser(db, 'alice', (tx) => jobs.send(tx, 'test.run', { id: 'patient' }));
  await withStaff(db, 'doctor', (tx) => jobs.send(tx, 'test.run', { id: 'staff' }));
  await db
    .transaction()
    .execute(async (tx) => {
      await jobs.send(tx, 'test.run', { id: 'never' });
      throw new Error('no');
    })
    .catch(() => {});
  await jobs.send(db, 'test.run', { id: 'service' });

  await vi.waitFor(() => expect(seen.sort()).toEqual(['patient', 'service', 'staff']), { timeout: 10_000 });
});

test('sending refuses an unknown job and a payload that does not match its schema', async () => {
  const { db, jobs } = await aQueue();
  jobs.define('test.run', Payload, async () => {});
  await jobs.start();
  await expect(jobs.send(db, 'test.run', { id: 7 })).rejects.toMatchObject({ name: 'ZodError' });
  await expect(jobs.send(db, 'test.unknown', {})).rejects.toThrow('no job is named test.unknown');
  expect(() => jobs.define('test.run', Payload, async () => {})).toThrow('two jobs');
});

test('a job that fails is tried again', async () => {
  const { db, owner, jobs } = await aQueue();
  let tries = 0;
  jobs.define('test.flaky', Payload, async () => {
    if (++tries === 1) throw new Error('not yet');
  });
  await jobs.start();
  await jobs.send(db, 'test.flaky', { id: 'x' });
  await vi.waitFor(() => expect(tries).toBe(1), { timeout: 10_000 });
  await vi.waitFor(
    async () => {
      await owner.query(`update pgboss.job set start_after = now() where state = 'retry'`);
      expect(tries).toBe(2);
    },
    { timeout: 10_000, interval: 300 },
  );
});

test('a job that failed for good runs again after retryFailed', async () => {
  const { db, jobs } = await aQueue();
  let tries = 0;
  const flaky = async () => {
    if (++tries === 1) throw new Error('no');
  };
  jobs.define('test.once', Payload, flaky, { retryLimit: 0 });
  await jobs.start();
  await jobs.send(db, 'test.once', { id: 'x' });
  await vi.waitFor(async () => expect(await jobs.measure()).toMatchObject([{ failed: 1 }]), { timeout: 20_000 });
  expect(await jobs.retryFailed('test.once')).toBe(1);
  await vi.waitFor(async () => expect(await jobs.measure()).toMatchObject([{ failed: 0, waiting: 0 }]), {
    timeout: 20_000,
  });
  expect(tries).toBe(2);
  expect(await jobs.retryFailed('test.once')).toBe(0);
});

test('a second job with the same key is dropped while the first one waits', async () => {
  const { db, jobs } = await aQueue();
  jobs.define('test.later', Payload, async () => {});
  await jobs.start();
  const startAfter = new Date(Date.now() + 3_600_000);
  expect(await jobs.send(db, 'test.later', { id: '1' }, { key: 'k', startAfter })).toEqual(expect.any(String));
  expect(await jobs.send(db, 'test.later', { id: '2' }, { key: 'k', startAfter })).toBeNull();
});

test('the queue of jobs can be prepared again, and its schedules match the code', async () => {
  const { owner, ownerUrl, jobs } = await aQueue();
  await prepareJobs(ownerUrl);
  jobs.define('test.nightly', z.object({}), async () => {}, { cron: '11 3 * * *' });
  await jobs.start();
  const { rows } = await owner.query('select name, cron, timezone from pgboss.schedule');
  expect(rows).toEqual([{ name: 'test.nightly', cron: '11 3 * * *', timezone: 'UTC' }]);
});

test('the role of the service owns no table of the queue', async () => {
  const { app } = await aQueue();
  await expect(app.query('drop table pgboss.schedule')).rejects.toMatchObject({ code: '42501' });
});
