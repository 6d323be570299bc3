import { doseResponse } from './dose-response.ts';
import type { TreatmentName } from './dose-response.ts';
import { meshPointCount, midline } from './model/landmark-groups.ts';
import type { Landmarks, Side } from './picture.ts';
import { doseOn, isTreatmentName } from './recipe.ts';
import type { Recipe } from './recipe.ts';

export const injectionDepths = ['intradermal', 'subcutaneous', 'intramuscular', 'supraperiosteal'] as const;
export type InjectionDepth = (typeof injectionDepths)[number];

/**
 * A place on the face, as three landmarks and their weights (sum 1). Unlike a place in pixels, it is valid for every
 * pose and for later photos.
 */
export interface FacePlace {
  readonly landmarks: readonly [number, number, number];
  readonly weights: readonly [number, number, number];
}

/** One injection that the doctor marks on the face. Stored as JSON with the treatment plan. */
export interface InjectionPoint {
  readonly id: string;
  readonly treatment: TreatmentName;
  /** Name of the product in the doctor's own words; empty until the doctor enters it. */
  readonly product: string;
  /** Dose in the treatment's unit. */
  readonly dose: number;
  readonly depth: InjectionDepth;
  readonly place: FacePlace;
}

/** A stored point that this engine cannot read; `path` names the faulty part, for example `3.dose`. */
export class InjectionMapError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.name = 'InjectionMapError';
    this.path = path;
  }
}

/** Returns the position of a place on a photo, in pixels. */
export function positionOf({ landmarks: indices, weights }: FacePlace, landmarks: Landmarks): [x: number, y: number] {
  const along = (k: 0 | 1) => indices.reduce((sum, index, n) => sum + weights[n]! * landmarks[index]![k], 0);
  return [along(0), along(1)];
}

/**
 * Returns the place at a point of a photo (x and y in pixels). It compares the triangles between the six nearest
 * landmarks, and uses the triangle whose smallest weight is largest.
 */
