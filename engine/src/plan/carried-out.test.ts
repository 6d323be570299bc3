import { expect, test } from 'vitest';
import { emergenciesOf, fits, needsLot, recordWarnings } from './carried-out.ts';
import { compareDoses, placesOf } from './compare-doses.ts';

const planned = (
  treatment: string,
  dose: number | { right: number; left: number } | null,
  per: 'area' | 'side' = 'area',
) => ({
  treatment,
  product: treatment === 'forehead' ? 'botulinum_toxin_a' : 'ha_firm',
  dose,
  unit: dose === null ? null : treatment === 'forehead' ? ('units' as const) : ('mL' as const),
  per: dose === null ? null : per,
});
const done = (treatment: string, amount: number | null, product: number | null = 0) => ({
  treatment,
  side: null,
  product,
  amount,
  unit: amount === null ? null : treatment === 'forehead' ? ('units' as const) : ('mL' as const),
});

test('a planned dose becomes one treated place, or one on each side of the face', () => {
  expect(placesOf(planned('forehead', 12))).toEqual([{ side: null, amount: 12 }]);
  expect(placesOf(planned('cheek', 0.4, 'side'))).toEqual([
    { side: 'right', amount: 0.4 },
    { side: 'left', amount: 0.4 },
  ]);
  expect(placesOf(planned('cheek', { right: 0.2, left: 0.5 }, 'side'))).toEqual([
    { side: 'right', amount: 0.2 },
    { side: 'left', amount: 0.5 },
  ]);
  expect(placesOf(planned('cheek', { right: 0, left: 0.5 }, 'side'))).toEqual([{ side: 'left', amount: 0.5 }]);
  expect(placesOf(planned('other', null))).toEqual([{ side: null, amount: null }]);
});

test('planned and given doses are compared as sums over both sides and all points', () => {
  expect(
    compareDoses(
      [planned('forehead', 12), planned('cheek', 0.4, 'side'), planned('other', null)],
      [done('cheek', 0.3), done('cheek', 0.5), done('chin', 0.2), done('other', null, null)],
    ),
  ).toEqual([
    { treatment: 'forehead', unit: 'units', planned: 12, done: null },
    { treatment: 'cheek', unit: 'mL', planned: 0.8, done: 0.8 },
    { treatment: 'chin', unit: 'mL', planned: null, done: 0.2 },
  ]);
});

test.each([
  ['botulinum_toxin_a', true],
  ['ha_soft', true],
  ['ha_medium', true],
  ['ha_firm', true],
  ['thread_lift', true],
  ['mesotherapy', true],
  ['vascular_laser', false],
  ['pigment_laser', false],
  ['fractional_laser', false],
  ['superficial_peel', false],
  ['skincare', false],
  ['other', false],
])('whether a treatment record must name the lot of %s: %s', (product, expected) => {
  expect(needsLot(product)).toBe(expected);
});

test.each([
  ['botulinum_toxin_a', 'forehead', true],
  ['botulinum_toxin_a', 'cheek', false],
  ['ha_soft', 'upper_lip', true],
  // A doctor may choose any filler of the class for a filler treatment.
  ['ha_firm', 'upper_lip', true],
  ['ha_firm', 'forehead', false],
  ['vascular_laser', 'redness', true],
  ['vascular_laser', 'pigment', false],
  ['thread_lift', 'thread_lift', true],
  ['ha_firm', 'thread_lift', false],
  ['chalk', 'cheek', false],
])('%s is a product for %s: %s', (product, treatment, expected) => {
  expect(fits(product, treatment)).toBe(expected);
});

test('warnings name the expired lot, the wrong class, each dose that differs, and the unused product', () => {
  const product = { product: 'ha_firm', lot: 'A', expires_on: '2026-11-22' };
  const spare = { product: 'ha_firm', lot: 'B', expires_on: '2026-11-23' };
  expect(
    recordWarnings([planned('forehead', 12), planned('cheek', 0.4, 'side')], {
      treated_on: '2026-11-23',
      products: [product, spare],
      points: [done('forehead', 10), done('chin', 0.2)],
    }),
  ).toEqual([
    { code: 'expired', at: 0 },
    { code: 'class', at: 0, treatment: 'forehead', product: 'ha_firm' },
    { code: 'dose', treatment: 'forehead', unit: 'units', planned: 12, done: 10 },
    { code: 'left_out', treatment: 'cheek', unit: 'mL', planned: 0.8, done: 0 },
    { code: 'unplanned', treatment: 'chin', unit: 'mL', planned: 0, done: 0.2 },
    { code: 'unused', at: 1 },
  ]);
  expect(
    recordWarnings([planned('cheek', 0.4, 'side')], {
      treated_on: '2026-11-22',
      products: [product],
      points: [done('cheek', 0.4), done('cheek', 0.4)],
    }),
  ).toEqual([]);
});

test('facts for an emergency contain filler and toxin, each once', () => {
  const products = ['ha_soft', 'botulinum_toxin_a', 'ha_firm', 'vascular_laser'].map((product) => ({ product }));
  expect(emergenciesOf(products)).toEqual(['filler', 'toxin']);
  expect(emergenciesOf([{ product: 'superficial_peel' }])).toEqual([]);
});
