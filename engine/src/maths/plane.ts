/** One value per pixel, row by row. */
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

/** Rows of a plane or image; bottom is exclusive. */
export type Rows = Pick<Bounds, 'top' | 'bottom'>;

export function planeOf({ width, height }: Size): Plane {
  return new Float32Array(width * height);
}

const kept = new Map<string, Plane>();

/**
 * Returns a reusable plane that still contains old values. Planes are reused, because allocating memory takes longer
 * than the arithmetic. Each purpose has its own plane. The next call for the same purpose overwrites the plane.
 */
export function scratch(purpose: 'blur' | 'product', length: number): Plane {
  let plane = kept.get(purpose);
  if (!plane || plane.length < length) kept.set(purpose, (plane = new Float32Array(length)));
  return plane.length === length ? plane : plane.subarray(0, length);
}
