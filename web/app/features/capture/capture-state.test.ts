import { expect, test } from 'vitest';
import { type Capture, type CaptureAction, captureAfter, emptyCapture, isComplete, stepOf } from './capture-state.ts';
import { expressions, type PhotoKind, poses } from './poses.ts';

const after = (...actions: CaptureAction[]): Capture => actions.reduce(captureAfter, emptyCapture);
const taken = (pose: PhotoKind): CaptureAction[] => [
  { type: 'shot', pose, preview: `blob:${pose}` },
  { type: 'stored', pose },
];

const threeTaken = poses.flatMap(taken);
const skipAll = { type: 'skipped', which: 'all' } as const;

test('after each stored photo the next pose is requested, in the order front, right, left', () => {
  expect(stepOf(emptyCapture)).toBe(1);
  expect(after(...taken('front')).current).toBe('right');
  expect(stepOf(after(...taken('front'), ...taken('right')))).toBe(3);
});

test('the next pose is not requested while a photo is uploading or could not be saved', () => {
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

test('after the consent was withdrawn, every photo must be taken again', () => {
  const sending = after(...threeTaken, { type: 'shot', pose: 'frown', preview: 'x' }, { type: 'withdrawn' });
  expect(captureAfter(sending, { type: 'stored', pose: 'frown' })).toEqual(emptyCapture);
});

test('the person may continue only when all three poses are stored', () => {
  expect(isComplete(after(...taken('front'), ...taken('right')))).toBe(false);
  expect(isComplete(after(...taken('front'), ...taken('right'), { type: 'shot', pose: 'left', preview: 'x' }))).toBe(
    false,
  );
  const all = after(...threeTaken);
  expect(isComplete(all)).toBe(true);
});

test('expressions follow the poses, and all of them can be skipped together', () => {
  const asked = after(...threeTaken);
  expect(asked.current).toBe('frown');
  expect(stepOf(asked)).toBe(1);
  const skipped = captureAfter(asked, skipAll);
  expect(skipped.current).toBeNull();
  expect(isComplete(skipped)).toBe(true);
  // The person can still add an expression in the review.
  const added = [{ type: 'chosen', pose: 'smile' } as const, ...taken('smile')].reduce(captureAfter, skipped);
  expect(added.current).toBeNull();
  expect(added.photos.smile.status).toBe('done');
});

test('each expression is skipped or taken separately, and skipping the rest keeps the taken ones', () => {
  const one = after(...threeTaken, { type: 'skipped', which: 'frown' });
  expect(one.current).toBe('raised_brows');
  const two = taken('raised_brows').reduce(captureAfter, one);
  expect(two.current).toBe('smile');
  const end = captureAfter(two, skipAll);
  expect(expressions.map((kind) => end.photos[kind].status)).toEqual(['skipped', 'done', 'skipped']);
});

test('the person may not continue while an expression is uploading or failed, unless it is skipped', () => {
  const sending = after(...threeTaken, { type: 'shot', pose: 'frown', preview: 'x' });
  expect(isComplete(sending)).toBe(false);
  const failed = captureAfter(sending, { type: 'failed', pose: 'frown', message: 'Upload failed' });
  expect(isComplete(failed)).toBe(false);
  expect(isComplete(captureAfter(failed, skipAll))).toBe(true);
});

test('after a reload with three stored poses, an expression is requested only if a link requests it', () => {
  const photos = { front: '/1', right: '/2', left: '/3', smile: '/4' };
  const resumed = after({ type: 'resumed', photos, as: 'done' });
  expect(resumed.current).toBeNull();
  expect(resumed.photos.smile.status).toBe('done');
  expect(after({ type: 'resumed', photos, as: 'kept', wanted: ['frown'] }).current).toBe('frown');
});

test('a link that requests a pose and an expression leads only to these two', () => {
  const photos = { front: '/1', right: '/2', left: '/3' };
  const asked = after({ type: 'resumed', photos, as: 'kept', wanted: ['front', 'smile'] });
  expect(asked.current).toBe('front');
  const half = taken('front').reduce(captureAfter, asked);
  expect(half.current).toBe('smile');
  expect(taken('smile').reduce(captureAfter, half).current).toBeNull();
  expect(captureAfter(half, { type: 'skipped', which: 'smile' }).current).toBeNull();
  expect(isComplete(half)).toBe(true);
});

test('a missing pose is requested after the photos that the link requests', () => {
  const asked = after({ type: 'resumed', photos: { front: '/1', left: '/3' }, as: 'kept', wanted: ['front'] });
  expect(taken('front').reduce(captureAfter, asked).current).toBe('right');
});

test('after all photos are taken and one is retaken, no other pose is requested', () => {
  const all = after(...threeTaken, skipAll);
  const again = [{ type: 'chosen', pose: 'right' } as const, ...taken('right')].reduce(captureAfter, all);
  expect(again.current).toBeNull();
});

test('a reload resumes with the photos that are stored', () => {
  const resumed = after({ type: 'resumed', photos: { front: '/p/1', left: '/p/3' }, as: 'done' });
  expect(resumed.current).toBe('right');
  expect(resumed.photos.left).toEqual({ status: 'done', preview: '/p/3' });
});

test('a retake keeps the other photos and needs at least one new photo', () => {
  const kept = after({ type: 'resumed', photos: { front: '/1', right: '/2', left: '/3' }, as: 'kept' });
  expect(kept.current).toBe('front');
  expect(isComplete(kept)).toBe(false);
  expect(isComplete(taken('front').reduce(captureAfter, kept))).toBe(true);
});

test('a late success of an upload does not change the pose that the person has chosen in the meantime', () => {
  const busy = after(
    { type: 'shot', pose: 'front', preview: 'x' },
    { type: 'chosen', pose: 'left' },
    { type: 'stored', pose: 'front' },
  );
  expect(busy.current).toBe('left');
});

test('an expression that fails after the rest was skipped is shown again, because the person cannot continue', () => {
  const shot = { type: 'shot', pose: 'frown', preview: 'blob:frown' } as const;
  const waiting = after(...threeTaken, shot, skipAll);
  expect(waiting.current).toBeNull();
  expect(isComplete(waiting)).toBe(false);
  const failed = captureAfter(waiting, { type: 'failed', pose: 'frown', message: 'Upload failed' });
  expect(failed.current).toBe('frown');
  expect(captureAfter(failed, { type: 'skipped', which: 'frown' }).current).toBeNull();
  expect(captureAfter(failed, { type: 'stored', pose: 'frown' }).current).toBeNull();
});
