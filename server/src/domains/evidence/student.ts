/** Student's t and Wilson's interval, for the small numbers of cases that evidence begins with. */

/** ln Γ(x) for x > 0: Stirling's series where it is exact to twelve digits, reached by Γ(x + 1) = x Γ(x). */
function lnGamma(x: number): number {
  let at = x;
  let below = 0;
  for (; at < 12; at++) below += Math.log(at);
  const series = 1 / (12 * at) - 1 / (360 * at ** 3) + 1 / (1260 * at ** 5);
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - below;
}

/** Steps of the continued fraction. It settles within 60 for up to 10,000 cases. */
const most = 300;

/** Regularised incomplete beta function by its continued fraction, with Lentz's method. */
function beta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - beta(1 - x, b, a);
  const front = Math.exp(lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a;
  const away = (value: number) => (Math.abs(value) < 1e-30 ? 1e-30 : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= most; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-12) break;
  }
  return front * fraction;
}

/** Two-sided p of a value of t: how often chance alone gives one as far from zero. */
export function pOfT(t: number, degrees: number): number {
  if (!Number.isFinite(t)) return 0;
  return beta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** The t that chance exceeds, on either side, with a probability of `p`. By bisection. */
export function tOfP(p: number, degrees: number): number {
  let [low, high] = [0, 1000];
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    if (pOfT(middle, degrees) > p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** 95 % interval of a share (Wilson 1927). It stays between 0 and 1, and is honest for few cases. */
export function wilson(share: number, count: number): { low: number; high: number } {
  const z = 1.959964;
  const middle = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const half = (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
