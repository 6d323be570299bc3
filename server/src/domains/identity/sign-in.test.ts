import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { totpCode } from '../../../test/totp.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';
import { Browser } from '../../../test/browser.ts';
import { createAuth } from './create-auth.ts';
import { handleAuth } from './handle-auth.ts';

const SIGN_IN = '/api/auth/sign-in/email';
const EMAIL = 'claire@example.org';
/**
 * The time between two codes. A code is valid once. After a code was used, codes of earlier time steps are no longer
 * valid.
 */
const STEP_MS = 30_000;

const signIn = (browser: Browser, email = EMAIL, password = PASSWORD) => browser.post(SIGN_IN, { email, password });
const callerOf = (world: World, browser: Browser) => world.accounts.resolveCaller(browser.headers);
const linkIn = (text = ''): string => /https?:\S+/.exec(text)?.[0] ?? '';

async function enrolled(world: World, email: string) {
  const browser = world.browser();
  await signIn(browser, email);
  const enabled = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
  const code = totpCode(enabled.json.totpURI, Date.now() - STEP_MS);
  const verified = await browser.post('/api/auth/two-factor/verify-totp', { code });
  expect([enabled.status, verified.status]).toEqual([200, 200]);
  return { browser, uri: enabled.json.totpURI as string, codes: enabled.json.backupCodes as string[] };
}

test('an email address that the database cannot store is refused like any other wrong input', async () => {
  const world = await aWorld();
  const rest = { password: PASSWORD, first_name: 'Claire', last_name: 'Moreau' };
  for (const email of ['claire\u0000@example.org', 'claire\ud800@example.org', 'x'.repeat(300)])
    for (const path of [SIGN_IN, '/api/auth/request-password-reset', '/api/auth/sign-up/email'])
      expect((await world.browser().post(path, { email, ...rest })).status).toBe(400);
});

test('trust 17: signing out ends every session of the person, and sends a live event to the browsers', async () => {
  const world = await aWorld();
  const { userId } = await world.patient({ email: EMAIL });
  const [laptop, phone] = [world.browser(), world.browser()];
  await signIn(laptop);
  await signIn(phone);
  expect(await callerOf(world, phone)).toMatchObject({ kind: 'user' });

  expect((await laptop.post('/api/auth/sign-out')).status).toBe(200);

  expect(await callerOf(world, phone)).toMatchObject({ kind: 'visitor' });
  expect([...laptop.cookies.keys()]).toEqual(['flaira_device']);
  expect(world.told).toEqual([{ to: { userId }, event: { kind: 'session.ended' } }]);
});

test('the token of a session is only in the cookie, never in the body of an answer', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const browser = world.browser();
  const answers = [
    await signIn(browser),
    await browser.get('/api/auth/get-session'),
    await browser.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'brume-34-violon-sel',
      revokeOtherSessions: true,
    }),
  ];
  const keys = [...browser.cookies.values()].map((value) => decodeURIComponent(value).split('.')[0] ?? '');
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    expect(text).toContain(EMAIL);
    for (const key of keys) expect(text).not.toContain(key);
    expect(text).not.toContain('"token":"');
  }
});

test('trust 20: the session cookie is HttpOnly and SameSite=Lax, and Secure with https', async () => {
  for (const publicUrl of ['http://flaira.test', 'https://flaira.test']) {
    const world = await aWorld({ publicUrl });
    await world.patient({ email: EMAIL });
    const answer = await signIn(world.browser());
    const cookie = answer.headers.getSetCookie().find((line) => line.includes('session_token')) ?? '';
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(/Secure/.test(cookie)).toBe(publicUrl.startsWith('https'));
  }
});

test('a session token read from the database gives no access without our signature', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const browser = world.browser();
  await signIn(browser);
  const [[name, cookie] = ['', '']] = browser.cookies;
  const { token } = await world.db
    .selectFrom('sessions')
    .select('token')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(decodeURIComponent(cookie).startsWith(`${token}.`)).toBe(true);
  const byOtherSecret = createHmac('sha256', 'another secret').update(token).digest('base64');
  for (const value of [token, `${token}.`, `${token}.${token}`, encodeURIComponent(`${token}.${byOtherSecret}`)]) {
    browser.cookies.set(name, value);
    expect(await callerOf(world, browser)).toMatchObject({ kind: 'visitor' });
    expect((await browser.get('/api/auth/get-session')).json?.session).toBeUndefined();
  }
});

