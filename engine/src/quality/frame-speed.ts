import type { Landmarks } from '../picture.ts';
import { interocularDistance } from '../regions/face-frame.ts';

// Landmarks all over the face: between the brows, corners of the eyes, tip of the nose, corners of the mouth, chin, and
// both ends of the face's width.
const probes = [9, 33, 263, 4, 61, 291, 152, 234, 454];

/** Returns the median movement of the face between two frames, in distances between the irises per second. */
export function frameSpeed(now: Landmarks, before: Landmarks, elapsed_ms: number): number {
  if (elapsed_ms <= 0) return 0;
  const moves = probes.map((index) => {
    const p = now[index]!;
    const q = before[index]!;
    return Math.hypot(p[0] - q[0], p[1] - q[1]);
  });
  moves.sort((a, b) => a - b);
  const median = moves[moves.length >> 1]!;
  return (median / interocularDistance(now)) * (1000 / elapsed_ms);
}
