import { expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { Authenticator } from '../../../test/passkey.ts';
import { totpCode } from '../../../test/totp.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';

const EMAIL = 'claire@example.org';
const NEW = 'brume-34-violon-sel';
const origin = 'http://flaira.test';
const API = '/api/auth/passkey';

const signIn = (browser: Browser, password = PASSWORD) =>
  browser.post('/api/auth/sign-in/email', { email: EMAIL, password });
const isIn = async (world: World, browser: Browser) =>
  (await world.accounts.resolveCaller(browser.headers)).kind === 'user';

async function addPasskey(browser: Browser): Promise<Authenticator> {
  const device = new Authenticator();
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  const { json } = await browser.get(`${API}/generate-register-options`);
  const response = device.register(json, { origin });
  expect((await browser.post(`${API}/verify-registration`, { response })).status).toBe(200);
  return device;
}

async function opensWith(browser: Browser, device: Authenticator): Promise<boolean> {
  const { json } = await browser.get(`${API}/generate-authenticate-options`);
  const response = device.signIn(json, { origin });
  return (await browser.post(`${API}/verify-authentication`, { response })).status === 200;
}

/** Requests a link and returns its token. */
async function aLink(world: World): Promise<string> {
  await world.browser().post('/api/auth/request-password-reset', { email: EMAIL });
  const mail = (await world.mails()).findLast(({ subject }) => subject === 'Choose a new password');
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const choose = (browser: Browser, token: string, more: object = {}) =>
  browser.post('/api/auth/reset-password', { token, newPassword: NEW, ...more });

async function aPatientWithPasskey() {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const browser = world.browser();
  await signIn(browser);
  return { world, browser, device: await addPasskey(browser) };
}

test('trust 17: a password reset shows the passkeys, and removes them unless their owner keeps them', async () => {
  const { world, device } = await aPatientWithPasskey();
  const token = await aLink(world);
  const shown = await world.browser().post('/api/auth/review-reset', { token });
  expect(shown.json).toEqual({
    passkeys: [expect.objectContaining({ created_at: expect.any(String) })],
    needs_birth_date: false,
  });
  expect(await opensWith(world.browser(), device)).toBe(true);
  expect((await choose(world.browser(), token)).status).toBe(200);
  expect(await opensWith(world.browser(), device)).toBe(false);
});

test('a password reset does not remove the passkeys that their owner recognises', async () => {
  const { world, device } = await aPatientWithPasskey();
  expect((await choose(world.browser(), await aLink(world), { keepPasskeys: true })).status).toBe(200);
  expect(await opensWith(world.browser(), device)).toBe(true);
});

test('trust 17: a password reset ends every session and invalidates every other reset link', async () => {
  const { world, browser } = await aPatientWithPasskey();
  const [first, second] = [await aLink(world), await aLink(world)];
  expect((await choose(world.browser(), first)).status).toBe(200);
  expect(await isIn(world, browser)).toBe(false);
  expect(await choose(world.browser(), second)).toMatchObject({ status: 400, json: { code: 'INVALID_TOKEN' } });
  expect((await world.mails()).at(-1)?.subject).toBe('Your password was changed');
});

test('trust 16: a password reset removes neither the authenticator app nor the passkeys of staff', async () => {
  const world = await aWorld();
  await world.practitioner({ email: EMAIL });
  const browser = world.browser();
  await signIn(browser);
  const { json } = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
  await browser.post('/api/auth/two-factor/verify-totp', { code: totpCode(json.totpURI) });
  const device = await addPasskey(browser);

  const token = await aLink(world);
  expect((await world.browser().post('/api/auth/review-reset', { token })).json).toEqual({
    passkeys: [],
    needs_birth_date: false,
  });
  const phone = world.browser();
  expect((await choose(phone, token)).status).toBe(200);
  expect((await signIn(phone, NEW)).json).toMatchObject({ twoFactorRedirect: true });
  expect(await isIn(world, phone)).toBe(false);
  expect(await opensWith(phone, device)).toBe(true);
});

test('an invented reset link neither shows nor changes anything', async () => {
  const { world } = await aPatientWithPasskey();
  for (const path of ['review-reset', 'reset-password'])
    expect(await world.browser().post(`/api/auth/${path}`, { token: 'x'.repeat(24), newPassword: NEW })).toMatchObject({
      status: 400,
      json: { code: 'INVALID_TOKEN' },
    });
});

test('a weak password does not use up the reset link, and only one of two calls with the link succeeds', async () => {
  const { world } = await aPatientWithPasskey();
  const token = await aLink(world);
  expect((await choose(world.browser(), token, { newPassword: 'azerty123' })).status).toBe(422);
  const both = await Promise.all([choose(world.browser(), token), choose(world.browser(), token)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test.each([
  ['de', '/reset-password?token=x&language=de'],
  ['fr', '/fr/reset-password?token=x'],
  ['en', '/reset-password?token=x'],
] as const)('the reset link for an account in %s opens its page in that language', async (language, path) => {
  const world = await aWorld();
  await world.patient({ email: EMAIL, language });
  await world.browser().post('/api/auth/request-password-reset', { email: EMAIL });
  const [mail] = await world.mails();
  const [link = ''] = /http\S*token=\S*/.exec(mail?.text ?? '') ?? [];
  expect(link.replace(/token=[\w-]+/, 'token=x')).toBe(origin + path);
});
