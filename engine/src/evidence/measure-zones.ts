import { clinicalTreatments, type TreatmentName } from '../clinical.ts';
import { alignmentOf, moved } from '../geometry/align-photos.ts';
import { followed } from '../check/follow-rendering.ts';
import { planeOf, type Plane } from '../maths/plane.ts';
import { fillPolygon, type Point } from '../maths/polygon.ts';
import { median } from '../maths/statistics.ts';
import { faceOutline, meshPointCount } from '../model/landmark-groups.ts';
import type { Landmarks } from '../picture.ts';
import { faceAngles } from '../quality/face-angles.ts';
import { isTreatmentName, type Recipe, spokenDose } from '../recipe.ts';
import { faceFrame } from '../regions/face-frame.ts';
import { treatmentOutlines } from '../regions/treatment-outlines.ts';
import { pointsOf } from '../regions/work-area.ts';
import { drawnStrengths, drawnWarp, type PreparedFace, render } from '../simulate.ts';
import { displacementAt } from '../warp/lattice.ts';

/** The simulated change and the observed change, in the same unit. */
export interface Measured {
  readonly simulated: number;
  readonly seen: number;
  /** Standard error of `seen`. */
  readonly error: number;
}

export interface ZoneReading {
  readonly treatment: TreatmentName;
  /** Dose in the treatment's unit: for the whole area, or the mean of both sides of a paired area. */
  readonly dose: number;
  /** Movement along the simulated direction, in millimetres. Null if the simulation hardly moves the zone. */
  readonly mm: Measured | null;
  /**
   * Change of L* relative to the untreated skin of the same photo. Null if too little of the zone or of the untreated
   * skin is visible.
   */
  readonly light: Measured | null;
}

/** The reason why nothing is measured. `turned`: the angles of the head differ too much between the two photos. */
export type NotMeasured = 'turned';

/**
 * Above these limits, the photos from before and after the treatment show the head from different angles, so nothing is
 * measured.
 */
const mostResidual_mm = 2;
const mostTurn_deg = 8;
/** Smallest simulated movement, in millimetres. The direction of a smaller movement is not reliable. */
const leastMove_mm = 0.1;
/**
 * Jitter of a landmark between two photos of a still face, as a share of d, the distance between the irises. All points
 * of one zone have the same error, so more points do not reduce it.
 */
const pointJitter = 0.004;
/**
 * Standard error of a zone's change of L* between two photos in different light. If repeated photos of one visit show a
 * larger error, `errorOf` uses that error instead.
 */
const knownLight = 2;
const leastPixels = 200;
/** L* to which the untreated skin of every photo is scaled before zones are compared. */
const common = 60;

const lips: readonly TreatmentName[] = ['upper_lip', 'lower_lip', 'lip_flip'];
/**
 * Treatments of the whole face or the neck. They leave no untreated skin for comparison, so the effect cannot be
 * separated from a difference of light between the photos.
 */
const wholeFace: readonly TreatmentName[] = ['redness', 'pigment', 'texture', 'pores', 'radiance', 'neck_bands'];

/** Returns whether the effect of this treatment can be measured. */
export function isMeasured(name: TreatmentName): boolean {
  return !wholeFace.includes(name);
}

/**
 * Compares the simulated change with the observed change, for each treatment of the recipe that can be measured. The
 * engine draws the simulated change on the photo from before the treatment. The photo from after the treatment shows
 * the observed change.
 *
 * @param given the injected doses, not the planned ones
 * @param repeats further photos of the visit before the treatment. Differences between these photos are treated as
 * measurement error.
 */
export function measureZones(
  before: PreparedFace,
  after: PreparedFace,
  given: Recipe,
  repeats: readonly PreparedFace[] = [],
): ZoneReading[] | NotMeasured {
  const treated = Object.keys(given.treatments).filter(isTreatmentName);
  const names = treated.filter(isMeasured);
  const warp = drawnWarp(before, drawnStrengths(before, given));
  const simulated = before.landmarks.map((point): readonly [number, number, number] => {
    if (!warp) return point;
    displacementAt(warp.forward, point[0], point[1], shift);
    return [point[0] + shift[0]!, point[1] + shift[1]!, point[2]];
  });
  const seen = aligned(after.landmarks, before.landmarks);
  if (!seen) return 'turned';
  // The alignment removes a part of a treatment's movement, as if the head had moved. The simulated landmarks are
  // aligned too, so that both movements lose the same part.
  const drawn = aligned(simulated, before.landmarks);
  if (!drawn) return 'turned';
  const again = repeats.flatMap((face) => {
    const points = aligned(face.landmarks, before.landmarks);
    return points ? [{ points, light: lightOf(face, face.area.lab.l, treated) }] : [];
  });
  const was = lightOf(before, before.area.lab.l, treated);
  const now = lightOf(after, after.area.lab.l, treated);
  const drawing = lightOf(before, followed(render(before, given), before.area, warp).l, treated);
  return names.map((treatment) => {
    const along = movementIn(treatment, before.landmarks, drawn);
    return {
      treatment,
      dose: spokenDose(given, treatment),
      mm: along && {
        simulated: along(drawn),
        seen: along(seen),
        error: errorOf(
          knownMove_mm(before.landmarks),
          again.map(({ points }) => along(points)),
        ),
      },
      light: lightChange(
        treatment,
        { was, now, drawing },
        again.map(({ light }) => light),
      ),
    };
  });
}

const shift = new Float64Array(2);

