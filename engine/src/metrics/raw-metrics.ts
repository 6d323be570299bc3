import type { Plane } from '../maths/plane.ts';

/**
 * Skin measurements of one photo; more is worse. Units are the engine's own, comparable only between photos brought to
 * the same size by this folder:
 * - `wrinkles`: mean depth of dark lines beyond a threshold, L* at mid-tone skin;
 * - `pores`: depths of dark pits added up, L* per d²;
 * - `sebum`: share of the T-zone that mirrors light, 0–1. It measures the appearance: a photo does not show sebum;
 * - `inflammation`: mean a* above the face's own calm tone; redness that covers a whole face evenly does not show;
 * - `spots`: mean depth of pigment spots, L*;
 * - `dryness`: mean unevenness of the finest detail on the cheeks, L*;
 * - `sag`: mean depth of the shade along the nasolabial folds, L*.
 */
export type RawMetrics = Readonly<Record<RawMetricName, number>>;

export const rawMetricNames = ['wrinkles', 'pores', 'sebum', 'inflammation', 'spots', 'dryness', 'sag'] as const;
export type RawMetricName = (typeof rawMetricNames)[number];

/** One metric of one photo. */
export interface RawMetric {
  readonly value: number;
  /** The metric's map: one number for each pixel of the measured window, 0 outside the metric's regions, in the metric's unit. */
  readonly map: Plane;
}
