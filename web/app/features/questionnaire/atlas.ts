import type { Area } from './options.ts';

/**
 * The points of each area on the drawing of the face, in units of the drawing (1200 × 1240). The label is next to the
 * last point.
 */
export const spots: Partial<Record<Area, readonly (readonly [x: number, y: number])[]>> = {
  hairline: [[600, 196]],
  forehead: [[600, 335]],
  eyebrows: [
    [392, 404],
    [808, 404],
  ],
  eyes: [
    [432, 530],
    [768, 530],
  ],
  cheekbones: [
    [352, 672],
    [848, 672],
  ],
  lips: [[600, 846]],
  chin: [[600, 1040]],
  jawline: [
    [366, 900],
    [834, 900],
  ],
  neck: [[600, 1168]],
};

/** The x coordinate, outside the drawing, at which the line from a point to its label ends. */
export const lineEnd = 1030;
