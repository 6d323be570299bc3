import { expect, test } from 'vitest';
import type { PhotoEntry, Pose } from '#contract/intake.ts';
import type { Rendering, Style } from '#contract/drafts.ts';
import { pairOf, photoOf, startingPose, startingStyle, stylesOf } from './pictures.ts';

const photo = (pose: Pose) => ({ id: `photo-${pose}`, pose }) as PhotoEntry;
const rendering = (pose: Pose, style: Style) => ({ id: `${style}-${pose}`, pose, style }) as Rendering;

const before = [photo('front'), photo('right')];
const renderings = [rendering('front', 'glamour'), rendering('front', 'natural'), rendering('left', 'natural')];
const pictures = { before, renderings, style_asked_for: null };

test('a comparison consists of a photo and the simulation that was made from it', () => {
  expect(pairOf(pictures, 'front', 'natural')).toEqual({ before: before[0], simulation: renderings[1] });
  expect(pairOf(pictures, 'right', 'natural')).toBeUndefined();
  expect(pairOf(pictures, 'left', 'natural')).toBeUndefined();
});

test('styles with images are listed from the least to the most visible', () => {
  expect(stylesOf(pictures)).toEqual(['natural', 'glamour']);
});

test('the requested style is shown first, or else the least visible one', () => {
  expect(startingStyle({ ...pictures, style_asked_for: 'glamour' })).toBe('glamour');
  expect(startingStyle({ ...pictures, style_asked_for: 'harmonious' })).toBe('natural');
  expect(startingStyle({ ...pictures, renderings: [] })).toBeUndefined();
});

test('the first pose that has an image is shown first', () => {
  expect(startingPose([photo('left'), photo('right')])).toBe('right');
  expect(startingPose([])).toBe('front');
  expect(photoOf(before, 'left')).toBeUndefined();
});
