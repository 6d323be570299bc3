import { expect, test } from 'vitest';
import { faceBox, fit, limit, panBy, pinched, wholePhoto, zoomAt } from './view.ts';

const photo = { width: 1600, height: 1200 };
const pane = { width: 800, height: 800 };

test('the whole photo fits into the pane and is centred', () => {
  expect(fit(wholePhoto(photo), pane)).toEqual({ x: 800, y: 600, scale: 0.5 });
});

test('the zoom to the face includes hair and neck', () => {
  const box = faceBox([
    [600, 400, 0],
    [1000, 900, 0],
  ]);
  expect(box).toEqual({ x: 480, y: 260, width: 640, height: 710 });
});

test('the point under the pointer does not move while zooming', () => {
  const view = { x: 800, y: 600, scale: 0.5 };
  const at = { x: 100, y: -50 };
  const zoomed = zoomAt(view, 2, at);
  expect(zoomed.scale).toBe(1);
  expect(zoomed.x + at.x / zoomed.scale).toBeCloseTo(view.x + at.x / view.scale);
  expect(zoomed.y + at.y / zoomed.scale).toBeCloseTo(view.y + at.y / view.scale);
});

test('dragging moves the photo with the pointer, and the middle of the pane stays on the photo', () => {
  expect(panBy({ x: 800, y: 600, scale: 2 }, 100, -40)).toEqual({ x: 750, y: 620, scale: 2 });
  expect(limit({ x: -50, y: 9000, scale: 100 }, photo, pane)).toEqual({ x: 0, y: 1200, scale: 8 });
  expect(limit({ x: 0, y: 0, scale: 0.01 }, photo, pane).scale).toBe(0.25);
});

test('moving two fingers apart enlarges the photo, and the part between the fingers moves with them', () => {
  const view = { x: 800, y: 600, scale: 0.5 };
  const before = [
    { x: -50, y: 0 },
    { x: 50, y: 0 },
  ] as const;
  const after = [
    { x: -80, y: 30 },
    { x: 120, y: 30 },
  ] as const;
  const seen = pinched(view, before, after);
  expect(seen.scale).toBe(1);
  // After the pinch, the same point of the photo is still between the fingers.
  expect(seen.x + 20 / seen.scale).toBeCloseTo(800);
  expect(seen.y + 30 / seen.scale).toBeCloseTo(600);
  expect(pinched(view, before, before)).toEqual(view);
});
