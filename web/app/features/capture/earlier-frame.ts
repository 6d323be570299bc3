import type { Landmarks } from '#engine/picture.ts';

/** Movement is measured over at least this time. Between two frames of a fast detector, the jitter of the landmarks looks like fast movement. */
export const span_ms = 120;

interface Seen {
  landmarks: Landmarks;
  at: number;
}

/** Remembers where the face was while it is tracked. */
export function createEarlierFrames() {
  let seen: Seen[] = [];
  return {
    /** The newest frame that is at least `span_ms` older than this one; undefined in the first moments and after a frame without a face. */
    before(landmarks: Landmarks | null, at: number): { landmarks: Landmarks; elapsed_ms: number } | undefined {
      const start = seen.findLastIndex((frame) => at - frame.at >= span_ms);
      const found = seen[start];
      seen = landmarks ? [...seen.slice(Math.max(0, start)), { landmarks, at }] : [];
      return landmarks && found ? { landmarks: found.landmarks, elapsed_ms: at - found.at } : undefined;
    },
    forget() {
      seen = [];
    },
  };
}