export function placeAt(landmarks: Landmarks, x: number, y: number): FacePlace {
  const near = landmarks
    .slice(0, meshPointCount)
    .map(([px, py], index) => ({ index, distance: Math.hypot(px - x, py - y) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 6)
    .map(({ index }) => index);
  // All weights are positive if the triangle contains the point. If none does, the triangle with the least negative
  // weight is the nearest.
  const scoreOf = ({ weights }: FacePlace) => Math.min(...weights);
  let best: FacePlace | null = null;
  for (const a of near)
    for (const b of near)
      for (const c of near) {
        const place = weighed(landmarks, [a, b, c], x, y);
        if (place && (!best || scoreOf(place) > scoreOf(best))) best = place;
      }
  return best ?? { landmarks: [near[0]!, near[1]!, near[2]!], weights: [1, 0, 0] };
}

function weighed(landmarks: Landmarks, indices: FacePlace['landmarks'], x: number, y: number): FacePlace | null {
  const [a, b, c] = [landmarks[indices[0]]!, landmarks[indices[1]]!, landmarks[indices[2]]!];
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (Math.abs(area) < 1e-6) return null;
  const second = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
  const third = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
  return { landmarks: indices, weights: [tidy(1 - second - third), tidy(second), tidy(third)] };
}

/** Rounds to a millionth and turns −0 into 0, because JSON does not store −0. */
function tidy(weight: number): number {
  return Math.round(weight * 1e6) / 1e6 + 0;
}

/** Returns the side of the patient's face on which a place lies. Points on the midline belong to the right side. */
export function sideOf(place: FacePlace, landmarks: Landmarks): Side {
  const [x, y] = positionOf(place, landmarks);
  const line = midline.map((index) => landmarks[index]!);
  const next = line.reduce((nearest, point) => (Math.abs(point[1] - y) < Math.abs(nearest[1] - y) ? point : nearest));
  const acrossOf = landmarks[263]![0] - landmarks[33]![0];
  return (x - next[0]) * acrossOf > 0 ? 'left' : 'right';
}

export interface DoseCheck {
  readonly treatment: TreatmentName;
  /**
   * Dose of both sides together. `planned` is the dose in the recipe; `mapped` is the sum over the injection points.
   */
  readonly planned: number;
  readonly mapped: number;
}

/**
 * Finds treatments for which the sum of the points' doses differs from the recipe's dose by more than half a step of
 * the slider. Light treatments and peels have no points.
 */
export function findDoseGaps(points: readonly InjectionPoint[], recipe: Recipe): DoseCheck[] {
  const names = new Set<TreatmentName>([
    ...points.map(({ treatment }) => treatment),
    ...(Object.keys(recipe.treatments) as TreatmentName[]),
  ]);
  return [...names]
    .filter((treatment) => doseResponse[treatment].unit !== 'percent')
    .map((treatment) => ({
      treatment,
      planned: doseOn(recipe, treatment, 'right') + doseOn(recipe, treatment, 'left'),
      mapped: points.filter((point) => point.treatment === treatment).reduce((sum, { dose }) => sum + dose, 0),
    }))
    .filter(({ treatment, planned, mapped }) => Math.abs(planned - mapped) > doseResponse[treatment].step / 2 + 1e-9);
}

/**
 * Usual depth and places of each injected treatment. Places are indices of landmarks. The places of the left side are
 * the mirror images of those of the right side, in the same order. The doctor starts with these points and moves them.
 */
const usualPlaces: Partial<Record<TreatmentName, { readonly depth: InjectionDepth; readonly at: readonly number[] }>> =
  {
    forehead: { depth: 'intramuscular', at: [104, 69, 108, 333, 299, 337] },
    glabella: { depth: 'intramuscular', at: [9, 107, 336, 66, 296] },
    crows_feet: { depth: 'intramuscular', at: [143, 156, 34, 372, 383, 264] },
    brow_lift: { depth: 'intramuscular', at: [70, 300] },
    masseter: { depth: 'intramuscular', at: [138, 215, 172, 367, 435, 397] },
    lip_flip: { depth: 'intramuscular', at: [39, 37, 269, 267] },
    chin_dimpling: { depth: 'intramuscular', at: [201, 421] },
    upper_lip: { depth: 'subcutaneous', at: [40, 37, 270, 267] },
    lower_lip: { depth: 'subcutaneous', at: [91, 84, 321, 314] },
    cheek: { depth: 'supraperiosteal', at: [117, 50, 346, 280] },
    tear_trough: { depth: 'supraperiosteal', at: [230, 120, 450, 349] },
    nasolabial: { depth: 'subcutaneous', at: [129, 206, 358, 426] },
    marionette: { depth: 'subcutaneous', at: [43, 204, 273, 424] },
    chin: { depth: 'supraperiosteal', at: [199, 175] },
    jawline: { depth: 'supraperiosteal', at: [172, 136, 397, 365] },
    temples: { depth: 'supraperiosteal', at: [139, 368] },
    nose_bridge: { depth: 'supraperiosteal', at: [168, 6] },
  };

/**
 * Makes the first injection map from a recipe. The dose of a side is divided among its usual places. Where possible,
 * each place gets a multiple of the finest step of the treatment. A place on the midline belongs to both sides, so it
 * gets half a share of each. Neck bands have no usual places, because the doctor places their points where the bands
 * are visible.
 */
export function usualPoints(recipe: Recipe, landmarks: Landmarks): InjectionPoint[] {
  return Object.keys(recipe.treatments)
    .filter(isTreatmentName)
    .flatMap((name) => {
      const usual = usualPlaces[name];
      if (!usual) return [];
      const places = usual.at.map((index) => placeAt(landmarks, landmarks[index]![0], landmarks[index]![1]));
      const lies = usual.at.map((index, n) => (midline.includes(index) ? 'middle' : sideOf(places[n]!, landmarks)));
      const doses = sharedDoses(recipe, name, lies);
      return places
        .map((place, n): InjectionPoint => {
          return { id: `${name}-${n}`, treatment: name, product: '', dose: doses[n]!, depth: usual.depth, place };
        })
        .filter(({ dose }) => dose > 0);
    });
}

/** Divides the doses of both sides among places. The sum of the result is the dose of the recipe. */
function sharedDoses(recipe: Recipe, name: TreatmentName, lies: readonly (Side | 'middle')[]): number[] {
  const { finest } = doseResponse[name];
  const middle = lies.filter((lie) => lie === 'middle').length;
  const onSides = (['right', 'left'] as const).map((side) => {
    const dose = doseOn(recipe, name, side);
    const count = lies.filter((lie) => lie === side).length;
    // If a dose is too small to give every place at least `finest`, each place gets an equal part. The doctor then
    // removes places.
    const step = dose < (count + middle) * finest ? 0 : finest;
    const share = (dose * count) / (count + middle / 2);
    // The places on the midline get the remainder of the rounding.
    return parts(middle > 0 && step > 0 ? Math.round(share / step) * step : share, count, step);
  });
  const [right = [], left = []] = onSides;
  const sum = (doses: readonly number[]) => doses.reduce((all, one) => all + one, 0);
  const total = doseOn(recipe, name, 'right') + doseOn(recipe, name, 'left');
  const rest =
    middle > 0 ? parts(total - sum(right) - sum(left), middle, total < lies.length * finest ? 0 : finest) : [];
  const queues = { right: [...right], left: [...left], middle: [...rest] };
  return lies.map((lie) => queues[lie].shift() ?? 0);
}

/**
 * Divides a dose into multiples of `step` that differ as little as possible. If `step` is 0, the parts are equal. If
 * the dose itself is no multiple of `step`, the last part makes up the difference. Halves are rounded up, even if
 * floating-point errors make them slightly smaller.
 */
function parts(dose: number, count: number, step: number): number[] {
  const upTo = (part: number) =>
    step === 0 || part === count ? (dose * part) / count : Math.round((dose * part) / count / step + 1e-9) * step;
  return Array.from({ length: count }, (_, at) => Number((upTo(at + 1) - upTo(at)).toFixed(4)));
}

/** @throws InjectionMapError when the value is not a valid injection map. */
export function parseInjectionMap(value: unknown): InjectionPoint[] {
  if (!Array.isArray(value)) throw new InjectionMapError('map', 'not a list');
  return value.map((entry: Partial<InjectionPoint> | null, n) => {
    const fail = (part: string, reason: string) => new InjectionMapError(`${n}.${part}`, reason);
    if (!entry || typeof entry.id !== 'string') throw fail('id', 'not a text');
    if (typeof entry.treatment !== 'string' || !isTreatmentName(entry.treatment))
      throw fail('treatment', 'unknown treatment');
    if (typeof entry.product !== 'string') throw fail('product', 'not a text');
    if (!(typeof entry.dose === 'number' && entry.dose >= 0 && entry.dose <= doseResponse[entry.treatment].max * 2))
      throw fail('dose', 'not a dose of this treatment');
    if (!injectionDepths.includes(entry.depth as InjectionDepth)) throw fail('depth', 'unknown depth');
    if (!isPlace(entry.place)) throw fail('place', 'not three landmarks with weights');
    return entry as InjectionPoint;
  });
}

function isPlace(value: unknown): value is FacePlace {
  const { landmarks, weights } = (value ?? {}) as Partial<FacePlace>;
  return (
    Array.isArray(landmarks) &&
    Array.isArray(weights) &&
    landmarks.length === 3 &&
    weights.length === 3 &&
    landmarks.every(
      (index: unknown) => Number.isInteger(index) && Number(index) >= 0 && Number(index) < meshPointCount,
    ) &&
    weights.every((weight: unknown) => Number.isFinite(weight)) &&
    Math.abs(weights.reduce((sum: number, weight: number) => sum + weight, 0) - 1) < 1e-3
  );
}
