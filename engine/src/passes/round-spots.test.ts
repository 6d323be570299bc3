import { expect, test } from 'vitest';
import { planeOf } from '../maths/plane.ts';
import { findRoundSpots } from './round-spots.ts';

const size = { width: 120, height: 120 };
/** Distance between the irises, in pixels. The search then runs at full size. */
const d = 110;
const centre = 60 * size.width + 60;

/** Returns the weight at the centre of a brown mark on skin of L* 68. The lightness falls off towards its rim. */
function weightOf(depth: number, { isFreckle = false, half = { x: 3, y: 3 } } = {}): number {
  const none = planeOf(size);
  const f2 = none.map((_, i) => {
    const [x, y] = [(i % size.width) - 60, Math.floor(i / size.width) - 60];
    return -depth * Math.max(0, 1 - (x / half.x) ** 2 - (y / half.y) ** 2);
  });
  const lab = { l: f2.map((f) => 68 + f), a: f2.map((f) => 13 - 0.2 * f), b: f2.map((f) => 17 - 0.5 * f) };
  const skin = planeOf(size).fill(1);
  const freckles = isFreckle ? skin : none;
  const bands = { f0: none, f1: none, f2, f3: none, f4: none };
  return findRoundSpots({ lab, bands, skin, freckles, size, d }).weight[centre]!;
}

test('a brown spot fades, and one that is as faint as the skin’s own mottle does not', () => {
  expect(weightOf(4)).toBeGreaterThan(0.9);
  expect(weightOf(0.7)).toBe(0);
});

test('trust 15: a mark as deep as a mole does not fade, even if the search for lesions missed it', () => {
  expect(weightOf(9.5)).toBe(0);
  expect(weightOf(9.5, { isFreckle: true })).toBeGreaterThan(0.9);
});

test('a line and a patch that is larger than a spot do not fade', () => {
  expect(weightOf(4, { half: { x: 40, y: 2 } })).toBe(0);
  expect(weightOf(4, { half: { x: 40, y: 40 } })).toBe(0);
});
