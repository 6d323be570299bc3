import { sql } from 'kysely';
import { pino } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { withUser } from '../db/db.ts';
import { isDatabaseAway } from '../http/faults.ts';
import { createListener } from '../realtime/listener.ts';
import { createOutbox } from './create-outbox.ts';
import { MAX_ATTEMPTS, retryAfterSeconds } from './deliver.ts';

declare module './outbox.ts' {
  interface OutboxEvents {
    'test.happened': { n: number };
    'test.mailed': { n: number };
    'test.paid': { n: number };
    'test.pushed': { n: number };
  }
}

const log = pino({ level: 'silent' });

async function anOutbox() {
  const database = await freshDatabase();
  return { ...database, outbox: createOutbox({ system: database.system, log }) };
}

async function running(withNotices: boolean) {
  const database = await freshDatabase();
  const listener = withNotices ? createListener(database.appUrl, log) : undefined;
  const outbox = createOutbox({ system: database.system, log, ...(listener && { listener }) });
  onTestFinished(async () => {
    await outbox.stop();
    await listener?.stop();
  });
  return {
    ...database,
    outbox,
    async start() {
      await listener?.start();
      await outbox.start();
    },
  };
}

test('an event is delivered if and only if its transaction commits', async () => {
  const { db, outbox } = await anOutbox();
  const seen: number[] = [];
  outbox.on('test.happened', async ({ payload }) => void seen.push(payload.n));

  await db.transaction().execute((tx) => outbox.emit(tx, 'test.happened', { n: 1 }));
  const rolledBack = db.transaction().execute(async (tx) => {
    await outbox.emit(tx, 'test.happened', { n: 2 });
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');

  expect(await outbox.drain()).toBe(1);
  expect(await outbox.drain()).toBe(0);
  expect(seen).toEqual([1]);
});

test('an event with the key of an earlier event is dropped', async () => {
  const { db, outbox } = await anOutbox();
  const seen: number[] = [];
  outbox.on('test.happened', async ({ payload }) => void seen.push(payload.n));
  await outbox.emit(db, 'test.happened', { n: 1 }, { key: 'k' });
  await outbox.emit(db, 'test.happened', { n: 2 }, { key: 'k' });
  await outbox.drain();
  expect(seen).toEqual([1]);
});

test("a patient's transaction may emit events, and cannot read events of others", async () => {
  const { db, outbox } = await anOutbox();
  await withUser(db, 'alice', (tx) => outbox.emit(tx, 'test.happened', { n: 1 }, { key: 'k' }));
  expect(await db.selectFrom('outbox').select('topic').execute()).toHaveLength(1);
  await expect(withUser(db, 'bob', (tx) => tx.selectFrom('outbox').select('payload').execute())).rejects.toMatchObject({
    code: '42501',
  });
});

test('only the subscriber that failed is called again, later', async () => {
  const { db, owner, outbox } = await anOutbox();
  const calls: string[] = [];
  outbox.on('test.happened', async () => void calls.push('good'));
  outbox.on('test.happened', async ({ attempt }) => {
    calls.push(`bad ${attempt}`);
    if (attempt < 3) throw new Error('not yet');
  });
  await outbox.emit(db, 'test.happened', { n: 1 });

  expect(await outbox.drain()).toBe(1);
  expect(await outbox.drain()).toBe(0);
  await owner.query(`update outbox set next_attempt_at = now()`);
  await outbox.drain();
  await owner.query(`update outbox set next_attempt_at = now()`);
  await outbox.drain();

  expect(calls).toEqual(['good', 'bad 1', 'bad 2', 'bad 3']);
  const { rows } = await owner.query('select processed_at, attempts, last_error from outbox');
  expect(rows[0]).toMatchObject({ attempts: 3, last_error: null, processed_at: expect.any(Date) });
});

test('an event that always fails becomes a dead letter, which stores no text of the error', async () => {
  const { db, owner, outbox } = await anOutbox();
  const handler = vi.fn<() => Promise<void>>(async () => {
    throw new TypeError('ada@example.org is unknown');
  });
  outbox.on('test.happened', handler);
  await outbox.emit(db, 'test.happened', { n: 1 });
  for (let i = 0; i < MAX_ATTEMPTS + 3; i++) {
    await outbox.drain();
    await owner.query(`update outbox set next_attempt_at = now() where next_attempt_at <> 'infinity'`);
  }
  expect(handler).toHaveBeenCalledTimes(MAX_ATTEMPTS);
  const { rows } = await owner.query(
    'select processed_at, last_error, isfinite(next_attempt_at) as is_due from outbox',
  );
  expect(rows).toEqual([{ processed_at: null, last_error: 'TypeError', is_due: false }]);
});

test('the attempts to deliver an event are spread over about a day', () => {
  const all = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, i) => retryAfterSeconds(i + 1));
  expect(all.slice(0, 4)).toEqual([1, 2, 4, 8]);
  expect(all.reduce((sum, s) => sum + s) / 3600).toBeGreaterThan(20);
});

