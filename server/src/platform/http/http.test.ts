import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oc } from '@orpc/contract';
import { implement } from '@orpc/server';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { commonRefusals } from '#contract/base.ts';
import { freshDatabase } from '../../../test/database.ts';
import type { Config } from '../config/config.ts';
import { createPlatform } from '../create-platform.ts';
import { createService } from '../create-service.ts';
import { openDb } from '../db/db.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from './caller.ts';
import { createHttpServer } from './create-http-server.ts';
import { healthRoute } from './health-route.ts';
import type { RequestContext } from './request-context.ts';

const Person = z.object({
  name: z.string().min(2),
  contact: z.object({ email: z.email(), phone: z.string() }),
  tags: z.array(z.enum(['a', 'b'])).min(1),
});
const contract = {
  echo: oc
    .errors(commonRefusals)
    .route({ method: 'POST', path: '/rpc/echo' })
    .input(Person)
    .output(z.object({ ip: z.string(), kind: z.string() })),
  say: oc
    .errors({ ...commonRefusals, SLOT_TAKEN: { status: 409, data: z.object({ next: z.string() }) } })
    .route({ method: 'POST', path: '/rpc/say' })
    .input(z.object({ what: z.string() }))
    .output(z.object({ ok: z.literal(true) })),
  upload: oc
    .errors(commonRefusals)
    .route({ method: 'POST', path: '/rpc/upload' })
    .input(z.object({ file: z.file() }))
    .output(z.object({ size: z.number() })),
};
const os = implement(contract).$context<RequestContext>();

async function say({ what }: { what: string }): Promise<{ ok: true }> {
  if (what === 'refuse') throw new Refusal('SLOT_TAKEN', { next: 'tomorrow' });
  if (what === 'undeclared') throw new Refusal('NO_SUCH_CODE');
  if (what === 'fault') throw new Error('the secret word is swordfish');
  if (what === 'away') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  if (what === 'slow') await sleep(400);
  if (what === 'lie') return { ok: 'swordfish' } as never;
  return { ok: true };
}

const router = os.router({
  echo: os.echo.handler(({ context }) => {
    context.resHeaders.append('set-cookie', 'a=1; HttpOnly');
    context.resHeaders.append('set-cookie', 'b=2; HttpOnly');
    return { ip: context.ip, kind: context.caller.kind };
  }),
  say: os.say.handler(({ input }) => say(input)),
  upload: os.upload.handler(({ input }) => ({ size: input.file.size })),
});

function aSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const dir of ['home', 'fr/home', 'assets']) mkdirSync(join(folder, dir), { recursive: true });
  const files: Record<string, string> = {
    'home/index.html': 'home',
    'home/index.html.br': 'BR',
    'fr/home/index.html': 'accueil',
    '404.html': 'not here',
    'fr/404.html': 'pas ici',
    'index.html': 'app',
    'assets/app-1.js': 'js',
    'assets/app-1.js.gz': 'GZ',
    'robots.txt': 'User-agent: *',
    'csp.json': JSON.stringify({ '/home/index.html': ['sha256-abc='] }),
    'paths.json': JSON.stringify({
      patterns: ['/home', '/fr/home', '/studio/cases/:caseId'],
      prerendered: ['/home', '/fr/home', '/404'],
      redirects: { '/': '/home', '/fr': '/fr/home' },
      fallback: '/index.html',
    }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function aService(over: Partial<Config> = {}) {
  const database = await freshDatabase();
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const config: Config = {
    nodeEnv: 'test',
    port: 0,
    publicUrl: 'https://flaira.example',
    databaseUrl: database.appUrl,
    ownerUrl: database.ownerUrl,
    dataDir: tmpdir(),
    mailFrom: 'care@flaira.example',
    storage: { kind: 'folder', dir: join(tmpdir(), 'unused') },
    photoMasterKeys: { current: 'k', ring: new Map([['k', Buffer.alloc(32, 1)]]) },
    authSecret: 'x'.repeat(32),
    linkKey: Buffer.alloc(32, 2),
    logLevel: 'silent',
    trustProxy: false,
    ...over,
  };
  const platform = createPlatform(config, { databaseUrl: database.appUrl, log });
  const session: { caller: Caller } = { caller: { kind: 'visitor', language: 'en' } };
  const accounts = {
    resolveCaller: async () => session.caller,
    handle: async (req: Request) =>
      Response.json(
        { ip: req.headers.get('x-flaira-client-ip'), body: await req.text(), url: req.url },
        {
          headers: [
            ['set-cookie', 'c=1'],
            ['set-cookie', 'd=2'],
          ],
        },
      ),
  };
  const service = await createService({ context: platform.context, router, accounts, siteFolder: aSite() });
  await platform.listener.start();
  const port = await service.listen(0, '127.0.0.1');
  const stop = vi.fn<() => Promise<void>>(async () => {
    await service.stop();
    await platform.listener.stop();
    await platform.context.db.destroy();
  });
  onTestFinished(async () => {
    if (!stop.mock.calls.length) await stop();
  });
  const base = `http://127.0.0.1:${port}`;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(base + path, { headers, redirect: 'manual' });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(base + path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  return { ...platform.context, database, lines, session, base, port, get, post, stop };
}

const valid = { name: 'Ada', contact: { email: 'a@b.fr', phone: '1' }, tags: ['a'] };

test('a procedure answers with a request id, no cache, and every cookie', async () => {
  const { post } = await aService();
  const answer = await post('/rpc/echo', valid);
  expect([answer.status, await answer.json()]).toEqual([200, { ip: '127.0.0.1', kind: 'visitor' }]);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.getSetCookie()).toHaveLength(2);
});

test('faults of the input are told by field, all at once, without what was typed', async () => {
  const { post, lines } = await aService();
  const answer = await post('/rpc/echo', { name: 'Q', contact: { email: 'swordfish' }, tags: ['a', 'zebra'] });
  const text = await answer.text();
  expect(answer.status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    code: 'INVALID_INPUT',
    defined: true,
    data: {
      fields: {
        name: ['too_small'],
        'contact.email': ['invalid_format'],
        'contact.phone': ['required'],
        'tags.1': ['invalid_value'],
      },
    },
  });
  expect(text + lines.join('')).not.toMatch(/swordfish|zebra/);
  expect(await (await post('/rpc/echo', '{ no json')).json()).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
});

test('a refusal has the status and the data of the contract, and is no fault', async () => {
  const { post, lines, get } = await aService();
  const answer = await post('/rpc/say', { what: 'refuse' });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'SLOT_TAKEN', defined: true, data: { next: 'tomorrow' } }),
  ]);
  expect(lines.some((line) => line.includes('"level":50'))).toBe(false);
  expect(await (await get('/readyz')).json()).toMatchObject({ faults: 0 });
});

