import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { fetchRaw, serviceOver } from './test-service.ts';

const aService = async (over?: Parameters<typeof serviceOver>[1]) => serviceOver(await freshDatabase(), over);

test('a form that is sent before its script has loaded redirects to its page', async () => {
  const service = await serviceOver(await freshDatabase());
  const answer = await fetch(`${service.base}/home?mode=signin`, {
    method: 'POST',
    body: 'password=x',
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/home?mode=signin']);
});

test('a page that handles its own form shows the typed text, and no cache stores it', async () => {
  const service = await aService();
  const post = (body: string) =>
    fetch(`${service.base}/form`, { method: 'POST', body: new URLSearchParams({ typed: body }), redirect: 'manual' });
  const answer = await post('"a" & b');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await answer.text()).toBe('"a" & b');
  expect((await post('x'.repeat(10_001))).status).toBe(303);
  expect(await (await service.get('/form')).text()).toBe('/form');
});

test('prerendered pages, files and the document of the app are served under their paths', async () => {
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
  const policyOf = async (path: string) => (await get(path, plain)).headers.get('content-security-policy');
  expect(await policyOf('/home')).toContain("default-src 'self'");
  expect(await policyOf('/assets/app-1.js')).toBeNull();
  const raw = async (path: string, encoding: string) => {
    const answer = await fetchRaw((await get(path)).url, encoding);
    return [answer.encoding, answer.text];
  };
  expect(await raw('/login', 'gzip, br')).toEqual(['br', 'BR']);
  expect(await raw('/assets/app-1.js', 'br, gzip')).toEqual(['gzip', 'GZ']);
  expect(await raw('/login', 'br;q=0')).toEqual([undefined, 'sign in']);
});

test('a page is rendered for each path, and an unknown path gets the 404 page', async () => {
  const { get } = await aService();
  const ada = await get('/people/ada');
  expect([ada.status, ada.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(await ada.text()).toBe('ada');
  expect(ada.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-abc='");
  const plain = await fetchRaw(ada.url, 'identity');
  expect(plain.encoding).toBeUndefined();
  expect((await fetchRaw(ada.url, 'gzip')).encoding).toBe('gzip');
  expect((await fetchRaw(ada.url, 'br')).encoding).toBe('br');
  const again = await get('/people/ada', { 'if-none-match': ada.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
  const bob = await get('/people/bob');
  expect([bob.headers.get('cache-control'), bob.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
  const nobody = await get('/people/eve');
  expect([nobody.status, await nobody.text()]).toEqual([404, 'not here']);
  const french = await get('/fr/nowhere');
  expect([french.status, await french.text()]).toEqual([404, 'pas ici']);
});

test('a page reads files of the build, and calls procedures as the person who opened it', async () => {
  const { get, session } = await aService();
  expect(await (await get('/asset')).text()).toBe('js');
  expect(await (await get('/asks')).json()).toMatchObject({ kind: 'visitor' });
  expect(await (await get('/secret')).text()).toBe('UNAUTHENTICATED');
  session.caller = {
    kind: 'user',
    userId: 'u',
    role: 'patient',
    secondFactor: false,
    sessionId: 's',
    language: 'en',
  };
  expect(await (await get('/secret')).text()).toBe('let in');
});

const patient = {
  kind: 'user',
  userId: 'u',
  role: 'patient',
  secondFactor: false,
  sessionId: 's',
  language: 'en',
} as const;

test('a signed-in reader gets a document with a first view, which no cache stores', async () => {
  const { get, session } = await aService();
  const built = await get('/rooms/ada');
  expect([await built.text(), built.headers.get('cache-control')]).toEqual(['<body><p>Room</p>', 'no-cache']);
  session.caller = patient;
  const ada = await get('/rooms/ada');
  expect([ada.status, await ada.text()]).toEqual([200, '<body>en ada user<p>Room</p>']);
  const of = (name: string) => ada.headers.get(name);
  expect([of('cache-control'), of('x-robots-tag'), of('vary')]).toEqual([
    'no-store',
    'noindex',
    expect.stringContaining('Cookie'),
  ]);
  expect(of('content-security-policy')).toContain("'sha256-abc='");
});

test('a document is sent without a first view if a query for it is refused or fails, or if the address is invalid', async () => {
  const { get, session, lines } = await aService();
  session.caller = patient;
  for (const name of ['eve', '%E0%A4%A']) expect(await (await get(`/rooms/${name}`)).text()).toBe('<body><p>Room</p>');
  expect(lines.filter((line) => line.includes('first view left out'))).toEqual([]);
  expect(await (await get('/rooms/broken')).text()).toBe('<body><p>Room</p>');
  expect(lines.filter((line) => line.includes('first view left out'))).toHaveLength(1);
});

test("signed-in people read some pages in their account's language, and no cache stores these pages", async () => {
  const { get, session } = await aService();
  const seen = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await get(path, { 'accept-encoding': 'identity', ...headers });
    return { text: await answer.text(), status: answer.status, of: (name: string) => answer.headers.get(name) };
  };
  const signIn = (language: 'de' | 'es' | 'fr' | 'ja') => {
    session.caller = { kind: 'user', userId: 'u', role: 'patient', secondFactor: false, sessionId: 's', language };
  };
  const visitor = await seen('/login');
  expect([visitor.text, visitor.of('vary')]).toEqual(['sign in', expect.stringContaining('Cookie')]);
  signIn('de');
  const german = await seen('/login', { 'if-none-match': visitor.of('etag') ?? '' });
  expect([german.status, german.text, german.of('vary')]).toEqual([200, 'anmelden', expect.stringContaining('Cookie')]);
  expect((await seen('/rooms/ada')).text).toBe('<body>de ada user<p>Raum</p>');
  // The files of the Spanish page and the German page have the same length and modification time.
  signIn('es');
  const spanish = await seen('/login', { 'if-none-match': german.of('etag') ?? '' });
  expect([spanish.status, spanish.text]).toEqual([200, 'entrar..']);
  expect((await seen('/rooms/ada')).text).toBe('<body>es ada user<p>Room</p>');
  // The build has no Japanese page, and French pages have their own paths.
  for (const language of ['ja', 'fr'] as const) {
    signIn(language);
    expect((await seen('/login')).text).toBe('sign in');
  }
});

test('before the site is published, visitors and patients see "opening soon", and staff can work', async () => {
  const service = await aService();
  service.session.isPublished = false;
  const { get, session } = service;
  const seen = async (path: string) => {
    const answer = await get(path, { 'accept-encoding': 'identity' });
    return [answer.status, await answer.text(), answer.headers.get('retry-after')];
  };
  const soon = [503, 'soon', '86400'];
  for (const path of ['/home', '/people/ada', '/form', '/nowhere', '/opening-soon'])
    expect(await seen(path)).toEqual(soon);
  expect(await seen('/fr/home')).toEqual([503, 'bientôt', '86400']);
  const form = await fetch(`${service.base}/form`, { method: 'POST', body: new URLSearchParams({ typed: 'a' }) });
  expect([form.status, await form.text()]).toEqual([503, 'soon']);
  for (const [path, text] of [
    ['/login', 'sign in'],
    ['/studio/cases/42', 'app'],
    ['/robots.txt', 'User-agent: *'],
    ['/assets/app-1.js', 'js'],
    ['/healthz', '{"status":"alive"}'],
  ] as const)
    expect(await seen(path)).toEqual([200, text, null]);

  const person = { kind: 'user', userId: 'u', secondFactor: true, sessionId: 's', language: 'en' } as const;
  session.caller = { ...person, role: 'patient' };
  expect(await seen('/home')).toEqual(soon);
  for (const role of ['admin', 'practitioner'] as const) {
    session.caller = { ...person, role };
    expect(await seen('/home')).toEqual([200, 'home', null]);
  }
});

test('a published site has no "opening soon" page', async () => {
  const { get } = await aService();
  expect((await get('/opening-soon')).status).toBe(404);
  expect((await get('/home')).status).toBe(200);
});
