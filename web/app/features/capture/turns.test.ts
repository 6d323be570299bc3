import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FaceCheck, Verdict } from './face-check.ts';
import { createTurns } from './turns.ts';
import { judged } from './use-shot.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const verdict: Verdict = { fault: 'blurred', mark: undefined, width: 1, height: 1 };

/** The detector of a slow phone. Its worker assesses one photo at a time, in 12 seconds each. */
function aSlowCheck(): FaceCheck {
  const inWorker = createTurns();
  const judge = () => inWorker(() => new Promise((resolve) => setTimeout(() => resolve(verdict), 12_000)));
  return { judge } as unknown as FaceCheck;
}

test('three files on a slow phone are all assessed, because the time limit of each begins with its own check', async () => {
  const check = aSlowCheck();
  const inTurn = createTurns();
  const outcomes = Promise.all(
    (['front', 'left', 'right'] as const).map((pose) => inTurn(() => judged(check, new Blob(['x']), pose))),
  );
  await vi.advanceTimersByTimeAsync(36_000);
  expect(await outcomes).toEqual(Array(3).fill({ verdict, isVerified: true }));
});

test('a failed task does not stop the tasks after it', async () => {
  const inTurn = createTurns();
  const failed = inTurn(() => Promise.reject(new Error('no')));
  expect(await inTurn(async () => 'done')).toBe('done');
  await expect(failed).rejects.toThrow('no');
});
