import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { anOpenIdProvider, CLIENT, type Identity, type OpenIdProvider } from '../../../../test/an-openid-provider.ts';
import type { Browser } from '../../../../test/browser.ts';
import { totpCode } from '../../../../test/totp.ts';
import { aWorld, PASSWORD, type World } from '../../../../test/world.ts';
import type { Auth } from '../create-auth.ts';
import { handleAuth } from '../handle-auth.ts';
import { DEVICE_HEADER } from '../known-devices.ts';
import { isSameNumber } from './check-claims.ts';

const EMAIL = 'claire@example.org';
const RPPS = '10000000009';
const API = '/api/auth';
const claire: Identity = { sub: 'f:550dc1c8:899700218896', SubjectNameID: `8${RPPS}`, acr: 'eidas1' };
const REFUSED = '/login?mode=signin&by=professional';
const leave = { provider: 'professional', callbackURL: '/login', errorCallbackURL: REFUSED, disableRedirect: true };
const link = { ...leave, callbackURL: '/account/security', errorCallbackURL: '/account/security' };

async function aProfessionalWorld() {
  const provider = await anOpenIdProvider();
  const world = await aWorld({
    openId: {
      name: 'Pro Santé Connect',
      discoveryUrl: provider.discoveryUrl,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      scopes: ['openid', 'scope_all'],
      acr: ['eidas1'],
      registrationClaim: 'SubjectNameID',
    },
  });
  return { provider, world };
}

async function aDoctor(world: World, { email = EMAIL, number = RPPS, verified = true } = {}) {
  const doctor = await world.practitioner({ email, verified });
  const registration = { registration_number: number, registration_body: 'RPPS' };
  await world.db.updateTable('practitioners').set(registration).where('user_id', '=', doctor.userId).execute();
  return doctor;
}

const withPassword = async (browser: Browser, email = EMAIL) => {
  await browser.post(`${API}/sign-in/email`, { email, password: PASSWORD });
  await browser.post(`${API}/confirm-password`, { password: PASSWORD });
};

/** Sends the browser to the provider and back. Returns the page that the browser shows at the end. */
async function through(
  browser: Browser,
  provider: OpenIdProvider,
  { path = '/sign-in/social', body = leave as object, identity = claire, by = browser } = {},
) {
  const away = await browser.post(`${API}${path}`, body);
  if (away.status !== 200) return away.json.code as string;
  const back = await by.get(provider.signIn(away.json.url, identity));
  expect(back.status).toBe(302);
  return back.headers.get('location')?.replace('http://flaira.test', '');
}
const linkTo = (browser: Browser, provider: OpenIdProvider, identity = claire) =>
  through(browser, provider, { path: '/link-social', body: link, identity });

/** Returns a doctor whose account is linked to the provider. */
async function aLinkedDoctor() {
  const { provider, world } = await aProfessionalWorld();
  const doctor = await aDoctor(world);
  const browser = world.browser();
  await withPassword(browser);
  expect(await linkTo(browser, provider)).toBe('/account/security');
  return { provider, world, doctor, browser };
}

const callerOf = (world: World, browser: Browser) => world.accounts.resolveCaller(browser.headers);
const linksIn = (world: World) =>
  world.db.selectFrom('accounts').selectAll().where('provider_id', '=', 'professional').execute();

test('a doctor links the professional identity and signs in with it, which counts as two factors', async () => {
  const { provider, world, doctor } = await aLinkedDoctor();
  expect((await world.mails()).at(-1)?.subject).toBe('Sign-in with your professional identity was added');
  const [kept] = await linksIn(world);
  expect(kept).toMatchObject({
    user_id: doctor.userId,
    access_token: null,
    refresh_token: null,
    id_token: null,
    scope: null,
  });

  const phone = world.browser('198.51.100.9');
  expect(await through(phone, provider)).toBe('/login');
  expect(await callerOf(world, phone)).toMatchObject({ kind: 'user', userId: doctor.userId, secondFactor: true });
  const sessions = await phone.post('/rpc/list_my_sessions');
  expect(sessions.json).toMatchObject([
    { is_current: true, method: 'professional', passed_second_factor: true },
    { method: 'password', passed_second_factor: false },
    { method: null },
  ]);
  const actions = await world.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', doctor.userId)
    .execute();
  expect(actions).toContainEqual({ action: 'professional.linked' });
});