test('a notification of the database starts a delivery at once, without waiting for the next poll', async () => {
  const { db, outbox, start } = await running(true);
  let at = 0;
  outbox.on('test.happened', async () => void (at = performance.now()));
  await start();
  await sleep(300);
  const sent = performance.now();
  await outbox.emit(db, 'test.happened', { n: 1 });
  await vi.waitFor(() => expect(at).toBeGreaterThan(0), { timeout: 1000, interval: 5 });
  expect(at - sent).toBeLessThan(500);
});

test('without notifications of the database, the next poll finds the event', async () => {
  const { db, outbox, start } = await running(false);
  const seen = vi.fn<() => Promise<void>>(async () => {});
  outbox.on('test.happened', seen);
  await start();
  await outbox.emit(db, 'test.happened', { n: 1 });
  await vi.waitFor(() => expect(seen).toHaveBeenCalledOnce(), { timeout: 5000 });
});

test.each([
  ['test.mailed', ['test.paid', 'test.pushed', 'test.happened']],
  ['test.paid', ['test.mailed', 'test.pushed', 'test.happened']],
  ['test.pushed', ['test.mailed', 'test.paid', 'test.happened']],
] as const)('while the handler of %s gets no answer, the events %j are still delivered', async (silent, others) => {
  const { db, outbox, start } = await running(true);
  const answer = Promise.withResolvers<void>();
  onTestFinished(() => answer.resolve());
  const asked = vi.fn<() => Promise<void>>(() => answer.promise);
  const seen = vi.fn<(topic: string) => Promise<void>>(async () => {});
  for (const [topic, lane] of [
    ['test.mailed', 'email'],
    ['test.paid', 'payments'],
    ['test.pushed', 'outward'],
    ['test.happened', 'own'],
  ] as const)
    outbox.on(topic, topic === silent ? asked : () => seen(topic), { lane });
  for (const n of [1, 2, 3]) await outbox.emit(db, silent, { n });
  await start();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  for (const topic of others) await outbox.emit(db, topic, { n: 4 });
  await vi.waitFor(() => expect(seen.mock.calls.flat().sort()).toEqual([...others].sort()), { timeout: 1000 });
  expect(asked).toHaveBeenCalledOnce();
  answer.resolve();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(3));
});

test('two processes share the work: each event is handled once', async () => {
  const { db, system, outbox } = await anOutbox();
  const other = createOutbox({ system, log });
  const seen: number[] = [];
  for (const box of [outbox, other]) {
    box.on('test.happened', async ({ payload }) => {
      await sleep(2);
      seen.push(payload.n);
    });
  }
  for (let n = 0; n < 40; n++) await outbox.emit(db, 'test.happened', { n });
  await Promise.all([outbox.drain(), other.drain()]);
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
});

test('trust 25: if a process loses the database while it delivers an event, the next process delivers the event', async () => {
  const { db, system, outbox } = await anOutbox();
  await outbox.emit(db, 'test.happened', { n: 1 });
  outbox.on('test.happened', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`.execute(
      system,
    );
  });
  await expect(outbox.drain()).rejects.toSatisfy(isDatabaseAway);

  const next = createOutbox({ system, log });
  const seen = vi.fn<() => Promise<void>>(async () => {});
  next.on('test.happened', seen);
  expect(await next.drain()).toBe(1);
  expect(seen).toHaveBeenCalledOnce();
});
