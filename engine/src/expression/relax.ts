import type { TreatmentName } from '../clinical.ts';
import { alignmentOf, moved } from '../geometry/align-photos.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { Bounds } from '../maths/plane.ts';
import {
  faceOutline,
  forehead,
  glabella,
  innerLips,
  leftBrow,
  leftCrowsFeet,
  leftEye,
  meshPointCount,
  nose,
  outerLips,
  rightBrow,
  rightCrowsFeet,
  rightEye,
} from '../model/landmark-groups.ts';
import type { Landmarks, Picture } from '../picture.ts';
import type { Expression } from '../quality/expressions.ts';
import { strengthsOf } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';
import { faceFrame } from '../regions/face-frame.ts';
import { render } from '../simulate.ts';
import type { PreparedFace } from '../simulate.ts';
import type { Control } from '../warp/controls.ts';
import { backwardLattice, forwardLattice } from '../warp/lattice.ts';
import type { Lattice } from '../warp/lattice.ts';
import { warpRows } from '../warp/resample-warp.ts';

interface Action {
  /** The treatment of the muscle that makes the expression. */
  readonly treatment: TreatmentName;
  /**
   * Landmarks that the muscle moves. They return towards rest as the muscle weakens. Eyes, nose, mouth and outline stay
   * as in the expression.
   */
  readonly landmarks: readonly number[];
}

const brows = [...rightBrow, ...leftBrow];

/**
 * The treatment and the landmarks of each expression. In a smile, the treatment relaxes only the muscle next to the
 * eyes. The skin there returns towards rest, and the mouth keeps smiling.
 */
export const actions: Readonly<Record<Expression, Action>> = {
  frown: { treatment: 'glabella', landmarks: [...new Set([...brows, ...glabella])] },
  raised_brows: { treatment: 'forehead', landmarks: [...new Set([...brows, ...forehead])] },
  smile: { treatment: 'crows_feet', landmarks: [...rightCrowsFeet, ...leftCrowsFeet] },
};

const still = [...new Set([...rightEye, ...leftEye, ...nose, ...outerLips, ...innerLips, ...faceOutline])];
/**
 * Radius of the interpolation, and margin of the warp around the landmarks, in units of d (the distance between the
 * irises).
 */
const radius = 0.5;
const margin = 0.7;
/**
 * Half the width of the transition between the doses of the two sides, in units of d (the distance between the
 * irises).
 */
const halfPassage = 0.12;

/** Maps the landmarks of a face at rest onto the photo of its expression. */
export function restOn(expression: Landmarks, rest: Landmarks): Landmarks {
  const alignment = alignmentOf(rest, expression);
  return rest.map(([x, y, z]) => [...moved(alignment, x, y), z] as const);
}

/**
 * Draws an expression after a treatment. The usual rendering fades the lines of the muscle. The landmarks that the
 * muscle moves return towards rest in proportion to the strength of the dose on each side. Without a dose no byte of
 * the photo changes.
 *
 * @param prepared the photo of the expression
 * @param rest landmarks of the same face at rest, in pixels of its own photo
 */
export function relax(prepared: PreparedFace, rest: Landmarks, expression: Expression, recipe: Recipe): Picture {
  const { treatment } = actions[expression];
  const dose = recipe.treatments[treatment];
  const acting: Recipe = { ...recipe, treatments: dose === undefined ? {} : { [treatment]: dose } };
  const treated = render(prepared, acting);
  return warped(treated, relaxingLattice(prepared, rest, expression, acting));
}

/** Returns the warp that a recipe causes in the photo of an expression. */
export function relaxingLattice(
  { photo, landmarks }: Pick<PreparedFace, 'photo' | 'landmarks'>,
  rest: Landmarks,
  expression: Expression,
  recipe: Recipe,
): Lattice {
  const { treatment, landmarks: acting } = actions[expression];
  const strength = strengthsOf(recipe)[treatment];
  const target = restOn(landmarks, rest);
  const frame = faceFrame(landmarks);
  const shareAt = (x: number, y: number) => {
    const across = ((x - frame.x) * frame.ex + (y - frame.y) * frame.ey) / frame.d;
    return strength.right + (strength.left - strength.right) * smoothstep(-halfPassage, halfPassage, across);
  };
  const movers = acting.filter((index) => !still.includes(index));
  const controls: Control[] = [
    ...movers.map((index) => {
      const [x, y] = landmarks[index]!;
      const [toX, toY] = target[index]!;
      const share = shareAt(x, y);
      return { x, y, dx: share * (toX - x), dy: share * (toY - y) };
    }),
    ...pins(landmarks),
  ];
  return latticeOf(photo, landmarks, controls);
}