test.each(['fault', 'undeclared', 'lie'])(
  'a fault (%s) answers its id and nothing else, is logged under it and counted',
  async (what) => {
    const { post, get, lines } = await aService();
    const answer = await post('/rpc/say', { what });
    const text = await answer.text();
    const { code, data } = JSON.parse(text);
    expect([answer.status, code, data]).toEqual([500, 'FAULT', { id: answer.headers.get('x-request-id') }]);
    expect(text).not.toContain('swordfish');
    expect(lines.some((line) => line.includes('"fault"'))).toBe(true);
    expect(await (await get('/readyz')).json()).toMatchObject({ faults: 1 });
  },
);

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

test('only our own pages may change something', async () => {
  const { post, base } = await aService({ nodeEnv: 'production', smtpUrl: 'smtp://127.0.0.1:1' });
  const status = async (headers: Record<string, string>) => (await post('/rpc/say', { what: 'x' }, headers)).status;
  expect(await status({ origin: 'https://flaira.example' })).toBe(200);
  expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  for (const origin of ['https://evil.example', 'null', 'http://flaira.example', base])
    expect(await status({ origin })).toBe(403);
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
});

test('the headers of every answer keep the page to itself', async () => {
  const { get } = await aService();
  for (const path of ['/home', '/nothing', '/healthz', '/api/reference']) {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("'unsafe-inline'");
    expect(headers.get('strict-transport-security')).toContain('max-age=');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=(self)');
  }
  const home = (await get('/home')).headers.get('content-security-policy');
  expect(home).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-abc='");
});

test('an upload is taken up to its limit and refused beyond it, with a reason', async () => {
  const { base, post } = await aService();
  const upload = async (mb: number) => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(mb * 1024 * 1024)], 'x.jpg'));
    const answer = await fetch(`${base}/rpc/upload`, { method: 'POST', body: form });
    return [answer.status, await answer.json()];
  };
  expect(await upload(25)).toEqual([200, { size: 25 * 1024 * 1024 }]);
  expect(await upload(27)).toEqual([413, expect.objectContaining({ code: 'PHOTO_TOO_BIG', data: { max_mb: 25 } })]);
  expect((await post('/rpc/say', { what: 'x'.repeat(1_100_000) })).status).toBe(413);
});

test('a body that says it is short and is not, or does not say, is cut off', async () => {
  const { port } = await aService();
  const status = await new Promise((resolve, reject) => {
    const req = request(
      {
        port,
        path: '/rpc/say',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      },
      (res) => resolve(res.statusCode),
    );
    req.on('error', reject);
    req.end('{"what":"x"}');
  });
  expect(status).toBe(411);
});

test('unknown calls answer in JSON, unknown pages in their language, with 404', async () => {
  const { get, post } = await aService();
  expect(await (await post('/rpc/nothing', {})).json()).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  for (const [path, text] of [
    ['/nothing', 'not here'],
    ['/fr/rien', 'pas ici'],
    ['/friends', 'not here'],
    ['/csp.json', 'not here'],
    ['/home/index.html', 'not here'],
    ['/..%2f..%2fetc/passwd', 'not here'],
  ] as const) {
    const answer = await get(path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, text]);
  }
});

