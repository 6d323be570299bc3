import { expect, test } from 'vitest';
import { isDue, prolong, prolongOnce } from './use-prolonged-session.ts';

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

test('ten tabs send only one request to extend the session', async () => {
  const { tabs, seen } = aBrowser(signedIn);
  const outcomes = await tabs(10);
  expect(outcomes.filter((outcome) => outcome === 'prolonged')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(9);
  expect(seen.asked).toBe(1);
});

test('after an hour the ten tabs again send only one request to extend the session', async () => {
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

test('if the service does not respond, only one tab tries to extend the session, and one tries again a minute later', async () => {
  const { tabs, seen, wait } = aBrowser(away, away, away, away, away, away, signedIn);
  const outcomes = await tabs(10);
  expect(outcomes.filter((outcome) => outcome === 'unanswered')).toHaveLength(1);
  expect(seen.asked).toBe(6);
  wait(59_000);
  expect(await tabs(10)).not.toContain('prolonged');
  wait(1_000);
  expect(await tabs(10)).toContain('prolonged');
});

test('the tab that sent the request learns that the session has ended', async () => {
  const { tabs } = aBrowser({ status: 200, isSignedIn: false });
  expect(await tabs(1)).toEqual(['ended']);
});

const lost = new TypeError('Failed to fetch');

/** Mocks a service that returns these answers one after the other. Records the pauses between the calls. */
function answering(...answers: ({ status: number; isSignedIn: boolean } | Error)[]) {
  const pauses: number[] = [];
  return {
    pauses,
    async ask() {
      const answer = answers.shift() ?? lost;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async pause(ms: number) {
      pauses.push(ms);
    },
  };
}

test('the first successful answer extends the session', async () => {
  const parts = answering(signedIn);
  expect(await prolong(parts)).toBe('prolonged');
  expect(parts.pauses).toEqual([]);
});

test('after a lost connection or a gateway error it tries again, and each pause is twice as long', async () => {
  const parts = answering(lost, ...[502, 503, 504].map((status) => ({ status, isSignedIn: false })), signedIn);
  expect(await prolong(parts)).toBe('prolonged');
  expect(parts.pauses).toEqual([200, 400, 800, 1600]);
});

test('if the service does not respond, nobody is signed out', async () => {
  const parts = answering();
  expect(await prolong(parts)).toBe('unanswered');
  expect(parts.pauses).toHaveLength(5);
});

test('any other response to the request ends the session', async () => {
  expect(await prolong(answering({ status: 200, isSignedIn: false }))).toBe('ended');
  expect(await prolong(answering({ status: 401, isSignedIn: false }))).toBe('ended');
});

test('a session is extended at most once an hour', () => {
  const now = Date.UTC(2026, 0, 1);
  expect(isDue(0, now)).toBe(true);
  expect(isDue(now - 3_599_999, now)).toBe(false);
  expect(isDue(now - 3_600_000, now)).toBe(true);
  expect(isDue(now + 60_000, now)).toBe(true);
});

test.each([
  ['a refusal for too many calls', 429],
  ['a fault of the service, for example while the database is away,', 500],
])('%s does not end the session', async (_, status) => {
  const parts = answering({ status, isSignedIn: false });
  expect(await prolong(parts)).toBe('unanswered');
  expect(parts.pauses).toEqual([]);
});
