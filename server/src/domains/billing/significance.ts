interface Counted {
  readonly exposures: number;
  readonly conversions: number;
}

export interface Comparison {
  /** The other rate minus the base rate. `low` and `high` are the ends of its 95 % interval. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** The chance of at least this difference if the rates were equal, by the two-sided z test of two proportions. */
  readonly p: number;
}

/**
 * Each group must have at least this number of conversions, and at least this number of exposures without a conversion.
 * With fewer, the normal approximation is invalid.
 */
const LEAST = 5;
const Z_95 = 1.959_964;

/** Compares two rates. Returns null if a group has too few conversions, or too few exposures without a conversion. */
export function compare(base: Counted, other: Counted): Comparison | null {
  const groups = [base, other];
  if (groups.some(({ exposures, conversions }) => conversions < LEAST || exposures - conversions < LEAST)) return null;
  const a = base.conversions / base.exposures;
  const b = other.conversions / other.exposures;
  const pooled = (base.conversions + other.conversions) / (base.exposures + other.exposures);
  const z = (b - a) / Math.sqrt(pooled * (1 - pooled) * (1 / base.exposures + 1 / other.exposures));
  const spread = Z_95 * Math.sqrt((a * (1 - a)) / base.exposures + (b * (1 - b)) / other.exposures);
  return { difference: b - a, low: b - a - spread, high: b - a + spread, p: 2 * upperTail(Math.abs(z)) };
}

/**
 * Returns P(Z > z) for z ≥ 0, by Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17. The absolute error
 * is below 7.5e-8.
 */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
