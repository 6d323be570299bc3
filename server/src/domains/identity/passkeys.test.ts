import { expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { Authenticator } from '../../../test/passkey.ts';
import { totpCode } from '../../../test/totp.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';

const EMAIL = 'claire@example.org';
const origin = 'http://flaira.test';
const API = '/api/auth/passkey';

const signIn = (browser: Browser, email = EMAIL) =>
  browser.post('/api/auth/sign-in/email', { email, password: PASSWORD });
const confirm = (browser: Browser, password = PASSWORD) => browser.post('/api/auth/confirm-password', { password });
const callerOf = (world: World, browser: Browser) => world.accounts.resolveCaller(browser.headers);

async function register(browser: Browser, device: Authenticator, ceremony: { isRecognised?: boolean } = {}) {
  await confirm(browser);
  const { json } = await browser.get(`${API}/generate-register-options`);
  const response = device.register(json, { origin, ...ceremony });
  return browser.post(`${API}/verify-registration`, { response });
}

async function open(
  browser: Browser,
  device: Authenticator,
  ceremony: { origin?: string; isRecognised?: boolean } = {},
) {
  const { json } = await browser.get(`${API}/generate-authenticate-options`);
  expect(json.userVerification).toBe('required');
  const response = device.signIn(json, { origin, ...ceremony });
  return { response, answer: await browser.post(`${API}/verify-authentication`, { response }) };
}

async function withPasskey(world: World) {
  const { userId } = await world.patient({ email: EMAIL });
  const [browser, device] = [world.browser(), new Authenticator()];
  await signIn(browser);
  expect((await register(browser, device)).status).toBe(200);
  return { userId, browser, device };
}

test('a passkey opens the account without email and password, and counts as a second factor', async () => {
  const world = await aWorld();
  const { userId, device } = await withPasskey(world);
  const phone = world.browser();
  const { answer } = await open(phone, device);
  // The token of the session is in a cookie, which scripts cannot read.
  expect(answer).toMatchObject({ status: 200, json: { status: true } });
  expect(Object.keys(answer.json)).toEqual(['status']);
  expect(await callerOf(world, phone)).toMatchObject({ kind: 'user', userId, secondFactor: true });
  expect((await world.mails()).at(-1)?.subject).toBe('A passkey was added to your account');
});

test('adding a passkey requires a recently entered password', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const browser = world.browser();
  await signIn(browser);
  const options = () => browser.get(`${API}/generate-register-options`);
  expect(await options()).toMatchObject({ status: 403, json: { code: 'PASSWORD_NEEDED' } });
  expect(await confirm(browser, 'not this one')).toMatchObject({ status: 400, json: { code: 'INVALID_PASSWORD' } });
  expect((await options()).status).toBe(403);
  expect((await confirm(browser)).status).toBe(200);
  expect((await options()).status).toBe(200);
  world.clock.advance(6 * 60_000);
  expect((await options()).status).toBe(403);
  expect((await world.browser().get(`${API}/generate-register-options`)).status).toBe(401);
});

test.each([
  ['confirm-password', (password: string) => ({ password })],
  ['change-password', (currentPassword: string) => ({ currentPassword, newPassword: 'brume-34-violon-sel' })],
  ['two-factor/enable', (password: string) => ({ password })],
  ['two-factor/disable', (password: string) => ({ password })],
])('trust 16: wrong passwords at %s are limited, and use up the tries at /confirm-password', async (path, bodyOf) => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const browser = world.browser();
  await signIn(browser);
  const statuses = [];
  for (let i = 0; i < 11; i++)
    statuses.push((await browser.post(`/api/auth/${path}`, bodyOf(`a wrong guess ${i}`))).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
  expect((await confirm(browser)).status).toBe(429);
});

test('a passkey that does not recognise its owner is refused, both when it is added and when it is used', async () => {
  const world = await aWorld();
  const { browser, device } = await withPasskey(world);
  expect(await register(browser, new Authenticator(), { isRecognised: false })).toMatchObject({ status: 400 });
  const phone = world.browser();
  expect((await open(phone, device, { isRecognised: false })).answer).toMatchObject({ status: 400 });
  expect(await callerOf(world, phone)).toMatchObject({ kind: 'visitor' });
});

test('an answer of a passkey is accepted only in the browser that requested it, and only from our own pages', async () => {
  const world = await aWorld();
  const { device } = await withPasskey(world);
  const phone = world.browser();
  const { response } = await open(phone, device);
  const thief = world.browser();
  expect((await thief.post(`${API}/verify-authentication`, { response })).status).toBe(400);
  await thief.get(`${API}/generate-authenticate-options`);
  expect((await thief.post(`${API}/verify-authentication`, { response })).status).toBe(400);
  expect((await open(thief, device, { origin: 'https://flaira.example' })).answer.status).toBe(400);
  expect((await open(thief, new Authenticator())).answer.status).toBe(401);
  expect(await callerOf(world, thief)).toMatchObject({ kind: 'visitor' });
});

test('only the owner of a passkey can name and remove it', async () => {
  const world = await aWorld();
  const { browser, device } = await withPasskey(world);
  await world.patient({ email: 'other@example.org' });
  const [other, phone] = [world.browser(), world.browser()];
  await signIn(other, 'other@example.org');
  await open(phone, device);

  const list = async (of: Browser) =>
    (await of.get(`${API}/list-user-passkeys`)).json as { id: string; name: string }[];
  const [{ id } = { id: '' }] = await list(browser);
  expect(await list(other)).toEqual([]);
  for (const [path, body] of [
    ['update-passkey', { id, name: 'Mine now' }],
    ['delete-passkey', { id }],
  ] as const)
    expect((await other.post(`${API}/${path}`, body)).status).toBeGreaterThanOrEqual(400);

  expect((await browser.post(`${API}/update-passkey`, { id, name: 'x'.repeat(61) })).status).toBe(400);
  expect((await browser.post(`${API}/update-passkey`, { id, name: ' Phone ' })).status).toBe(200);
  expect(await list(browser)).toMatchObject([{ name: 'Phone' }]);
  expect((await browser.post(`${API}/delete-passkey`, { id })).status).toBe(200);
  // The session that was opened with the removed passkey has ended. The session in which the passkey was removed
  // continues.
  expect(await callerOf(world, phone)).toMatchObject({ kind: 'visitor' });
  expect(await callerOf(world, browser)).toMatchObject({ kind: 'user' });
  expect((await open(world.browser(), device)).answer.status).toBe(401);
});

test('staff with an authenticator app can add a passkey and sign in with it alone', async () => {
  const world = await aWorld();
  const { userId } = await world.practitioner({ email: EMAIL, secondFactor: false });
  const [browser, device] = [world.browser(), new Authenticator()];
  await signIn(browser);
  const enabled = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
  await browser.post('/api/auth/two-factor/verify-totp', { code: totpCode(enabled.json.totpURI) });
  expect((await register(browser, device)).status).toBe(200);
  const tablet = world.browser();
  await open(tablet, device);
  expect(await callerOf(world, tablet)).toMatchObject({ userId, role: 'practitioner', secondFactor: true });
});
