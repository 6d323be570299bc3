import { expect, test, vi } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { serviceOver, valid } from './test-service.ts';

const aService = async (over?: Parameters<typeof serviceOver>[1]) => serviceOver(await freshDatabase(), over);

test('trust 20: calls that other sites send are refused', async () => {
  const { post, base } = await aService({ nodeEnv: 'production', smtpUrl: 'smtp://127.0.0.1:1' });
  const status = async (headers: Record<string, string>) => (await post('/rpc/say', { what: 'x' }, headers)).status;
  expect(await status({ origin: 'https://flaira.example' })).toBe(200);
  expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  for (const origin of ['https://evil.example', 'null', 'http://flaira.example', base])
    expect(await status({ origin })).toBe(403);
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
});

test('trust 20: every response has the security headers, and its policy allows no inline code and no frame', async () => {
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
  expect(home).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-abc=';");
  expect(home).toContain("style-src 'self' 'sha256-def=';");
});

test('trust 20: only the pages of a video visit may use the microphone and share the screen', async () => {
  const { get } = await aService();
  const policyOf = async (path: string) => (await get(path)).headers.get('permissions-policy');
  const closed = 'camera=(self), microphone=(), display-capture=(), geolocation=(), browsing-topics=()';
  for (const path of ['/home', '/dashboard', '/visit', '/visits/1', '/studio/visit/1', '/de/visit/1', '/visit/1/more'])
    expect(await policyOf(path)).toBe(closed);
  for (const path of ['/visit/1', '/fr/visit/1', '/visit/1?from=mail', '/visit/1/'])
    expect(await policyOf(path)).toBe(closed.replaceAll(/(microphone|display-capture)=\(\)/g, '$1=(self)'));
});

test('trust 20: a response of the API that is opened as a page may load nothing and may not be framed', async () => {
  const { post } = await aService();
  const answers = [
    await post('/rpc/echo', valid),
    await post('/rpc/nothing', {}),
    await post('/rpc/say', { what: 'fault' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 500]);
  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test("the accounts domain receives the request unchanged, with the client's address as our server sees it", async () => {
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

test("behind our proxy the client's address is the last one of the header, which the client cannot choose", async () => {
  const { post } = await aService({ trustProxy: true });
  const answer = await post('/rpc/echo', valid, { 'x-forwarded-for': '6.6.6.6, 7.7.7.7' });
  expect(await answer.json()).toMatchObject({ ip: '7.7.7.7' });
});

test('trust 6: a request for an unknown photo and a forged link get the same response', async () => {
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

test('the mailbox exists in development only, and a message cannot run scripts', async () => {
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

test('health checks are not logged, but other paths that end in z are', async () => {
  const { get, lines } = await aService();
  for (const path of ['/healthz', '/readyz', '/practitioners/ines-ruiz']) await get(path);
  const answered = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  await vi.waitFor(() => expect(answered().map(({ path }) => path)).toEqual(['/practitioners/ines-ruiz']));
});

test('trust 8: no line of the log contains an address, a name, a query or a body', async () => {
  const { get, post, lines } = await aService();
  await post('/rpc/echo', { ...valid, name: 'Lovelace' }, { cookie: 'session=hunter2' });
  await get('/photos/6f0b2a52-3c0a-4a43-9d6a-3d1c2f8e1a11?e=1&s=swordfish');
  await get('/dev/mailbox.json?to=ada@example.org');
  await get('/dev/sms.json?to=%2B33612345678');
  await get('/calendar/swordfish.ics');
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(lines.join('')).not.toMatch(/127\.0\.0\.1|Lovelace|swordfish|hunter2|ada@|33612345678/);
});
