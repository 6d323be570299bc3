import { midline } from '../model/landmark-groups.ts';
import type { Size } from '../maths/plane.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { Landmarks } from '../picture.ts';
import type { FaceFrame } from './face-frame.ts';
import { pointsOf } from './work-area.ts';

/**
 * Half the width of the transition between the strengths of the two sides, in units of d (the distance between the
 * irises).
 */
const halfPassage = 0.12;

/**
 * Returns how much each pixel belongs to the patient's left side, 0–255. The value depends on the distance from the
 * midline, which runs through landmarks from the hairline to the chin. On turned heads the midline is bent.
 */
export function leftSide(landmarks: Landmarks, frame: FaceFrame, { width, height }: Size): Uint8Array {
  const line = midlineAcross(landmarks, frame);
  const out = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const across = (x + 0.5 - frame.x) * frame.ex + (y + 0.5 - frame.y) * frame.ey;
      const down = (y + 0.5 - frame.y) * frame.ex - (x + 0.5 - frame.x) * frame.ey;
      const offset = (across - line(down)) / frame.d;
      out[i] =
        offset <= -halfPassage
          ? 0
          : offset >= halfPassage
            ? 255
            : smoothstep(-halfPassage, halfPassage, offset) * 255 + 0.5;
    }
  }
  return out;
}

/**
 * Returns a function that gives the sideways position of the midline for a position down the face. Both positions are
 * in the axes of the face, not of the photo. Beyond its ends the midline is straight.
 */
function midlineAcross(landmarks: Landmarks, frame: FaceFrame): (down: number) => number {
  const knots = pointsOf(landmarks, midline)
    .map(([x, y]) => ({
      across: (x - frame.x) * frame.ex + (y - frame.y) * frame.ey,
      down: (y - frame.y) * frame.ex - (x - frame.x) * frame.ey,
    }))
    .sort((p, q) => p.down - q.down);
  const start = Math.floor(knots[0]!.down);
  const end = Math.ceil(knots.at(-1)!.down);
  const table = Float32Array.from({ length: Math.max(1, end - start + 1) }, (_, n) => acrossAt(knots, start + n));
  return (down) => table[Math.min(table.length - 1, Math.max(0, Math.round(down - start)))]!;
}

function acrossAt(knots: readonly { across: number; down: number }[], down: number): number {
  const next = knots.findIndex((knot) => knot.down >= down);
  if (next === 0) return knots[0]!.across;
  if (next < 0) return knots.at(-1)!.across;
  const above = knots[next - 1]!;
  const below = knots[next]!;
  const share = below.down > above.down ? (down - above.down) / (below.down - above.down) : 1;
  return above.across + (below.across - above.across) * share;
}
