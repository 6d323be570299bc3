import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FaceCheck, Verdict } from './face-check.ts';
import { judged, judging_ms } from './use-shot.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const photo = new Blob(['x']);
const judgedBy = (answer: Promise<Verdict | null>) =>
  judged({ judge: () => answer } as unknown as FaceCheck, photo, 'front');

test('a photo for which the detector never answers is accepted as unverified', async () => {
  const outcome = judgedBy(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(judging_ms);
  expect(await outcome).toEqual({ verdict: null, isVerified: false });
});

test('a photo gets the verdict of the detector, and is unverified if the detector fails or is missing', async () => {
  const verdict: Verdict = { fault: 'blurred', mark: undefined, width: 1, height: 1 };
  expect(await judgedBy(Promise.resolve(verdict))).toEqual({ verdict, isVerified: true });
  expect(await judgedBy(Promise.resolve(null))).toEqual({ verdict: null, isVerified: true });
  expect(await judgedBy(Promise.reject(new Error('no memory')))).toEqual({ verdict: null, isVerified: false });
  expect(await judged(null, photo, 'front')).toEqual({ verdict: null, isVerified: false });
  expect(vi.getTimerCount()).toBe(0);
});
