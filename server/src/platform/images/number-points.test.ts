import sharp from 'sharp';
import { expect, test } from 'vitest';
import { numberPoints } from './number-points.ts';

const photo = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#203040' } })
  .jpeg()
  .toBuffer();

/**
 * Returns the brightness of an image at a position, given in shares of its width and height. A point is white, and the
 * photo is dark.
 */
async function brightness(picture: Buffer, x: number, y: number): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data[Math.round(y * info.height) * info.width + Math.round(x * info.width)] ?? 0;
}
const sizeOf = async (picture: Buffer) => {
  const { width, height } = await sharp(picture).metadata();
  return [width, height];
};

test("the image of numbered points shows a square around them, of at least half of the photo's short side", async () => {
  const one = await numberPoints(photo, [{ number: 8, x: 0.5, y: 0.5 }]);
  expect(await sizeOf(one)).toEqual([200, 200]);
  // The point is white next to its number.
  expect(await brightness(one, 0.486, 0.5)).toBeGreaterThan(200);
  expect(await brightness(one, 0.8, 0.8)).toBeLessThan(80);
});

test('points at the edges stay in the image, and points outside the photo are left out', async () => {
  const corners = await numberPoints(photo, [
    { number: 1, x: 0, y: 0 },
    { number: 2, x: 0.9, y: 0.1 },
    { number: 3, x: 1.4, y: 0.5 },
  ]);
  expect(await sizeOf(corners)).toEqual([400, 400]);
  expect(await brightness(corners, 0.008, 0)).toBeGreaterThan(200);
});

test('without points the image is the central square of the photo', async () => {
  expect(await sizeOf(await numberPoints(photo, []))).toEqual([200, 200]);
});
