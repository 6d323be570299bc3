import { expect, test } from 'vitest';
import { prolongOnce } from './use-prolonged-session.ts';

const hour_ms = 3_600_000;
const signedIn = { status: 200, isSignedIn: true };
const away = { status: 503, isSignedIn: false };

/**
 * Mocks a browser whose tabs share a lock and a store. The service returns these answers one after the other, and then
 * repeats the last one.
 */
function aBrowser(...answers: { status: number; isSignedIn: boolean }[]) {
  let now_ms = Date.UTC(2026, 0, 1);
  let kept_ms = 0;
  let turn = Promise.resolve();
  const seen = { asked: 0, atOnce: 0, mostAtOnce: 0 };
  const parts = {
    now: () => now_ms,
    lastTime: async () => kept_ms,
    keepTime: async (time_ms: number) => void (kept_ms = time_ms),
    inTurn: (work: () => Promise<void>) => (turn = turn.then(work)),
    async ask() {
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++seen.atOnce);
      await Promise.resolve();
      seen.atOnce--;
      return answers[Math.min(seen.asked++, answers.length - 1)]!;
    },
    pause: () => Promise.resolve(),
  };
  const tabs = (count: number) => Promise.all(Array.from({ length: count }, () => prolongOnce(parts)));
  return { seen, tabs, wait: (ms: number) => void (now_ms += ms) };
}

test('ten tabs send only one request', async () => {
  const { tabs, seen } = aBrowser(signedIn);
  const outcomes = await tabs(10);
  expect(outcomes.filter((outcome) => outcome === 'prolonged')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(9);
  expect(seen.asked).toBe(1);
});

test('after an hour the tabs again send only one request', async () => {
  const { tabs, seen, wait } = aBrowser(signedIn);
  await tabs(10);
  wait(hour_ms);
  await tabs(10);
  expect(seen.asked).toBe(2);
});

test('after two failures the session is extended, and meanwhile the other tabs wait and send no request', async () => {
  const { tabs, seen } = aBrowser(away, away, signedIn);
  expect(await tabs(10)).toContain('prolonged');
  expect(seen).toMatchObject({ asked: 3, mostAtOnce: 1 });
});

test('if the service does not respond, only one tab tries, and one tab tries again a minute later', async () => {
  const { tabs, seen, wait } = aBrowser(away, away, away, away, away, away, signedIn);
  const outcomes = await tabs(10);
  expect(outcomes.filter((outcome) => outcome === 'unanswered')).toHaveLength(1);
  expect(seen.asked).toBe(6);
  wait(59_000);
  expect(await tabs(10)).not.toContain('prolonged');
  wait(1_000);
  expect(await tabs(10)).toContain('prolonged');
});

test('the tab that sent the request learns that the session has ended, and informs the other tabs', async () => {
  const { tabs } = aBrowser({ status: 200, isSignedIn: false });
  expect(await tabs(1)).toEqual(['ended']);
});
