import anchors from '../../data/metric-anchors.json' with { type: 'json' };
import { gaussian } from '../maths/gaussian.ts';
import type { Bounds, Plane, Size } from '../maths/plane.ts';
import type { SkinMeasurement } from './measure-skin.ts';
import type { RawMetricName } from './raw-metrics.ts';
import { measuredDistance_px } from './skin-surface.ts';

export interface HeatMap {
  /** 0–1, row by row: 1 where the skin has at least three times what a face at the 95th percentile has on average. */
  readonly values: Plane;
  readonly size: Size;
  /** Part of the photo that the values cover, in its pixels; to be drawn stretched over it. */
  readonly bounds: Bounds;
}

const full = 3;
/** In d: the blur of the map. Single pits become a density, while lines stay lines. */
const softness: Readonly<Record<RawMetricName, number>> = {
  wrinkles: 0.01,
  pores: 0.035,
  sebum: 0.012,
  inflammation: 0.02,
  spots: 0.012,
  dryness: 0.03,
  sag: 0.02,
};

/** Shows from where on the photo a metric comes, for the doctor to judge. About 10 ms. */
export function heatMapOf({ metrics, surface }: SkinMeasurement, name: RawMetricName): HeatMap {
  const { size, window } = surface;
  const values = gaussian(metrics[name].map, size, softness[name] * measuredDistance_px);
  const perUnit = name === 'pores' ? measuredDistance_px ** 2 : 1;
  const scale = perUnit / (full * anchors.metrics[name].p95);
  for (let i = 0; i < values.length; i++) values[i] = Math.min(1, Math.max(0, values[i]! * scale));
  return { values, size, bounds: window };
}
