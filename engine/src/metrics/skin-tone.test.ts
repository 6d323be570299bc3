import { expect, test } from 'vitest';
import { typologyAngle } from './skin-tone.ts';

test('the typology angle decreases from light to dark skin', () => {
  const angles = [
    { l: 78, a: 8, b: 12 },
    { l: 65, a: 12, b: 18 },
    { l: 52, a: 14, b: 20 },
    { l: 33, a: 12, b: 14 },
  ].map(typologyAngle);
  expect(angles).toEqual(angles.toSorted((p, q) => q - p));
  expect(angles[0]).toBeGreaterThan(55);
  expect(angles[3]).toBeLessThan(-30);
});
