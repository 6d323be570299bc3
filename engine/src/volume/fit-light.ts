import { factorise, solve } from '../maths/cholesky.ts';
import type { Plane } from '../maths/plane.ts';
import { median } from '../maths/statistics.ts';
import type { WorkArea } from '../regions/work-area.ts';
import type { FaceMesh } from './face-mesh.ts';
import { drawOn } from './raster.ts';

/** The light of a photo: the linear luminance of skin for each direction of its normal. */
export interface FaceLight {
  /** Shade = c0 + c1·x + c2·y + c3·z of the unit normal (x right, y down, z away from the camera). */
  readonly c: readonly [number, number, number, number];
  /** Median over the skin of the shade that the formula above gives. */
  readonly middle: number;
  /** Share of the variance of the skin's log luminance that the light explains, 0–1. It is 0 if too little skin is visible. */
  readonly explained: number;
}

/** Side of a sample, in millimetres. */
const step_mm = 2;
/** Pixels below this certainty of skin are ignored. */
const leastSkin = 0.5;
const leastSamples = 100;
const rounds = 8;
/**
 * The light that is assumed if the photo shows little skin. It comes from the front and a little above, like a window
 * or a lamp near the camera.
 */
const usual = [0.72, 0, -0.14, -0.3] as const;
/**
 * How strongly the fit is pulled towards the usual light (`lightHold`) and towards an even tone (`toneHold`), relative
 * to the weight of the data.
 */
const lightHold = 0.01;
const toneHold = 0.02;
/** Tukey's constant: residuals above this number of sigmas have no weight. */
const cut = 4.685;
const leastSigma = 0.03;
const terms = 4;

interface Samples {
  readonly count: number;
  /** Linear luminance of each sample. */
  readonly y: Float64Array;
  /** 1 and the three components of the normal for each sample. */
  readonly light: Float64Array;
  /**
   * For each sample, the values of four functions of the position on the face. They are equal at mirrored positions.
   */
  readonly tone: Float64Array;
}

/**
 * Fits luminance = tone(place) · shade(normal) to the skin. Several rounds fit first the shade and then the tone, and
 * reduce the weight of outliers. The tone may vary over the face, but must be equal on both sides. So a difference
 * between the sides is attributed to the light. First-order spherical harmonics explain nearly as much as second-order
 * ones.
 */
export function fitLight(mesh: FaceMesh, area: WorkArea, skin: Plane): FaceLight {
  const samples = samplesOf(mesh, area, skin);
  const { count, y } = samples;
  if (count < leastSamples) return { c: [usual[0], usual[1], usual[2], usual[3]], middle: 1, explained: 0 };
  const mean = y.reduce((sum, v) => sum + v, 0) / count;
  let c: Float64Array = Float64Array.of(mean, 0, 0, 0);
  let a: Float64Array = new Float64Array(terms);
  const weight = new Float64Array(count).fill(1);
  const shade = new Float64Array(count);
  const tone = new Float64Array(count);
  const rest = new Float64Array(count);
  const prior = usual.map((v) => v * mean);
  for (let round = 0; round < rounds; round++) {
    sumOf(samples.tone, a, tone, 1);
    c = least(samples.light, tone, y, weight, lightHold, prior);
    sumOf(samples.light, c, shade, 0);
    for (let i = 0; i < count; i++) rest[i] = y[i]! - shade[i]!;
    a = least(samples.tone, shade, rest, weight, toneHold, [0, 0, 0, 0]);
    sumOf(samples.tone, a, tone, 1);
    for (let i = 0; i < count; i++) rest[i] = Math.abs(y[i]! / Math.max(1e-3, shade[i]! * tone[i]!) - 1);
    const limit = cut * Math.max(leastSigma, 1.4826 * median(rest));
    for (let i = 0; i < count; i++) {
      const share = Math.min(1, rest[i]! / limit);
      const model = Math.max(0.02 * mean, shade[i]! * tone[i]!);
      // Errors are relative, so that the dark side has as much weight as the lit side.
      weight[i] = ((1 - share * share) * (1 - share * share)) / (model * model);
    }
  }
  return {
    c: [c[0]!, c[1]!, c[2]!, c[3]!],
    middle: median(shade),
    explained: explainedShare(y, shade, tone, weight),
  };
}

