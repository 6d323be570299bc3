import { smoothstep } from '../maths/smoothstep.ts';
import { difference, dot } from '../maths/similarity.ts';
import type { Vector } from '../maths/similarity.ts';
import type { Side } from '../picture.ts';
import type { FaceMesh } from './face-mesh.ts';
import { fillers } from './fillers.ts';
import type { Filler, FillerName } from './fillers.ts';

/** The movement that 1 mL of a filler causes on one side. */
export interface FillerField {
  /** Vertices that move. */
  readonly vertices: Uint16Array;
  /** Movement of each of the `vertices` in millimetres, as three numbers. */
  readonly moves: Float32Array;
}

/**
 * Height of the Gaussian cross-section at three sigma. It is subtracted, so that the cross-section ends without a step.
 */
const sectionEnd = Math.exp(-4.5);
const mm3PerMl = 1000;
/**
 * Distances from the line of the mouth, in millimetres. The height of a lip reaches its maximum at `lipRise_mm`, and
 * its roll at `rolled_mm`. Nothing moves beyond `lipReach_mm`.
 */
const lipRise_mm = 3;
const rolled_mm = 6;
const lipReach_mm = 14;

/**
 * Computes the movement that 1 mL of a filler causes.
 * @param side the side of a paired filler; on the midline both sides give the same field
 */
export function fillerField(mesh: FaceMesh, name: FillerName, side: Side): FillerField {
  const filler = fillers[name];
  const line = filler.line.map(([right, left]) => at(mesh.positions, side === 'right' ? right : left));
  const inner = filler.lip?.inner.map((index) => at(mesh.positions, index)) ?? [];
  const reach = 3 * filler.sigma_mm;
  const [left, right] = spanOf(line, 0, reach);
  const [top, bottom] = spanOf(line, 1, reach);
  const { positions } = mesh;
  const vertices: number[] = [];
  const moves: number[] = [];
  let flux = 0;
  for (let i = 0; i < mesh.topology.count; i++) {
    const [x, y] = [positions[3 * i]!, positions[3 * i + 1]!];
    if (x < left || x > right || y < top || y > bottom) continue;
    const { distance } = nearestOn(line, at(positions, i));
    if (distance >= reach) continue;
    const across = distance / filler.sigma_mm;
    const move = moveOf(mesh, { filler, side, inner }, i, Math.exp(-0.5 * across * across) - sectionEnd);
    if (!move) continue;
    vertices.push(i);
    moves.push(...move);
    flux += dot(move, at(mesh.areas, i));
  }
  const scale = mm3PerMl / flux;
  return { vertices: Uint16Array.from(vertices), moves: Float32Array.from(moves, (v) => v * scale) };
}

/** Returns the range of a line along one axis, extended by `reach` at both ends. */
function spanOf(line: readonly Vector[], axis: 0 | 1 | 2, reach: number): [number, number] {
  const along = line.map((point) => point[axis]);
  return [Math.min(...along) - reach, Math.max(...along) + reach];
}

interface Placed {
  readonly filler: Filler;
  readonly side: Side;
  /** The line of the mouth, for lips. */
  readonly inner: readonly Vector[];
}

function moveOf(mesh: FaceMesh, { filler, side, inner }: Placed, i: number, height: number): Vector | null {
  const normal = at(mesh.normals, i);
  if (filler.lip) return moveOfLip(mesh, filler.lip, inner, i, height);
  const [left, down, back] = mesh.fit.axes;
  if (filler.forward) {
    const ahead = filler.forward;
    const mixed: Vector = [
      normal[0] - ahead * (back[0] + normal[0]),
      normal[1] - ahead * (back[1] + normal[1]),
      normal[2] - ahead * (back[2] + normal[2]),
    ];
    const length = Math.hypot(...mixed) || 1;
    return [(height * mixed[0]) / length, (height * mixed[1]) / length, (height * mixed[2]) / length];
  }
  const [outwards, up] = filler.lift ?? [0, 0];
  const out = side === 'left' ? outwards : -outwards;
  const lifted: Vector = [out * left[0] - up * down[0], out * left[1] - up * down[1], out * left[2] - up * down[2]];
  return alongSurface(normal, lifted, height);
}

/**
 * Returns how far the filler of one lip moves a vertex. The lip swells and rolls away from the line of the mouth.
 * Vertices of the other lip do not move.
 */
function moveOfLip(
  mesh: FaceMesh,
  lip: NonNullable<Filler['lip']>,
  inner: readonly Vector[],
  i: number,
  height: number,
): Vector | null {
  const down = mesh.fit.axes[1];
  const { distance, away } = nearestOn(inner, at(mesh.positions, i));
  const beyond = lip.down * dot(away, down);
  if (distance > lipReach_mm || beyond < -1.5) return null;
  const risen = height * (0.35 + 0.65 * smoothstep(0, lipRise_mm, beyond)) * Math.min(1, 1 + (beyond + 0.3) / 1.2);
  const roll = lip.roll * lip.down * Math.min(1, Math.max(0, beyond) / rolled_mm);
  return alongSurface(at(mesh.normals, i), [roll * down[0], roll * down[1], roll * down[2]], risen);
}

/** Returns a movement of `height` along the normal, plus `height` times the part of `way` that lies in the surface. */
function alongSurface(normal: Vector, way: Vector, height: number): Vector {
  const out = 1 - dot(normal, way);
  return [
    height * (normal[0] * out + way[0]),
    height * (normal[1] * out + way[1]),
    height * (normal[2] * out + way[2]),
  ];
}

/**
 * Returns the distance of a point from a polyline in millimetres, and the vector from the nearest point of the line.
 */
function nearestOn(line: readonly Vector[], point: Vector): { distance: number; away: Vector } {
  let away: Vector = [Infinity, 0, 0];
  let least = Infinity;
  for (let k = 0; k < line.length - 1; k++) {
    const start = line[k]!;
    const way = difference(line[k + 1]!, start);
    const from = difference(point, start);
    const share = Math.min(1, Math.max(0, dot(from, way) / (dot(way, way) || 1)));
    const rest: Vector = [from[0] - share * way[0], from[1] - share * way[1], from[2] - share * way[2]];
    const squared = dot(rest, rest);
    if (squared < least) [least, away] = [squared, rest];
  }
  return { distance: Math.sqrt(least), away };
}

function at(vectors: Float32Array, i: number): Vector {
  return [vectors[3 * i]!, vectors[3 * i + 1]!, vectors[3 * i + 2]!];
}
