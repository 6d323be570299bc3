import { describe, expect, test } from 'vitest';
import { factorise, solve } from './cholesky.ts';
import { gaussian } from './gaussian.ts';
import { curvature } from './hessian.ts';
import { labOfPicture, readLab, writeLab } from './lab.ts';
import { createMaskedBlur } from './masked-blur.ts';
import { planeOf } from './plane.ts';
import type { Plane, Size } from './plane.ts';
import { fillDisc, fillPolygon } from './polygon.ts';
import { enlarge, reduce } from './resample.ts';
import { smoothstep } from './smoothstep.ts';
import { median, percentile } from './statistics.ts';

const size: Size = { width: 61, height: 47 };
const fromFunction = (value: (x: number, y: number) => number): Plane =>
  planeOf(size).map((_, i) => value(i % size.width, Math.floor(i / size.width)));
const sum = (plane: Plane) => plane.reduce((total, value) => total + value, 0);

describe('Lab', () => {
  test('white, black, mid-grey and sRGB red have their known Lab values', () => {
    const colours = [
      [255, 255, 255],
      [0, 0, 0],
      [119, 119, 119],
      [255, 0, 0],
    ] as const;
    const expected = [
      [100, 0, 0],
      [0, 0, 0],
      [50.03, 0, 0],
      [53.24, 80.09, 67.2],
    ] as const;
    const out = new Float32Array(3);
    colours.forEach((colour, k) => {
      readLab(Uint8ClampedArray.of(...colour, 255), 0, out);
      out.forEach((value, channel) => expect(value).toBeCloseTo(expected[k]![channel]!, 1));
    });
  });

  test('every colour of a coarse cube has the same bytes after conversion to Lab and back', () => {
    const out = new Float32Array(3);
    const back = new Uint8ClampedArray(4);
    for (let n = 0; n < 4096; n++) {
      const colour = Uint8ClampedArray.of((n & 15) * 17, ((n >> 4) & 15) * 17, (n >> 8) * 17, 255);
      readLab(colour, 0, out);
      writeLab(out[0]!, out[1]!, out[2]!, back, 0);
      expect([...back.subarray(0, 3)]).toEqual([...colour.subarray(0, 3)]);
    }
  });

  test('a part of a picture is converted from its own position', () => {
    const data = new Uint8ClampedArray(4 * 3 * 4).fill(0);
    data.set([255, 255, 255, 255], (1 * 4 + 2) * 4);
    const { l } = labOfPicture({ width: 4, height: 3, data }, { left: 2, top: 1, right: 4, bottom: 3 });
    expect(Array.from(l, (value) => Math.abs(Math.round(value)))).toEqual([100, 0, 0, 0]);
  });
});

describe('blurs', () => {
  test.each([0.8, 1.5, 2.4, 5])('a point spreads like a Gaussian of sigma %s', (sigma) => {
    const point = fromFunction((x, y) => (x === 30 && y === 23 ? 1 : 0));
    const blurred = gaussian(point, size, sigma);
    const peak = 1 / (2 * Math.PI * sigma * sigma);
    const at = (dx: number) => blurred[23 * size.width + 30 + dx]! / peak;
    expect(sum(blurred)).toBeCloseTo(1, 3);
    // The peak of three boxes is a little lower than that of a Gaussian.
    expect(at(0)).toBeGreaterThan(0.8);
    expect(at(0)).toBeLessThan(1.05);
    expect(at(Math.round(sigma))).toBeCloseTo(Math.exp(-0.5 * (Math.round(sigma) / sigma) ** 2), 1);
  });

  test('an even plane stays even up to its edges', () => {
    for (const sigma of [1, 6])
      for (const value of gaussian(
        fromFunction(() => 7),
        size,
        sigma,
      ))
        expect(value).toBeCloseTo(7, 4);
  });

  test('values outside a mask do not change the blur inside', () => {
    const mask = fromFunction((x) => (x < 30 ? 1 : 0));
    const values = fromFunction((x) => (x < 30 ? 50 : 5));
    for (const sigma of [1, 4, 9]) {
      const blur = createMaskedBlur(mask, size, sigma);
      const full = blur.full(blur.blur(values));
      mask.forEach((inside, i) => expect(full[i]! * inside).toBeCloseTo(50 * inside, 2));
    }
  });
});

test('reducing and enlarging keeps a slope, even if the size is no multiple of the factor', () => {
  const slope = fromFunction((x, y) => 2 * x - y);
  const back = enlarge(reduce(slope, size, 4), size, 4);
  for (let y = 4; y < 40; y++) for (let x = 4; x < 54; x++) expect(back[y * size.width + x]).toBeCloseTo(2 * x - y, 3);
});

test('a dark line is a ridge, a dark dot is a pit, and a light line is neither', () => {
  const measured = (values: Plane) => {
    const { ridge, pit } = curvature({ values: gaussian(values, size, 2), size, factor: 1, sigma: 2, weight: values });
    const centre = 23 * size.width + 30;
    return { ridge: ridge[centre]!, pit: pit[centre]! };
  };
  const line = measured(fromFunction((_, y) => (Math.abs(y - 23) < 2 ? -10 : 0)));
  const dot = measured(fromFunction((x, y) => (Math.hypot(x - 30, y - 23) < 3 ? -10 : 0)));
  const light = measured(fromFunction((_, y) => (Math.abs(y - 23) < 2 ? 10 : 0)));
  expect(line.ridge).toBeGreaterThan(1);
  expect(line.pit).toBeLessThan(0.01);
  expect(dot.pit).toBeGreaterThan(1);
  expect(dot.ridge).toBeLessThan(0.1);
  expect(light).toEqual({ ridge: 0, pit: 0 });
});

test('a filled polygon has the polygon’s area, a disc the circle’s, and neither leaves the plane', () => {
  const square = planeOf(size);
  fillPolygon(square, size, [
    [10, 5],
    [30, 5],
    [30, 25],
    [10, 25],
  ]);
  expect(sum(square)).toBe(400);
  const disc = planeOf(size);
  fillDisc(disc, size, [30, 23], 10);
  expect(sum(disc) / (Math.PI * 100)).toBeCloseTo(1, 1);
  const everywhere = planeOf(size);
  fillPolygon(everywhere, size, [
    [-500, -500],
    [500, -500],
    [500, 500],
    [-500, 500],
  ]);
  expect(sum(everywhere)).toBe(size.width * size.height);
});

test('a positive definite system is solved, and an indefinite matrix is refused', () => {
  const factor = factorise(Float64Array.of(4, 2, 2, 3), 2);
  const x = solve(factor, 2, [10, 8]);
  expect([4 * x[0]! + 2 * x[1]!, 2 * x[0]! + 3 * x[1]!].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([10, 8]);
  expect(() => factorise(Float64Array.of(1, 2, 2, 1), 2)).toThrow(RangeError);
});

test('smoothstep, median and percentile have known values', () => {
  expect([0, 1, 2, 3, 4].map((x) => smoothstep(1, 3, x))).toEqual([0, 0, 0.5, 1, 1]);
  expect(median([5, 1, 9])).toBe(5);
  expect(percentile([4, 3, 2, 1], 0.75)).toBe(4);
  expect(median([], 7)).toBe(7);
});