/**
 * Returns the standard error of a change: the known error, or the error between repeated photos of one visit if that is
 * larger.
 */
export function errorOf(known: number, repeats: readonly number[]): number {
  if (repeats.length === 0) return known;
  return Math.max(known, Math.sqrt(repeats.reduce((sum, change) => sum + change * change, 0) / repeats.length));
}

/** Returns the standard error of a movement between two photos, in millimetres. The landmarks of both photos jitter. */
function knownMove_mm(landmarks: Landmarks): number {
  const { d, mmPerPx } = faceFrame(landmarks);
  return Math.SQRT2 * pointJitter * d * mmPerPx;
}

/**
 * Maps landmarks onto another photo of the same face. Returns null if the angles of the head differ too much between
 * the photos, or if the aligned landmarks are too far apart.
 */
function aligned(landmarks: Landmarks, onto: Landmarks): Landmarks | null {
  const [from, to] = [faceAngles(landmarks), faceAngles(onto)];
  if (Math.max(Math.abs(from.yaw - to.yaw), Math.abs(from.pitch - to.pitch)) > mostTurn_deg) return null;
  const alignment = alignmentOf(landmarks, onto);
  if (alignment.residual_mm > mostResidual_mm) return null;
  return landmarks.map(([x, y, z]) => [...moved(alignment, x, y), z] as const);
}

/**
 * Returns a function that measures how far the landmarks of another photo moved, in millimetres. The function measures
 * along the direction in which the simulation moves the zone. Landmarks with a larger simulated movement have more
 * weight. Returns null if the simulation hardly moves the zone.
 */
function movementIn(name: TreatmentName, before: Landmarks, drawn: Landmarks): ((points: Landmarks) => number) | null {
  const inside = zonePoints(name, before);
  const { mmPerPx } = faceFrame(before);
  const ways = inside.map((i) => [drawn[i]![0] - before[i]![0], drawn[i]![1] - before[i]![1]] as const);
  const total = ways.reduce((sum, [x, y]) => sum + Math.hypot(x, y), 0);
  if (inside.length === 0 || (total * mmPerPx) / inside.length < leastMove_mm) return null;
  return (points) => {
    const dots = inside.map((i, n) => {
      const [x, y] = ways[n]!;
      return (points[i]![0] - before[i]![0]) * x + (points[i]![1] - before[i]![1]) * y;
    });
    return (dots.reduce((sum, dot) => sum + dot, 0) / total) * mmPerPx;
  };
}

function zonePoints(name: TreatmentName, landmarks: Landmarks): number[] {
  const outlines = treatmentOutlines(name, landmarks);
  return Array.from({ length: meshPointCount }, (_, i) => i).filter((i) => {
    const [x, y] = landmarks[i]!;
    return outlines.some((outline) => isOnOrInside(outline, [x, y]));
  });
}

function isOnOrInside(outline: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [ax, ay] = outline[i]!;
    const [bx, by] = outline[j]!;
    if (ax === x && ay === y) return true;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

type Lights = ReadonlyMap<TreatmentName, number>;

/**
 * Returns the median L* of each treated zone. The light is scaled so that the untreated skin of the same photo has an
 * L* of `common`.
 */
function lightOf({ area, layers }: PreparedFace, l: Plane, treated: readonly TreatmentName[]): Lights {
  const { size, landmarks } = area;
  const untreated = planeOf(size);
  fillPolygon(untreated, size, pointsOf(landmarks, faceOutline));
  const zones = treated.filter(isMeasured).map((name) => {
    const plane = planeOf(size);
    for (const outline of treatmentOutlines(name, landmarks)) {
      fillPolygon(plane, size, outline);
      fillPolygon(untreated, size, outline, 0);
    }
    return [name, plane] as const;
  });
  const skin = (plane: Plane) => chosen(l, (i) => plane[i]! > 0 && layers.skin[i]! > 0.5);
  const beside = skin(untreated);
  if (beside.length < leastPixels) return new Map();
  const reference = median(beside) + 16;
  return new Map(
    zones.flatMap(([name, plane]) => {
      const values = lips.includes(name) ? chosen(l, (i) => plane[i]! > 0) : skin(plane);
      return values.length < leastPixels
        ? []
        : [[name, ((median(values) + 16) / reference) * (common + 16) - 16] as const];
    }),
  );
}

function chosen(l: Plane, isChosen: (i: number) => boolean): number[] {
  const values: number[] = [];
  for (let i = 0; i < l.length; i++) if (isChosen(i)) values.push(l[i]!);
  return values;
}

function lightChange(
  name: TreatmentName,
  { was, now, drawing }: { was: Lights; now: Lights; drawing: Lights },
  again: readonly Lights[],
): Measured | null {
  const [from, to, shown] = [was.get(name), now.get(name), drawing.get(name)];
  if (from === undefined || to === undefined || shown === undefined) return null;
  const repeats = again.flatMap((lights) => {
    const value = lights.get(name);
    return value === undefined ? [] : [value - from];
  });
  return { simulated: shown - from, seen: to - from, error: errorOf(knownLight, repeats) };
}

export type DoseBand = 'below' | 'usual' | 'above';

/** Returns whether a dose is below, within or above the usual doses of the dataset. */
export function doseBandOf(name: TreatmentName, dose: number): DoseBand {
  const [from, to] = clinicalTreatments[name].usual;
  if (dose < from) return 'below';
  return dose > to ? 'above' : 'usual';
}
