import { faceOutline, innerLips, meshPointCount } from '../model/landmark-groups.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { Landmarks, Side } from '../picture.ts';
import { faceAngles } from '../quality/face-angles.ts';
import type { Strengths } from '../recipe.ts';
import { faceFrame } from '../regions/face-frame.ts';
import type { FaceFrame } from '../regions/face-frame.ts';
import type { FaceVolumes } from '../volume/face-volumes.ts';
import { fillerNames } from '../volume/fillers.ts';
import { moverGroups, movingTreatments } from './movers.ts';
import type { Mover, MovingTreatment } from './movers.ts';
import { pinnedLandmarks, steadyLandmarks } from './pins.ts';

/** A point of the image and its movement, in pixels. */
export interface Control {
  readonly x: number;
  readonly y: number;
  dx: number;
  dy: number;
}

/**
 * Distances of two rings of fixed points from the silhouette, in units of d (the distance between the irises). Nothing
 * moves outside the inner ring. Without the outer ring, which has fewer points, the background would move by 0.04 mm.
 */
const stillRing = 0.42;
const outerRing = 0.56;
/**
 * Range of yaw, in degrees, over which movements by muscles on the far side of the face are reduced. At a larger yaw,
 * these movements would distort the background at the silhouette.
 */
const farSideFade = [15, 40] as const;
const farSideRest = 0.25;

interface Projection {
  readonly frame: FaceFrame;
  readonly cos: number;
  readonly sin: number;
  readonly weight: Readonly<Record<Side, number>>;
  /** Degrees. */
  readonly yaw: number;
  /**
   * Share of a forward movement that is drawn. It is 0 at small yaws, where a forward movement is hardly visible and
   * would only be noise.
   */
  readonly turn: number;
}

/** If fillers move a landmark by this distance or less, in millimetres, the movement is not drawn. */
const least_mm = 0.06;
/** Value of a normal's z component (positive away from the camera) above which skin lies behind the silhouette. */
const turnedAway = 0.1;
/**
 * Smallest yaw, in degrees, at which the line of the mouth moves forward with the lips. A view from the side shows this
 * movement. `mouthShare` is the movement of the line as a share of the movement of the lips.
 */
const mouthTurns = 12;
const mouthShare = 0.5;
/**
 * Landmarks within this distance of a ray determine the silhouette in the direction of the ray. The unit is d. Rays
 * start at the centre of the face.
 */
const beside_d = 0.1;
/**
 * Minimum distance between a pin and a moving point, in units of d. A closer pin would prevent the movement. Steady
 * landmarks (pins.ts) are pinned at any distance.
 */
const pinDistance = 0.06;

/**
 * Returns the moving and fixed points for a recipe. Relaxed muscles move landmarks in the three dimensions of the face;
 * the movement is then projected with the yaw of the face. Fillers move the surface of the face in millimetres, and the
 * landmarks with it. In a photo from the side, a filled chin moves forward, and movements by muscles are smaller on the
 * far side.
 *
 * @returns an empty list when the recipe moves nothing.
 */
export function warpControls(landmarks: Landmarks, strengths: Strengths, volumes: () => FaceVolumes): Control[] {
  const moving = movingTreatments.filter((name) => strengths[name].right > 0 || strengths[name].left > 0);
  if (moving.length === 0) return [];
  const projection = projectionOf(landmarks);
  const controls = new Map<number, Control>();
  for (const [name, { reach_mm, movers }] of Object.entries(moverGroups)) {
    const strength = strengths[name as keyof typeof moverGroups];
    const reach = reach_mm / projection.frame.mmPerPx;
    for (const mover of movers) addMover(controls, landmarks, projection, mover, reach, strength);
  }
  addFillers(controls, landmarks, strengths, volumes, projection);
  addPins(controls, landmarks, moving, projection);
  const { d } = projection.frame;
  const outer = ringAround(landmarks, d, outerRing).filter((_, n) => n % 2 === 0);
  return [...controls.values(), ...ringAround(landmarks, d, stillRing), ...outer];
}

/** Adds the movement that fillers cause, for the landmarks that the photo shows. */
function addFillers(
  controls: Map<number, Control>,
  landmarks: Landmarks,
  strengths: Strengths,
  volumes: () => FaceVolumes,
  { frame, yaw, turn }: Projection,
): void {
  if (fillerNames.every((name) => strengths[name].right === 0 && strengths[name].left === 0)) return;
  const { mesh, movesOf } = volumes();
  const moves = movesOf(strengths)!;
  const { mmPerPx, normals } = mesh;
  const [bx, by, bz] = mesh.fit.axes[2];
  // A forward movement is drawn only on turned heads, and only along the line of the eyes. Its part across this line
  // depends on the pitch of the head, which is not known exactly enough.
  const shown = turn * (bx * frame.ex + by * frame.ey);
  const isTurned = Math.abs(yaw) > mouthTurns;
  for (let i = 0; i < meshPointCount; i++) {
    const mouth = isTurned && innerLips.includes(i);
    if (normals[3 * i + 2]! > turnedAway || (steadyLandmarks.has(i) && !mouth)) continue;
    const [x, y, z] = [moves[3 * i]!, moves[3 * i + 1]!, moves[3 * i + 2]!];
    const back = x * bx + y * by + z * bz;
    const share = (mouth ? mouthShare : 1) / mmPerPx;
    let dx = (x - back * (bx - shown * frame.ex)) * share;
    let dy = (y - back * (by - shown * frame.ey)) * share;
    if (mouth) {
      // Keeps only the part along the line of the eyes, because the mouth must neither open nor move down.
      const along = dx * frame.ex + dy * frame.ey;
      [dx, dy] = [along * frame.ex, along * frame.ey];
    }
    if (Math.hypot(dx, dy) * mmPerPx > least_mm) push(controls, landmarks, i, dx, dy);
  }
}

