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

/** Rows of a plane or picture; bottom is exclusive. */
export type Rows = Pick<Bounds, 'top' | 'bottom'>;

export function planeOf({ width, height }: Size): Plane {
  return new Float32Array(width * height);
}
