import { doseResponse, type TreatmentName } from '#engine/dose-response.ts';
import { type Calibration, calibratedTable } from '#engine/recipe.ts';
import { claims, FEWEST, type Interval, meanOf, roundedDown } from './pool.ts';
import { pOfT, tOfP } from './student.ts';

/**
 * Proposes corrections of the dose-response table from measured results. The functions are pure: they use neither the
 * clock nor I/O.
 */

/**
 * The measured change (`seen`) and the likely change that was predicted for the injected dose (`stated`). Both are in
 * the direction of the simulated change.
 */
export interface Result {
  readonly person: string;
  readonly treatment: TreatmentName;
  readonly stated: number;
  readonly seen: number;
}

export interface Correction {
  readonly treatment: TreatmentName;
  /** The number of people, rounded down. */
  readonly count: number;
  /** The seen change divided by the stated change, with its 95 % interval. */
  readonly ratio: Interval;
  /** The factor that the proposal adopts. It is nearer to 1 than the ratio. */
  readonly factor: number;
  readonly v0: { readonly now: number; readonly proposed: number };
}

/**
 * A ratio of 1 means that the dose-response table in force is right. The correction is the weighted mean of the
 * measured ratio and 1. The measured ratio has the weight of the people with results, and 1 has the weight of `BELIEF`
 * people. A few results therefore change the table only a little.
 */
const BELIEF = 20;
/**
 * The largest change by one calibration. A larger error is corrected in several steps, and each step is measured again.
 */
const STEP = { least: 0.75, most: 1.25 } as const;
/**
 * Under a proposed dose-response table, the middle of the usual doses of a treatment has at most this share of the full
 * effect.
 */
const MOST_STRENGTH = 0.95;

/**
 * Returns a correction for each treatment whose results differ from the stated changes by more than chance explains.
 * Holm's method (1979) decides which differences chance cannot explain. `v0` is the dose at which a treatment shows 63
 * % of its full change, and the correction proposes a new value. Treatments with too few people get no correction.
 */
export function proposeCorrections(results: readonly Result[], inForce?: Calibration): Correction[] {
  const table = calibratedTable(inForce);
  const names = [...new Set(results.map(({ treatment }) => treatment))].sort();
  const fits = names.map((treatment) => ({
    treatment,
    ...fitRatio(results.filter((result) => result.treatment === treatment)),
  }));
  const held = claims(fits.map(({ p }) => p));
  return fits.flatMap(({ treatment, people, ratio }, n): Correction[] => {
    if (!ratio || !held[n]) return [];
    const shrunk = 1 + ((ratio.mean - 1) * people) / (people + BELIEF);
    const factor = rounded(Math.min(STEP.most, Math.max(STEP.least, shrunk)), 2);
    const now = table[treatment].v0;
    const proposed = scaledV0(treatment, now, factor);
    // `scaledV0` limits the strength to `MOST_STRENGTH`. For a treatment that is already this strong, it can therefore
    // change `v0` in the wrong direction. Such a change is not proposed.
    const isCorrected = factor < 1 ? proposed > now : factor > 1 && proposed < now;
    return !isCorrected ? [] : [{ treatment, count: roundedDown(people), ratio, factor, v0: { now, proposed } }];
  });
}

/**
 * Returns a new `v0`. With this `v0`, the middle of the usual doses is drawn `factor` times as strongly as now, but not
 * more strongly than `MOST_STRENGTH`.
 */
function scaledV0(treatment: TreatmentName, v0: number, factor: number): number {
  const [least, most] = doseResponse[treatment].usual;
  const dose = (least + most) / 2;
  const strength = Math.min(MOST_STRENGTH, factor * (1 - Math.exp(-dose / v0)));
  return Number((-dose / Math.log(1 - strength)).toPrecision(3));
}

interface Fit {
  readonly people: number;
  readonly ratio: Interval | null;
  /**
   * The probability that chance alone gives a ratio at least this far from 1. Null if there are too few people to
   * compute it.
   */
  readonly p: number | null;
}

/**
 * Fits the ratio of seen to stated changes by least squares through the origin, with one point for each person. The
 * standard error is valid even if larger changes scatter more (White 1980).
 */
function fitRatio(results: readonly Result[]): Fit {
  const points = [...Map.groupBy(results, ({ person }) => person).values()].map((own) => ({
    x: meanOf(own.map(({ stated }) => stated)),
    y: meanOf(own.map(({ seen }) => seen)),
  }));
  const people = points.length;
  const square = points.reduce((sum, { x }) => sum + x * x, 0);
  if (people < FEWEST || square === 0) return { people, ratio: null, p: null };
  const mean = points.reduce((sum, { x, y }) => sum + x * y, 0) / square;
  const scatter = points.reduce((sum, { x, y }) => sum + (x * (y - mean * x)) ** 2, 0);
  const standard = (Math.sqrt(scatter) / square) * Math.sqrt(people / (people - 1));
  const half = tOfP(0.05, people - 1) * standard;
  return {
    people,
    ratio: { mean: rounded(mean, 2), low: rounded(mean - half, 2), high: rounded(mean + half, 2) },
    p: pOfT(mean === 1 ? 0 : (mean - 1) / standard, people - 1),
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
