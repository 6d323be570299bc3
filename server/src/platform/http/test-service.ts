import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import type { Access } from '#contract/access.ts';
import { rpc } from '#contract/base.ts';
import { photoForm, photoRefusals } from '#contract/intake.ts';
import type { Config } from '../config/config.ts';
import { createPlatform } from '../create-platform.ts';
import { createService } from '../create-service.ts';
import { Refusal } from '../refusal.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import type { Caller } from './caller.ts';
import { implementContract } from './implement-contract.ts';

const Person = z.object({
  name: z.string().min(2),
  contact: z.object({ email: z.email(), phone: z.string() }),
  tags: z.array(z.enum(['a', 'b'])).min(1),
});
const contract = {
  echo: rpc('echo', 'visitor', 'test', 'Says who asks')
    .input(Person)
    .output(z.object({ ip: z.string(), kind: z.string() })),
  say: rpc('say', 'visitor', 'test', 'Refuses, fails or waits')
    .errors({ SLOT_TAKEN: { status: 409, data: z.object({ next: z.string() }) } })
    .input(z.object({ what: z.string() }))
    .output(z.object({ ok: z.literal(true) })),
  upload: rpc('upload', 'visitor', 'test', 'Takes a file', photoForm)
    .errors(photoRefusals)
    .input(z.object({ file: z.file() }))
    .output(z.object({ size: z.number() })),
  secret: rpc('secret', 'signedIn', 'test', 'Takes a file of somebody known', photoForm)
    .input(z.object({ file: z.file() }))
    .output(z.object({ user_id: z.string() })),
  paper: rpc('paper', 'visitor', 'test', 'Writes a file')
    .input(z.object({ lines: z.number() }))
    .output(z.file()),
};
const os = implementContract(contract);

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
  secret: os.secret.handler(({ context }) => ({ user_id: context.caller.userId })),
  paper: os.paper.handler(
    ({ input }) =>
      new File(['\ufeff', 'été\n'.repeat(input.lines)], 'l’été (2).csv', { type: 'text/csv; charset=utf-8' }),
  ),
});

/**
 * Replaces the renderer of the web build. /people has a page of Ada and a private page of Bob. /asks calls a procedure.
 * /form returns the typed text. The server-rendered first view of a room contains the language, the room's name and the
 * kind of caller. In the room `eve` a query is refused, and in the room `broken` it fails.
 */
const RENDERER = `
const drawn = { '/home': 'home', '/fr/home': 'accueil', '/404': 'not here', '/fr/404': 'pas ici', '/opening-soon': 'soon', '/fr/opening-soon': 'bientôt' };
const hashes = { scripts: ['sha256-abc='], styles: ['sha256-def='] };
const drawFirstView = async (document, request, service, language) => {
  const name = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1));
  if (name === 'broken') throw new Error('out of order');
  if (name === 'eve') await service.paper({ lines: 'many' });
  const { kind } = await service.echo({ name, contact: { email: 'a@b.fr', phone: '1' }, tags: ['a'] });
  return { html: document.replace('<body>', '<body>' + [language, name, kind].join(' ')), hashes };
};
const createRenderer = (build, readAsset) => ({ drawFirstView, warmFirstView: async () => {}, drawPage: async (request, service) => {
  const { pathname } = new URL(request.url);
  const page = (html, over) => ({ status: 200, html, hashes, isPrivate: false, ...over });
  if (pathname === '/form' && request.method === 'POST') return page((await request.formData()).get('typed'), { isPrivate: true });
  if (request.method === 'POST') return page('', { status: 405 });
  if (pathname === '/asset') return page(readAsset('/assets/app-1.js'));
  if (pathname === '/asks') return page(JSON.stringify(await service.echo({ name: 'Ada', contact: { email: 'a@b.fr', phone: '1' }, tags: ['a'] })));
  if (pathname === '/secret') return page(await service.secret({ file: new File([], 'a') }).then(() => 'let in', (error) => error.code));
  const name = pathname.split('/')[2];
  if (pathname.startsWith('/people/')) return ['ada', 'bob'].includes(name) ? page(name, { isPrivate: name === 'bob' }) : page('', { status: 404 });
  return page(drawn[pathname] ?? pathname);
} });
export const entry = { module: { createRenderer } };
`;

function aSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const dir of ['rooms/_', 'assets', 'login', 'read-in/de/login', 'read-in/de/rooms', 'read-in/es/login'])
    mkdirSync(join(folder, dir), { recursive: true });
  const files: Record<string, string> = {
    'renderer.mjs': RENDERER,
    'rooms/_/index.html': '<body><p>Room</p>',
    'login/index.html': 'sign in',
    'read-in/de/login/index.html': 'anmelden',
    'read-in/es/login/index.html': 'entrar..',
    'read-in/de/rooms/index.html': '<body><p>Raum</p>',
    'login/index.html.br': 'BR',
    'index.html': 'app',
    'assets/app-1.js': 'js',
    'assets/app-1.js.gz': 'GZ',
    'robots.txt': 'User-agent: *',
    'csp.json': JSON.stringify({ '/login/index.html': { scripts: ['sha256-abc='], styles: ['sha256-def='] } }),
    'paths.json': JSON.stringify({
      patterns: ['/home', '/fr/home', '/form', '/login', '/studio/cases/:caseId'],
      prerendered: ['/login'],
      rendered: ['/home', '/fr/home', '/form', '/asset', '/asks', '/secret', '/people/:name', '/404', '/opening-soon'],
      renderer: 'renderer.mjs',
      documents: { '/rooms/:name': '/rooms/_' },
      translations: {
        de: { '/rooms/:name': '/read-in/de/rooms', '/login': '/read-in/de/login' },
        es: { '/login': '/read-in/es/login' },
      },
      redirects: { '/': '/home', '/fr': '/fr/home' },
      fallback: '/index.html',
    }),
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    // All files get the same modification time, because a build may write two files in the same moment.
    utimesSync(join(folder, name), 1, 1);
  }
  return folder;
}

const USUAL = {
  ice: { stunUrls: [] },
  sessionHours: { patient: 720, staff: 12 },
  answerHours: 48,
  questionLimits: { open: 3, week: 5 },
  guideMonths: 12,
};

/**
 * Starts a whole service over HTTP, with a small contract and with accounts, on the given test database. The service
 * stops when the test ends.
 */
export async function serviceOver<D extends { appUrl: string; systemUrl: string; ownerUrl: string }>(
  database: D,
  over: Partial<Config> = {},
) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const config: Config = {
    nodeEnv: 'test',
    role: 'all',
    drainMs: 0,
    port: 0,
    publicUrl: 'https://flaira.example',
    databaseUrl: database.appUrl,
    systemUrl: database.systemUrl,
    ownerUrl: database.ownerUrl,
    dataDir: tmpdir(),
    mailFrom: 'care@flaira.example',
    storage: { kind: 'folder', dir: join(tmpdir(), 'unused') },
    photoMasterKeys: { current: 'k', ring: new Map([['k', Buffer.alloc(32, 1)]]) },
    authSecret: 'x'.repeat(32),
    ...USUAL,
    linkKey: Buffer.alloc(32, 2),
    logLevel: 'silent',
    trustProxy: false,
    slowQueryMs: 500,
    ...over,
  };
  const platform = createPlatform(config, { log, tracing: await openTracing(config) });
  const session: { caller: Caller; isPublished: boolean } = {
    caller: { kind: 'visitor', language: 'en' },
    isPublished: true,
  };
  const accounts = {
    resolveCaller: async () => session.caller,
    admit: async (caller: Caller, access: Access) => {
      if (access !== 'visitor' && caller.kind !== 'user') throw new Refusal('UNAUTHENTICATED');
    },
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
  const service = await createService({
    context: platform.context,
    objects: platform.objects,
    router,
    accounts,
    domainRoutes: [],
    isPublished: async () => session.isPublished,
    siteFolder: aSite(),
  });
  await platform.listener.start();
  const port = await service.listen(0, '127.0.0.1');
  const stop = vi.fn<() => Promise<void>>(async () => {
    await service.stop();
    await platform.listener.stop();
    await platform.context.db.destroy();
    await platform.context.tracing.stop();
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

/** A valid input of `echo`. */
export const valid = { name: 'Ada', contact: { email: 'a@b.fr', phone: '1' }, tags: ['a'] };

/** Fetches a body in its content encoding, without decoding it. */
export function fetchRaw(url: string, encoding: string): Promise<{ encoding: string | undefined; text: string }> {
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