test('pages, files and the app behind known addresses', async () => {
  const { get } = await aService();
  const plain = { 'accept-encoding': 'identity' };
  expect((await get('/', plain)).headers.get('location')).toBe('/home');
  expect((await get('/fr?a=1', plain)).headers.get('location')).toBe('/fr/home?a=1');
  expect((await get('/home/', plain)).headers.get('location')).toBe('/home');
  for (const [path, text, caching] of [
    ['/home', 'home', 'no-cache'],
    ['/fr/home', 'accueil', 'no-cache'],
    ['/studio/cases/42', 'app', 'no-cache'],
    ['/robots.txt', 'User-agent: *', 'no-cache'],
    ['/assets/app-1.js', 'js', 'public, max-age=31536000, immutable'],
  ] as const) {
    const answer = await get(path, plain);
    expect([path, answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
      path,
      200,
      text,
      caching,
    ]);
    expect((await get(path, { ...plain, 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304);
  }
  const raw = async (path: string, encoding: string) => {
    const answer = await fetchRaw((await get(path)).url, encoding);
    return [answer.encoding, answer.text];
  };
  expect(await raw('/home', 'gzip, br')).toEqual(['br', 'BR']);
  expect(await raw('/assets/app-1.js', 'br, gzip')).toEqual(['gzip', 'GZ']);
  expect(await raw('/home', 'br;q=0')).toEqual([undefined, 'home']);
});

test('accounts get the request as it was, and the address from us only', async () => {
  const { post } = await aService();
  const answer = await post(
    '/api/auth/sign-in/email?x=1',
    { email: 'a' },
    { 'x-flaira-client-ip': '6.6.6.6', 'x-forwarded-for': '7.7.7.7' },
  );
  expect(await answer.json()).toEqual({
    ip: '127.0.0.1',
    body: '{"email":"a"}',
    url: 'https://flaira.example/api/auth/sign-in/email?x=1',
  });
  expect(answer.headers.getSetCookie()).toEqual(['c=1', 'd=2']);
});

test('behind our proxy the last address counts, which the client cannot choose', async () => {
  const { post } = await aService({ trustProxy: true });
  const answer = await post('/rpc/echo', valid, { 'x-forwarded-for': '6.6.6.6, 7.7.7.7' });
  expect(await answer.json()).toMatchObject({ ip: '7.7.7.7' });
});

test('an unknown photo and a forged link look alike', async () => {
  const { get } = await aService();
  const answers = await Promise.all(
    ['/photos/6f0b2a52-3c0a-4a43-9d6a-3d1c2f8e1a11?e=9999999999&s=abc', '/photos/x'].map((path) => get(path)),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  }
  const [one, two] = await Promise.all(answers.map((answer) => answer.text()));
  expect(one).toBe(two);
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

test('the mailbox exists in development only, and a message cannot run anything', async () => {
  const { get, db } = await aService();
  await db
    .insertInto('mailbox')
    .values({
      to: 'ada@example.org',
      subject: '<b>Hi</b>',
      text: 'https://flaira.example/verify?token=1',
      html: '<script>alert(1)</script>',
      language: 'en',
    })
    .execute();
  expect(await (await get('/dev/mailbox.json?to=ada@example.org')).json()).toMatchObject([
    { to: 'ada@example.org', text: expect.stringContaining('token=1') },
  ]);
  expect(await (await get('/dev/mailbox.json?to=bob@example.org')).json()).toEqual([]);
  expect(await (await get('/dev/mailbox')).text()).not.toContain('<b>Hi');
  expect(await (await get('/dev/mailbox/1')).text()).toContain('token=1');
  expect((await get('/dev/mailbox/1/html')).headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const over of [{ nodeEnv: 'production' as const }, { smtpUrl: 'smtp://127.0.0.1:1' }]) {
    const other = await aService(over);
    expect((await other.get('/dev/mailbox')).status).toBe(404);
    expect((await other.get('/dev/mailbox.json')).status).toBe(404);
  }
});

test('the API document lists the contract, and the reference page asks nobody else for anything', async () => {
  const { get } = await aService();
  const document = await (await get('/api/openapi.json')).json();
  expect(document.paths).toHaveProperty(['/rpc/who_am_i', 'post']);
  const page = await (await get('/api/reference')).text();
  expect(page).toContain('/rpc/start_lead');
  expect(page).not.toMatch(/<script|https?:\/\/(?!flaira)/);
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

test('no line of the log holds an address, a name, a query or a body', async () => {
  const { get, post, lines } = await aService();
  await post('/rpc/echo', { ...valid, name: 'Lovelace' }, { cookie: 'session=hunter2' });
  await get('/photos/6f0b2a52-3c0a-4a43-9d6a-3d1c2f8e1a11?e=1&s=swordfish');
  await get('/dev/mailbox.json?to=ada@example.org');
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(lines.join('')).not.toMatch(/127\.0\.0\.1|Lovelace|swordfish|hunter2|ada@/);
});

/** Without decoding. */
function fetchRaw(url: string, encoding: string): Promise<{ encoding: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encoding } }, (res) => {
      let text = '';
      res
        .on('data', (chunk) => (text += chunk))
        .on('end', () => resolve({ encoding: res.headers['content-encoding'], text }));
    })
      .on('error', reject)
      .end();
  });
}

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
