import { expect, test } from 'vitest';
import { Poses } from '#contract/intake.ts';
import { type Capture, type CaptureAction, captureAfter, emptyCapture, isComplete, stepOf } from './capture-state.ts';
import { poses } from './poses.ts';

const after = (...actions: CaptureAction[]): Capture => actions.reduce(captureAfter, emptyCapture);
const taken = (pose: (typeof poses)[number]): CaptureAction[] => [
  { type: 'shot', pose, preview: `blob:${pose}` },
  { type: 'stored', pose },
];

test('the poses are those of the contract, in its order', () => {
  expect(poses).toEqual(Poses);
});

test('the step advances after each success: front, right, left', () => {
  expect(stepOf(emptyCapture)).toBe(1);
  expect(after(...taken('front')).current).toBe('right');
  expect(stepOf(after(...taken('front'), ...taken('right')))).toBe(3);
});

test('the step waits while a photo is uploading or could not be saved', () => {
  const failed = after(
    { type: 'shot', pose: 'front', preview: 'blob:1' },
    { type: 'failed', pose: 'front', message: 'Upload failed' },
  );
  expect(failed.current).toBe('front');
  expect(failed.photos.front).toEqual({ status: 'error', preview: 'blob:1', message: 'Upload failed' });
  expect(captureAfter(failed, { type: 'retrying', pose: 'front' }).photos.front).toMatchObject({
    status: 'uploading',
    share: 0,
  });
});

test('Continue opens only when all three are done', () => {
  expect(isComplete(after(...taken('front'), ...taken('right')))).toBe(false);
  expect(isComplete(after(...taken('front'), ...taken('right'), { type: 'shot', pose: 'left', preview: 'x' }))).toBe(
    false,
  );
  const all = after(...taken('front'), ...taken('right'), ...taken('left'));
  expect(isComplete(all)).toBe(true);
  expect(all.current).toBeNull();
});

test('a photo taken again leads back to the review, not through the other poses', () => {
  const all = after(...taken('front'), ...taken('right'), ...taken('left'));
  const again = [{ type: 'chosen', pose: 'right' } as const, ...taken('right')].reduce(captureAfter, all);
  expect(again.current).toBeNull();
});

test('a reload resumes with the photos that are stored', () => {
  const resumed = after({ type: 'resumed', photos: { front: '/p/1', left: '/p/3' }, as: 'done' });
  expect(resumed.current).toBe('right');
  expect(resumed.photos.left).toEqual({ status: 'done', preview: '/p/3' });
});

test('a retake keeps what is not taken again, and needs one new photo', () => {
  const kept = after({ type: 'resumed', photos: { front: '/1', right: '/2', left: '/3' }, as: 'kept' });
  expect(kept.current).toBe('front');
  expect(isComplete(kept)).toBe(false);
  expect(isComplete(taken('front').reduce(captureAfter, kept))).toBe(true);
});

test('somebody who is busy with another pose is not pulled away by a late success', () => {
  const busy = after(
    { type: 'shot', pose: 'front', preview: 'x' },
    { type: 'chosen', pose: 'left' },
    { type: 'stored', pose: 'front' },
  );
  expect(busy.current).toBe('left');
});
