import { expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { Authenticator } from '../../../test/passkey.ts';
import { totpCode } from '../../../test/totp.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';

const EMAIL = 'claire@example.org';
const ceremony = { origin: 'http://flaira.test' };
const API = '/api/auth';

const signIn = (browser: Browser) => browser.post(`${API}/sign-in/email`, { email: EMAIL, password: PASSWORD });
const hasSecondFactor = async (world: World, browser: Browser) => {
  const caller = await world.accounts.resolveCaller(browser.headers);
  return caller.kind === 'user' && caller.secondFactor;
};

async function addPasskey(browser: Browser, device: Authenticator) {
  await browser.post(`${API}/confirm-password`, { password: PASSWORD });
  const options = await browser.get(`${API}/passkey/generate-register-options`);
  if (options.status !== 200) return options;
  const response = device.register(options.json, ceremony);
  return browser.post(`${API}/passkey/verify-registration`, { response });
}

async function openWith(browser: Browser, device: Authenticator) {
  const { json } = await browser.get(`${API}/passkey/generate-authenticate-options`);
  return browser.post(`${API}/passkey/verify-authentication`, { response: device.signIn(json, ceremony) });
}

test('trust 16: a stranger with the password of a doctor who has a passkey cannot add a second factor', async () => {
  const world = await aWorld();
  await world.practitioner({ email: EMAIL, secondFactor: false });
  const [owner, device] = [world.browser(), new Authenticator()];
  await signIn(owner);
  expect((await addPasskey(owner, device)).status).toBe(200);

  const [thief, stolen] = [world.browser('198.51.100.9'), new Authenticator()];
  await signIn(thief);
  expect(await hasSecondFactor(world, thief)).toBe(false);
  const enabled = await thief.post(`${API}/two-factor/enable`, { password: PASSWORD });
  if (enabled.status === 200)
    await thief.post(`${API}/two-factor/verify-totp`, { code: totpCode(enabled.json.totpURI) });
  expect(await hasSecondFactor(world, thief)).toBe(false);
  await addPasskey(thief, stolen);
  await openWith(thief, stolen);
  expect(await hasSecondFactor(world, thief)).toBe(false);
});

test('a person with only the password or the mailbox can neither add a factor nor remove the passkey', async () => {
  const world = await aWorld();
  await world.practitioner({ email: EMAIL, secondFactor: false });
  const [owner, thief, device] = [world.browser(), world.browser('198.51.100.9'), new Authenticator()];
  await signIn(thief);
  const begun = await thief.post(`${API}/two-factor/enable`, { password: PASSWORD });
  await signIn(owner);
  await addPasskey(owner, device);
  const refused = { status: 403, json: { code: 'PASSKEY_NEEDED' } };
  const code = totpCode(begun.json.totpURI);
  expect(await thief.post(`${API}/two-factor/verify-totp`, { code })).toMatchObject(refused);
  const [key] = (await thief.get(`${API}/passkey/list-user-passkeys`)).json as { id: string }[];
  expect(await thief.post(`${API}/passkey/delete-passkey`, { id: key?.id })).toMatchObject(refused);

  await thief.post(`${API}/request-password-reset`, { email: EMAIL });
  const text = (await world.mails()).map((mail) => mail.text).join();
  const newPassword = 'brume-34-violon-sel';
  const body = { token: /reset-password\?token=([\w-]+)/.exec(text)?.[1], newPassword };
  expect((await thief.post(`${API}/reset-password`, body)).status).toBe(200);
  await thief.post(`${API}/sign-in/email`, { email: EMAIL, password: newPassword });
  expect(await thief.post(`${API}/two-factor/enable`, { password: newPassword })).toMatchObject(refused);
  expect(await hasSecondFactor(world, thief)).toBe(false);
});

test('the owner of a passkey changes second factors with it, and starts again after a revoked verification', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner({ email: EMAIL, secondFactor: false });
  const [browser, device] = [world.browser(), new Authenticator()];
  await signIn(browser);
  await addPasskey(browser, device);
  await openWith(browser, device);
  expect((await addPasskey(browser, new Authenticator())).status).toBe(200);
  expect((await browser.post(`${API}/two-factor/enable`, { password: PASSWORD })).status).toBe(200);

  const other = world.browser();
  await signIn(other);
  expect((await other.post(`${API}/two-factor/enable`, { password: PASSWORD })).status).toBe(403);
  const admin = world.browserOf(await world.admin());
  await admin.post('/rpc/admin_verify_practitioner', { user_id: doctor.userId, is_verified: false });
  expect((await other.post(`${API}/two-factor/enable`, { password: PASSWORD })).status).toBe(200);
});

test('trust 16: a stranger at a signed-in browser cannot guess the code that confirms a signature', async () => {
  const world = await aWorld();
  await world.practitioner({ email: EMAIL, secondFactor: false });
  const browser = world.browser();
  await signIn(browser);
  const { json } = await browser.post(`${API}/two-factor/enable`, { password: PASSWORD });
  const verify = (code: string) => browser.post(`${API}/two-factor/verify-totp`, { code });
  const wrong = '000000' === totpCode(json.totpURI) ? '000001' : '000000';
  expect((await verify(wrong)).status).toBe(401);
  expect((await verify(totpCode(json.totpURI))).status).toBe(200);
  const statuses = [];
  for (let guess = 0; guess < 11; guess++) statuses.push((await verify('not one')).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('a patient with a passkey can add an authenticator app with the password alone', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const browser = world.browser();
  await signIn(browser);
  await addPasskey(browser, new Authenticator());
  expect((await browser.post(`${API}/two-factor/enable`, { password: PASSWORD })).status).toBe(200);
});
