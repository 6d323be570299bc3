import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FaceCheck, FrameReport } from './face-check.ts';
import { PatientEyes, type Seen } from './patient-eyes.ts';

const report: FrameReport = { guidance: 'perfect', still: null, mayShoot: true };
const video = {} as HTMLVideoElement;
const refused = () => Promise.reject(new DOMException('The ImageBitmap could not be allocated', 'InvalidStateError'));
const picture = { width: 640, height: 480, data: new Uint8ClampedArray(0) };
const named = (name: string) => Object.assign(new Error('secret'), { name });

let said: string[];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void said.push(line));
});
afterEach(() => void vi.useRealTimers());

/** Calls `look` for `count` frames in a row and returns the results. */
async function looks(eyes: PatientEyes, check: Partial<FaceCheck>, count: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let look = 0; look < count; look++) seen.push(await eyes.look(check as FaceCheck, video, 'front', () => false));
  return seen;
}

test('single failed frames are skipped, and the method of reading frames stays the same', async () => {
  let frame = 0;
  const ways: string[] = [];
  const eyes = new PatientEyes((_, way) => {
    ways.push(way);
    return frame++ % 3 === 0 ? Promise.resolve(picture) : refused();
  });
  const seen = await looks(eyes, { look: () => Promise.resolve(report) }, 9);
  expect(seen).toEqual([report, 'again', 'again', report, 'again', 'again', report, 'again', 'again']);
  expect(new Set(ways)).toEqual(new Set(['bitmap']));
  expect(said).toEqual([]);
});

test('if ImageBitmap and VideoFrame fail, the canvas is used, and the log names each method that is tried next', async () => {
  const eyes = new PatientEyes((_, way) => (way === 'canvas' ? Promise.resolve(picture) : refused()));
  const seen = await looks(eyes, { look: () => Promise.resolve(report) }, 8);
  expect(seen.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 'again'));
  expect(seen.slice(6)).toEqual([report, report]);
  expect(said).toEqual([
    'Guided capture goes on by video_frame: InvalidStateError',
    'Guided capture goes on by canvas: InvalidStateError',
  ]);
});

test('a detector that has ended is restarted, then restarted with smaller frames, then no longer used', async () => {
  const widths: number[] = [];
  const eyes = new PatientEyes((_, __, width_px) => {
    widths.push(width_px);
    return Promise.resolve(picture);
  });
  const ended = { look: () => Promise.reject(named('WorkerEndedError')) };
  expect(await looks(eyes, ended, 3)).toEqual(['restart', 'restart', 'end']);
  expect(widths).toEqual([640, 640, 320]);
  expect(said.join()).not.toContain('secret');
});

test('a detector that does not respond counts as ended', async () => {
  vi.useFakeTimers();
  const eyes = new PatientEyes(() => Promise.resolve(picture));
  const seen = eyes.look({ look: () => new Promise(() => {}) } as never, video, 'front', () => false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await seen).toBe('restart');
});

test('a failed frame changes nothing if the page no longer needs it', async () => {
  const eyes = new PatientEyes(() => Promise.resolve(picture));
  const ended = { look: () => Promise.reject(named('WorkerEndedError')) } as unknown as FaceCheck;
  expect(await eyes.look(ended, video, 'front', () => true)).toBe('again');
  expect(said).toEqual([]);
});