test('administrators see the link as a second factor in the lists of practitioners and people', async () => {
  const { world, doctor } = await aLinkedDoctor();
  const admin = world.browserOf(await world.admin());
  const shown = { has_second_factor: true };
  expect((await admin.post('/rpc/admin_list_practitioners')).json).toMatchObject([
    { user_id: doctor.userId, ...shown },
  ]);
  const { rows } = (await admin.post('/rpc/admin_list_users', { role: 'practitioner' })).json;
  expect(rows).toMatchObject([{ id: doctor.userId, ...shown }]);
});

test('the request to the provider of professional identities has PKCE, state, a nonce and the required factors', async () => {
  const { world } = await aProfessionalWorld();
  const { json } = await world.browser().post(`${API}/sign-in/social`, leave);
  const asked = Object.fromEntries(new URL(json.url).searchParams);
  expect(asked).toMatchObject({
    code_challenge_method: 'S256',
    response_type: 'code',
    acr_values: 'eidas1',
    prompt: 'login',
    max_age: '300',
    scope: 'openid scope_all',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]?.length).toBeGreaterThan(20);
});

test('a professional identity is not matched by email address, and creates no account', async () => {
  const { provider, world } = await aProfessionalWorld();
  const doctor = await aDoctor(world);
  const stranger = world.browser();
  const same = { ...claire, sub: 'somebody-else', email: EMAIL, email_verified: true };
  expect(await through(stranger, provider, { identity: same })).toBe(`${REFUSED}&error=signup_disabled`);
  expect(await callerOf(world, stranger)).toMatchObject({ kind: 'visitor' });
  expect(await linksIn(world)).toEqual([]);
  expect(await world.db.selectFrom('users').select('id').execute()).toEqual([{ id: doctor.userId }]);
});

test('a professional identity of another registration, or without two factors, is neither linked nor admitted', async () => {
  const { provider, world, browser } = await aLinkedDoctor();
  const wrong: [string, Partial<Identity>][] = [
    ['OTHER_REGISTRATION', { SubjectNameID: '810000000017' }],
    ['OTHER_REGISTRATION', { SubjectNameID: undefined }],
    ['ACR_NOT_ENOUGH', { acr: 'password' }],
    // The ID token does not state how the person was authenticated. The userinfo answer states this, but is ignored for
    // this check.
    ['ACR_NOT_ENOUGH', { acr: undefined }],
  ];
  const phone = world.browser();
  for (const [code, change] of wrong)
    expect(await through(phone, provider, { identity: { ...claire, ...change } })).toContain(`error=${code}`);
  expect(await callerOf(world, phone)).toMatchObject({ kind: 'visitor' });
  await world.db.deleteFrom('accounts').where('provider_id', '=', 'professional').execute();
  for (const [code, change] of wrong)
    expect(await linkTo(browser, provider, { ...claire, ...change })).toContain(`error=${code}`);
  expect(await linksIn(world)).toEqual([]);
});

test.each<[string, number | null, string]>([
  ['of this morning', 4 * 3600, 'error=SIGN_IN_TOO_OLD'],
  ['of more than six minutes ago', 361, 'error=SIGN_IN_TOO_OLD'],
  ['of five minutes ago', 300, '/login'],
  ['of the future', -120, 'error=SIGN_IN_TOO_OLD'],
  // The ID token does not state when the person was authenticated. The userinfo answer states this, but is ignored for
  // this check.
  ['of no known time', null, 'error=SIGN_IN_TOO_OLD'],
])(
  'a session at the provider %s opens the account only if it began in the last few minutes',
  async (_when, signedInAgo, answer) => {
    const { provider, world } = await aLinkedDoctor();
    const phone = world.browser();
    provider.lie = { signedInAgo };
    expect(await through(phone, provider)).toContain(answer);
    expect((await callerOf(world, phone)).kind).toBe(answer === '/login' ? 'user' : 'visitor');
  },
);

