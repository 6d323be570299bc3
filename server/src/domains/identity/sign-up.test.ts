import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { Answer } from '../../../test/browser.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';
import { FLOOR_MS } from './handle-auth.ts';

const CLAIRE = {
  email: 'claire@example.org',
  password: PASSWORD,
  first_name: 'Claire',
  last_name: 'Moreau',
  phone: '+33 612345678',
};
const SIGN_UP = '/api/auth/sign-up/email';
const SIGN_IN = '/api/auth/sign-in/email';
const RESET = '/api/auth/request-password-reset';

const linkIn = (text = ''): string => /https?:\S+/.exec(text)?.[0] ?? '';

/**
 * Returns an answer with its cost: the number of password hashes, the number of database statements, and the elapsed
 * time.
 */
async function costOf(ask: () => Promise<Answer>) {
  const hashing = vi.spyOn(crypto, 'argon2');
  syncBuiltinESMExports();
  const asking = vi.spyOn(pg.Client.prototype, 'query');
  const begun = performance.now();
  const answer = await ask();
  const elapsed_ms = performance.now() - begun;
  const cost = { hashes: hashing.mock.calls.length, statements: asking.mock.calls.length };
  hashing.mockRestore();
  asking.mockRestore();
  syncBuiltinESMExports();
  return { answer, elapsed_ms, ...cost };
}

async function eventsOf(world: World, topic: string) {
  return world.db.selectFrom('outbox').select('payload').where('topic', '=', topic).execute();
}

test('a person signs up, confirms the address and signs in', async () => {
  const world = await aWorld();
  const browser = world.browser();
  const lead_id = crypto.randomUUID();

  const signUp = await browser.post(SIGN_UP, { ...CLAIRE, email: 'Claire@Example.org', language: 'fr', lead_id });
  expect(signUp).toMatchObject({
    status: 200,
    json: { token: null, user: { email: 'claire@example.org', role: 'patient', plan: 'free' } },
  });
  expect(await browser.post(SIGN_IN, CLAIRE)).toMatchObject({ status: 403, json: { code: 'EMAIL_NOT_VERIFIED' } });

  const [mail] = await world.mails();
  expect(mail).toMatchObject({ to: 'claire@example.org', language: 'fr', subject: 'Confirmez votre adresse e-mail' });
  expect(mail?.html).toContain('Bonjour Claire');
  const confirmed = await browser.get(linkIn(mail?.text));
  expect(confirmed.headers.get('location')).toBe('http://flaira.test/fr/login?mode=signin&lock=1');
  expect(await eventsOf(world, 'identity.emailConfirmed')).toMatchObject([{ payload: { lead_id } }]);

  expect((await browser.post(SIGN_IN, CLAIRE)).status).toBe(200);
  const caller = await world.accounts.resolveCaller(browser.headers);
  expect(caller).toMatchObject({ kind: 'user', role: 'patient', secondFactor: false, language: 'fr' });
  expect(await eventsOf(world, 'identity.emailConfirmed')).toHaveLength(1);
});

test('trust 16: sign-up and reset give the same answer in the same time for known and unknown addresses', async () => {
  const world = await aWorld();
  await world.patient({ email: CLAIRE.email });
  const browser = world.browser();
  // The process loads the dictionaries when it judges the first password. This call makes it load them before the costs
  // are measured.
  await browser.post(SIGN_UP, { ...CLAIRE, password: 'weak' });

  const known = await costOf(() => browser.post(SIGN_UP, CLAIRE));
  const unknown = await costOf(() => browser.post(SIGN_UP, { ...CLAIRE, email: 'nobody@example.org' }));
  expect(Object.keys(known.answer.json.user).sort()).toEqual(Object.keys(unknown.answer.json.user).sort());
  expect([known.answer.status, known.answer.json.token]).toEqual([unknown.answer.status, unknown.answer.json.token]);
  // If the machine is very busy, both answers take longer than the minimum time. A more exact comparison is then
  // impossible.
  const tolerance_ms = Math.max(100, Math.max(known.elapsed_ms, unknown.elapsed_ms) / 2);
  expect(Math.abs(known.elapsed_ms - unknown.elapsed_ms)).toBeLessThan(tolerance_ms);

  const reset = await costOf(() => browser.post(RESET, { email: CLAIRE.email }));
  const noReset = await costOf(() => browser.post(RESET, { email: 'no-one@example.org' }));
  expect([reset.answer.status, reset.answer.text]).toEqual([noReset.answer.status, noReset.answer.text]);
  expect(Math.abs(reset.elapsed_ms - noReset.elapsed_ms)).toBeLessThan(100);

  // The service does the slow work for both answers. The answers differ by a few statements, which take much less time
  // than the minimum time of an answer.
  expect([known.hashes, unknown.hashes, reset.hashes, noReset.hashes]).toEqual([1, 1, 0, 0]);
  expect(Math.abs(known.statements - unknown.statements)).toBeLessThanOrEqual(3);
  expect(Math.abs(reset.statements - noReset.statements)).toBeLessThanOrEqual(2);
  for (const { elapsed_ms } of [known, unknown])
    expect(elapsed_ms).toBeGreaterThanOrEqual((FLOOR_MS['/sign-up/email'] ?? 0) - 1);
  for (const { elapsed_ms } of [reset, noReset])
    expect(elapsed_ms).toBeGreaterThanOrEqual((FLOOR_MS['/request-password-reset'] ?? 0) - 1);

  const subjects = (await world.mails()).map(({ to, subject }) => [to, subject]);
  expect(subjects).toEqual([
    [CLAIRE.email, 'You already have an account'],
    ['nobody@example.org', 'Confirm your email address'],
    [CLAIRE.email, 'Choose a new password'],
  ]);
});

