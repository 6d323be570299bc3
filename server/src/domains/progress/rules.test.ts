import { expect, test } from 'vitest';
import type { Product } from '#contract/progress.ts';
import type { GivenScores } from '#contract/skin-score.ts';
import { someScores } from '../../../test/a-case.ts';
import { boardOf, newlyReached, publicOnes } from './achievement.ts';
import type { Facts, ScoredPhoto } from './facts.ts';
import { showFriend } from './friend.ts';
import { monthOf, percentOf } from './get-dashboard-summary.ts';
import { recommend } from './recommend.ts';
import { skinCard } from './skin-card.ts';

const nothing: Facts = {
  scores: [],
  has_open_case: false,
  has_signed_case: false,
  friends: [],
  friends_count: 0,
  friend_requests: 0,
  settings: null,
  uploads_month: 0,
  weekly_uploads: [0, 0, 0, 0, 0, 0, 0],
  poses: 0,
  photos: 0,
  photo_days: 0,
  challenges_joined: 0,
  challenges_completed: 0,
  ever_completed: false,
  ever_written: false,
  shares_friends: 0,
  shares_community: 0,
  rewards: [],
  earned: [],
  topics: [],
  appointments: [],
  plan_kinds: null,
  products: [],
};

const scored = (day: string, scores: GivenScores, overall: number): ScoredPhoto => ({
  photo_taken_at: `${day}T10:00:00+00:00`,
  signed_at: `${day}T20:00:00+00:00`,
  practitioner_name: 'Dr Hélène Vasseur',
  overall,
  scores,
});

test('without a signed skin score the card shows no number and states the reason', () => {
  const stateOf = (facts: Partial<Facts>) => skinCard({ ...nothing, ...facts });
  expect(stateOf({})).toEqual({ state: 'no_photos', current: null, trend: null, is_new_scale: false, history: [] });
  expect(stateOf({ poses: 2 }).state).toBe('no_case');
  expect(stateOf({ poses: 3, has_open_case: true }).state).toBe('with_doctor');
  expect(stateOf({ poses: 3, has_signed_case: true }).state).toBe('not_scored');
});

test('the card calls a trend within the band no measurable change', () => {
  const scores = [scored('2026-10-01', someScores(60), 60), scored('2026-11-01', someScores(62), 62)];
  const card = skinCard({ ...nothing, scores });
  expect(card.current?.overall.value).toBe(62);
  expect(card.trend).toMatchObject({
    since: '2026-10-01T10:00:00.000Z',
    overall: { difference: 2, is_measurable: false },
    scores: { sebum: { difference: 2, is_measurable: false } },
  });
  const later = skinCard({ ...nothing, scores: [...scores, scored('2026-12-01', someScores(80), 80)] });
  expect(later.trend?.overall).toMatchObject({ difference: 18, is_measurable: true });
  expect(later.history.map(({ overall }) => overall)).toEqual([60, 62, 80]);
});

test('the card does not compare skin scores of different scales, and says so', () => {
  const onScale = (day: string, value: number, scale: number) => scored(day, { ...someScores(value), scale }, value);
  const old = [scored('2026-09-01', someScores(20), 20), onScale('2026-10-01', 25, 1)];
  const first = skinCard({ ...nothing, scores: [...old, onScale('2026-11-01', 70, 2)] });
  expect(first).toMatchObject({ trend: null, is_new_scale: true, history: [{ overall: 70 }] });
  const second = skinCard({ ...nothing, scores: [...old, onScale('2026-11-01', 70, 2), onScale('2026-12-01', 71, 2)] });
  expect(second.trend?.overall.difference).toBe(1);
  expect(second.history.map(({ overall }) => overall)).toEqual([70, 71]);
});

test('a value that a photo does not show is left out, and the trend uses only values of both photos', () => {
  const untold = { value: null, measured: null, untold: 'smile' } as const;
  const smiling = someScores(70, { wrinkles: untold });
  const scores = [
    scored('2026-10-01', someScores(70, { wrinkles: { value: 10, measured: 10 } }), 52),
    scored('2026-11-01', smiling, 70),
  ];
  const card = skinCard({ ...nothing, scores });
  expect(card.current?.scores.wrinkles).toMatchObject({ value: null, untold: 'smile', is_corrected: false });
  expect(card.trend?.overall).toMatchObject({ difference: 0, is_measurable: false });
  expect(card.trend?.scores).not.toHaveProperty('wrinkles');
  expect(card.history.at(-1)?.scores.wrinkles).toBeNull();
  const apart = skinCard({
    ...nothing,
    scores: [
      scores[0]!,
      scored('2026-11-01', someScores(70, { wrinkles: untold, elasticity: untold, pores: untold }), 70),
    ],
  });
  expect(apart.trend).toBeNull();
});

test('the card marks a value that the doctor changed, or that cannot be measured on a photo', () => {
  const given = someScores(60, { pores: { value: 55, measured: 60 }, elasticity: { value: 60, measured: null } });
  const { current } = skinCard({ ...nothing, scores: [scored('2026-10-01', given, 59)] });
  expect(current?.scores.pores).toMatchObject({ value: 55, is_appearance_estimate: false, is_corrected: true });
  expect(current?.scores.elasticity).toMatchObject({ is_appearance_estimate: true, is_corrected: true });
});

