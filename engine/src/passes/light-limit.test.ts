import { expect, test } from 'vitest';
import { planeOf } from '../maths/plane.ts';
import type { Plane } from '../maths/plane.ts';
import type { Bands } from './bands.ts';
import { fillingAt } from './folds.ts';
import { lightLimit } from './light-limit.ts';

const size = { width: 200, height: 200 };
const d = 200;
const bounds = { left: 60, top: 0, right: 140, bottom: 200 };
/** First row of the moustache or the mole into which the fold runs. */
const end = 120;

/** Makes the planes of an image with a fold that is 20 L* deep and 24 pixels wide. The fold runs from top to bottom. */
function fold() {
  const l = planeOf(size).fill(60);
  const none = planeOf(size);
  const f3 = planeOf(size);
  const skin = planeOf(size).fill(1);
  const still = planeOf(size);
  for (let y = 0; y < size.height; y++)
    for (let x = 88; x < 112; x++) {
      l[y * size.width + x] = 40;
      f3[y * size.width + x] = -20;
      if (y >= end) skin[y * size.width + x] = 0;
      if (y >= end) still[y * size.width + x] = 1;
    }
  const bands: Bands = { f0: none, f1: none, f2: none, f3, f4: none };
  return { l, still, layers: { bands, furrows: planeOf(size).fill(1), skin, grain: { f0: 0, f1: 0 } } };
}

function filledLight(still: Plane): (y: number) => number {
  const { l, layers } = fold();
  const region = { values: new Uint8Array(l.length).fill(255), bounds };
  const limited = lightLimit(l, still, size, d).region(region, layers.skin, (i, weight) =>
    fillingAt(layers, i, weight),
  );
  return (y) => {
    const i = y * size.width + 100;
    const weight = (limited.values[i]! / 255) * layers.skin[i]!;
    return weight > 0 ? fillingAt(layers, i, weight) : 0;
  };
}

test('a fold that ends in a moustache is filled less the closer it is to the moustache', () => {
  const added = filledLight(planeOf(size));
  expect(added(end - 3)).toBeLessThan(9);
  expect(added(end - 30)).toBeGreaterThan(added(end - 15) + 2);
  expect(added(30)).toBeGreaterThan(15);
  for (let y = 12; y < end - 12; y++) expect(Math.abs(added(y + 6) - added(y)), `row ${y}`).toBeLessThan(4);
});

test('a pigment spot that ends in a moustache is treated less near the moustache', () => {
  const { l, layers } = fold();
  const weight = layers.skin.map((skin, i) => (l[i] === 40 ? skin : 0));
  lightLimit(l, planeOf(size), size, d).spots(weight, layers.bands);
  const at = (y: number) => weight[y * size.width + 100]!;
  expect(at(end - 3)).toBeLessThan(0.5);
  expect(at(end - 15)).toBeLessThan(at(30));
  expect(at(30)).toBeGreaterThan(0.9);
});

test('a mole in a fold does not reduce the filling', () => {
  const added = filledLight(fold().still);
  expect(added(end - 12)).toBeGreaterThan(15);
});
