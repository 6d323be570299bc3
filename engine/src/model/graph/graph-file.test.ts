import { expect, test } from 'vitest';
import { halvesToFloats } from './graph-file.ts';

test.each([
  [0x0000, 0],
  [0x3c00, 1],
  [0xc000, -2],
  [0x3555, 0.333251953125],
  [0x7bff, 65504],
  [0x0400, 2 ** -14],
  [0x03ff, 1023 * 2 ** -24],
  [0x8001, -(2 ** -24)],
])('the half float with the bits %i is exactly %d', (half, number) => {
  expect(halvesToFloats(Uint16Array.of(half))).toEqual(Float32Array.of(number));
});

test.each([0x7c00, 0xfc00, 0x7e00])(
  'the half float with the bits %i is refused, because it is not a finite number',
  (half) => {
    expect(() => halvesToFloats(Uint16Array.of(half))).toThrow(RangeError);
  },
);