test.each([
  [0, 30, 0],
  [18, 30, 60],
  [45, 30, 100],
  [3, 0, 100],
  [-2, 30, 0],
])('%i of %i uploads is %i percent', (uploads, target, percent) => {
  expect(percentOf(uploads, target)).toBe(percent);
});

test('the target of uploads is thirty unless the person chose another one', () => {
  expect(monthOf({ ...nothing, uploads_month: 15 })).toMatchObject({ monthly_target: 30, percent: 50 });
  const settings = { monthly_target: 10, achievements_public: false };
  expect(monthOf({ ...nothing, uploads_month: 15, settings })).toMatchObject({ monthly_target: 10, percent: 100 });
});

test.each([
  [81, 74, 81, 7],
  [74.4, 74, 74, 0],
  [140, -20, 100, 100],
  [-5, 300, 0, -100],
])(
  'for a friend with score %d and a person with score %d, the score %i and the difference %i are shown',
  (overall, mine, score, difference) => {
    expect(showFriend({ id: 'c', name: 'Inès', overall }, mine)).toEqual({
      connection_id: 'c',
      name: 'Inès',
      score,
      difference,
    });
  },
);

test('without one of the two scores, no difference to a friend is shown', () => {
  expect(showFriend({ id: 'c', name: 'Inès', overall: null }, 70)).toMatchObject({ score: null, difference: null });
  expect(showFriend({ id: 'c', name: 'Inès', overall: 70 }, null)).toMatchObject({ score: 70, difference: null });
});

test('actions earn achievements, and achievements unlock rewards', () => {
  const none = boardOf(nothing);
  expect(none.unlocked).toBe(0);
  expect(none.rewards.every(({ locked }) => locked)).toBe(true);
  const board = boardOf({
    ...nothing,
    poses: 3,
    photo_days: 6,
    has_signed_case: true,
    ever_written: true,
    friends_count: 2,
  });
  expect(board.achievements.map(({ id, unlocked, progress }) => [id, unlocked, progress])).toEqual([
    ['first_set', true, 3],
    ['first_simulation', true, 1],
    ['steady_week', false, 6],
    ['first_words', true, 1],
    ['first_friend', true, 1],
    ['first_challenge', false, 0],
  ]);
  expect(board.rewards.map(({ locked }) => locked)).toEqual([false, true, true]);
});

test('a claimed reward does not become locked again', () => {
  const rewards = [{ reward: 'serum_set', claimed_at: '2026-11-01T10:00:00+00:00', fulfilled_at: null }];
  const board = boardOf({ ...nothing, rewards });
  expect(board.rewards[2]).toMatchObject({ locked: false, claimed_at: '2026-11-01T10:00:00.000Z', fulfilled_at: null });
});

test('an achievement is not lost after deletions, and is announced once', () => {
  const { achievements, unlocked } = boardOf({ ...nothing, earned: ['steady_week'], photo_days: 2 });
  expect(unlocked).toBe(1);
  expect(achievements.find(({ id }) => id === 'steady_week')).toMatchObject({ unlocked: true, progress: 7 });
  expect(newlyReached({ ...nothing, poses: 3, ever_written: true, earned: ['first_words'] })).toEqual(['first_set']);
});

test('the achievements that others see never say that the person had a simulation', () => {
  expect(publicOnes(['first_simulation', 'first_set']).map(({ id }) => id)).toEqual(['first_set']);
});

const product = (id: string, fields: Partial<Product>): Product => ({
  id,
  name_en: `${id} en`,
  name_fr: `${id} fr`,
  description_en: 'en',
  description_fr: 'fr',
  price_cents: 2500,
  currency: 'EUR',
  for_treatments: [],
  for_scores: [],
  is_active: true,
  position: 1,
  version: 1,
  updated_at: '2026-11-01T10:00:00.000Z',
  ...fields,
});

test('products for the signed plan are first, followed by products for the lowest scores', () => {
  const products = [
    product('serum', { for_scores: ['hydration', 'sebum'] }),
    product('cream', { for_scores: ['pores'] }),
    product('filter', { for_treatments: ['laser'], position: 9 }),
    product('mask', { for_scores: ['wrinkles'] }),
  ];
  const given = someScores(75, { sebum: { value: 50, measured: 50 }, pores: { value: 30, measured: 30 } });
  const scores = [scored('2026-10-01', given, 66)];
  const shown = recommend({ products, plan_kinds: ['laser'], scores }, 'fr');
  expect(shown.map(({ id, name, reason }) => [id, name, reason])).toEqual([
    ['filter', 'filter fr', { by: 'plan', treatment: 'laser' }],
    ['cream', 'cream fr', { by: 'score', score: 'pores' }],
    ['serum', 'serum fr', { by: 'score', score: 'sebum' }],
  ]);
  expect(recommend({ products, plan_kinds: null, scores: [] }, 'en')).toEqual([]);
});
