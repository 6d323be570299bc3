import { expect, test } from 'vitest';
import { moved, squareOf } from './crop.ts';

const portrait = { width: 600, height: 1000 };
const middle = { zoom: 1, x: 0.5, y: 0.5 };

test('the cropped square is as wide as the image’s shorter side, and half as wide at twice the zoom', () => {
  expect(squareOf(middle, portrait)).toEqual({ left: 0, top: 200, side: 600 });
  expect(squareOf({ ...middle, zoom: 2 }, portrait)).toEqual({ left: 150, top: 350, side: 300 });
});

test('the cropped square is always inside the image', () => {
  expect(squareOf({ zoom: 1, x: 0.9, y: 0.99 }, portrait)).toEqual({ left: 0, top: 400, side: 600 });
});

test('a drag moves the image under the square and stops at the edge of the image', () => {
  expect(moved(middle, portrait, 0, -0.25)).toEqual({ zoom: 1, x: 0.5, y: 0.65 });
  expect(moved(middle, portrait, 3, 3)).toEqual({ zoom: 1, x: 0.5, y: 0.3 });
});
