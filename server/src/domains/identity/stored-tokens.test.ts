import { expect, test } from 'vitest';
import { aRelay } from '../../../test/a-relay.ts';
import { tablesWith } from '../../../test/tables-with.ts';
import { totpCode } from '../../../test/totp.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';

const EMAIL = 'claire@example.org';
const NEW_EMAIL = 'claire.moreau@example.org';
const SIGN_UP = { email: EMAIL, password: PASSWORD, first_name: 'Claire', last_name: 'Moreau' };

/**
 * Returns a service that really sends its emails. Also returns a function that reads the token from the link in the
 * newest email.
 */
async function aMailingWorld() {
  const relay = await aRelay();
  const world = await aWorld({ smtpUrl: relay.url });
  const newestToken = async (): Promise<string> => {
    await world.outbox.drain();
    const token = /token=([\w-]+)/.exec(relay.received.at(-1)?.text ?? '')?.[1] ?? '';
    expect(token.length).toBeGreaterThanOrEqual(24);
    return token;
  };
  return { world, newestToken };
}

const signIn = (world: World, browser = world.browser()) =>
  browser.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });

test('trust 31: no table has the token of the link that confirms an address', async () => {
  const { world, newestToken } = await aMailingWorld();
  const browser = world.browser();
  await browser.post('/api/auth/sign-up/email', SIGN_UP);
  const token = await newestToken();
  expect(await tablesWith(world, [token])).toEqual([]);
  expect((await browser.get(`/api/auth/confirm-address?token=${token}`)).status).toBe(302);
  expect((await signIn(world, browser)).status).toBe(200);
});

test('trust 31: no table has the token of a reset link, and the stored identifiers do not work as tokens', async () => {
  const { world, newestToken } = await aMailingWorld();
  await world.patient({ email: EMAIL });
  await world.browser().post('/api/auth/request-password-reset', { email: EMAIL });
  const token = await newestToken();
  expect(await tablesWith(world, [token])).toEqual([]);

  const choose = (token: string) =>
    world.browser().post('/api/auth/reset-password', { token, newPassword: 'brume-34-violon-sel' });
  const stored = await world.db.selectFrom('verifications').select('identifier').execute();
  for (const { identifier } of stored) expect((await choose(identifier)).status).toBe(400);
  expect((await choose(token)).status).toBe(200);
});

test('trust 31: no table has the token of a link that changes an address', async () => {
  const { world, newestToken } = await aMailingWorld();
  const browser = world.browserOf(await world.patient({ email: EMAIL }));
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  expect((await browser.post('/rpc/request_email_change', { email: NEW_EMAIL })).status).toBe(200);
  const token = await newestToken();
  expect(await tablesWith(world, [token])).toEqual([]);
  expect((await browser.post('/rpc/confirm_email_change', { token })).json).toEqual({ state: 'waiting' });
});

test('trust 31: no table has the secret of an unfinished sign-in, the cookie of a browser, or a recovery code', async () => {
  const world = await aWorld();
  await world.practitioner({ email: EMAIL });
  const browser = world.browser();
  await signIn(world, browser);
  const { json } = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
  await browser.post('/api/auth/two-factor/verify-totp', { code: totpCode(json.totpURI) });

  const next = world.browser();
  expect((await signIn(world, next)).json).toMatchObject({ twoFactorRedirect: true });
  await next.get('/api/auth/passkey/generate-authenticate-options');
  const secrets = [...next.cookies, ...browser.cookies].flatMap(([name, value]) =>
    // A session token gives no access without its signature (docs/security.md).
    name === 'flaira.session_token' ? [] : [decodeURIComponent(value).split('.')[0] ?? ''],
  );
  expect(secrets.length).toBeGreaterThanOrEqual(3);
  for (const secret of secrets) expect(await tablesWith(world, [secret])).toEqual([]);
  expect(await tablesWith(world, json.backupCodes)).toEqual([]);
});
