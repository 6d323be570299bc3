import type { Plane, Size } from './plane.ts';
import { clamp } from './smoothstep.ts';

export type Point = readonly [x: number, y: number];

/** Sets every pixel whose centre lies inside the polygon (even-odd rule). Pixel (0, 0) has its centre at (0.5, 0.5). */
export function fillPolygon(plane: Plane, { width, height }: Size, polygon: readonly Point[], value = 1): void {
  const top = Math.max(0, Math.floor(Math.min(...polygon.map(([, y]) => y))));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...polygon.map(([, y]) => y))));
  for (let y = top; y <= bottom; y++) {
    const crossings = crossingsAt(polygon, y + 0.5);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const from = clamp(Math.ceil(crossings[k]! - 0.5), 0, width);
      const to = clamp(Math.floor(crossings[k + 1]! - 0.5) + 1, 0, width);
      if (to > from) plane.fill(value, y * width + from, y * width + to);
    }
  }
}

/** Sets every pixel whose centre lies within `radius` of the point. */
export function fillDisc(plane: Plane, { width, height }: Size, [cx, cy]: Point, radius: number, value = 1): void {
  const bottom = Math.min(height - 1, Math.ceil(cy + radius));
  for (let y = Math.max(0, Math.floor(cy - radius)); y <= bottom; y++) {
    const half = Math.sqrt(Math.max(0, radius * radius - (y + 0.5 - cy) ** 2));
    const from = clamp(Math.ceil(cx - half - 0.5), 0, width);
    const to = clamp(Math.floor(cx + half - 0.5) + 1, 0, width);
    if (to > from) plane.fill(value, y * width + from, y * width + to);
  }
}

/** Scales a polygon about the mean of its points. */
export function scalePolygon(polygon: readonly Point[], factor: number): Point[] {
  const [cx, cy] = meanPoint(polygon);
  return polygon.map(([x, y]) => [cx + (x - cx) * factor, cy + (y - cy) * factor]);
}

export function meanPoint(points: readonly Point[]): Point {
  const sum = points.reduce<[number, number]>((total, [x, y]) => [total[0] + x, total[1] + y], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

function crossingsAt(polygon: readonly Point[], y: number): number[] {
  const crossings: number[] = [];
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[j]!;
    if (ay <= y !== by <= y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
  }
  return crossings.sort((a, b) => a - b);
}
