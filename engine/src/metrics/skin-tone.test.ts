import { expect, test } from 'vitest';
import { toneGroupOf, toneGroups, typologyAngle } from './skin-tone.ts';

test('the typology angle falls from fair to dark skin', () => {
  const angles = [
    { l: 78, a: 8, b: 12 },
    { l: 65, a: 12, b: 18 },
    { l: 52, a: 14, b: 20 },
    { l: 33, a: 12, b: 14 },
  ].map(typologyAngle);
  expect(angles).toEqual(angles.toSorted((p, q) => q - p));
  expect(toneGroupOf(angles[0]!)).toBe('very_light');
  expect(toneGroupOf(angles[3]!)).toBe('dark');
});

test('every angle belongs to one group, from light to dark', () => {
  const seen = new Set<string>();
  for (let angle = 90; angle >= -90; angle--) seen.add(toneGroupOf(angle));
  expect([...seen]).toEqual(toneGroups);
});
