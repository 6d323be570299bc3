import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDb } from '../db/db.ts';
import { createHttpServer, type HttpParts } from './create-http-server.ts';
import { eventsRoute } from './events-route.ts';
import { type Exchange, type OpenRoute, send } from './exchange.ts';
import type { Gate } from './gate.ts';
import type { SignedIn } from './caller.ts';
import { connectionsOfAddress } from '../limits/policy.ts';
import { healthRoute } from './health-route.ts';
import { createRealtime } from '../realtime/create-realtime.ts';
import { routeNames } from './route-names.ts';
import { noTracing } from '../tracing/tracing.ts';
import { freshDatabase } from '../../../test/database.ts';
import { serviceOver } from './test-service.ts';

const aService = async (over?: Parameters<typeof serviceOver>[1]) => serviceOver(await freshDatabase(), over);

const signedIn: SignedIn = {
  kind: 'user',
  userId: 'alice',
  role: 'patient',
  secondFactor: false,
  sessionId: 's1',
  language: 'en',
};

test('while the database is down, a response says when to try again', async () => {
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

test('live events reach a signed-in browser, and the stream ends with the session', async () => {
  const { get, session, realtime, db } = await aService();
  expect((await get('/api/events')).status).toBe(401);
  session.caller = signedIn;
  const answer = await get('/api/events');
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  const done = (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
  })();
  await realtime.publish(db, { userId: 'alice' }, { kind: 'photos.changed' });
  await vi.waitFor(() => expect(text).toContain('data: {"kind":"photos.changed"}\n'));
  session.caller = { kind: 'visitor', language: 'en' };
  await realtime.publish(db, { userId: 'alice' }, { kind: 'session.ended' });
  await done;
  expect(text).toContain('data: {"kind":"session.ended"}');
});

test("a new stream repeats the events since the page's data was sent, or since the last stream was lost", async () => {
  const { get, session, realtime, db } = await aService();
  session.caller = signedIn;
  const heard = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await get(path, headers);
    const reader = answer.body?.getReader();
    // The stream sends missed events before new events. A new event is therefore published every 20 ms. Once a new
    // event arrives, all missed events have arrived.
    const mark = setInterval(
      () => void realtime.publish(db, { userId: 'alice' }, { kind: 'score.changed' }).catch(() => undefined),
      20,
    );
    let text = '';
    while (!text.includes('score.changed')) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    clearInterval(mark);
    await reader?.cancel();
    return [...text.matchAll(/"kind":"([a-z.]+)"/g)].map(([, kind]) => kind).filter((kind) => kind !== 'score.changed');
  };
  await sleep(100);
  const before = Date.now();
  await realtime.publish(db, { userId: 'alice' }, { kind: 'photos.changed' });
  await realtime.publish(db, { userId: 'bob' }, { kind: 'messages.changed' });
  await realtime.publish(db, { role: 'patient' }, { kind: 'feed.changed' });
  await sleep(50);
  const age = Date.now() - before + 50;
  expect(await heard(`/api/events?age=${age}`)).toEqual(['photos.changed', 'feed.changed']);
  expect(await heard('/api/events', { 'last-event-id': String(before - 5) })).toEqual([
    'photos.changed',
    'feed.changed',
  ]);
  expect(await heard('/api/events?age=0')).toEqual([]);
  expect(await heard('/api/events')).toEqual([]);
  expect(await heard('/api/events?age=90000')).toEqual(['events.missed']);
});

test('a stream that has ended writes nothing more, even if the check of its session finishes later', async () => {
  const res = Object.assign(new PassThrough(), { writeHead: () => {} });
  const onError = vi.fn<(error: Error) => void>();
  res.on('error', onError);
  const stopping = new AbortController();
  const late: (() => void)[] = [];
  const alice = { kind: 'user', userId: 'alice', role: 'patient', sessionId: 's1' } as SignedIn;
  const route = eventsRoute({
    realtime: createRealtime({ on: () => {}, start: async () => {}, stop: async () => {} }),
    accounts: {
      resolveCaller: vi.fn<() => Promise<SignedIn>>(() => new Promise((resolve) => late.push(() => resolve(alice)))),
    },
    limits: { openStream: () => () => {} },
    stopping: stopping.signal,
    heartbeat_ms: 5,
  });
  const url = new URL('http://flaira.test/api/events');
  await route.answer({ req: { method: 'GET', headers: {} }, res, url } as unknown as Exchange, alice);
  await vi.waitFor(() => expect(late).not.toEqual([]));
  stopping.abort();
  await vi.waitFor(() => expect(res.writableEnded).toBe(true));
  for (const answer of late) answer();
  await new Promise((done) => setImmediate(done));
  expect(onError).not.toHaveBeenCalled();
});

