import { expect, test } from 'vitest';
import { guideFrame } from '#engine/quality/guide-frame.ts';
import { frameLimits } from '#engine/quality/thresholds.ts';
import { PhotoLimits } from '#contract/intake.ts';
import { guideCrop, hasPicture, isTooSmall, jpegQuality, minSide_px } from './camera.ts';
import { radius, tickCount, ticks } from './guide-oval.tsx';
import { cameraFailure } from './use-camera.ts';

test.each([
  [1920, 1080, { x: 240, y: 0, width: 1440, height: 1080 }],
  [1080, 1920, { x: 0, y: 555, width: 1080, height: 810 }],
  [640, 480, { x: 0, y: 0, width: 640, height: 480 }],
])('the photo of a %i × %i camera is its centred 4:3 part', (width, height, crop) => {
  expect(guideCrop(width, height)).toEqual(crop);
  expect(guideCrop(width, height)).toEqual(guideFrame({ width, height }));
});

test.each([
  [640, 480, true],
  [720, 1280, true],
  [853, 639, true],
  [854, 640, false],
  [1280, 720, false],
  [1080, 1920, false],
])('a camera of %i × %i is too small: %s', (width, height, isSmall) => {
  expect(minSide_px).toBe(PhotoLimits.min_side_px);
  expect(isTooSmall(width, height)).toBe(isSmall);
});

test('the camera makes JPEG photos at the quality that the contract states', () => {
  expect(jpegQuality).toBe(PhotoLimits.jpeg_quality);
});

test('the oval has radii of 18 % and 27 % of the frame, and a ring of 96 marks that starts at the top', () => {
  expect(radius.x / 1200).toBeCloseTo(frameLimits.ovalRadiusX);
  expect(radius.y / 900).toBeCloseTo(frameLimits.ovalRadiusY);
  expect(ticks).toHaveLength(tickCount);
  expect(ticks[0]?.filled).toBe('M600.0 198.0L600.0 183.0');
});

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
  ['TypeError', 'unknown'],
])('the camera error %s is reported as %s', (name, reason) => {
  const error = Object.assign(new Error('Permission denied'), { name });
  expect(cameraFailure(error)).toEqual({ status: 'failed', reason });
});

test('a video with a known size has no picture before its first frame', () => {
  expect(hasPicture({ readyState: 1, videoWidth: 1280 })).toBe(false);
  expect(hasPicture({ readyState: 4, videoWidth: 0 })).toBe(false);
  expect(hasPicture({ readyState: 2, videoWidth: 1280 })).toBe(true);
});
