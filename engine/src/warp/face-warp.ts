import type { Bounds } from '../maths/plane.ts';
import type { Landmarks, Picture } from '../picture.ts';
import type { Strengths } from '../recipe.ts';
import { brushLattice } from '../regions/brush.ts';
import type { Brush } from '../regions/brush.ts';
import { faceFrame } from '../regions/face-frame.ts';
import { meshPointCount } from '../model/landmark-groups.ts';
import { faceVolumes } from '../volume/face-volumes.ts';
import type { FaceVolumes } from '../volume/face-volumes.ts';
import { warpControls } from './controls.ts';
import { backwardLattice, forwardLattice, moveWhole } from './lattice.ts';
import type { Disc, Lattice } from './lattice.ts';

export interface FaceWarp {
  /** The displacement of each point of the photo to its position in the result. */
  readonly forward: Lattice;
  /**
   * The displacement at each point of the result. The point shows the photo at the position of this point minus the
   * displacement.
   */
  readonly backward: Lattice;
}

/** Radius of the interpolation, in units of d (the distance between the irises). */
const radius = 0.5;
/** Margin around the mesh, in units of d. It contains the fixed rings and the border of the lattice. */
const margin = 0.7;

/**
 * Returns the warp of a recipe in pixels of the photo. Null if the recipe moves nothing.
 *
 * @param lesions marks of the skin that move as a whole
 * @param volumes the effect of fillers on this face, if it is already computed
 */
export function faceWarp(
  photo: Pick<Picture, 'width' | 'height'>,
  landmarks: Landmarks,
  strengths: Strengths,
  brush?: Brush,
  lesions: readonly Disc[] = [],
  volumes: () => FaceVolumes = () => faceVolumes(landmarks),
): FaceWarp | null {
  const controls = warpControls(landmarks, strengths, volumes);
  if (controls.length === 0) return null;
  const { d } = faceFrame(landmarks);
  const forward = forwardLattice(controls, radius * d, warpWindow(photo, landmarks, d));
  const kept = brush && brushLattice(forward, brush, photo, d);
  moveWhole(forward, lesions, kept);
  return { forward, backward: backwardLattice(forward) };
}

function warpWindow(photo: Pick<Picture, 'width' | 'height'>, landmarks: Landmarks, d: number): Bounds {
  const xs = landmarks.slice(0, meshPointCount).map(([x]) => x);
  const ys = landmarks.slice(0, meshPointCount).map(([, y]) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - margin * d)),
    top: Math.max(0, Math.floor(Math.min(...ys) - margin * d)),
    right: Math.min(photo.width, Math.ceil(Math.max(...xs) + margin * d)),
    bottom: Math.min(photo.height, Math.ceil(Math.max(...ys) + margin * d)),
  };
}