/** An image and the landmarks of the face in it. */
export interface PicturedFace {
  readonly picture: Picture;
  readonly landmarks: Landmarks;
}

/**
 * Draws a face between rest (share 0) and expression (share 1). Each landmark is placed between its positions at rest
 * and in the expression, in pixels of the expression's photo. Both photos are warped to these landmarks, then mixed by
 * the share. At 1 the result is the photo of the expression.
 */
export function between(rest: PicturedFace, expression: PicturedFace, share: number): Picture {
  const { picture, landmarks } = expression;
  // Width and height are copied by name, because spreading an ImageData does not copy them.
  const { width, height } = picture;
  const copy: Picture = { width, height, data: new Uint8ClampedArray(picture.data) };
  if (share >= 1) return copy;
  const target = restOn(landmarks, rest.landmarks);
  const placed = placedOn(rest.picture, rest.landmarks, landmarks, picture);
  const towards = (from: Landmarks, to: Landmarks, by: number): Lattice =>
    latticeOf(
      picture,
      from,
      morphing.map((index) => {
        const [x, y] = from[index]!;
        const [toX, toY] = to[index]!;
        return { x, y, dx: by * (toX - x), dy: by * (toY - y) };
      }),
    );
  const a = warped(placed, towards(target, landmarks, Math.max(0, share)));
  const b = warped(copy, towards(landmarks, target, 1 - Math.max(0, share)));
  const from = 256 - Math.round(256 * Math.max(0, share));
  for (let i = 0; i < b.data.length; i++) b.data[i] = (a.data[i]! * from + b.data[i]! * (256 - from)) >> 8;
  return b;
}

/**
 * Every third landmark, and all landmarks of brows, forehead, eyes, nose, mouth and outline. They are enough for a
 * smooth warp.
 */
const morphing = [
  ...new Set([
    ...brows,
    ...forehead,
    ...glabella,
    ...still,
    ...rightCrowsFeet,
    ...leftCrowsFeet,
    ...Array.from({ length: meshPointCount / 3 }, (_, n) => 3 * n),
  ]),
];

const pins = (landmarks: Landmarks): Control[] =>
  still.map((index) => ({ x: landmarks[index]![0], y: landmarks[index]![1], dx: 0, dy: 0 }));

function latticeOf(photo: Pick<Picture, 'width' | 'height'>, landmarks: Landmarks, controls: Control[]): Lattice {
  const { d } = faceFrame(landmarks);
  return forwardLattice(controls, radius * d, windowOf(photo, landmarks, margin * d));
}

function windowOf({ width, height }: Pick<Picture, 'width' | 'height'>, landmarks: Landmarks, room: number): Bounds {
  const xs = landmarks.map(([x]) => x);
  const ys = landmarks.map(([, y]) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - room)),
    top: Math.max(0, Math.floor(Math.min(...ys) - room)),
    right: Math.min(width, Math.ceil(Math.max(...xs) + room)),
    bottom: Math.min(height, Math.ceil(Math.max(...ys) + room)),
  };
}

function warped(picture: Picture, forward: Lattice): Picture {
  const { width, height } = picture;
  const out: Picture = { width, height, data: new Uint8ClampedArray(picture.data) };
  const backward = backwardLattice(forward);
  warpRows(picture, backward, out, { top: backward.window.top, bottom: backward.window.bottom });
  return out;
}

/**
 * Turns, scales and shifts a photo so that its face lies on the face of another photo. The result has the size of the
 * other photo. Pixels beyond the border repeat the border.
 */
function placedOn(
  { width, height, data }: Picture,
  from: Landmarks,
  to: Landmarks,
  size: Pick<Picture, 'width' | 'height'>,
): Picture {
  const back = alignmentOf(to, from);
  const out = new Uint8ClampedArray(size.width * size.height * 4);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const [sx, sy] = moved(back, x, y);
      const px = Math.min(width - 1.001, Math.max(0, sx));
      const py = Math.min(height - 1.001, Math.max(0, sy));
      const [column, row] = [Math.floor(px), Math.floor(py)];
      const o = (row * width + column) * 4;
      const [fx, fy] = [px - column, py - row];
      for (let k = 0; k < 4; k++) {
        const above = data[o + k]! + (data[o + 4 + k]! - data[o + k]!) * fx;
        const below = data[o + width * 4 + k]! + (data[o + width * 4 + 4 + k]! - data[o + width * 4 + k]!) * fx;
        out[(y * size.width + x) * 4 + k] = above + (below - above) * fy;
      }
    }
  }
  return { width: size.width, height: size.height, data: out };
}
