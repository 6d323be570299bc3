import { expect, test } from 'vitest';
import { isDue, prolong } from './prolong-session.ts';

const signedIn = { status: 200, isSignedIn: true };
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

test('any other response ends the session', async () => {
  expect(await prolong(answering({ status: 200, isSignedIn: false }))).toBe('ended');
  expect(await prolong(answering({ status: 401, isSignedIn: false }))).toBe('ended');
  expect(await prolong(answering({ status: 500, isSignedIn: false }))).toBe('ended');
});

test('a session is extended at most once an hour', () => {
  const now = Date.UTC(2026, 0, 1);
  expect(isDue(0, now)).toBe(true);
  expect(isDue(now - 3_599_999, now)).toBe(false);
  expect(isDue(now - 3_600_000, now)).toBe(true);
  expect(isDue(now + 60_000, now)).toBe(true);
});

test('a refusal for too many calls does not end the session', async () => {
  const parts = answering({ status: 429, isSignedIn: false });
  expect(await prolong(parts)).toBe('unanswered');
  expect(parts.pauses).toEqual([]);
});
