import { expect, test } from 'vitest';
import type { Browser } from '../../../../test/browser.ts';
import { aWorld, PASSWORD, type World } from '../../../../test/world.ts';

const OLD = 'claire@example.org';
const NEW = 'claire.moreau@example.org';

/** Returns the browser of a person who has just entered the password and requested a change to a new address. */
async function asking(world: World, email = NEW): Promise<Browser> {
  const browser = world.browserOf(await world.patient({ email: OLD }));
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  expect((await browser.post('/rpc/request_email_change', { email })).status).toBe(200);
  return browser;
}

const tokenIn = (text = ''): string => /token=([\w-]+)/.exec(text)?.[1] ?? '';
const whoIs = async (browser: Browser) => (await browser.post('/rpc/who_am_i')).json.user;
const letters = async (world: World) => (await world.mails()).map(({ to, subject }) => [to, subject]);

test('trust 17: a change of address is confirmed and announced at both addresses, and signs every browser out', async () => {
  const world = await aWorld();
  const browser = await asking(world);
  const links = await world.mails();
  expect(links.map(({ to }) => to)).toEqual([OLD, NEW]);
  const confirm = (text = '') => world.browser().post('/rpc/confirm_email_change', { token: tokenIn(text) });
  expect((await confirm(links[0]?.text)).json).toEqual({ state: 'waiting' });
  expect((await whoIs(browser)).email).toBe(OLD);
  expect((await confirm(links[1]?.text)).json).toEqual({ state: 'changed' });

  expect(await whoIs(browser)).toBeNull();
  expect(world.told.map(({ event }) => event)).toContainEqual({ kind: 'session.ended' });
  expect((await letters(world)).slice(2)).toEqual([
    [OLD, 'Your email address was changed'],
    [NEW, 'Your email address was changed'],
  ]);
  const signIn = (email: string) => world.browser().post('/api/auth/sign-in/email', { email, password: PASSWORD });
  expect([(await signIn(OLD)).status, (await signIn(NEW)).status]).toEqual([401, 200]);
  expect((await confirm(links[1]?.text)).status).toBe(404);
});

test('simultaneous requests leave one change of address, and none fails', async () => {
  const world = await aWorld();
  const browser = world.browserOf(await world.patient({ email: OLD }));
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  const ask = () => browser.post('/rpc/request_email_change', { email: NEW });
  expect((await Promise.all([ask(), ask(), ask()])).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await world.db.selectFrom('email_changes').select('new_email').execute()).toEqual([{ new_email: NEW }]);
});

test('a change of address that is not confirmed is deleted after a day', async () => {
  const world = await aWorld();
  await asking(world);
  const kept = async () => {
    await world.jobs.runNow('identity.forgetExpired', {});
    return world.db.selectFrom('email_changes').select('new_email').execute();
  };
  expect(await kept()).toEqual([{ new_email: NEW }]);
  world.clock.advance(86_400_001);
  expect(await kept()).toEqual([]);
});

test('requesting a new address requires a recently entered password', async () => {
  const world = await aWorld();
  const browser = world.browserOf(await world.patient({ email: OLD }));
  expect(await browser.post('/rpc/request_email_change', { email: NEW })).toMatchObject({
    status: 403,
    json: { code: 'PASSWORD_NEEDED' },
  });
  expect(await world.mails()).toEqual([]);
});

test('trust 16: a change to the address of another account gets the usual answer, but does not happen', async () => {
  const world = await aWorld();
  await world.patient({ email: NEW });
  await asking(world);
  expect((await letters(world)).sort()).toEqual([
    [NEW, 'You already have an account'],
    [OLD, 'Do you want to change your email address?'],
  ]);
  const own = (await world.mails()).find(({ to }) => to === OLD);
  const opened = await world.browser().post('/rpc/confirm_email_change', { token: tokenIn(own?.text) });
  expect(opened.json).toEqual({ state: 'waiting' });
});

test.each(['before', 'after'])(
  'a sign-up with the new address %s the request does not block it if it was never confirmed',
  async (when) => {
    const world = await aWorld();
    const stranger = { first_name: 'Eve', last_name: 'Moreau', email: NEW, password: PASSWORD, language: 'en' };
    const signUp = () => world.browser().post('/api/auth/sign-up/email', stranger);
    if (when === 'before') await signUp();
    const browser = await asking(world);
    const links = (await world.mails()).filter(({ text }) => text.includes('/confirm-email?'));
    expect(links.map(({ to }) => to)).toEqual([OLD, NEW]);
    if (when === 'after') await signUp();
    const [own, other] = links.map(({ text }) => tokenIn(text));
    const confirm = (token = '') => world.browser().post('/rpc/confirm_email_change', { token });
    expect((await confirm(own)).json).toEqual({ state: 'waiting' });
    expect((await confirm(other)).json).toEqual({ state: 'changed' });
    expect(await whoIs(browser)).toBeNull();
    const holders = await world.db.selectFrom('users').select('first_name').where('email', '=', NEW).execute();
    expect(holders.map(({ first_name }) => first_name)).toEqual(['Claire']);
  },
);
