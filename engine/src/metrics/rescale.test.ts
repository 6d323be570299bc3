import { expect, test } from 'vitest';
import type { Picture } from '../picture.ts';
import { shrinkPicture } from '../regions/shrink-picture.ts';
import { rescalePart } from './rescale.ts';

const waves = paint(160, (x, y) => 128 + 60 * Math.sin(x / 7) + 40 * Math.cos(y / 9));

test('a part at scale 1 keeps its bytes', () => {
  const part = { left: 10, top: 20, right: 90, bottom: 70 };
  expect(rescalePart(waves, part, 1)).toEqual(shrinkPicture(waves, part, 1));
});

test('a plain picture stays plain at any size, up to its edges', () => {
  const plain = paint(50, () => 137);
  for (const scale of [0.37, 0.9, 1.13, 2]) {
    const { data } = rescalePart(plain, { left: 0, top: 0, right: 50, bottom: 50 }, scale);
    expect(data.every((byte, i) => byte === (i % 4 === 3 ? 255 : 137))).toBe(true);
  }
});

test('smooth waves look the same at half and at double size', () => {
  const half = rescalePart(waves, { left: 0, top: 0, right: 160, bottom: 160 }, 0.5);
  const back = rescalePart(half, { left: 0, top: 0, right: 80, bottom: 80 }, 2);
  for (let y = 8; y < 152; y++)
    for (let x = 8; x < 152; x++) {
      const o = (y * 160 + x) * 4;
      expect(Math.abs(back.data[o]! - waves.data[o]!)).toBeLessThan(4);
    }
});

test('stripes that are too fine for the new size become grey, not false stripes', () => {
  const stripes = paint(160, (x) => (x % 2 === 0 ? 255 : 0));
  const { data, width } = rescalePart(stripes, { left: 0, top: 0, right: 160, bottom: 160 }, 0.3);
  const row = Array.from({ length: width - 8 }, (_, x) => data[(10 * width + x + 4) * 4]!);
  expect(Math.max(...row) - Math.min(...row)).toBeLessThan(16);
});

function paint(size: number, value: (x: number, y: number) => number): Picture {
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let i = 0; i < size * size; i++) data.fill(value(i % size, Math.floor(i / size)), 4 * i, 4 * i + 3);
  return { width: size, height: size, data };
}
