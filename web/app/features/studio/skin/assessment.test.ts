import { expect, test } from 'vitest';
import type { Score } from '#engine/metrics/score-skin.ts';
import { assess, corrected, isCorrected } from './assessment.ts';

const score = (value: number, isAppearanceEstimate = false): Score => ({
  value,
  band: 4,
  confidence: 0.6,
  isAppearanceEstimate,
});
const measured = {
  overall: score(60),
  scores: {
    pores: score(60),
    sebum: score(60),
    wrinkles: score(60.4),
    hydration: score(60, true),
    elasticity: score(60, true),
    inflammation: score(60),
  },
};

test('nothing that was measured counts as corrected', () => {
  const { scores, overall } = assess(measured, {});
  expect(Object.values(scores).some(isCorrected)).toBe(false);
  expect(overall).toEqual({ value: 60, band: 4 });
  expect(scores.hydration.isEstimate).toBe(true);
});

test('a corrected score keeps what was measured, and the overall score follows by its weight', () => {
  const corrections = corrected({}, 'wrinkles', 80, 60.4);
  const { scores, overall } = assess(measured, corrections);
  expect(scores.wrinkles).toMatchObject({ value: 80, measured: 60.4 });
  expect(isCorrected(scores.wrinkles)).toBe(true);
  expect(overall.value).toBe(66);
  expect(corrected(corrections, 'wrinkles', 60, 60.4)).toEqual({});
  expect(corrected({}, 'pores', 240, 60)).toEqual({ pores: 100 });
});
