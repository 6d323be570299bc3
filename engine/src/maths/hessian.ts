import { planeOf } from './plane.ts';
import type { Plane } from './plane.ts';
import type { BlurredPlane } from './masked-blur.ts';

/**
 * Measures of dark lines and dark spots. Both are multiplied by σ², so that scales can be compared, and have the unit
 * of the plane.
 */
export interface Curvature {
  /**
   * Dark lines: λ₁ − |λ₂|, where λ₁ is the larger and λ₂ the smaller eigenvalue of the Hessian. The value is high along
   * creases and low on spots.
   */
  readonly ridge: Plane;
  /** Dark spots: the smaller eigenvalue λ₂ of the Hessian. It is high only where values rise in every direction. */
  readonly pit: Plane;
  /**
   * Direction across the lines, as an angle φ. `cos` is `ridge` × cos 2φ, and `sin` is `ridge` × sin 2φ. Averages of
   * these planes over an area are small if the lines in the area have different directions. Null unless requested.
   */
  readonly run: { readonly cos: Plane; readonly sin: Plane } | null;
}

/**
 * Measures lines and spots by the eigenvalues of the Hessian (Frangi et al. 1998). Derivatives are central differences;
 * border pixels are zero.
 */
export function curvature({ values, size, sigma }: BlurredPlane, withRun = false): Curvature {
  const { width, height } = size;
  const ridge = planeOf(size);
  const pit = planeOf(size);
  const run = withRun ? { cos: planeOf(size), sin: planeOf(size) } : null;
  const scale = sigma * sigma;
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const centre = 2 * values[i]!;
      const xx = values[i - 1]! + values[i + 1]! - centre;
      const yy = values[i - width]! + values[i + width]! - centre;
      const half = 0.5 * (xx + yy);
      const xy =
        0.25 * (values[i - width - 1]! + values[i + width + 1]! - values[i - width + 1]! - values[i + width - 1]!);
      const spread = Math.sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
      const larger = half + spread;
      if (larger <= 0) continue;
      const smaller = half - spread;
      const line = Math.max(0, larger - Math.abs(smaller)) * scale;
      ridge[i] = line;
      pit[i] = Math.max(0, smaller) * scale;
      if (line === 0 || !run) continue;
      run.cos[i] = (line * 0.5 * (xx - yy)) / spread;
      run.sin[i] = (line * xy) / spread;
    }
  }
  return { ridge, pit, run };
}

/** Computes only the `pit` measure of `curvature`. */
export function pitsIn({ values, size, sigma }: BlurredPlane): Plane {
  const { width, height } = size;
  const pit = planeOf(size);
  const scale = sigma * sigma;
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const centre = 2 * values[i]!;
      const xx = values[i - 1]! + values[i + 1]! - centre;
      const yy = values[i - width]! + values[i + width]! - centre;
      if (xx <= 0 || yy <= 0) continue;
      const xy =
        0.25 * (values[i - width - 1]! + values[i + width + 1]! - values[i - width + 1]! - values[i + width - 1]!);
      const smaller = 0.5 * (xx + yy) - Math.sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
      if (smaller > 0) pit[i] = smaller * scale;
    }
  }
  return pit;
}
