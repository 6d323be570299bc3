import { expect, test } from 'vitest';
import { findRedness } from './redness.ts';

/** Returns the redness in patches of 1,300 pixels of skin, each with one L* and a*. */
function rednessOf(...patches: readonly (readonly [l: number, a: number])[]): number[] {
  const length = 1300;
  const plane = (of: (patch: readonly [number, number]) => number) =>
    Float32Array.from({ length: length * patches.length }, (_, i) => of(patches[Math.floor(i / length)]!));
  const found = findRedness(
    plane(([, a]) => a),
    plane(([l]) => l),
    plane(() => 1),
  );
  return patches.map((_, n) => found[n * length + length / 2]!);
}

test('a flush is removed, and calm skin keeps its red', () => {
  const [calm, flush] = rednessOf([68, 12], [66, 18]);
  expect(calm).toBe(0);
  expect(flush).toBeGreaterThan(4);
});

test('a lit cheek that is redder only in proportion to its light does not count as a flush', () => {
  // L* + 16 is 56 in the shade and 92 in the light. The values of a*, 8 and 13.1, are in the same proportion.
  const [shaded, lit] = rednessOf([40, 8], [76, 13.1]);
  expect(shaded).toBe(0);
  expect(lit).toBeLessThan(1.6);
  const [, , flushed] = rednessOf([40, 8], [76, 13.1], [76, 18]);
  expect(flushed).toBeGreaterThan(lit! + 3.5);
});
