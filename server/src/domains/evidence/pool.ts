import { pOfT, tOfP, wilson } from './student.ts';

/**
 * Pools the results of many people. A cell is a group of results with the same treatment, outcome check, measure, dose
 * band and skin tone. A person is counted once in each cell, regardless of the number of their cases and photos. The
 * functions are pure: they use neither the clock nor I/O.
 */

/**
 * The smallest number of people for which a cell shows a result. A cell with fewer people shows only that there are too
 * few.
 */
export const FEWEST = 10;
/**
 * Published counts are rounded down to a multiple of this number, so that a changed count does not point to one person.
 */
export const COUNTED_BY = 5;
/** The accepted probability that a report claims a bias in any of its cells although none exists. */
const FALSE_ALARMS = 0.05;

/** One measured change of one zone of one person. */
export interface Observation {
  readonly person: string;
  readonly cell: string;
  readonly seen: number;
  /**
   * The change that the simulation draws for the injected doses. `band` contains the low, the likely and the high
   * prediction, each as a share of this change.
   */
  readonly simulated: number;
  readonly band: readonly [low: number, likely: number, high: number];
}

export interface Interval {
  readonly mean: number;
  /** The 95 % interval is from `low` to `high`. */
  readonly low: number;
  readonly high: number;
}

export interface PooledCell {
  readonly cell: string;
  /** The number of people, rounded down. Null if there are too few. */
  readonly count: number | null;
  readonly result: {
    /**
     * The seen change minus the likely change, in the direction of the simulated change. The error is below zero if the
     * seen change was smaller.
     */
    readonly error: Interval;
    /** The share of people whose change was within the stated band. */
    readonly covered: Interval;
    /**
     * The direction of the error, or `none` if chance can explain an error of this size. The decision takes all cells
     * of the report into account.
     */
    readonly finding: 'more' | 'less' | 'none';
  } | null;
}

/** Returns one entry for each cell, sorted by name. */
export function pool(observations: readonly Observation[]): PooledCell[] {
  const cells = [...new Set(observations.map(({ cell }) => cell))].sort();
  const summed = cells.map((cell) => ({ cell, ...sumUp(observations.filter((one) => one.cell === cell)) }));
  const claimed = claims(summed.map(({ p }) => p));
  return summed.map(({ cell, people, error, covered }, n) => {
    if (!error || !covered) return { cell, count: null, result: null };
    const finding = claimed[n] ? (error.mean > 0 ? 'more' : 'less') : 'none';
    return { cell, count: roundedDown(people), result: { error, covered, finding } };
  });
}

/** Returns the published number of people: 0 for nobody, null for too few, and otherwise the number rounded down. */
export function shownCount(people: number): number | null {
  if (people === 0) return 0;
  return people < FEWEST ? null : roundedDown(people);
}

export const roundedDown = (people: number): number => people - (people % COUNTED_BY);

interface Summed {
  readonly people: number;
  readonly error: Interval | null;
  readonly covered: Interval | null;
  /**
   * The probability that chance alone gives a mean error at least this large. Null if there are too few people to
   * compute it.
   */
  readonly p: number | null;
}

function sumUp(observations: readonly Observation[]): Summed {
  const people = Map.groupBy(observations, ({ person }) => person);
  const errors = [...people.values()].map((own) => meanOf(own.map(errorOf)));
  const count = errors.length;
  if (count < FEWEST) return { people: count, error: null, covered: null, p: null };
  const mean = meanOf(errors);
  const spread = Math.sqrt(errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / (count - 1));
  const standard = spread / Math.sqrt(count);
  const half = tOfP(0.05, count - 1) * standard;
  const share = meanOf([...people.values()].map((own) => meanOf(own.map((one) => (isCovered(one) ? 1 : 0)))));
  return {
    people: count,
    error: { mean, low: mean - half, high: mean + half },
    covered: { mean: share, ...wilson(share, count) },
    // Identical results have a standard error of zero, and `mean / standard` is then infinite. A mean of zero is
    // handled separately, to avoid 0 / 0.
    p: pOfT(mean === 0 ? 0 : mean / standard, count - 1),
  };
}

/**
 * Returns the error in the direction of the simulated change. Zones that should darken and zones that should lighten
 * are then comparable.
 */
function errorOf({ seen, simulated, band }: Observation): number {
  return (seen - simulated * band[1]) * (simulated < 0 ? -1 : 1);
}

function isCovered({ seen, simulated, band }: Observation): boolean {
  const along = simulated < 0 ? -seen : seen;
  const size = Math.abs(simulated);
  return along >= size * band[0] && along <= size * band[2];
}

/**
 * Returns for each cell whether the report may claim that its error differs from zero. Holm's method (1979) decides
 * this. The probability that any of the claims is false stays below `FALSE_ALARMS`, regardless of the number of cells.
 */
export function claims(ps: readonly (number | null)[]): boolean[] {
  const told = ps.flatMap((p, n) => (p === null ? [] : [{ p, n }])).sort((a, b) => a.p - b.p);
  const first = told.findIndex(({ p }, k) => p > FALSE_ALARMS / (told.length - k));
  const held = new Set((first < 0 ? told : told.slice(0, first)).map(({ n }) => n));
  return ps.map((_, n) => held.has(n));
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
