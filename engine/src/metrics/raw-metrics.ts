import type { Plane } from '../maths/plane.ts';

/**
 * Skin measurements of one photo; a higher value is worse. The units are the engine's own, and valid only for photos
 * that skin-surface.ts has scaled to the common size. d is the distance between the irises.
 * - `wrinkles`: mean depth of dark lines above a threshold, in L* on skin of medium tone;
 * - `pores`: sum of the depths of dark pits, in L* per d²;
 * - `sebum`: share of forehead, nose and cheeks that mirrors light, 0–1. This is only the appearance; a photo does not
 *   show sebum;
 * - `inflammation`: mean redness of the skin, in a*. Redness is the damped excess of a* above that of the least red
 *   skin of the same face. Redness that covers the whole face evenly is not measured;
 * - `spots`: mean depth of pigment spots, in L*;
 * - `dryness`: mean unevenness of the finest detail on the cheeks, in L*;
 * - `sag`: mean depth of the shade along the nasolabial folds, in L*.
 */
export type RawMetrics = Readonly<Record<RawMetricName, number>>;

export const rawMetricNames = ['wrinkles', 'pores', 'sebum', 'inflammation', 'spots', 'dryness', 'sag'] as const;
export type RawMetricName = (typeof rawMetricNames)[number];

/** One metric of one photo. */
export interface RawMetric {
  readonly value: number;
  /**
   * The metric at each pixel of the measured window, in the metric's unit (for pores, in L*); 0 outside the metric's
   * regions.
   */
  readonly map: Plane;
}
