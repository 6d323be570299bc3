import { expect, test } from 'vitest';
import type { Answers, PhotoEntry } from '#contract/intake.ts';
import { pointsToCheck } from './points-to-check.ts';

const photo = (pose: PhotoEntry['pose'], is_verified = true) => ({ pose, is_verified }) as PhotoEntry;
const answers = {
  treatments_history: ['botox_fillers_threads', 'cosmetic_surgery'],
  avoid_treatments: ['threads'],
} as Answers;

test('what the patient avoids and had done, and photos nobody has checked, stand first', () => {
  expect(pointsToCheck({ answers, photos: [photo('front'), photo('left', false)] })).toEqual([
    { kind: 'avoids', value: 'threads' },
    { kind: 'surgery', value: '' },
    { kind: 'fillers', value: '' },
    { kind: 'unverified_photo', value: 'left' },
    { kind: 'missing_pose', value: 'right' },
  ]);
});

test('a complete case without such answers has nothing to check', () => {
  expect(pointsToCheck({ answers: null, photos: [photo('front'), photo('right'), photo('left')] })).toEqual([]);
});