function addPins(
  controls: Map<number, Control>,
  landmarks: Landmarks,
  moving: readonly MovingTreatment[],
  { frame, yaw }: Projection,
): void {
  const pins = pinnedLandmarks((name) => moving.includes(name), yaw);
  const moved = [...controls.values()].filter(({ dx, dy }) => dx !== 0 || dy !== 0);
  for (const index of pins) {
    if (controls.has(index)) continue;
    const point = stillPoint(landmarks, index);
    const isNear = ({ x, y }: Control) => Math.hypot(x - point.x, y - point.y) < pinDistance * frame.d;
    if (steadyLandmarks.has(index) || !moved.some(isNear)) controls.set(index, point);
  }
}

/**
 * Returns fixed points at `distance` × d outside the silhouette, one in the direction of each landmark of the face
 * outline. On turned heads, the far side of the outline lies inside the silhouette. So the silhouette is found from all
 * landmarks of the mesh.
 */
export function ringAround(landmarks: Landmarks, d: number, distance: number): Control[] {
  const cx = (landmarks[234]![0] + landmarks[454]![0]) / 2;
  const cy = (landmarks[10]![1] + landmarks[152]![1]) / 2;
  const rays = faceOutline.map((index) => {
    const [x, y] = landmarks[index]!;
    const length = Math.hypot(x - cx, y - cy);
    return { x: (x - cx) / length, y: (y - cy) / length, reach: length };
  });
  for (const [x, y] of landmarks.slice(0, meshPointCount))
    for (const ray of rays) {
      const along = (x - cx) * ray.x + (y - cy) * ray.y;
      const beside = Math.abs((x - cx) * ray.y - (y - cy) * ray.x);
      if (along > ray.reach && beside < beside_d * d) ray.reach = along;
    }
  return rays.map(({ x, y, reach }) => ({
    x: cx + x * (reach + distance * d),
    y: cy + y * (reach + distance * d),
    dx: 0,
    dy: 0,
  }));
}

function projectionOf(landmarks: Landmarks): Projection {
  const { yaw } = faceAngles(landmarks);
  const fade = 1 - (1 - farSideRest) * smoothstep(...farSideFade, Math.abs(yaw));
  const turn = smoothstep(8, 20, Math.abs(yaw));
  const radians = (yaw * Math.PI) / 180;
  return {
    frame: faceFrame(landmarks),
    cos: Math.cos(radians),
    sin: Math.sin(radians) * turn,
    turn,
    weight: { right: yaw < 0 ? fade : 1, left: yaw > 0 ? fade : 1 },
    yaw,
  };
}

function addMover(
  controls: Map<number, Control>,
  landmarks: Landmarks,
  projection: Projection,
  [right, left, outwards, down, forward = 0]: Mover,
  reach: number,
  strength: Readonly<Record<Side, number>>,
): void {
  const { cos, sin, weight } = projection;
  if (strength.right === 0 && strength.left === 0) return;
  const amount = { right: strength.right * reach * weight.right, left: strength.left * reach * weight.left };
  if (right === left) {
    move(
      controls,
      landmarks,
      projection,
      right,
      (forward * sin * (amount.right + amount.left)) / 2,
      (down * (amount.right + amount.left)) / 2,
    );
    return;
  }
  move(controls, landmarks, projection, right, (-outwards * cos + forward * sin) * amount.right, down * amount.right);
  move(controls, landmarks, projection, left, (outwards * cos + forward * sin) * amount.left, down * amount.left);
}

/** Adds a displacement in the axes of the face. Displacements of several treatments at one point are summed. */
function move(
  controls: Map<number, Control>,
  landmarks: Landmarks,
  { frame }: Projection,
  index: number,
  across: number,
  down: number,
): void {
  push(controls, landmarks, index, across * frame.ex - down * frame.ey, across * frame.ey + down * frame.ex);
}

function push(controls: Map<number, Control>, landmarks: Landmarks, index: number, dx: number, dy: number): void {
  const control = controls.get(index) ?? stillPoint(landmarks, index);
  control.dx += dx;
  control.dy += dy;
  controls.set(index, control);
}

function stillPoint(landmarks: Landmarks, index: number): Control {
  const [x, y] = landmarks[index]!;
  return { x, y, dx: 0, dy: 0 };
}
