import { describe, expect, test } from 'vitest';
import { doseResponse, type TreatmentName } from '#engine/dose-response.ts';
import { emptyRecipe, strengthsOf } from '#engine/recipe.ts';
import { proposeCorrections, type Result } from './propose.ts';

/** Returns a generator of numbers between 0 and 1 that gives the same numbers for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Makes people whose measured changes are `times` the predicted 0.8 to 2.4 mm, with a scatter of 0.4 mm. */
const people = (seed: number, count: number, times: number, treatment: TreatmentName = 'chin'): Result[] => {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, n) => {
    const stated = 0.8 + 1.6 * random();
    return { person: `p${n}`, treatment, stated, seen: times * stated + 0.4 * normal(random) };
  });
};

describe('a known bias', () => {
  test('a known bias is within the interval of the proposal in at least 90 of 100 samples', () => {
    const found = Array.from({ length: 100 }, (_, seed) => proposeCorrections(people(seed + 1, 60, 0.8))[0]);
    const right = found.filter((one) => one && one.ratio.low <= 0.8 && one.ratio.high >= 0.8);
    expect(right.length).toBeGreaterThanOrEqual(90);
  });

  test('a correction adopts a bias only in part, because the table in force counts as 20 people', () => {
    const exact = (count: number): Result[] =>
      Array.from({ length: count }, (_, n) => ({
        person: `p${n}`,
        treatment: 'chin',
        stated: 2,
        seen: 1.6 + (n % 2 === 0 ? 0.01 : -0.01),
      }));
    // The measured changes are 0.8 of the predicted changes, so the full correction would be a reduction by 0.2. With
    // 20, 60 and 180 people, the proposal adopts 20/40, 60/80 and 180/200 of this correction.
    expect([20, 60, 180].map((count) => proposeCorrections(exact(count))[0]?.factor)).toEqual([0.9, 0.85, 0.82]);
    expect(proposeCorrections(exact(63))[0]).toMatchObject({
      treatment: 'chin',
      count: 60,
      ratio: { mean: 0.8, low: 0.8, high: 0.8 },
    });
  });

  test('a correction changes the effect by at most a quarter at once', () => {
    expect(proposeCorrections(people(1, 400, 0.3))[0]?.factor).toBe(0.75);
    expect(proposeCorrections(people(1, 400, 2))[0]?.factor).toBe(1.25);
  });

  test('a correction changes the drawing of the usual dose by the proposed factor', () => {
    const [correction] = proposeCorrections(people(3, 200, 0.8));
    const [least, most] = doseResponse.chin.usual;
    const at = (v0?: number) =>
      strengthsOf({
        ...emptyRecipe,
        treatments: { chin: (least + most) / 2 },
        ...(v0 && { calibration: { number: 1, v0: { chin: v0 } } }),
      }).chin.right;
    expect(at(correction!.v0.proposed) / at()).toBeCloseTo(correction!.factor, 2);
    expect(correction!.v0.now).toBe(doseResponse.chin.v0);
  });

  test('a correction starts from the calibration in force', () => {
    const inForce = { number: 4, v0: { chin: 3.21 } };
    expect(proposeCorrections(people(3, 200, 0.8), inForce)[0]?.v0.now).toBe(3.21);
  });
});

test('no stronger drawing is proposed for a treatment that is already drawn at its strongest', () => {
  const strongest = { number: 1, v0: { chin: 0.3 } };
  expect(proposeCorrections(people(1, 200, 1.5), strongest)).toEqual([]);
  expect(proposeCorrections(people(1, 200, 0.5), strongest)).toHaveLength(1);
});

describe('an unknown bias', () => {
  test('without a bias, at most five of 100 samples of eight treatments lead to a proposal', () => {
    const names = ['chin', 'cheek', 'jawline', 'temples', 'nose_bridge', 'upper_lip', 'lower_lip', 'masseter'] as const;
    const wrong = Array.from({ length: 100 }, (_, seed) =>
      names.flatMap((name, n) => people(1000 + 10 * seed + n, 30, 1, name)),
    ).filter((results) => proposeCorrections(results).length > 0);
    expect(wrong.length).toBeLessThanOrEqual(5);
  });

  test('nine people lead to no proposal, however large their error is, and ten people lead to one', () => {
    const off = (count: number) => people(7, count, 0.3);
    expect(proposeCorrections(off(9))).toEqual([]);
    expect(proposeCorrections(off(10))).toHaveLength(1);
    expect(proposeCorrections(off(10).map((one) => ({ ...one, person: 'p' })))).toEqual([]);
    expect(proposeCorrections([])).toEqual([]);
  });
});
