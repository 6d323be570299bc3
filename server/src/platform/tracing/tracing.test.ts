import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { freshDatabase } from '../../../test/database.ts';
import { serviceOver, valid } from '../http/test-service.ts';

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** Starts a collector on this machine. It returns the received bodies as text, and the received spans by name. */
async function aCollector() {
  const bodies: string[] = [];
  const keys: unknown[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => (body += chunk));
    req.on('end', () => {
      bodies.push(body);
      keys.push([req.url, req.headers['x-key']]);
      res.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const spans = (): Sent[] =>
    bodies
      .flatMap((body) => JSON.parse(body).resourceSpans)
      .flatMap((resource) => resource.scopeSpans)
      .flatMap((scope) => scope.spans);
  const named = (name: string): Sent[] => spans().filter((span) => span.name === name);
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, keys, named };
}

const factsOf = (span: Sent | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

async function aTracedService(share = 1) {
  const collector = await aCollector();
  const traces = { endpoint: collector.endpoint, share, headers: { 'x-key': 'k1' } };
  const service = await serviceOver(await freshDatabase(), { traces });
  return { ...service, ...collector };
}

test('a request, its procedure and its database statements form one trace', async () => {
  const { post, get, stop, named, keys } = await aTracedService();
  const answer = await post('/rpc/echo', valid);
  await post('/rpc/say', { what: 'refuse' });
  await post('/rpc/say', { what: 'fault' });
  await get('/healthz');
  await stop();
  const [request] = named('POST /rpc/echo');
  expect(factsOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/rpc/echo',
    'http.response.status_code': 200,
    'flaira.request_id': answer.headers.get('x-request-id'),
  });
  expect(named('echo')).toMatchObject([{ traceId: request?.traceId, parentSpanId: request?.spanId }]);
  const [refused, failed] = named('say');
  expect([refused?.status.code ?? 0, factsOf(refused)['error.type']]).toEqual([0, 'Refusal SLOT_TAKEN']);
  expect([failed?.status.code, factsOf(failed)['error.type']]).toEqual([2, 'Error']);
  expect(named('GET health')).toEqual([]);
  expect(keys[0]).toEqual(['/v1/traces', 'k1']);
});

test('traces of statements, jobs and events contain no values and no personal data', async () => {
  const { post, get, db, jobs, outbox, stop, bodies, named } = await aTracedService();
  const id = '6f0b2a52-3c0a-4a43-9d6a-3d1c2f8e1a11';
  jobs.define('test.lookUp', z.object({ person: z.string() }), async ({ person }) => {
    await sql`select ${person}::text as swordfish_of`.execute(db);
  });
  outbox.on('test.happened' as never, async () => {
    throw Object.assign(new Error('Ada Lovelace is unwell'), { code: 'E_TOLD' });
  });
  await outbox.emit(db, 'test.happened' as never, { person: 'Ada Lovelace' } as never);
  await jobs.runNow('test.lookUp', { person: 'Ada Lovelace' });
  await outbox.drain();
  await post('/rpc/echo', { ...valid, name: 'Ada Lovelace' });
  await get(`/photos/${id}?e=1&s=signature`);
  await get('/people/bob?name=Lovelace');
  await stop();
  const [job] = named('test.lookUp');
  const inJob = named('select').filter((span) => span.parentSpanId === job?.spanId);
  expect(inJob.map((span) => factsOf(span)['db.query.text'])).toEqual(['select $1::text as swordfish_of']);
  expect(named('test.happened')).toMatchObject([{ status: { code: 2 } }]);
  expect(named('GET photos')).toHaveLength(1);
  expect(named('GET page')).toHaveLength(1);
  const told = bodies.join('');
  for (const secret of ['Ada', 'bob', 'Lovelace', 'unwell', id, 'signature', 'a@b.fr', '127.0.0.1'])
    expect(told).not.toContain(secret);
});

test('no traces are sent if the traced share of requests is 0', async () => {
  const { post, stop, bodies } = await aTracedService(0);
  expect((await post('/rpc/echo', valid)).status).toBe(200);
  await stop();
  expect(bodies).toEqual([]);
});

test('requests are still answered if the collector cannot be reached', async () => {
  const traces = { endpoint: 'http://127.0.0.1:9', share: 1, headers: {} };
  const { post, stop } = await serviceOver(await freshDatabase(), { traces });
  expect((await post('/rpc/echo', valid)).status).toBe(200);
  await stop();
});

test('without a collector of traces and an S3 bucket, the service loads neither OpenTelemetry nor the S3 client', () => {
  const code = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve: (name, context, next) => (seen.push(name), next(name, context)) });
    const { openTracing } = await import('./open-tracing.ts');
    const { run } = await openTracing({ role: 'all' });
    const { createPlatform } = await import('../create-platform.ts');
    const ran = await run('part', 'a', {}, async () => seen.length > 50 && typeof createPlatform);
    const loaded = seen.filter((name) => /opentelemetry|client-s3/.test(name));
    process.stdout.write([ran, loaded.length].join(' '));`;
  const cwd = join(import.meta.dirname);
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd, encoding: 'utf8' })).toBe(
    'function 0',
  );
});
