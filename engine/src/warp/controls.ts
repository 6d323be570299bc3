import { faceOutline } from '../model/landmark-groups.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { Landmarks, Side } from '../picture.ts';
import { faceAngles } from '../quality/face-angles.ts';
import type { Strengths } from '../recipe.ts';
import { faceFrame } from '../regions/face-frame.ts';
import type { FaceFrame } from '../regions/face-frame.ts';
import { moverGroups, movingTreatments } from './movers.ts';
import type { Mover } from './movers.ts';
import { pinnedLandmarks } from './pins.ts';

/** A point of the picture and how far it moves, in pixels. */
export interface Control {
  readonly x: number;
  readonly y: number;
  dx: number;
  dy: number;
}

/** The ring outside the face outline beyond which nothing moves, in d. */
export const stillRing = 0.42;
/** Yaw in degrees over which the far side's changes fade: there they would drag the background along the silhouette. */
const farSideFade = [15, 40] as const;
const farSideRest = 0.25;

interface Projection {
  readonly frame: FaceFrame;
  readonly cos: number;
  readonly sin: number;
  readonly weight: Readonly<Record<Side, number>>;
}

/**
 * What moves and what holds still for a recipe. Displacements are set in the face's own three dimensions and projected with its yaw, so that
 * a chin comes forward on a side picture and a far cheek hardly changes.
 *
 * @returns an empty list when the recipe moves nothing.
 */
export function warpControls(landmarks: Landmarks, strengths: Strengths): Control[] {
  const moving = movingTreatments.filter((name) => strengths[name].right > 0 || strengths[name].left > 0);
  if (moving.length === 0) return [];
  const projection = projectionOf(landmarks);
  const controls = new Map<number, Control>();
  for (const name of moving) {
    const { reach_mm, movers } = moverGroups[name];
    const reach = reach_mm / projection.frame.mmPerPx;
    const widening = name === 'jawline' ? 1 - roundness(landmarks) : 1;
    for (const mover of movers) addMover(controls, landmarks, projection, mover, reach, strengths[name], widening);
  }
  for (const index of pinnedLandmarks((name) => moving.includes(name))) {
    if (!controls.has(index)) controls.set(index, stillPoint(landmarks, index));
  }
  return [...controls.values(), ...ringAround(landmarks, projection.frame.d, stillRing)];
}

/** Points outside the face outline, `distance` × d further from its centre. */
export function ringAround(landmarks: Landmarks, d: number, distance: number): Control[] {
  const cx = (landmarks[234]![0] + landmarks[454]![0]) / 2;
  const cy = (landmarks[10]![1] + landmarks[152]![1]) / 2;
  return faceOutline.map((index) => {
    const x = landmarks[index]![0] - cx;
    const y = landmarks[index]![1] - cy;
    const stretch = 1 + (distance * d) / Math.hypot(x, y);
    return { x: cx + x * stretch, y: cy + y * stretch, dx: 0, dy: 0 };
  });
}

/** Width of the jaw at its angles as a share of the face's width: 0.76–0.84 on the faces measured, the upper end on round ones. */
const roundJaw = [0.8, 0.835] as const;
const mostRoundness = 0.85;

/** How round the lower face is, 0–0.85: filler that widened it further would make it look swollen, so there it only defines. */
function roundness(landmarks: Landmarks): number {
  const width = (right: number, left: number) => {
    const [p, q] = [landmarks[right]!, landmarks[left]!];
    return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  };
  return mostRoundness * smoothstep(...roundJaw, width(172, 397) / width(234, 454));
}

function projectionOf(landmarks: Landmarks): Projection {
  const { yaw } = faceAngles(landmarks);
  const fade = 1 - (1 - farSideRest) * smoothstep(...farSideFade, Math.abs(yaw));
  const radians = (yaw * Math.PI) / 180;
  return {
    frame: faceFrame(landmarks),
    cos: Math.cos(radians),
    // Below the front pose's own tolerance a forward movement is noise.
    sin: Math.sin(radians) * smoothstep(8, 20, Math.abs(yaw)),
    weight: { right: yaw < 0 ? fade : 1, left: yaw > 0 ? fade : 1 },
  };
}

function addMover(
  controls: Map<number, Control>,
  landmarks: Landmarks,
  projection: Projection,
  [right, left, out, down, forward = 0]: Mover,
  reach: number,
  strength: Readonly<Record<Side, number>>,
  widening: number,
): void {
  const { cos, sin, weight } = projection;
  const outwards = out > 0 ? out * widening : out;
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

/** Adds a displacement in the face's axes; treatments that share a point add up. */
function move(
  controls: Map<number, Control>,
  landmarks: Landmarks,
  { frame }: Projection,
  index: number,
  across: number,
  down: number,
): void {
  const control = controls.get(index) ?? stillPoint(landmarks, index);
  control.dx += across * frame.ex - down * frame.ey;
  control.dy += across * frame.ey + down * frame.ex;
  controls.set(index, control);
}

function stillPoint(landmarks: Landmarks, index: number): Control {
  const [x, y] = landmarks[index]!;
  return { x, y, dx: 0, dy: 0 };
}