test('stopping waits for requests in progress, and ends live streams at once', async () => {
  const { get, post, session, stop } = await aService();
  session.caller = signedIn;
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

const open = (answer: OpenRoute['answer']): OpenRoute => ({ access: 'visitor', matches: () => true, answer });

/** Starts a server with only these routes. The server stops when the test ends. */
async function aDoor(parts: Pick<HttpParts, 'routes'> & Partial<HttpParts>) {
  const counters = { faults: 0, unavailable: 0 };
  const config = { publicUrl: 'http://localhost', trustProxy: false, nodeEnv: 'test' } as const;
  const silent = {
    log: pino({ level: 'silent' }),
    names: routeNames(new Map()),
    tracing: noTracing,
    onAnswer: () => {},
  };
  const gate: Gate = () => Promise.reject(new Error('no route of this door is gated'));
  const limits: HttpParts['limits'] = { run: (_call, work) => work(), openStream: () => () => {} };
  const server = createHttpServer({ config, counters, gate, limits, ...silent, ...parts });
  const port = await server.listen(0, '127.0.0.1');
  onTestFinished(() => server.stop());
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    await answer.text();
    return [answer.status, answer.headers.get('retry-after')];
  };
  return { ask, port, counters };
}

test('without its database, the service is alive but not ready, and responds within two seconds', async () => {
  const counters = { faults: 0, unavailable: 0 };
  const db = openDb('postgres://flaira_app@localhost/flaira?host=/nonexistent');
  onTestFinished(() => db.destroy());
  const routes = [
    healthRoute(db, counters, new AbortController().signal),
    open(async () => Boolean(await db.selectFrom('mailbox').select('id').execute())),
  ];
  const { ask } = await aDoor({ routes, counters });
  expect(await ask('/healthz')).toEqual([200, null]);
  expect(await ask('/readyz')).toEqual([503, '2']);
  expect(await ask('/anything')).toEqual([503, '2']);
  expect(counters).toEqual({ faults: 0, unavailable: 1 });
});

test('a call that waits too long for a database connection gets 503 with a time to try again, and then succeeds', async () => {
  const { appUrl } = await freshDatabase();
  const db = openDb(appUrl, { max: 1, patience_ms: 100 });
  onTestFinished(() => db.destroy());
  const look = open(async (exchange) => {
    await db.selectFrom('mailbox').select('id').execute();
    return send(exchange, 200, 'text/plain', 'seen');
  });
  const { ask, counters } = await aDoor({ routes: [look] });
  await db.connection().execute(async () => {
    expect(await Promise.all([ask('/a'), ask('/b')])).toEqual([
      [503, '2'],
      [503, '2'],
    ]);
  });
  expect(await ask('/a')).toEqual([200, null]);
  expect(counters).toEqual({ faults: 0, unavailable: 2 });
});

test('a client that sends headers or body letter by letter is disconnected, and others are served', async () => {
  const read = open(async (exchange) => {
    await buffer(exchange.req);
    return send(exchange, 200, 'text/plain', 'read');
  });
  const patience = { headers_ms: 300, request_ms: 600, look_every_ms: 50 };
  const { ask, port, counters } = await aDoor({ routes: [read], patience });
  const drips = ['GET / HTTP/1.1\r\n', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n'].map(
    (begin) => drip(port, begin),
  );
  expect(await ask('/')).toEqual([200, null]);
  await Promise.all(drips);
  expect(await ask('/')).toEqual([200, null]);
  expect(counters.faults).toBe(0);
});

/** Sends one character at a time until the server closes the connection. Ignores any response. */
async function drip(port: number, begin: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume().write(begin);
  const dripping = setInterval(() => socket.write('x'), 20);
  // `once` of node:events would throw on an error, and a closing server may reset the connection.
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(dripping);
}

test('trust 30: one address can keep only a limited number of connections open', async () => {
  const { port, ask } = await aDoor({ routes: [open((exchange) => send(exchange, 200, 'text/plain', 'seen'))] });
  const sockets = Array.from({ length: connectionsOfAddress + 20 }, () => connect(port, '127.0.0.1'));
  let closed = 0;
  for (const socket of sockets) socket.on('error', () => {}).once('close', () => closed++);
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await vi.waitFor(() => expect(closed).toBe(20));
  sockets[0]?.destroy();
  await vi.waitFor(async () => expect(await ask('/')).toEqual([200, null]));
});