test('a browser with a forged or altered cookie counts as a visitor', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const browser = world.browser();
  await signIn(browser);
  for (const [name, value] of browser.cookies) browser.cookies.set(name, `${value.slice(0, -6)}AAAAAA`);
  expect(await callerOf(world, browser)).toEqual({ kind: 'visitor', language: 'en' });
});

test('a reset link replaces the password once, and signs out every browser', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL, language: 'fr' });
  const old = world.browser();
  await signIn(old);
  await old.post('/api/auth/request-password-reset', { email: EMAIL });
  const [mail] = await world.mails();
  const link = new URL(linkIn(mail?.text));
  expect(link.pathname).toBe('/fr/reset-password');
  const token = link.searchParams.get('token');

  expect(
    (await world.browser().post('/api/auth/reset-password', { token, newPassword: 'brume-34-violon-sel' })).status,
  ).toBe(200);
  expect(await callerOf(world, old)).toMatchObject({ kind: 'visitor' });
  expect((await signIn(old)).status).toBe(401);
  expect((await signIn(old, EMAIL, 'brume-34-violon-sel')).status).toBe(200);
  const again = await world
    .browser()
    .post('/api/auth/reset-password', { token, newPassword: 'encore-un-autre-88-nid' });
  expect(again).toMatchObject({ status: 400, json: { code: 'INVALID_TOKEN' } });
  expect((await world.mails()).at(-1)?.subject).toBe('Votre mot de passe a été modifié');
});

test('trust 17: a change of password signs out every browser except this one', async () => {
  const world = await aWorld();
  const { userId } = await world.patient({ email: EMAIL });
  const [here, there] = [world.browser(), world.browser()];
  await signIn(here);
  await signIn(there);
  const change = await here.post('/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: 'brume-34-violon-sel',
    revokeOtherSessions: false,
  });
  expect(change.status).toBe(200);
  expect(await callerOf(world, here)).toMatchObject({ kind: 'user' });
  expect(await callerOf(world, there)).toMatchObject({ kind: 'visitor' });
  expect((await world.mails()).at(-1)?.subject).toBe('Your password was changed');
  expect(world.told).toEqual([
    { to: { userId }, event: { kind: 'session.ended' } },
    { to: { userId }, event: { kind: 'notifications.changed' } },
  ]);
});

test('sign-in requires the enrolled second factor, or a recovery code instead', async () => {
  const world = await aWorld();
  await world.practitioner({ email: EMAIL });
  const other = world.browser();
  await signIn(other);
  expect(await callerOf(world, other)).toMatchObject({ role: 'practitioner', secondFactor: false });

  const { browser, uri, codes } = await enrolled(world, EMAIL);
  expect(await callerOf(world, browser)).toMatchObject({ secondFactor: true });
  expect(await callerOf(world, other)).toMatchObject({ kind: 'visitor' });
  expect((await world.mails()).at(-1)?.subject).toBe('Two-step sign-in is on');

  const next = world.browser();
  expect((await signIn(next)).json).toMatchObject({ twoFactorRedirect: true });
  expect(await callerOf(world, next)).toMatchObject({ kind: 'visitor' });
  expect((await next.post('/api/auth/two-factor/verify-totp', { code: '000000' })).status).toBe(401);
  expect((await next.post('/api/auth/two-factor/verify-totp', { code: totpCode(uri), trustDevice: true })).status).toBe(
    400,
  );
  expect((await next.post('/api/auth/two-factor/verify-totp', { code: totpCode(uri) })).status).toBe(200);
  expect(await callerOf(world, next)).toMatchObject({ secondFactor: true });

  const lost = world.browser();
  await signIn(lost);
  expect((await lost.post('/api/auth/two-factor/verify-backup-code', { code: codes[0] })).status).toBe(200);
  expect(await callerOf(world, lost)).toMatchObject({ secondFactor: true });
  const twice = world.browser();
  await signIn(twice);
  expect((await twice.post('/api/auth/two-factor/verify-backup-code', { code: codes[0] })).status).toBe(401);
});