test('every place where a password is chosen refuses a weak password and names the reasons', async () => {
  const world = await aWorld();
  const browser = world.browser();
  const reasonsFor = async (password: string) => (await browser.post(SIGN_UP, { ...CLAIRE, password })).json;

  expect(await reasonsFor('abc')).toMatchObject({ code: 'weak_password', reasons: ['too_short', 'guessable'] });
  expect(await reasonsFor('motdepasse')).toMatchObject({ code: 'weak_password', reasons: ['common'] });
  expect(await reasonsFor('clairemoreau')).toMatchObject({ code: 'weak_password', reasons: ['contains_identity'] });
  expect(await reasonsFor('x'.repeat(129))).toMatchObject({ code: 'weak_password', reasons: ['too_long'] });

  await world.patient({ email: 'anna@example.org', first_name: 'Annabelle' });
  await browser.post('/api/auth/request-password-reset', { email: 'anna@example.org' });
  const token = new URL(linkIn((await world.mails()).at(-1)?.text)).searchParams.get('token');
  expect(await browser.post('/api/auth/reset-password', { token, newPassword: 'annabelle1' })).toMatchObject({
    status: 422,
    json: { code: 'weak_password', reasons: ['contains_identity'] },
  });
  expect(await browser.post('/api/auth/reset-password', { token, newPassword: 'brume-34-violon-sel' })).toMatchObject({
    status: 200,
  });
  await browser.post(SIGN_IN, { email: 'anna@example.org', password: 'brume-34-violon-sel' });
  const change = await browser.post('/api/auth/change-password', {
    currentPassword: 'brume-34-violon-sel',
    newPassword: 'azerty123',
  });
  expect(change).toMatchObject({ status: 422, json: { code: 'weak_password' } });
});

test.each([
  { role: 'admin' },
  { plan: 'elite' },
  { is_demo: true },
  { emailVerified: true },
  { two_factor_enabled: true },
])('no sign-up can give itself %o', async (extra) => {
  const world = await aWorld();
  const field = Object.keys(extra)[0] ?? '';
  const answer = await world.browser().post(SIGN_UP, { ...CLAIRE, ...extra });
  expect(answer).toMatchObject({
    status: 400,
    json: { code: 'INVALID_INPUT', fields: { [field]: ['unrecognized_keys'] } },
  });
  expect(await world.mails()).toEqual([]);
});

test('the answer to a sign-up reports all its faults at once', async () => {
  const world = await aWorld();
  const answer = await world
    .browser()
    .post(SIGN_UP, { email: 'no address', password: PASSWORD, phone: '12', lead_id: 'x', language: 'de' });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.json.fields).sort()).toEqual(['email', 'language', 'lead_id', 'phone']);
});

test('an unconfirmed account belongs to the person who signed up with its address last', async () => {
  const world = await aWorld();
  const browser = world.browser();
  await browser.post(SIGN_UP, { ...CLAIRE, password: 'le-mot-de-passe-du-voleur-7' });
  await browser.post(SIGN_UP, CLAIRE);
  await browser.get(linkIn((await world.mails()).at(-1)?.text));

  expect((await browser.post(SIGN_IN, { ...CLAIRE, password: 'le-mot-de-passe-du-voleur-7' })).status).toBe(401);
  expect((await browser.post(SIGN_IN, CLAIRE)).status).toBe(200);
});

test('functions of Better Auth that the product does not use are not available', async () => {
  const world = await aWorld();
  for (const path of [
    '/update-user',
    '/change-email',
    '/delete-user',
    '/list-sessions',
    '/sign-in/social',
    '/two-factor/send-otp',
    '/send-verification-email',
  ]) {
    expect(await world.browser().post(`/api/auth${path}`)).toMatchObject({ status: 404 });
  }
});

test('links in emails lead only to our own pages', async () => {
  const world = await aWorld();
  const browser = world.browser();
  expect((await browser.post(SIGN_UP, { ...CLAIRE, callbackURL: 'https://evil.example/' })).status).toBe(403);
  await browser.post(SIGN_UP, CLAIRE);
  const link = new URL(linkIn((await world.mails())[0]?.text));
  expect(`${link.origin}${link.pathname}`).toBe('http://flaira.test/api/auth/confirm-address');
  link.searchParams.set('callbackURL', 'https://evil.example/');
  expect((await browser.get(link.href)).headers.get('location')).toBe('http://flaira.test/login?mode=signin&lock=1');
});

test('trust 16: two simultaneous sign-ups get the same answers for a known and an unknown address', async () => {
  const world = await aWorld();
  await world.patient({ email: CLAIRE.email });
  const twice = async (email: string) => {
    const browsers = [world.browser(), world.browser()];
    const answers = await Promise.all(browsers.map((browser) => browser.post(SIGN_UP, { ...CLAIRE, email })));
    return answers.map(({ status, json }) => [status, Object.keys(json.user).sort()]);
  };
  const known = await twice(CLAIRE.email);
  expect(known.map(([status]) => status)).toEqual([200, 200]);
  expect(await twice('nobody@example.org')).toEqual(known);
  const accounts = await world.db.selectFrom('users').select('id').where('email', '=', 'nobody@example.org').execute();
  expect(accounts).toHaveLength(1);
});
