import anchors from '../../data/metric-anchors.json' with { type: 'json' };
import { gaussian } from '../maths/gaussian.ts';
import type { Bounds, Plane, Size } from '../maths/plane.ts';
import type { SkinMeasurement } from './measure-skin.ts';
import type { RawMetricName } from './raw-metrics.ts';
import { measuredDistance_px } from './skin-surface.ts';

export interface HeatMap {
  /**
   * 0–1, row by row. A value is 1 where the metric is at least three times its 95th percentile over faces (`p95` in
   * engine/data/metric-anchors.json).
   */
  readonly values: Plane;
  readonly size: Size;
  /** Part of the photo that the values cover, in pixels of the photo. The map is drawn stretched over this part. */
  readonly bounds: Bounds;
}

const full = 3;
/**
 * Sigma of the map's blur, in units of d (the distance between the irises). The blur merges single pits into areas, but
 * a line remains visible as a line.
 */
const softness: Readonly<Record<RawMetricName, number>> = {
  wrinkles: 0.01,
  pores: 0.035,
  sebum: 0.012,
  inflammation: 0.02,
  spots: 0.012,
  dryness: 0.03,
  sag: 0.02,
};

/**
 * Returns a map of the places that raise a metric, so that the doctor can judge the metric. The computation takes about
 * 10 ms.
 */
export function heatMapOf({ metrics, surface }: SkinMeasurement, name: RawMetricName): HeatMap {
  const { size, window } = surface;
  const values = gaussian(metrics[name].map, size, softness[name] * measuredDistance_px);
  const perUnit = name === 'pores' ? measuredDistance_px ** 2 : 1;
  const scale = perUnit / (full * anchors.metrics[name].p95);
  for (let i = 0; i < values.length; i++) values[i] = Math.min(1, Math.max(0, values[i]! * scale));
  return { values, size, bounds: window };
}
