import { expect, test } from 'vitest';
import { type Hold, type HeldFace, heldAfter, hold_ms, shareHeld } from './hold.ts';

const face: HeldFace = { x: 0.5, y: 0.5, yaw_deg: 0 };
const every = (gap_ms: number, faces: (HeldFace | null)[]) =>
  faces.reduce<Hold | null>((hold, next, index) => heldAfter(hold, next, index * gap_ms), null);

test('the ring is full after the face has been still for 0.8 s, and not before', () => {
  expect(shareHeld(every(100, Array(8).fill(face)))).toBeCloseTo(0.875);
  expect(shareHeld(every(100, Array(9).fill(face)))).toBe(1);
  expect(hold_ms).toBe(800);
});

test('a frame with a fault empties the ring', () => {
  expect(shareHeld(every(100, [face, face, face, null]))).toBe(0);
  expect(shareHeld(every(100, [face, face, face, null, face]))).toBe(0);
});

test('the ring does not become full while the face slowly moves or turns', () => {
  const drifting = Array.from({ length: 9 }, (_, index) => ({ ...face, x: 0.5 + index * 0.006 }));
  const turning = Array.from({ length: 9 }, (_, index) => ({ ...face, yaw_deg: index }));
  expect(shareHeld(every(100, drifting))).toBeLessThan(1);
  expect(shareHeld(every(100, turning))).toBeLessThan(1);
});

test('a long gap between two frames does not fill the ring', () => {
  expect(shareHeld(every(900, [face, face]))).toBe(0);
});