test('a person with the password of a linked doctor can neither add a factor nor unlink', async () => {
  const { provider, world, doctor } = await aLinkedDoctor();
  const thief = world.browser('198.51.100.9');
  await withPassword(thief);
  const refused = { status: 403, json: { code: 'PASSKEY_NEEDED' } };
  const unlink = () => thief.post('/rpc/unlink_professional_sign_in');
  expect(await thief.get(`${API}/passkey/generate-register-options`)).toMatchObject(refused);
  expect(await thief.post(`${API}/two-factor/enable`, { password: PASSWORD })).toMatchObject(refused);
  expect(await linkTo(thief, provider)).toBe('PASSKEY_NEEDED');
  expect(await unlink()).toMatchObject(refused);
  expect(await linksIn(world)).toHaveLength(1);
  // A doctor whose provider is down can regain access if an administrator revokes the verification.
  const admin = world.browserOf(await world.admin());
  await admin.post('/rpc/admin_verify_practitioner', { user_id: doctor.userId, is_verified: false });
  expect((await thief.get(`${API}/passkey/generate-register-options`)).status).toBe(200);
  expect((await unlink()).status).toBe(200);
});

test('a device header that the client sends is replaced', async () => {
  const seen: unknown[] = [];
  const door = (request: Request) => {
    seen.push(request.headers.get(DEVICE_HEADER));
    return Promise.resolve(Response.json({}));
  };
  const auth = { options: { baseURL: 'http://flaira.test' } } as Auth;
  const headers = { [DEVICE_HEADER]: 'chosen-by-the-client' };
  await handleAuth(auth, new Request(`http://flaira.test${API}/callback/professional`, { headers }), door);
  expect(seen).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
});

test('a suspended doctor, or one whose verification was revoked, cannot sign in with a professional identity', async () => {
  const { provider, world, doctor } = await aLinkedDoctor();
  const set = (row: object) =>
    world.db.updateTable('practitioners').set(row).where('user_id', '=', doctor.userId).execute();
  await set({ verified_at: null });
  expect(await through(world.browser(), provider)).toContain('error=NOT_A_VERIFIED_DOCTOR');
  await set({ verified_at: new Date() });
  await world.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', doctor.userId).execute();
  const phone = world.browser();
  expect(await through(phone, provider)).toContain('error=NOT_A_VERIFIED_DOCTOR');
  expect(await callerOf(world, phone)).toMatchObject({ kind: 'visitor' });
});

test('neither patients nor administrators can be linked to a professional identity', async () => {
  const { provider, world } = await aProfessionalWorld();
  await world.patient({ email: 'patient@example.org' });
  await world.admin({ email: 'admin@example.org' });
  for (const email of ['patient@example.org', 'admin@example.org']) {
    const browser = world.browser();
    await withPassword(browser, email);
    expect(await linkTo(browser, provider)).toContain('error=NOT_A_VERIFIED_DOCTOR');
  }
  expect(await linksIn(world)).toEqual([]);
});

test('a verified nurse can neither link the identity nor sign in with it', async () => {
  const { provider, world, doctor, browser } = await aLinkedDoctor();
  const offer = async (of: Browser) => (await of.post('/rpc/my_professional_sign_in')).json;
  expect(await offer(browser)).toMatchObject({ is_verified: true });
  // The profession of a verified registration cannot change, so the verification is first revoked and later restored.
  for (const row of [{ verified_at: null }, { profession: 'nurse' as const }, { verified_at: new Date() }])
    await world.db.updateTable('practitioners').set(row).where('user_id', '=', doctor.userId).execute();
  expect(await through(world.browser(), provider)).toContain('error=NOT_A_VERIFIED_DOCTOR');
  // The nurse can remove the existing link, but cannot create a new one.
  expect(await offer(browser)).toMatchObject({ linked_at: expect.any(String), is_verified: false });
  await world.db.deleteFrom('accounts').where('provider_id', '=', 'professional').execute();
  expect(await linkTo(browser, provider)).toContain('error=NOT_A_VERIFIED_DOCTOR');
  expect(await linksIn(world)).toEqual([]);
  expect(await offer(browser)).toBeNull();
});

