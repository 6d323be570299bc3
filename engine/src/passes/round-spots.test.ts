import { expect, test } from 'vitest';
import { planeOf } from '../maths/plane.ts';
import { findRoundSpots } from './round-spots.ts';

/** Distance between the irises, in pixels, with which the search runs at full size. */
const d = 110;

/**
 * Returns the weight at the centre of a brown mark on skin of L* 68. The lightness falls off towards its rim.
 *
 * @param options `half` contains half the axes of the mark on a photo at scale 1, `fine` is the depth of its central
 * pixel in the band f0
 */
function weightOf(depth: number, { isFreckle = false, fine = 0, half = { x: 3, y: 3 }, scale = 1 } = {}): number {
  const size = { width: 120 * scale, height: 120 * scale };
  const middle = 60 * scale;
  const centre = middle * size.width + middle;
  const none = planeOf(size);
  const f2 = none.map((_, i) => {
    const [x, y] = [(i % size.width) - middle, Math.floor(i / size.width) - middle];
    return -depth * Math.max(0, 1 - (x / (scale * half.x)) ** 2 - (y / (scale * half.y)) ** 2);
  });
  const lab = { l: f2.map((f) => 68 + f), a: f2.map((f) => 13 - 0.2 * f), b: f2.map((f) => 17 - 0.5 * f) };
  const skin = planeOf(size).fill(1);
  const freckles = isFreckle ? skin : none;
  const bands = { f0: none.with(centre, -fine), f1: none, f2, f3: none, f4: none };
  return findRoundSpots({ lab, bands, skin, freckles, size, d: d * scale }).weight[centre]!;
}

test('a brown spot fades, and one that is as faint as the skin’s own mottle does not', () => {
  expect(weightOf(4)).toBeGreaterThan(0.9);
  expect(weightOf(0.7)).toBe(0);
});

test('trust 15: a mark as deep as a mole does not fade, even if the search for lesions missed it', () => {
  expect(weightOf(9.5)).toBe(0);
  expect(weightOf(9.5, { isFreckle: true })).toBeGreaterThan(0.9);
});

test('trust 15: a mark with a single pixel as dark as a mole does not fade, even if it counts as a freckle', () => {
  for (const scale of [1, 2]) {
    expect(weightOf(4, { scale, fine: 7 })).toBeGreaterThan(0.9);
    expect(weightOf(4, { scale, fine: 15 })).toBe(0);
    expect(weightOf(4, { scale, fine: 15, isFreckle: true })).toBe(0);
  }
});

test('a line and a patch that is larger than a spot do not fade', () => {
  expect(weightOf(4, { half: { x: 40, y: 2 } })).toBe(0);
  expect(weightOf(4, { half: { x: 40, y: 40 } })).toBe(0);
});
