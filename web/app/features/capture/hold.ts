/**
 * The state of the ring around the guide. The ring fills in `hold_ms` milliseconds while a face without faults keeps
 * still. When the ring is full, the photo is taken. The state changes once for each frame that the detector has
 * processed. The caller passes the time.
 */
export const hold_ms = 800;
/** Longest time between two frames, in milliseconds. After a longer gap the ring starts again. */
const longestGap_ms = 600;
/** The largest movement of the nose tip during a hold. It is a distance in shares of the frame's width and height. */
const stillness = 0.03;
/** The largest turn of the head during a hold, in degrees. */
const steadiness_deg = 6;

export interface HeldFace {
  /** The nose tip, as shares of the frame's width and height. */
  x: number;
  y: number;
  yaw_deg: number;
}

export interface Hold {
  /**
   * `since` is the start of the current hold, and `last` is the time of the last frame. `face` is the face at the
   * start.
   */
  since: number;
  last: number;
  face: HeldFace;
}

/** Returns the hold after a frame. `face` is null if the frame has a fault. */
export function heldAfter(hold: Hold | null, face: HeldFace | null, now: number): Hold | null {
  if (!face) return null;
  const fresh: Hold = { since: now, last: now, face };
  if (!hold || now - hold.last > longestGap_ms) return fresh;
  return isStill(hold.face, face) ? { ...hold, last: now } : fresh;
}

function isStill(start: HeldFace, face: HeldFace): boolean {
  const moved = Math.hypot(face.x - start.x, face.y - start.y);
  return moved <= stillness && Math.abs(face.yaw_deg - start.yaw_deg) <= steadiness_deg;
}

/**
 * Returns the filled share of the ring, 0 to 1. Only processed frames count, so the ring never fills without the
 * detector.
 */
export function shareHeld(hold: Hold | null): number {
  return hold ? Math.min(1, (hold.last - hold.since) / hold_ms) : 0;
}
