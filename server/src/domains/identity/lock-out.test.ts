import { expect, test, vi } from 'vitest';
import { networkOf } from '#server/platform/limits/network-of.ts';
import type { Browser } from '../../../test/browser.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';

const EMAIL = 'claire@example.org';
const OTHER = 'brume-34-violon-sel';

const signIn = (browser: Browser, password = PASSWORD, email = EMAIL) =>
  browser.post('/api/auth/sign-in/email', { email, password });
const askForReset = (browser: Browser, email = EMAIL) => browser.post('/api/auth/request-password-reset', { email });
const tokenIn = (text = ''): string => /token=([\w-]+)/.exec(text)?.[1] ?? '';

/** Tries a wrong password from a new browser at each of these network addresses. Returns the status of each answer. */
async function guess(world: World, addresses: readonly string[], email = EMAIL): Promise<number[]> {
  const statuses = [];
  for (const address of addresses)
    statuses.push((await signIn(world.browser(address), 'a wrong password', email)).status);
  return statuses;
}

/**
 * Tries wrong passwords from many network addresses, until browsers that the account does not know have no tries left.
 */
async function spendAll(world: World): Promise<void> {
  for (let n = 0; n < 40; n += 10) {
    const tries = many(40).slice(n, n + 10);
    const statuses = await Promise.all(tries.map((address) => guess(world, [address])));
    expect(statuses.flat()).toEqual(Array(10).fill(401));
  }
  expect(await guess(world, ['198.51.100.1'])).toEqual([429]);
}

const many = (count: number): string[] => Array.from({ length: count }, (_, n) => `198.51.${n >> 4}.${n % 16}`);

/** Creates an account. Returns a browser in which the owner of the account has signed in. */
async function anOwner() {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  const known = world.browser('192.0.2.1');
  expect((await signIn(known)).status).toBe(200);
  return { world, known };
}

test('trust 16: after ten wrong passwords a network address is refused, whether the email is known or not', async () => {
  const { world } = await anOwner();
  const refusedAtLast = [...Array(10).fill(401), 429];
  expect(await guess(world, Array(11).fill('203.0.113.8'))).toEqual(refusedAtLast);
  expect(await guess(world, Array(11).fill('203.0.113.9'), 'nobody@example.org')).toEqual(refusedAtLast);
  const refused = await signIn(world.browser('203.0.113.8'), 'a wrong password');
  expect(refused.json).toMatchObject({ code: 'RATE_LIMITED', retry_after_s: expect.any(Number) });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
});

test('trust 16: the wrong passwords of a stranger block neither the known nor a new browser of the owner', async () => {
  const { world, known } = await anOwner();
  expect((await guess(world, Array(11).fill('203.0.113.9'))).at(-1)).toBe(429);
  expect((await signIn(known)).status).toBe(200);
  expect((await signIn(world.browser('192.0.2.77'))).status).toBe(200);
  expect((await signIn(world.browser('203.0.113.9'))).status).toBe(429);
});

test('trust 16: wrong passwords from many addresses block only new browsers, and a reset link unblocks a new one', async () => {
  const { world, known } = await anOwner();
  await spendAll(world);
  expect((await signIn(known)).status).toBe(200);
  const refused = await signIn(world.browser('192.0.2.77'));
  expect(refused.status).toBe(429);
  expect(refused.json.retry_after_s).toBeLessThanOrEqual(15 * 60);

  const phone = world.browser('192.0.2.78');
  await askForReset(phone);
  const token = tokenIn((await world.mails()).at(-1)?.text);
  expect((await phone.post('/api/auth/reset-password', { token, newPassword: OTHER })).status).toBe(200);
  expect((await signIn(phone, OTHER)).status).toBe(200);
});

test('trust 16: a blocked new browser may try again after a quarter of an hour', async () => {
  const { world } = await anOwner();
  await spendAll(world);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 + 1000 });
  try {
    expect((await signIn(world.browser('192.0.2.77'))).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test('trust 16: a known browser has ten wrong passwords of its own, and no more', async () => {
  const { world, known } = await anOwner();
  const statuses = [];
  for (let n = 0; n < 11; n++) statuses.push((await signIn(known, 'a wrong password')).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  expect((await signIn(world.browser('192.0.2.77'))).status).toBe(200);
});

test('trust 16: tries with the right password do not count towards the limits', async () => {
  const { world } = await anOwner();
  const rightOnes = async (addresses: readonly string[]) =>
    (await Promise.all(addresses.map((address) => signIn(world.browser(address))))).map(({ status }) => status);
  for (let n = 0; n < 3; n++) expect(await rightOnes(Array(5).fill('192.0.2.77'))).toEqual(Array(5).fill(200));
  for (let n = 0; n < 45; n += 15) expect(await rightOnes(many(45).slice(n, n + 15))).toEqual(Array(15).fill(200));
});

test('a browser with an invented cookie, or with a cookie that only another account knows, counts as new', async () => {
  const { world } = await anOwner();
  await world.patient({ email: 'thief@example.org' });
  const thief = world.browser('203.0.113.9');
  await signIn(thief, PASSWORD, 'thief@example.org');
  await guess(world, Array(10).fill('203.0.113.9'));
  expect((await signIn(thief)).status).toBe(429);
  thief.cookies.set('flaira_device', 'x'.repeat(43));
  expect((await signIn(thief)).status).toBe(429);
});

test('trust 20: scripts cannot read the cookie of a browser, and with TLS no neighbouring host can set it', async () => {
  const world = await aWorld({ publicUrl: 'https://flaira.test' });
  await world.patient({ email: EMAIL });
  const cookies = (await signIn(world.browser())).headers.getSetCookie();
  expect(cookies.find((line) => line.includes('flaira_device'))).toMatch(
    /^__Host-flaira_device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
  );
  const refused = await signIn(world.browser(), 'a wrong password');
  expect(refused.headers.getSetCookie()).toEqual([]);
});

test('trust 16: many requests for reset links send three emails, and the last link works', async () => {
  const { world } = await anOwner();
  const statuses = [];
  for (const address of many(8)) statuses.push((await askForReset(world.browser(address))).status);
  expect(statuses).toEqual(Array(8).fill(200));
  const links = (await world.mails()).filter(({ subject }) => subject === 'Choose a new password');
  expect(links).toHaveLength(3);
  const token = tokenIn(links.at(-1)?.text);
  expect((await world.browser().post('/api/auth/reset-password', { token, newPassword: OTHER })).status).toBe(200);
});

test('trust 16: a network address that requests too many reset links is refused, even if each is for another account', async () => {
  const world = await aWorld();
  const one = world.browser('203.0.113.9');
  const statuses = [];
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (let n = 0; n < 11; n++) {
      statuses.push((await askForReset(one, `somebody-${n}@example.org`)).status);
      // The clock moves on between the requests, so that they stay below the limits that stop floods.
      vi.setSystemTime(Date.now() + 61_000);
    }
  } finally {
    vi.useRealTimers();
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1'],
  ['2001:db8::1:2:3:4', '2001:db8:0:0'],
  ['2001:0DB8:0000:0001::', '2001:db8:0:1'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('the network address %s belongs to the network %s', (address, network) => expect(networkOf(address)).toBe(network));
