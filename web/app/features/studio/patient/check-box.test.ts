import { expect, test } from 'vitest';
import type { Answers, ExpressionPhoto, PhotoEntry } from '#contract/intake.ts';
import { pointsToCheck } from './check-box.tsx';

const photo = (pose: PhotoEntry['pose'], is_verified = true) => ({ pose, is_verified }) as PhotoEntry;
const frown = { pose: 'frown', is_verified: false } as ExpressionPhoto;
const answers = {
  treatments_history: ['botox_fillers_threads', 'cosmetic_surgery'],
  avoid_treatments: ['threads'],
} as Answers;

test('the doctor should check avoided and earlier treatments, and unverified and missing photos', () => {
  expect(pointsToCheck({ answers, photos: [photo('front'), photo('left', false)], expressions: [frown] })).toEqual([
    { kind: 'avoids', value: 'threads' },
    { kind: 'surgery', value: '' },
    { kind: 'fillers', value: '' },
    { kind: 'unverified_photo', value: 'left' },
    { kind: 'unverified_photo', value: 'frown' },
    { kind: 'missing_pose', value: 'right' },
  ]);
});

test('a case with all photos and without answers has nothing to check', () => {
  expect(
    pointsToCheck({ answers: null, photos: [photo('front'), photo('right'), photo('left')], expressions: [] }),
  ).toEqual([]);
});
