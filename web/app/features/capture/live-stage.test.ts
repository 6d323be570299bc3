import { expect, test } from 'vitest';
import { tickFor } from './live-stage.tsx';

test('the phone vibrates at each quarter of the ring, longer when the ring is full, and not while it empties', () => {
  expect(tickFor(0, 0.2)).toBe(0);
  expect(tickFor(0.2, 0.26)).toBeGreaterThan(0);
  expect(tickFor(0.26, 0.4)).toBe(0);
  expect(tickFor(0.9, 1)).toBeGreaterThan(tickFor(0.2, 0.26));
  expect(tickFor(1, 1)).toBe(0);
  expect(tickFor(0.8, 0)).toBe(0);
});
