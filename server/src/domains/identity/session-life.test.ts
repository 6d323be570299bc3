import { expect, onTestFinished, test, vi } from 'vitest';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';

const EMAIL = 'claire@example.org';
const HOUR_MS = 3_600_000;

/**
 * Signs a person in at a fixed moment and lets the browser make a request every `every_h` hours. Returns the number of
 * hours after which the browser is signed out. Returns Infinity if the browser is still signed in after `most_h` hours.
 */
async function hoursOf(world: World, every_h: number, most_h: number): Promise<number> {
  const start = Date.now();
  const browser = world.browser();
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  onTestFinished(() => void vi.useRealTimers());
  expect((await browser.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })).status).toBe(200);
  for (let hours = every_h; hours <= most_h; hours += every_h) {
    vi.setSystemTime(start + hours * HOUR_MS + 1);
    const { kind } = await world.accounts.resolveCaller(browser.headers);
    const { json } = await browser.get('/api/auth/get-session');
    expect(json !== null).toBe(kind === 'user');
    if (kind === 'visitor') return hours;
  }
  return Number.POSITIVE_INFINITY;
}

test('trust 17: a session of staff ends after twelve hours, however much it is used', async () => {
  const world = await aWorld();
  await world.practitioner({ email: EMAIL });
  expect(await hoursOf(world, 1, 14)).toBe(12);
});

test('trust 17: a patient who comes back every day is signed out after thirty days', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  expect(await hoursOf(world, 24, 32 * 24)).toBe(30 * 24);
});

test('a patient who does not return within a week is signed out', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  expect(await hoursOf(world, 169, 400)).toBe(169);
});

test('the database does not extend a session beyond its end', async () => {
  const world = await aWorld();
  const { sessionId } = await world.patient({ email: EMAIL });
  const ends_at = new Date(Date.now() + HOUR_MS);
  await world.db.updateTable('sessions').set({ ends_at }).where('id', '=', sessionId).execute();
  const far = new Date(Date.now() + 100 * HOUR_MS);
  await world.db.updateTable('sessions').set({ expires_at: far }).where('id', '=', sessionId).execute();
  const row = await world.db.selectFrom('sessions').select('expires_at').where('id', '=', sessionId).executeTakeFirst();
  expect(row?.expires_at).toEqual(ends_at);
});
