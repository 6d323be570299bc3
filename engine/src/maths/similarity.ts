export type Vector = readonly [number, number, number];

export interface Similarity {
  /** The axes of the first set of points, as unit vectors in the coordinates of the second set. */
  readonly axes: readonly [Vector, Vector, Vector];
  readonly scale: number;
  apply(point: Vector): Vector;
  /** Expresses a point of the second set in the axes of the first set, but in the scale of the second set. */
  own(point: Vector): Vector;
}

const steps = 200;

/**
 * Finds the rotation, scale and shift that map the points `from` onto `to` by least squares. The rotation is the
 * quaternion that belongs to the largest eigenvalue of Horn's symmetric matrix (1987), found by power iteration.
 */
export function similarityOf(from: readonly Vector[], to: readonly Vector[]): Similarity {
  const [a, b] = [meanOf(from), meanOf(to)];
  const s = Array.from({ length: 3 }, () => [0, 0, 0]);
  let spread = 0;
  from.forEach((point, i) => {
    for (let row = 0; row < 3; row++) {
      const p = point[row]! - a[row]!;
      spread += p * p;
      for (let column = 0; column < 3; column++) s[row]![column]! += p * (to[i]![column]! - b[column]!);
    }
  });
  const axes = rotationOf(quaternionOf(s));
  let gain = 0;
  axes.forEach((axis, k) => axis.forEach((v, row) => (gain += v * s[k]![row]!)));
  const scale = gain / spread;
  const turned = (p: Vector, k: number) => axes.reduce((sum, axis, n) => sum + axis[k]! * p[n]!, 0);
  const apply = (point: Vector): Vector => {
    const p = difference(point, a);
    return [b[0] + scale * turned(p, 0), b[1] + scale * turned(p, 1), b[2] + scale * turned(p, 2)];
  };
  const origin = apply([0, 0, 0]);
  return {
    axes,
    scale,
    apply,
    own(point) {
      const p = difference(point, origin);
      return [dot(axes[0], p), dot(axes[1], p), dot(axes[2], p)];
    },
  };
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function difference(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function meanOf(points: readonly Vector[]): Vector {
  const sum = [0, 0, 0];
  for (const point of points) for (let k = 0; k < 3; k++) sum[k]! += point[k]!;
  return sum.map((v) => v / points.length) as unknown as Vector;
}

function quaternionOf(s: readonly (readonly number[])[]): number[] {
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = s as [number[], number[], number[]] as [
    [number, number, number],
    [number, number, number],
    [number, number, number],
  ];
  const matrix = [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, -xx + yy - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, -xx - yy + zz],
  ];
  // Adds a constant that makes all eigenvalues positive, so that the largest one dominates.
  const lift = Math.max(...matrix.map((row) => row.reduce((sum, v) => sum + Math.abs(v), 0)));
  let q = [1, 0.01, 0.01, 0.01];
  for (let step = 0; step < steps; step++) {
    const next = matrix.map((row, r) => row.reduce((sum, v, c) => sum + v * q[c]!, lift * q[r]!));
    const length = Math.hypot(...next);
    q = next.map((v) => v / length);
  }
  return q;
}

/** Returns the columns of the rotation matrix of a quaternion. */
function rotationOf(q: readonly number[]): [Vector, Vector, Vector] {
  const [w, x, y, z] = q as [number, number, number, number];
  return [
    [w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z],
  ];
}
