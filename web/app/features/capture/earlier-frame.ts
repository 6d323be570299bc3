import type { Landmarks } from '#engine/picture.ts';

/**
 * The shortest time in milliseconds over which movement is measured. Over a shorter time, the jitter of the landmarks
 * looks like fast movement.
 */
export const span_ms = 120;

interface Seen {
  landmarks: Landmarks;
  at: number;
}

/** Remembers the landmarks of the last frames while a face is tracked. */
export function createEarlierFrames() {
  let seen: Seen[] = [];
  return {
    /**
     * Returns the newest frame that is at least `span_ms` older than this frame. Returns undefined if there is none,
     * for example after a frame without a face.
     */
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
