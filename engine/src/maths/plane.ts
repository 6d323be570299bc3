/** One value a pixel, row by row. */
export type Plane = Float32Array;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Part of a plane; right and bottom are exclusive. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function planeOf({ width, height }: Size): Plane {
  return new Float32Array(width * height);
}