test('a professional identity opens one account, and an account has one professional identity', async () => {
  const { provider, world, browser } = await aLinkedDoctor();
  await through(browser, provider);
  await browser.post(`${API}/confirm-password`, { password: PASSWORD });
  expect(await linkTo(browser, provider, { ...claire, sub: 'another' })).toContain('error=LINKED_ALREADY');
  await aDoctor(world, { email: 'double@example.org', number: '10000000017' });
  const double = world.browser();
  await withPassword(double, 'double@example.org');
  const same = { ...claire, SubjectNameID: '810000000017' };
  expect(await linkTo(double, provider, same)).toContain('error=account_already_linked_to_different_user');
  expect(await linksIn(world)).toHaveLength(1);
});

test('linking requires a recently entered password, and the second factor of anyone who has one', async () => {
  const { provider, world } = await aProfessionalWorld();
  await aDoctor(world);
  const browser = world.browser();
  await browser.post(`${API}/sign-in/email`, { email: EMAIL, password: PASSWORD });
  expect(await linkTo(browser, provider)).toBe('PASSWORD_NEEDED');
  expect(await linkTo(world.browser(), provider)).not.toBe('/account/security');
  const enabled = await browser.post(`${API}/two-factor/enable`, { password: PASSWORD });
  await browser.post(`${API}/two-factor/verify-totp`, { code: totpCode(enabled.json.totpURI) });
  // The session was opened with the password alone. A stranger who knows only the password could open such a session.
  const { userId } = (await callerOf(world, browser)) as { userId: string };
  await world.db
    .updateTable('sessions')
    .set({ second_factor: false, confirmed_at: world.clock.now() })
    .where('user_id', '=', userId)
    .execute();
  expect(await linkTo(browser, provider)).toBe('PASSKEY_NEEDED');
  expect(await linksIn(world)).toEqual([]);
});

test('linking that one person began cannot be completed in the session of another', async () => {
  const { provider, world } = await aProfessionalWorld();
  await aDoctor(world);
  await world.patient({ email: 'patient@example.org' });
  const browser = world.browser();
  await withPassword(browser);
  const { json } = await browser.post(`${API}/link-social`, link);
  await browser.post(`${API}/sign-out`);
  await withPassword(browser, 'patient@example.org');
  expect((await browser.get(provider.signIn(json.url, claire))).headers.get('location')).toContain(
    'error=OTHER_SESSION',
  );
  expect(await linksIn(world)).toEqual([]);
});

test('an answer of the provider is refused in another browser, a second time, and without a state', async () => {
  const { provider, world } = await aLinkedDoctor();
  const victim = world.browser();
  expect(await through(world.browser(), provider, { by: victim })).toContain('error=state_mismatch');
  expect(await callerOf(world, victim)).toMatchObject({ kind: 'visitor' });
  const { json } = await victim.post(`${API}/sign-in/social`, leave);
  const back = provider.signIn(json.url, claire);
  const [before] = [new Map(victim.cookies)];
  expect((await victim.get(back)).headers.get('location')).toMatch(/\/login$/);
  const replay = world.browser();
  for (const [name, value] of before) replay.cookies.set(name, value);
  expect((await replay.get(back)).headers.get('location')).toContain('error=state_mismatch');
  expect((await replay.get(`${API}/callback/professional?code=x`)).headers.get('location')).toContain(
    'error=state_not_found',
  );
  expect(await callerOf(world, replay)).toMatchObject({ kind: 'visitor' });
});

