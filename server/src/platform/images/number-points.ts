import sharp from 'sharp';
import { encodeJpeg } from './picture.ts';
import { setLine } from './plate-text.ts';

/** A numbered point. Its position is given in shares of the image's width and height. */
export interface NumberedPoint {
  readonly number: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Radius of a point as a share of the square's side. At this size the number is still readable when the image fills a
 * column of a page.
 */
const RADIUS = 0.016;
/**
 * Side of the square as a multiple of the longer side of the box around the points. With this margin the surroundings
 * of the points are visible.
 */
const AROUND = 1.35;
/**
 * Smallest side of the square, as a share of the image's short side. With this size the face is visible even around a
 * few points that are close together.
 */
const LEAST_SIDE = 0.5;

/**
 * Crops an image to a square around the points. Returns the square as a JPEG with the numbered points on it. Points
 * outside the image are left out.
 */
export async function numberPoints(jpeg: Buffer, points: readonly NumberedPoint[]): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const inside = points
    .filter(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)
    .map(({ number, x, y }) => ({ number, x: x * width, y: y * height }));
  const { left, top, side } = squareAround(inside, width, height);
  const dots = inside.map(({ number, x, y }) => dot(number, x - left, y - top, side * RADIUS));
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${dots.join('')}</svg>`;
  const cut = sharp(jpeg).extract({ left, top, width: side, height: side });
  return (await encodeJpeg(cut.composite([{ input: Buffer.from(overlay) }]))).jpeg;
}

function squareAround(points: readonly { x: number; y: number }[], width: number, height: number) {
  const short = Math.min(width, height);
  const [across, down] = [spanOf(points.map(({ x }) => x)), spanOf(points.map(({ y }) => y))];
  const wanted = Math.max(across.length * AROUND, down.length * AROUND, short * LEAST_SIDE);
  const side = Math.floor(Math.min(wanted, short));
  const start = (middle: number, whole: number) => Math.round(Math.min(Math.max(middle - side / 2, 0), whole - side));
  return { left: start(across.middle, width), top: start(down.middle, height), side };
}

function spanOf(values: readonly number[]): { length: number; middle: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.length > 0 ? { length: most - least, middle: (least + most) / 2 } : { length: 0, middle: 0 };
}

function dot(number: number, x: number, y: number, radius: number): string {
  const line = setLine(String(number), radius * 1.15, '500');
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle r="${radius.toFixed(1)}" fill="#fff" stroke="#161514" stroke-width="${(radius * 0.12).toFixed(1)}"/><g fill="#161514" transform="translate(${(-line.width / 2).toFixed(1)} ${(radius * 0.41).toFixed(1)})">${line.svg}</g></g>`;
}