test('trust 31: an authenticator code works only once, at enrolment or at sign-in, and so does a recovery code', async () => {
  const world = await aWorld();
  await world.practitioner({ email: EMAIL });
  const start = Math.floor(Date.now() / STEP_MS) * STEP_MS + 1000;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  onTestFinished(() => void vi.useRealTimers());
  const browser = world.browser();
  await signIn(browser);
  const { totpURI: uri, backupCodes } = (await browser.post('/api/auth/two-factor/enable', { password: PASSWORD }))
    .json;
  const withCode = async (code: string, way = 'totp') => {
    const next = world.browser();
    await signIn(next);
    const answer = await next.post(`/api/auth/two-factor/verify-${way}`, { code });
    return [answer.status, (await callerOf(world, next)).kind];
  };
  const enrolment = totpCode(uri, start);
  expect((await browser.post('/api/auth/two-factor/verify-totp', { code: enrolment })).status).toBe(200);
  expect(await withCode(enrolment)).toEqual([401, 'visitor']);

  const next = totpCode(uri, start + STEP_MS);
  vi.setSystemTime(start + STEP_MS);
  expect(await withCode(next)).toEqual([200, 'user']);
  expect(await withCode(next)).toEqual([401, 'visitor']);
  expect(await withCode(enrolment)).toEqual([401, 'visitor']);

  vi.setSystemTime(start + 2 * STEP_MS);
  const third = totpCode(uri, start + 2 * STEP_MS);
  const both = await Promise.all([withCode(third), withCode(third)]);
  expect(both.map(([status]) => status).sort()).toEqual([200, 401]);

  expect(await withCode(backupCodes[0], 'backup-code')).toEqual([200, 'user']);
  expect(await withCode(backupCodes[0], 'backup-code')).toEqual([401, 'visitor']);
});

test('a new secret of the service signs everyone out, and second factors enrolled before still work', async () => {
  const world = await aWorld();
  await world.practitioner({ email: EMAIL });
  const { browser, uri, codes } = await enrolled(world, EMAIL);
  const { publicUrl, authSecret } = world.config;
  const withSecrets = (secret: string, authSecretsBefore: readonly string[]) => {
    const auth = createAuth({ ...world, config: { ...world.config, authSecret: secret, authSecretsBefore } });
    return new Browser(publicUrl, (path, init) => handleAuth(auth, new Request(new URL(path, publicUrl), init)));
  };
  const [second, third] = ['second', 'third'].map((word) => `${word}-`.repeat(8));
  const tries = [
    [withSecrets(second ?? '', [authSecret]), 'totp', totpCode(uri)],
    [withSecrets(third ?? '', [second ?? '', authSecret]), 'backup-code', codes[0]],
  ] as const;
  for (const [later, way, code] of tries) {
    for (const [name, value] of browser.cookies) later.cookies.set(name, value);
    expect((await later.get('/api/auth/get-session')).json).toBeNull();
    expect((await signIn(later)).json).toMatchObject({ twoFactorRedirect: true });
    expect((await later.post(`/api/auth/two-factor/verify-${way}`, { code })).status).toBe(200);
    expect((await later.get('/api/auth/get-session')).json.session.second_factor).toBe(true);
  }
});

test('trust 17: removing the second factor requires the password, sends an email, and also removes it from the session', async () => {
  const world = await aWorld();
  await world.practitioner({ email: EMAIL });
  const { browser } = await enrolled(world, EMAIL);
  expect((await browser.post('/api/auth/two-factor/disable', { password: 'not the password' })).status).toBe(400);
  expect((await browser.post('/api/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200);
  expect(await callerOf(world, browser)).toMatchObject({ kind: 'user', secondFactor: false });
  expect((await world.mails()).at(-1)?.subject).toBe('Two-step sign-in is off');
});

test('demo accounts need no second factor, except in production', async () => {
  for (const [nodeEnv, secondFactor] of [
    ['development', true],
    ['production', false],
  ] as const) {
    const world = await aWorld({ nodeEnv });
    await world.practitioner({ email: EMAIL, is_demo: true });
    const browser = world.browser();
    await signIn(browser);
    expect(await callerOf(world, browser)).toMatchObject({ secondFactor });
  }
});

test('a request from another site is refused', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const browser = world.browser();
  await signIn(browser);
  const forged = await browser.post('/api/auth/sign-out', {}, { origin: 'https://evil.example' });
  expect(forged.status).toBe(403);
  expect(await callerOf(world, browser)).toMatchObject({ kind: 'user' });
});
