import { expect, test } from 'vitest';
import type { Score } from '#engine/metrics/score-skin.ts';
import { assess, corrected, givenScores, isCorrected, judgementIn } from './assessment.ts';

const score = (value: number, isAppearanceEstimate = false): Score => ({
  value,
  untold: null,
  error: 4,
  band: 3,
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

test('a measured skin score does not count as corrected by the doctor', () => {
  const { scores, overall } = assess(measured, {});
  expect(Object.values(scores).some(isCorrected)).toBe(false);
  expect(overall).toEqual({ value: 60, error: 4, told: 6 });
  expect(scores.hydration.isEstimate).toBe(true);
});

test('a corrected score keeps its measured value, and changes the overall score by its weight', () => {
  const corrections = corrected({}, 'wrinkles', 80, 60.4);
  const { scores, overall } = assess(measured, corrections);
  expect(scores.wrinkles).toMatchObject({ value: 80, measured: 60.4 });
  expect(isCorrected(scores.wrinkles)).toBe(true);
  expect(overall.value).toBe(66);
  expect(corrected(corrections, 'wrinkles', 60, 60.4)).toEqual({});
  expect(corrected({}, 'pores', 240, 60)).toEqual({ pores: 100 });
});

const lit: typeof measured = {
  ...measured,
  scores: { ...measured.scores, sebum: { ...score(0), value: null, untold: 'strong_light' } },
};

test('a score that the photo does not show has no value, and the overall score is computed from the others', () => {
  const { scores, overall } = assess(lit, {});
  expect(scores.sebum).toMatchObject({ value: null, untold: 'strong_light' });
  expect(isCorrected(scores.sebum)).toBe(false);
  expect(overall).toMatchObject({ value: 60, told: 5 });
  expect(givenScores(lit, {}, false).sebum).toEqual({ value: null, measured: null, untold: 'strong_light' });
});

test('the doctor may give a value for a score that the photo does not show, and remove it', () => {
  const judged = corrected({}, 'sebum', 30, null);
  expect(assess(lit, judged)).toMatchObject({ scores: { sebum: { value: 30 } }, overall: { value: 57, told: 6 } });
  const given = givenScores(lit, judged, false);
  expect(given.sebum).toEqual({ value: 30, measured: null, untold: 'strong_light' });
  expect(judgementIn({ photo_id: 'a', scores: given })?.corrections).toEqual(judged);
  expect(judgementIn({ photo_id: 'a', scores: givenScores(lit, {}, false) })?.corrections).toEqual({});
  expect(corrected(judged, 'sebum', null, null)).toEqual({});
});

test('there is no overall score if fewer than three scores have a value', () => {
  const untold = { ...score(0), value: null, untold: 'soft' as const };
  const scores = { ...measured.scores, pores: untold, sebum: untold, wrinkles: untold, hydration: untold };
  expect(assess({ ...measured, scores }, {}).overall.value).toBeNull();
  expect(assess({ ...measured, scores }, { wrinkles: 50 }).overall.value).not.toBeNull();
});
