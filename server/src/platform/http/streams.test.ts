import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDb } from '../db/db.ts';
import { createHttpServer } from './create-http-server.ts';
import { healthRoute } from './health-route.ts';
import { routeNames } from './route-names.ts';
import { noTracing } from '../tracing/tracing.ts';
import { freshDatabase } from '../../../test/database.ts';
import { serviceOver } from './test-service.ts';

const aService = async (over?: Parameters<typeof serviceOver>[1]) => serviceOver(await freshDatabase(), over);

test('while the database is away it says when to try again', async () => {
  const { post, get, database } = await aService();
  const answer = await post('/rpc/say', { what: 'away' });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await get('/readyz')).status).toBe(200);
  await database.owner
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'flaira_app' and datname = current_database()`,
    )
    .catch(() => {});
  expect((await get('/healthz')).status).toBe(200);
});

test('live events reach a signed-in browser, and end with its session', async () => {
  const { get, session, realtime, db } = await aService();
  expect((await get('/api/events')).status).toBe(401);
  session.caller = {
    kind: 'user',
    userId: 'alice',
    role: 'patient',
    secondFactor: false,
    sessionId: 's1',
    language: 'en',
  };
  const answer = await get('/api/events');
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  const done = (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
  })();
  await realtime.publish(db, { userId: 'alice' }, { kind: 'photos.changed' });
  await vi.waitFor(() => expect(text).toContain('data: {"kind":"photos.changed"}\n\n'));
  session.caller = { kind: 'visitor', language: 'en' };
  await realtime.publish(db, { userId: 'alice' }, { kind: 'session.ended' });
  await done;
  expect(text).toContain('data: {"kind":"session.ended"}');
});

test('it stops when what is under way has ended, and live streams end at once', async () => {
  const { get, post, session, stop } = await aService();
  session.caller = {
    kind: 'user',
    userId: 'alice',
    role: 'patient',
    secondFactor: false,
    sessionId: 's1',
    language: 'en',
  };
  const stream = await get('/api/events');
  const underWay = post('/rpc/say', { what: 'slow' });
  await sleep(100);
  const start = performance.now();
  const stopped = stop();
  await stream.text();
  expect(performance.now() - start).toBeLessThan(250);
  expect((await underWay).status).toBe(200);
  await stopped;
  expect(performance.now() - start).toBeLessThan(3000);
  await expect(get('/healthz')).rejects.toThrow('fetch failed');
});

test('a service without its database is alive and not ready, and says so within two seconds', async () => {
  const counters = { faults: 0, unavailable: 0 };
  const log = pino({ level: 'silent' });
  const db = openDb('postgres://flaira_app@localhost/flaira?host=/nonexistent');
  const routes = [
    healthRoute(db, counters, new AbortController().signal),
    async () => Boolean(await db.selectFrom('mailbox').select('id').execute()),
  ];
  const server = createHttpServer({
    config: { publicUrl: 'http://localhost', trustProxy: false, nodeEnv: 'test' },
    log,
    counters,
    routes,
    names: routeNames({}),
    tracing: noTracing,
    onAnswer: () => {},
  });
  const base = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
  onTestFinished(async () => {
    await server.stop();
    await db.destroy();
  });
  const ask = async (path: string) => {
    const answer = await fetch(base + path);
    await answer.text();
    return [answer.status, answer.headers.get('retry-after')];
  };
  expect(await ask('/healthz')).toEqual([200, null]);
  expect(await ask('/readyz')).toEqual([503, '2']);
  expect(await ask('/anything')).toEqual([503, '2']);
  expect(counters).toEqual({ faults: 0, unavailable: 1 });
});
