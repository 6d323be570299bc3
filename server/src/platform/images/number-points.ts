import sharp from 'sharp';
import { JPEG } from './picture.ts';
import { setLine } from './plate-text.ts';

/** A numbered place, in shares of the picture's width and height. */
export interface NumberedPoint {
  readonly number: number;
  readonly x: number;
  readonly y: number;
}

/** Radius of a point as a part of the short side: still readable in a column of a page. */
const RADIUS = 0.019;

/** The picture with numbered points on it, as JPEG. Points outside of it are left out. */
export async function numberPoints(jpeg: Buffer, points: readonly NumberedPoint[]): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const radius = Math.min(width, height) * RADIUS;
  const inside = points.filter(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1);
  const dots = inside.map(({ number, x, y }) => dot(number, x * width, y * height, radius));
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${dots.join('')}</svg>`;
  return sharp(jpeg)
    .composite([{ input: Buffer.from(overlay) }])
    .jpeg(JPEG)
    .toBuffer();
}

function dot(number: number, x: number, y: number, radius: number): string {
  const line = setLine(String(number), radius * 1.15, '500');
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle r="${radius.toFixed(1)}" fill="#fff" stroke="#161514" stroke-width="${(radius * 0.12).toFixed(1)}"/><g fill="#161514" transform="translate(${(-line.width / 2).toFixed(1)} ${(radius * 0.41).toFixed(1)})">${line.svg}</g></g>`;
}
