import { expect, test } from 'vitest';
import { type GivenScores, ScoreNames } from '#contract/skin-score.ts';
import { askedRecipes, reasonsFor } from './reasons.ts';

const wishes = (wish: Partial<Parameters<typeof reasonsFor>[0] & object>) => ({
  facial_areas: [],
  main_goals: [],
  avoid_treatments: [],
  ...wish,
});
const scores = (but: Partial<GivenScores>): GivenScores => ({
  ...(Object.fromEntries(ScoreNames.map((name) => [name, { value: 70, measured: 70 }])) as unknown as GivenScores),
  ...but,
});

test('the recipes of a new case start with the requested treatments only', () => {
  const { natural, harmonious, glamour } = askedRecipes(wishes({ facial_areas: ['jawline', 'chin'] }));
  expect(natural.treatments).toEqual({ jawline: 0.5, chin: 0.2 });
  expect(harmonious.treatments).toEqual({ jawline: 1, chin: 0.7 });
  expect(glamour.treatments).toEqual({ jawline: 1.3, chin: 1 });
});

test('a requested treatment without a preset starts at the lowest usual dose in the natural style', () => {
  const { natural, harmonious, glamour } = askedRecipes(wishes({ facial_areas: ['neck'] }));
  expect([natural, harmonious, glamour].map(({ treatments }) => treatments['neck_bands'])).toEqual([8, 13, 18]);
});

test('treatments that the patient wants to avoid are not proposed', () => {
  const both = wishes({ facial_areas: ['forehead', 'lips', 'eyes'], main_goals: ['radiance'] });
  const named = (avoid: ('botox' | 'hyaluronic_acid')[]) => [
    ...reasonsFor({ ...both, avoid_treatments: avoid }, null).keys(),
  ];
  expect(named(['botox'])).toEqual(['upper_lip', 'lower_lip', 'tear_trough', 'radiance']);
  expect(named(['hyaluronic_acid'])).toEqual(['forehead', 'glabella', 'crows_feet', 'radiance']);
});

test('a new case without answers starts with an empty recipe', () => {
  expect(askedRecipes(null).harmonious.treatments).toEqual({});
  expect(askedRecipes(wishes({ facial_areas: ['other', 'chest'] })).glamour.treatments).toEqual({});
});

test('a confirmed low skin score is a reason for a treatment, with or without a request, but adds no dose', () => {
  const asked = wishes({ main_goals: ['radiance'] });
  const low = scores({ inflammation: { value: 40, measured: 40 }, pores: { value: 55, measured: 55 } });
  expect(reasonsFor(asked, low)).toEqual(
    new Map([
      ['radiance', ['asked']],
      ['redness', ['measured']],
    ]),
  );
  expect(reasonsFor(null, scores({}))).toEqual(new Map());
});

test('the requested treatments start with doses within the limit of one session', () => {
  const { natural, glamour } = askedRecipes(wishes({ facial_areas: ['eyes', 'lips', 'cheekbones'] }));
  // Cheek 2 × 1.9, tear trough 2 × 0.7 and lips 2 × 0.8 would be 6.8 mL. One visit allows at most 6 mL of filler.
  expect(glamour.treatments).toMatchObject({
    cheek: 1.65,
    tear_trough: 0.6,
    upper_lip: 0.7,
    lower_lip: 0.7,
    crows_feet: 11,
  });
  expect(natural.treatments).toMatchObject({ cheek: 0.5, tear_trough: 0.3, upper_lip: 0.2, lower_lip: 0.2 });
});
