import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const MINUTE_MS = 60_000;
const noon = Date.parse('2026-11-20T12:00:00Z');
let clock: typeof import('./service-clock.ts');
beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(noon);
  vi.resetModules();
  clock = await import('./service-clock.ts');
});
afterEach(() => void vi.useRealTimers());

/**
 * Answers after some seconds. The response contains the time of the service halfway between the call and the response.
 */
const answer = (ahead_ms: number, seconds = 2) =>
  clock.askOnTime(() => {
    const date = new Date(Date.now() + (seconds * 1000) / 2 + ahead_ms).toUTCString();
    vi.setSystemTime(Date.now() + seconds * 1000);
    return Promise.resolve(new Response('', { headers: { date } }));
  });
const offBy = () => clock.serviceNow() - Date.now();

test.each([
  ['is right', 0, 0],
  ['is a second off', 1000, 0],
  ['is an hour slow', 60 * MINUTE_MS, 60 * MINUTE_MS],
  ['is a day fast', -24 * 60 * MINUTE_MS, -24 * 60 * MINUTE_MS],
])('a device whose clock %s shows the time of the service', async (_how, ahead_ms, corrected_ms) => {
  const heard = vi.fn<() => void>();
  clock.onServiceTime(heard);
  await answer(ahead_ms);
  await answer(ahead_ms);
  expect([offBy(), heard.mock.calls.length]).toEqual([corrected_ms, corrected_ms ? 1 : 0]);
});

test.each([
  ['slow', 3],
  ['fast', -3],
])('two calls at the same time correct a clock that is three days %s only once', async (_how, days) => {
  const ahead_ms = days * 24 * 60 * MINUTE_MS;
  await Promise.all([answer(ahead_ms), answer(ahead_ms)]);
  // Each of the two calls moves the clock of the test by two seconds. The first response is read after both moves.
  expect(Math.abs(offBy() - ahead_ms)).toBeLessThanOrEqual(2000);
});

test('a slow response does not make a right clock wrong', async () => {
  await answer(0, 90);
  expect(offBy()).toBe(0);
});

test('the correction ends when the clock of the device is set right', async () => {
  await answer(60 * MINUTE_MS);
  vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
  await answer(0);
  expect(offBy()).toBe(0);
});

test('a response without a time does not change the correction', async () => {
  await clock.askOnTime(() => Promise.resolve(new Response('')));
  expect(offBy()).toBe(0);
});
