import { type Injection, INJECTIONS_MAX } from '#contract/markings.ts';
import type { Pose } from '#contract/intake.ts';
import { doseResponse } from '#engine/dose-response.ts';
import { findDoseGaps, type InjectionPoint, placeAt, positionOf, sideOf, usualPoints } from '#engine/injection-map.ts';
import { isTreatmentName, type Recipe } from '#engine/recipe.ts';
import type { Marked as Photo } from './marked.ts';
import { pixelOf, shareOf, type XY } from './strokes.ts';

/** Returns a point of a photo in the form in which it is stored, with the side of the face. */
function placed(
  at: XY,
  { photoId, pose, landmarks, size }: Photo,
): Pick<Injection, 'place' | 'side' | 'pose' | 'photo_id' | 'x' | 'y'> {
  const place = placeAt(landmarks, at[0], at[1]);
  const [x, y] = shareOf(at, size);
  // A turned head shows only one side of the face.
  const side = pose === 'front' ? sideOf(place, landmarks) : pose;
  return {
    place: { landmarks: [...place.landmarks], weights: [...place.weights] },
    side,
    pose,
    photo_id: photoId,
    x,
    y,
  };
}

export type NewPoint = Pick<Injection, 'id' | 'treatment' | 'product' | 'dose' | 'depth'>;

export const addPoint = (points: readonly Injection[], point: NewPoint, at: XY, photo: Photo): Injection[] => [
  ...points,
  { ...point, ...placed(at, photo) },
];

export const movePoint = (points: readonly Injection[], id: string, at: XY, photo: Photo): Injection[] =>
  points.map((point) => (point.id === id ? { ...point, ...placed(at, photo) } : point));

export const changePoint = (points: readonly Injection[], id: string, change: Partial<NewPoint>): Injection[] =>
  points.map((point) => (point.id === id ? { ...point, ...change } : point));

/**
 * Adds a copy of a point on the other side of the face. The copy is mirrored at the line from the forehead to the chin.
 * Only front photos are supported. Returns null if the map has no room for another point.
 */
export function mirrorPoint(points: readonly Injection[], id: string, newId: string, photo: Photo): Injection[] | null {
  const point = points.find((each) => each.id === id);
  const [top, bottom] = [photo.landmarks[10], photo.landmarks[152]];
  if (!point || !top || !bottom || photo.pose !== 'front' || points.length >= INJECTIONS_MAX) return null;
  const [x, y] = positionOn(point, photo);
  const [dx, dy] = [bottom[0] - top[0], bottom[1] - top[1]];
  const along = ((x - top[0]) * dx + (y - top[1]) * dy) / (dx * dx + dy * dy);
  const foot = [top[0] + along * dx, top[1] + along * dy] as const;
  const { treatment, product, dose, depth } = point;
  return addPoint(points, { id: newId, treatment, product, dose, depth }, [2 * foot[0] - x, 2 * foot[1] - y], photo);
}

/**
 * Returns the position of a point on a photo, in pixels. If the doctor placed the point on this photo, the position is
 * exact. On another photo, it is computed from the landmarks.
 */
export function positionOn(point: Injection, photo: Photo): [x: number, y: number] {
  const isExact = point.pose === photo.pose && !isOlder(point, photo);
  return isExact ? pixelOf([point.x, point.y], photo.size) : positionOf(point.place, photo.landmarks);
}

/** Returns whether the doctor placed the point on another photo of this pose. */
export const isOlder = (
  { pose, photo_id }: Pick<Injection, 'pose' | 'photo_id'>,
  photo: Pick<Photo, 'pose' | 'photoId'>,
): boolean => pose === photo.pose && photo_id !== photo.photoId;

/** Confirms the points of an earlier photo on this photo, at the positions that were computed from the landmarks. */
export const confirmPoints = (points: readonly Injection[], photo: Photo): Injection[] =>
  points.map((point) => (isOlder(point, photo) ? { ...point, ...placed(positionOn(point, photo), photo) } : point));

/** Returns the points that are visible on a photo. A turned head hides the points on the other side. */
export const pointsOn = (points: readonly Injection[], pose: Pose): Injection[] =>
  points.filter((point) => pose === 'front' || point.pose === pose || point.side === pose);

const tidy = (dose: number, treatment: string) =>
  Number(dose.toFixed(isTreatmentName(treatment) && doseResponse[treatment].unit === 'mL' ? 2 : 1));

/**
 * Adds the usual points for every injected treatment that has no point yet. If `only` is set, points are added only for
 * that treatment. The service refuses a map with more than INJECTIONS_MAX points. If the points of a treatment do not
 * all fit, that treatment gets none.
 */
export function proposePoints(points: readonly Injection[], recipe: Recipe, photo: Photo, only?: string): Injection[] {
  const has = new Set(points.map(({ treatment }) => treatment));
  const usual = usualPoints(recipe, photo.landmarks).filter(
    ({ treatment }) => !has.has(treatment) && (only === undefined || treatment === only),
  );
  let room = INJECTIONS_MAX - points.length;
  const fitting = [...new Set(usual.map(({ treatment }) => treatment))].flatMap((name) => {
    const own = usual.filter(({ treatment }) => treatment === name);
    if (own.length > room) return [];
    room -= own.length;
    return own;
  });
  return fitting.reduce<Injection[]>(
    (all, { id, treatment, depth, dose, place }) => {
      const point = { id, treatment, product: '', dose: tidy(dose, treatment), depth };
      return addPoint(all, point, positionOf(place, photo.landmarks), photo);
    },
    [...points],
  );
}

/**
 * Returns the treatments whose points have a total dose that differs from the recipe. Treatments without points are
 * left out.
 */
export function gapsOf(points: readonly Injection[], recipe: Recipe) {
  const known = points.filter((point): point is Injection & InjectionPoint => isTreatmentName(point.treatment));
  const mapped = new Set(known.map(({ treatment }) => treatment));
  return findDoseGaps(known, recipe).filter(({ treatment }) => mapped.has(treatment));
}
