import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';

const EMAIL = 'claire@example.org';
const THEIRS = 'le-mot-de-passe-du-voleur-7';
const CONFIRM = '/api/auth/confirm-address';
const SIGN_IN_PAGE = 'http://flaira.test/login?mode=signin&lock=1';

const signUp = (browser: Browser, password = PASSWORD) =>
  browser.post('/api/auth/sign-up/email', { email: EMAIL, password, first_name: 'Claire', last_name: 'Moreau' });
const signIn = (browser: Browser, password = PASSWORD) =>
  browser.post('/api/auth/sign-in/email', { email: EMAIL, password });
const open = async (browser: Browser, link: string) => (await browser.get(link)).headers.get('location');
const tokenIn = (link = ''): string => new URL(link).searchParams.get('token') ?? '';

/** Returns the links from the sent emails, oldest first. */
async function linksOf(world: World): Promise<string[]> {
  const mails = (await world.mails()).filter(({ subject }) => subject === 'Confirm your email address');
  return mails.map(({ text }) => /https?:\S+/.exec(text)?.[0] ?? '');
}

const isConfirmed = async ({ db }: World): Promise<boolean | undefined> =>
  (await db.selectFrom('users').select('email_verified').where('email', '=', EMAIL).executeTakeFirst())?.email_verified;

test('trust 31: the emailed link of an earlier sign-up does not confirm a later sign-up with the same address', async () => {
  const world = await aWorld();
  const [owner, thief] = [world.browser(), world.browser('203.0.113.9')];
  await signUp(owner);
  await signUp(thief, THEIRS);
  const [first = ''] = await linksOf(world);
  expect(await open(owner, first)).toBe(`${SIGN_IN_PAGE}&error=INVALID_TOKEN`);
  expect(await isConfirmed(world)).toBe(false);
  expect((await signIn(thief, THEIRS)).status).toBe(403);
});

test('trust 31: the emailed link of a later sign-up does not confirm an earlier sign-up', async () => {
  const world = await aWorld();
  const [owner, thief] = [world.browser(), world.browser('203.0.113.9')];
  await signUp(thief, THEIRS);
  await signUp(owner);
  const [, second = ''] = await linksOf(world);
  expect(await open(owner, second)).toBe(SIGN_IN_PAGE);
  expect((await signIn(thief, THEIRS)).status).toBe(401);
  expect((await signIn(owner)).status).toBe(200);
});

test('trust 31: in a browser that did not sign up, the link asks for the password', async () => {
  const world = await aWorld();
  const [owner, thief] = [world.browser(), world.browser('203.0.113.9')];
  await signUp(thief, THEIRS);
  const [link = ''] = await linksOf(world);
  const token = tokenIn(link);
  expect(await open(owner, link)).toBe(`http://flaira.test/confirm-account?token=${token}`);
  expect(await isConfirmed(world)).toBe(false);
  expect(await owner.post(CONFIRM, { token, password: PASSWORD })).toMatchObject({
    status: 400,
    json: { code: 'INVALID_PASSWORD' },
  });
  expect(await isConfirmed(world)).toBe(false);

  expect((await owner.post(CONFIRM, { token, password: THEIRS })).status).toBe(200);
  expect(await isConfirmed(world)).toBe(true);
});

test('trust 31: after a try to sign in with the right password, a new link asks that browser for no password', async () => {
  const world = await aWorld();
  const [laptop, phone, other] = [world.browser(), world.browser(), world.browser()];
  await signUp(laptop);
  expect((await signIn(phone)).status).toBe(403);
  const [, second = ''] = await linksOf(world);
  expect(await open(other, second)).toContain('/confirm-account?token=');
  expect(await open(laptop, second)).toContain('/confirm-account?token=');
  expect(await open(phone, second)).toBe(SIGN_IN_PAGE);
  expect(await isConfirmed(world)).toBe(true);
});

test('trust 31: the confirmation deletes passkeys, second factors and sessions that existed before', async () => {
  const world = await aWorld();
  const browser = world.browser();
  await signUp(browser);
  const { id } = await world.db.selectFrom('users').select('id').where('email', '=', EMAIL).executeTakeFirstOrThrow();
  const key = { user_id: id, credential_id: 'theirs', public_key: 'x', counter: 0, device_type: 'x', backed_up: false };
  await world.db
    .insertInto('passkeys')
    .values({ id: randomUUID(), ...key })
    .execute();
  const factor = { user_id: id, secret: 'x', backup_codes: 'x', verified: true };
  await world.db
    .insertInto('two_factors')
    .values({ id: randomUUID(), ...factor })
    .execute();
  await world.db.updateTable('users').set({ two_factor_enabled: true }).where('id', '=', id).execute();
  const session = { user_id: id, token: 'theirs', expires_at: new Date(Date.now() + 3_600_000) };
  await world.db
    .insertInto('sessions')
    .values({ id: randomUUID(), ...session })
    .execute();

  await open(browser, (await linksOf(world))[0] ?? '');
  for (const table of ['passkeys', 'two_factors', 'sessions'] as const)
    expect(await world.db.selectFrom(table).select('id').execute()).toEqual([]);
  expect((await signIn(browser)).json).toMatchObject({ user: { email: EMAIL, twoFactorEnabled: false } });
});

test('a link that is opened again leads to the sign-in form and deletes nothing', async () => {
  const world = await aWorld();
  const browser = world.browser();
  await signUp(browser);
  const [link = ''] = await linksOf(world);
  await open(browser, link);
  await signIn(browser);
  expect(await open(browser, link)).toBe(SIGN_IN_PAGE);
  expect(await open(world.browser(), link)).toBe(SIGN_IN_PAGE);
  expect(await world.accounts.resolveCaller(browser.headers)).toMatchObject({ kind: 'user' });
});

test('the link is valid for three days', async () => {
  const world = await aWorld();
  const browser = world.browser();
  await signUp(browser);
  const [link = ''] = await linksOf(world);
  world.clock.advance(3 * 86_400_000 + 1);
  expect(await open(browser, link)).toBe(`${SIGN_IN_PAGE}&error=INVALID_TOKEN`);
  expect(await browser.post(CONFIRM, { token: tokenIn(link), password: PASSWORD })).toMatchObject({
    status: 400,
    json: { code: 'INVALID_TOKEN' },
  });
});

test('trust 16: nobody can guess the password through the link', async () => {
  const world = await aWorld();
  await signUp(world.browser());
  const token = tokenIn((await linksOf(world))[0]);
  const statuses = [];
  for (let n = 0; n < 11; n++)
    statuses.push((await world.browser(`203.0.113.${n}`).post(CONFIRM, { token, password: `guess-${n}` })).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
});

test('trust 16: the cookie of a sign-up does not show whether the address has an account', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const known = await signUp(world.browser());
  await world.db.deleteFrom('users').execute();
  const unknown = await signUp(world.browser());
  const shape = (lines: string[]) => lines.map((line) => line.replace(/=[\w-]{43};/, '=…;'));
  expect(shape(known.headers.getSetCookie())).toEqual(shape(unknown.headers.getSetCookie()));
  expect(shape(known.headers.getSetCookie())).toHaveLength(1);
});
