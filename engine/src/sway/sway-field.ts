import { clamp } from '../maths/smoothstep.ts';
import type { Bounds } from '../maths/plane.ts';
import type { Landmarks, Picture } from '../picture.ts';
import { faceFrame } from '../regions/face-frame.ts';
import { faceMesh } from '../volume/face-mesh.ts';
import { drawOn } from '../volume/raster.ts';
import type { Lattice } from '../warp/lattice.ts';

/**
 * Greatest angle by which a head is turned, in degrees to each side. A larger angle would visibly distort hair and
 * ears.
 */
export const swayMost_deg = 8;
/** Number of nodes on each side of the grid. They are about 3 mm apart on the face. */
const nodes = 97;
/** Distance of the axis behind the eyes in millimetres, about where a head turns on its neck. */
const axis_mm = 75;
/**
 * Distance from the face within which hair and background follow the face, in units of d (the distance between the
 * irises). Nothing moves beyond it.
 */
const still = 1.6;
const growth = 240;
const smoothing = 6;

/**
 * Movement of every point of a photo, in pixels, when the head turns about its upright axis. At an angle α, a node
 * moves by `sine` · sin α + `rest` · (1 − cos α). Both fields are zero far from the face and at the edge of the photo,
 * so the background does not move.
 */
export interface SwayField {
  readonly window: Bounds;
  readonly nodes: number;
  readonly sineX: Float32Array;
  readonly sineY: Float32Array;
  readonly restX: Float32Array;
  readonly restY: Float32Array;
}

/**
 * Computes how a photographed face moves when the head turns. The movement follows from the depth of the mesh. The
 * turned images are only for viewing; nothing may be measured on them.
 */
export function swayField({ width, height }: Pick<Picture, 'width' | 'height'>, landmarks: Landmarks): SwayField {
  const mesh = faceMesh(landmarks);
  const { d } = faceFrame(landmarks);
  const window = windowOf(width, height, landmarks, still * d);
  const values = turnOf(mesh);
  const stepX = (window.right - window.left) / (nodes - 1);
  const stepY = (window.bottom - window.top) / (nodes - 1);
  const step = Math.min(stepX, stepY) * mesh.mmPerPx;
  // `drawOn` needs a grid of square cells, but the cells of the lattice are not square. So each node reads the grid
  // cell that is nearest to it.
  const grid = {
    left: window.left * mesh.mmPerPx,
    top: window.top * mesh.mmPerPx,
    step,
    width: Math.round(((window.right - window.left) * mesh.mmPerPx) / step) + 1,
    height: Math.round(((window.bottom - window.top) * mesh.mmPerPx) / step) + 1,
  };
  const { depth, planes } = drawOn(
    grid,
    mesh,
    [0, 1, 2, 3].map((at) => ({ of: values, stride: 4, at })),
  );
  const nodeAt = (i: number) => {
    const column = Math.min(grid.width - 1, Math.round(((i % nodes) * stepX * mesh.mmPerPx) / step));
    const row = Math.min(grid.height - 1, Math.round((Math.floor(i / nodes) * stepY * mesh.mmPerPx) / step));
    return row * grid.width + column;
  };
  const isFace = Uint8Array.from({ length: nodes * nodes }, (_, i) => (Number.isNaN(depth[nodeAt(i)]!) ? 0 : 1));
  const [sineX, sineY, restX, restY] = planes.map((plane) => {
    const known = Float32Array.from({ length: nodes * nodes }, (_, i) => (isFace[i] ? plane[nodeAt(i)]! : 0));
    return spread(known, isFace);
  }) as [Float32Array, Float32Array, Float32Array, Float32Array];
  return { window, nodes, sineX, sineY, restX, restY };
}

/** Returns the movement at an angle, as a lattice for the CPU. */
export function swayLattice({ window, nodes: n, ...field }: SwayField, degrees: number): Lattice {
  const angle = (clamp(degrees, -swayMost_deg, swayMost_deg) * Math.PI) / 180;
  const [sine, rest] = [Math.sin(angle), 1 - Math.cos(angle)];
  return {
    window,
    nodes: n,
    dx: field.sineX.map((x, i) => x * sine + field.restX[i]! * rest),
    dy: field.sineY.map((y, i) => y * sine + field.restY[i]! * rest),
  };
}

/**
 * Returns four numbers per vertex, in pixels. They describe the rotation about the face's upright axis by Rodrigues'
 * formula, separated into the factors of the sine and of 1 − cosine.
 */
function turnOf({ positions, fit, mmPerPx, topology }: ReturnType<typeof faceMesh>): Float32Array {
  const [, down, back] = fit.axes;
  const eyes = fit.apply([0, 0, 0]);
  const centre = eyes.map((value, k) => value + axis_mm * back[k]!);
  const out = new Float32Array(4 * topology.count);
  for (let i = 0; i < topology.count; i++) {
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * i + k]! - centre[k]!) as [number, number, number];
    const along = x * down[0] + y * down[1] + z * down[2];
    // The axis points down the face, so a positive angle is a positive yaw: the nose moves to the right of the image.
    out[4 * i] = (down[2] * y - down[1] * z) / mmPerPx;
    out[4 * i + 1] = (down[0] * z - down[2] * x) / mmPerPx;
    out[4 * i + 2] = (along * down[0] - x) / mmPerPx;
    out[4 * i + 3] = (along * down[1] - y) / mmPerPx;
  }
  return out;
}

/**
 * Extends the movement from the rim of the face to the still edge like a stretched membrane, then smooths the result a
 * little.
 */
function spread(known: Float32Array, isFace: Uint8Array): Float32Array {
  let now = known;
  const relaxed = (from: Float32Array, holdsFace: boolean) => {
    const next = new Float32Array(from.length);
    for (let row = 1; row < nodes - 1; row++) {
      for (let i = row * nodes + 1; i < row * nodes + nodes - 1; i++) {
        const mean = (from[i - 1]! + from[i + 1]! + from[i - nodes]! + from[i + nodes]!) / 4;
        next[i] = holdsFace && isFace[i] ? from[i]! : mean;
      }
    }
    return next;
  };
  for (let step = 0; step < growth; step++) now = relaxed(now, true);
  for (let step = 0; step < smoothing; step++) now = relaxed(now, false);
  return now;
}

function windowOf(width: number, height: number, landmarks: Landmarks, room: number): Bounds {
  const xs = landmarks.map(([x]) => x);
  const ys = landmarks.map(([, y]) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - room)),
    top: Math.max(0, Math.floor(Math.min(...ys) - room)),
    right: Math.min(width, Math.ceil(Math.max(...xs) + room)),
    bottom: Math.min(height, Math.ceil(Math.max(...ys) + room)),
  };
}