function samplesOf(mesh: FaceMesh, { window, size, factor, lab }: WorkArea, skin: Plane): Samples {
  const { mmPerPx, normals, fit, positions } = mesh;
  const cell = step_mm / (mmPerPx * factor);
  const grid = {
    left: (window.left + 0.5 * cell * factor) * mmPerPx,
    top: (window.top + 0.5 * cell * factor) * mmPerPx,
    step: step_mm,
    width: Math.max(1, Math.floor(size.width / cell)),
    height: Math.max(1, Math.floor(size.height / cell)),
  };
  const drawn = drawOn(
    grid,
    mesh,
    [normals, normals, normals, positions, positions].map((of, n) => ({ of, stride: 3, at: n % 3 })),
  );
  const most = grid.width * grid.height;
  const found = {
    y: new Float64Array(most),
    light: new Float64Array(terms * most),
    tone: new Float64Array(terms * most),
  };
  let count = 0;
  for (let row = 0, i = 0; row < grid.height; row++) {
    for (let column = 0; column < grid.width; column++, i++) {
      if (Number.isNaN(drawn.depth[i]!)) continue;
      const luminance = meanLuminance(lab.l, skin, size.width, column * cell, row * cell, cell);
      if (luminance === null) continue;
      const [x, y, z] = [drawn.planes[0]![i]!, drawn.planes[1]![i]!, drawn.planes[2]![i]!];
      const length = Math.hypot(x, y, z) || 1;
      const own = fit.own([drawn.planes[3]![i]!, drawn.planes[4]![i]!, drawn.depth[i]!]);
      const [u, v] = [own[0] / 60, own[1] / 60];
      found.y[count] = luminance;
      found.light.set([1, x / length, y / length, z / length], terms * count);
      found.tone.set([u * u, v, v * v, u * u * v], terms * count);
      count++;
    }
  }
  return {
    count,
    y: found.y.subarray(0, count),
    light: found.light.subarray(0, terms * count),
    tone: found.tone.subarray(0, terms * count),
  };
}

/** Returns the mean linear luminance of the skin in a square. Null if it contains too little skin. */
function meanLuminance(l: Plane, skin: Plane, width: number, left: number, top: number, side: number): number | null {
  let [sum, weight, count] = [0, 0, 0];
  for (let y = Math.floor(top); y < Math.floor(top + side); y++) {
    for (let i = y * width + Math.floor(left), end = y * width + Math.floor(left + side); i < end; i++) {
      count++;
      if (skin[i]! < leastSkin) continue;
      const root = (l[i]! + 16) / 116;
      sum += skin[i]! * root * root * root;
      weight += skin[i]!;
    }
  }
  return weight > 0.3 * count && weight > 0 ? sum / weight : null;
}

/** Writes, for each sample, `start` plus the sum of the sample's numbers, each multiplied by its coefficient. */
function sumOf(rows: Float64Array, by: Float64Array, out: Float64Array, start: number): void {
  for (let i = 0, o = 0; i < out.length; i++, o += terms)
    out[i] = start + rows[o]! * by[0]! + rows[o + 1]! * by[1]! + rows[o + 2]! * by[2]! + rows[o + 3]! * by[3]!;
}

/**
 * Finds, by weighted least squares over all samples, the coefficients x for which factor · (x · row) is nearest to y.
 * The result is pulled towards `prior`, with a weight of `hold` times the mean of the diagonal.
 */
function least(
  rows: Float64Array,
  factor: Float64Array,
  y: Float64Array,
  weight: Float64Array,
  hold: number,
  prior: readonly number[],
): Float64Array {
  const matrix = new Float64Array(terms * terms);
  const right = new Float64Array(terms);
  for (let i = 0; i < y.length; i++) {
    const w = weight[i]!;
    if (w === 0) continue;
    for (let p = 0; p < terms; p++) {
      const value = w * factor[i]! * rows[terms * i + p]!;
      right[p]! += value * y[i]!;
      for (let q = 0; q <= p; q++) matrix[p * terms + q]! += value * factor[i]! * rows[terms * i + q]!;
    }
  }
  let trace = 0;
  for (let p = 0; p < terms; p++) trace += matrix[p * terms + p]!;
  const held = (hold * trace) / terms;
  for (let p = 0; p < terms; p++) {
    matrix[p * terms + p]! += held + 1e-12;
    right[p]! += held * prior[p]!;
  }
  return solve(factorise(matrix, terms), terms, right);
}

function explainedShare(y: Float64Array, shade: Float64Array, tone: Float64Array, weight: Float64Array): number {
  const seen: number[] = [];
  const left: number[] = [];
  for (let i = 0; i < y.length; i++) {
    if (weight[i] === 0) continue;
    const value = Math.log(Math.max(1e-3, y[i]!));
    seen.push(value);
    left.push(value - Math.log(Math.max(1e-3, shade[i]! * tone[i]!)));
  }
  const all = varianceOf(seen);
  return all === 0 ? 0 : Math.max(0, 1 - varianceOf(left) / all);
}

function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, v) => sum + v, 0) / Math.max(1, values.length);
  return values.reduce((sum, v) => sum + (v - mean) * (v - mean), 0) / Math.max(1, values.length);
}
