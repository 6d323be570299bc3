import { gaussian } from '../maths/gaussian.ts';
import { median } from '../maths/statistics.ts';
import { faceAngles } from '../quality/face-angles.ts';
import type { WorkArea } from './work-area.ts';

/** Landmarks of a line down the bridge of the nose. Skin is smooth there, but glasses have an edge. */
const bridge = [8, 168, 6, 197, 195] as const;
/**
 * Distances of parallel lines from the midline, in units of d (the distance between the irises). There are several
 * lines, so that a single reflection has no influence.
 */
const offsets = [-0.05, -0.025, 0, 0.025, 0.05] as const;
const nearSide = 0.22;
const samples = 48;
const softness = 0.012;

/**
 * Returns how steeply the lightness changes down the bridge of the nose, in L* per 0.05 d. The value is the median of
 * the steepest changes along the parallel lines.
 */
export function bridgeEdge({ lab, size, landmarks, frame }: WorkArea): number {
  const soft = gaussian(lab.l, size, softness * frame.d);
  const step = 0.05 * frame.d;
  // On a turned head the bridge of the nose lies on the silhouette, so the lines are moved to its visible side.
  const aside = nearSide * Math.sin((faceAngles(landmarks).yaw * Math.PI) / 180);
  const edges = offsets.map((offset) => {
    const line = Array.from({ length: samples }, (_, n) => {
      const [x, y] = alongBridge(landmarks, n / (samples - 1));
      const across = (offset - aside) * frame.d;
      return [x + across * frame.ex, y + across * frame.ey] as const;
    });
    return Math.max(
      ...line.map(([x, y]) => {
        const up = at(x + (step / 2) * frame.ey, y - (step / 2) * frame.ex);
        const down = at(x - (step / 2) * frame.ey, y + (step / 2) * frame.ex);
        return Math.abs(up - down);
      }),
    );
  });
  return median(edges);

  function at(x: number, y: number): number {
    const column = Math.min(size.width - 1, Math.max(0, Math.round(x)));
    const row = Math.min(size.height - 1, Math.max(0, Math.round(y)));
    return soft[row * size.width + column]!;
  }
}

function alongBridge(landmarks: WorkArea['landmarks'], share: number): readonly [number, number] {
  const at = share * (bridge.length - 1);
  const n = Math.min(bridge.length - 2, Math.floor(at));
  const [p, q] = [landmarks[bridge[n]!]!, landmarks[bridge[n + 1]!]!];
  return [p[0] + (q[0] - p[0]) * (at - n), p[1] + (q[1] - p[1]) * (at - n)];
}

/**
 * Minimum steepness of an edge that is taken for glasses, in L* per 0.05 d. Bare faces had 2–9, faces with glasses 20
 * and more.
 */
const glassesFrom = 14;

/**
 * Returns whether the person wears glasses. A brow lift must not bend the rims of the glasses, which lie over brows and
 * lids.
 */
export function wearsGlasses(area: WorkArea): boolean {
  return bridgeEdge(area) > glassesFrom;
}
