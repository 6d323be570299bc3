/**
 * A line fitted by least squares. `confidence` is half the width of the slope's 95 % confidence interval; null if there
 * are too few points.
 */
export interface Line {
  readonly slope: number;
  readonly confidence: number | null;
}

/**
 * Student's t at 97.5 % for 1, 2, … degrees of freedom. For more degrees of freedom, the normal distribution is close
 * enough.
 */
const studentT = [
  12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.1,
];
const normal = 1.96;

export function lineThrough(xs: readonly number[], ys: readonly number[]): Line {
  const [x, y] = [meanOf(xs), meanOf(ys)];
  const spread = xs.reduce((sum, value) => sum + (value - x) ** 2, 0);
  const slope = spread === 0 ? 0 : xs.reduce((sum, value, n) => sum + (value - x) * (ys[n]! - y), 0) / spread;
  const free = xs.length - 2;
  if (free < 1 || spread === 0) return { slope, confidence: null };
  const rest = ys.reduce((sum, value, n) => sum + (value - y - slope * (xs[n]! - x)) ** 2, 0);
  return { slope, confidence: (studentT[free - 1] ?? normal) * Math.sqrt(rest / free / spread) };
}

export function deviationOf(values: readonly number[]): number {
  const middle = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