test('tokens of the provider for another browser, another client or another moment are refused', async () => {
  const { provider, world } = await aLinkedDoctor();
  const phone = world.browser();
  const lies: OpenIdProvider['lie'][] = [
    { nonce: 'another' },
    { audience: 'another client' },
    { issuer: 'https://another.example' },
    { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
    { withoutIdToken: true },
    { expired: true },
    { sub: 'another' },
  ];
  for (const lie of lies) {
    provider.lie = lie;
    expect(await through(phone, provider)).toContain('error=unable_to_get_user_info');
  }
  expect(await callerOf(world, phone)).toMatchObject({ kind: 'visitor' });
  provider.lie = {};
  expect(await through(phone, provider)).toBe('/login');
});

test('a page cannot choose scopes, tokens, hints or addresses of the sign-in at the provider', async () => {
  const { world } = await aProfessionalWorld();
  const browser = world.browser();
  for (const more of [
    { idToken: { token: 'x.y.z' } },
    { scopes: ['offline_access'] },
    { requestSignUp: true },
    { additionalParams: { acr_values: 'low' } },
    { additionalData: { link: { userId: 'x', email: 'y' } } },
    { callbackURL: 'https://evil.example/' },
    { callbackURL: '//evil.example' },
    { errorCallbackURL: '/api/auth/sign-out' },
    { provider: 'google' },
  ])
    expect((await browser.post(`${API}/sign-in/social`, { ...leave, ...more })).status).toBeOneOf([400, 403]);
});

test('a provider of identities that did not answer is called again at the next request', async () => {
  const { provider, world } = await aProfessionalWorld();
  provider.mood = 'away';
  const browser = world.browser();
  expect(await browser.post(`${API}/sign-in/social`, leave)).toMatchObject({
    status: 503,
    json: { code: 'PROVIDER_AWAY' },
  });
  expect((await browser.get(`${API}/callback/professional?code=x&state=y`)).headers.get('location')).toContain(
    'error=PROVIDER_AWAY',
  );
  provider.mood = 'works';
  expect((await browser.post(`${API}/sign-in/social`, leave)).status).toBe(200);
});

test('a provider of identities is not used if its discovery document names another issuer', async () => {
  const { provider, world } = await aProfessionalWorld();
  provider.lie = { documentIssuer: 'https://another.example' };
  const browser = world.browser();
  expect((await browser.post(`${API}/sign-in/social`, leave)).json).toMatchObject({ code: 'PROVIDER_AWAY' });
  provider.lie = {};
  expect((await browser.post(`${API}/sign-in/social`, leave)).status).toBe(200);
});

test('if no provider of professional identities is configured, nobody can sign in with one', async () => {
  const world = await aWorld();
  const browser = world.browser();
  expect((await browser.post('/rpc/professional_sign_in')).json).toEqual({ name: null });
  for (const path of ['/sign-in/social', '/link-social'])
    expect((await browser.post(`${API}${path}`, leave)).status).toBe(404);
  expect((await browser.get(`${API}/callback/professional?code=x&state=y`)).status).toBe(404);
  const doctor = world.browserOf(await world.practitioner());
  expect((await doctor.post('/rpc/my_professional_sign_in')).text).toBe('null');
});

test('after the doctor removes the link, other sessions end, and the professional identity opens nothing', async () => {
  const { provider, world, doctor, browser } = await aLinkedDoctor();
  await through(browser, provider);
  const phone = world.browser();
  await through(phone, provider);
  expect((await browser.post('/rpc/my_professional_sign_in')).json).toMatchObject({
    name: 'Pro Santé Connect',
    is_verified: true,
  });
  expect((await browser.post('/rpc/unlink_professional_sign_in')).json).toMatchObject({ linked_at: null });
  expect(await callerOf(world, phone)).toMatchObject({ kind: 'visitor' });
  expect(await callerOf(world, browser)).toMatchObject({ userId: doctor.userId });
  expect((await world.mails()).at(-1)?.subject).toBe('Sign-in with your professional identity was removed');
  expect(await through(phone, provider)).toContain('error=signup_disabled');
  expect((await browser.post('/rpc/unlink_professional_sign_in')).status).toBe(404);
});

test.each([
  ['RPPS', '10000000009', '810000000009', true],
  ['RPPS', '1000 000 0009', '10000000009', true],
  ['RPPS', '10000000009', '010000000009', false],
  ['RPPS', '10000000009', '10000000017', false],
  ['ADELI', '012345678', '0012345678', true],
  ['Ärztekammer', 'A-123', 'a123', true],
  ['Ärztekammer', 'A-123', '8a123', false],
  ['RPPS', '', '', false],
  ['RPPS', '10000000009', 10000000009, false],
])(
  'registration %s %s and the claim %s are the same number: %s',
  (registration_body, registration_number, claim, same) => {
    expect(isSameNumber({ registration_body, registration_number }, claim)).toBe(same);
  },
);
