/** Student's t distribution and Wilson's interval. Both are reliable even if only a few people have been measured. */

/**
 * Returns the two-sided p of a value of t. This is the probability that chance alone gives a value at least as far from
 * zero. The function sums the finite series in powers of the cosine of atan(t / √degrees). The series needs two or more
 * whole degrees of freedom.
 */
export function pOfT(t: number, degrees: number): number {
  const angle = Math.atan(Math.abs(t) / Math.sqrt(degrees));
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cos : 1;
  let sum = term;
  for (let k = isOdd ? 3 : 2; k < degrees; k += 2) {
    term *= ((k - 1) / k) * cos * cos;
    sum += term;
  }
  return 1 - (isOdd ? (2 / Math.PI) * (angle + sin * sum) : sin * sum);
}

/**
 * Returns the absolute value of t that chance exceeds with a probability of `p`. The function finds it by bisection.
 */
export function tOfP(p: number, degrees: number): number {
  let [low, high] = [0, 1000];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (pOfT(middle, degrees) > p) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns the 95 % interval of a share of `count` people (Wilson 1927). The interval is within 0 and 1, and it is
 * reliable even for few people.
 */
export function wilson(share: number, count: number): { low: number; high: number } {
  const z = 1.959964;
  const middle = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const half = (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
